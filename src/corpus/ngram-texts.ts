/** Counts words in the texts of cases by year, for `ngrams`. */
import { bodyTexts } from "../domain/casebody.ts";
import { decisionDay, yearOfDay } from "../domain/decision-date.ts";
import type { Case } from "../domain/records.ts";
import { partsOf, runOf, type TextRun } from "../store/words/word-runs.ts";
import { tokenOf } from "../text/analyzer.ts";
import { textBodyOf } from "./bodies.ts";
import type { Corpus } from "./corpus.ts";

/** Characters of texts that one question reads: some 1 s. */
export const MAX_READ_CHARS = 5_000_000;
/** Texts in memory at a time. */
const CHUNK = 50;
/** Words that follow: those that occur most often. */
const MAX_FOLLOWERS = 10;

/** The id of a jurisdiction; null is the total of all. */
export type NgramGroup = number | null;

/** Numbers by group and year. */
export type Cells = Map<string, number>;

export interface Occurrences {
  readonly found: ReadonlyMap<string, number>;
  /** Years with a text that is closed to this reader. */
  readonly closed: ReadonlySet<string>;
}

interface Text {
  /** The cells that it counts in. */
  readonly keys: readonly string[];
  /** Null if this reader may not see it. */
  readonly run: TextRun | null;
}

/** How often a phrase occurs in the texts of cases; null if they are too long. */
export function occurrences(corpus: Corpus, cases: readonly Case[], text: string): Occurrences | null {
  const [part] = partsOf({ kind: "phrase", text });
  const found: Cells = new Map();
  const closed = new Set<string>();
  for (const one of textsOf(corpus, cases)) {
    if (one === null) return null;
    for (const key of one.keys) {
      if (one.run === null) closed.add(key);
      else add(found, key, part?.find(one.run).length ?? 0);
    }
  }
  return { found, closed };
}

/**
 * The words that most often follow a phrase, with the occurrences of both; null if the texts are too long. Words with one token
 * count together, and the most frequent one is named. Closed texts are not read.
 */
export function followers(
  corpus: Corpus,
  cases: readonly Case[],
  text: string,
): Map<string, Occurrences> | null {
  const [part] = partsOf({ kind: "phrase", text });
  const closed = new Set<string>();
  const tallies = new Map<string, { total: number; readonly forms: Cells; readonly found: Cells }>();
  for (const one of textsOf(corpus, cases)) {
    if (one === null) return null;
    const { keys, run } = one;
    if (run === null) for (const key of keys) closed.add(key);
    if (run === null || part === undefined || keys.length === 0) continue;
    for (const from of part.find(run)) {
      const next = run.words[from + part.words];
      // between two texts is a character that is no letter
      if (next === undefined || !/^[\p{L}\p{N}]/u.test(next)) continue;
      const token = tokenOf(next);
      const tally = tallies.get(token) ?? { total: 0, forms: new Map(), found: new Map() };
      tally.total++;
      add(tally.forms, next, 1);
      for (const key of keys) add(tally.found, key, 1);
      tallies.set(token, tally);
    }
  }
  const best = [...tallies.values()]
    .map(({ total, forms, found }) => ({ total, word: mostFrequent(forms), found }))
    .sort((a, b) => b.total - a.total || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_FOLLOWERS);
  return new Map(best.map(({ word, found }) => [word, { found, closed }]));
}

/** All words of the texts by group and year, as the source counted them. A year with a case of unknown length has none. */
export function wordSums(cases: readonly Case[]): Cells {
  const sums: Cells = new Map();
  for (const one of cases) {
    const own = one.analysis?.word_count;
    for (const key of keysOf(one)) add(sums, key, typeof own === "number" ? own : Number.NaN);
  }
  for (const [key, sum] of sums) if (Number.isNaN(sum)) sums.delete(key);
  return sums;
}

/** Of a cell. */
export function keyOf(group: NgramGroup, year: number): string {
  return `${group ?? ""} ${year}`;
}

/** Ends with null if the texts have too many characters. */
function* textsOf(corpus: Corpus, cases: readonly Case[]): Generator<Text | null> {
  let chars = 0;
  for (let at = 0; at < cases.length; at += CHUNK) {
    for (const one of corpus.withBodies(cases.slice(at, at + CHUNK), {
      format: "joined text",
      preview: null,
    })) {
      const body = textBodyOf(one);
      const texts = body === null ? [] : bodyTexts(body);
      for (const { length } of texts) chars += length;
      if (chars > MAX_READ_CHARS) return yield null;
      yield { keys: keysOf(one), run: one.body?.state === "withheld" ? null : runOf(texts) };
    }
  }
}

function mostFrequent(forms: Cells): string {
  return [...forms].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? "";
}

/** Of the total, and of its jurisdiction; none without a year. */
function keysOf({ decisionDate, jurisdiction }: Case): string[] {
  const day = decisionDay(decisionDate);
  if (day === null) return [];
  const groups = [null, ...(jurisdiction === null ? [] : [jurisdiction.id])];
  return groups.map((group) => keyOf(group, yearOfDay(day)));
}

function add(cells: Cells, key: string, count: number): void {
  cells.set(key, (cells.get(key) ?? 0) + count);
}
