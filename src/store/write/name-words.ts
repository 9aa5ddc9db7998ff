/**
 * The distinct words of all names and docket numbers, with an index of their trigrams. The filters that mean "contains" find
 * words here, and the cases that have them in the index of words (words/name-filter.ts).
 *
 * Words are added with the cases and stay when the cases are gone.
 */
import type { Database } from "better-sqlite3";

/** Words remembered as stored, so that most need no statement; bounded, so that memory does not grow with the corpus. */
const MAX_KNOWN = 100_000;

const ADD_WORD = "INSERT OR IGNORE INTO name_word (word) VALUES (:word)";
const ADD_TRIGRAMS = "INSERT INTO name_trigrams (rowid, word) VALUES (:id, :word)";

/** Adds words. */
export class NameWordWriter {
  readonly #addWord;
  readonly #addTrigrams;
  readonly #known = new Set<string>();

  constructor(db: Database) {
    this.#addWord = db.prepare<{ word: string }>(ADD_WORD);
    this.#addTrigrams = db.prepare<{ id: number | bigint; word: string }>(ADD_TRIGRAMS);
  }

  /** Whether a word is remembered as stored. */
  isKnown(word: string): boolean {
    return this.#known.has(word);
  }

  add(word: string): void {
    const { changes, lastInsertRowid } = this.#addWord.run({ word });
    if (changes === 1) this.#addTrigrams.run({ id: lastInsertRowid, word });
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.add(word);
  }

  /** Call this after a rollback. */
  forget(): void {
    this.#known.clear();
  }
}

/** Indexes the trigrams of all words again. */
export function rebuildTrigrams(db: Database): void {
  db.exec("INSERT INTO name_trigrams (name_trigrams) VALUES ('rebuild')");
}
