/** Compares the words of names with the index of their trigrams, which FTS5's own check does not do. */
import type { Database } from "better-sqlite3";
import { type Finding, problem } from "./check-problem.ts";

interface IndexedWord {
  readonly id: number;
  readonly word: string;
  readonly isIndexed: number;
}

const WORDS = `
  SELECT w.id, w.word, d.id IS NOT NULL AS isIndexed
    FROM name_word AS w
    LEFT JOIN name_trigrams_docsize AS d ON d.id = w.id
   ORDER BY w.id
`;
/** Does not read the word. */
const HAS_TRIGRAMS = "SELECT 1 FROM name_trigrams WHERE name_trigrams MATCH :match AND rowid = :id";
const TRIGRAM = 3;

export function* checkNameWords(db: Database): Generator<Finding> {
  const hasTrigrams = db.prepare<{ match: string; id: number }, number>(HAS_TRIGRAMS).pluck();
  for (const { id, word, isIndexed } of db.prepare<[], IndexedWord>(WORDS).iterate()) {
    yield null;
    const match = [...trigramsOf(word)].map((trigram) => `"${trigram}"`).join(" AND ");
    if (isIndexed === 1 && (match === "" || hasTrigrams.get({ match, id }) === 1)) continue;
    yield problem("index rows", `the word "${word}" of a name is not in name_trigrams`);
  }
}

/** Each once: a query with all of a word of 40,000 equal letters takes seconds. */
function trigramsOf(word: string): Set<string> {
  const characters = [...word];
  return new Set(
    characters.slice(TRIGRAM - 1).map((_, from) => characters.slice(from, from + TRIGRAM).join("")),
  );
}
