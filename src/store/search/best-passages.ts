/**
 * Finds the cases that answer a sentence: those with many of its words, the rare ones first, ordered by their best passage.
 *
 * 1. The posting lists of the words, the shortest first, give each case the weights of the words it has, and where lists are long the
 *    newest cases with two of the rarest words; the best some hundred that pass the filters are candidates.
 * 2. The places of the words in the index give each candidate its passage: the part of its text, of so many words, in which the words of the
 *    sentence weigh most. No text is read.
 *
 * docs/search-quality.md has what was measured, and what was tried and lost.
 */
import type { Database } from "better-sqlite3";
import type { Passage } from "../../domain/query.ts";
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import { stateOf } from "../database/corpus-state.ts";
import { readValue, readValues, SnapshotCache } from "../database/statement-cache.ts";
import { dayOfDateRowid } from "../dates/date-rowid.ts";
import { COLUMN_PLACES } from "../fts5-pages/index-segments.ts";
import { dateRowidsOf, lengthOf, placesOf, type TokenPlaces } from "../fts5-pages/token-lists.ts";
import { anyOf, quoted } from "../words/compile-search.ts";
import { listLengthsOf } from "../words/list-lengths.ts";
import { countCases } from "../write/case-counts.ts";
import { BETWEEN } from "../write/index-row.ts";
import { idByDateRowid, knownDateRowids, rangesOf } from "./matched-date-rowids.ts";
import type { Plan } from "./plan.ts";
import type { PassageMatch } from "./scored-match.ts";
import { AFTER_ALL_DAYS } from "./scoring.ts";

/** Words of a sentence that are searched; those after them are ignored. */
const MAX_WORDS = 63;
/** Of a place with the number of its word. */
const RADIX = MAX_WORDS + 1;
/** Postings that are read to find candidates. */
const MAX_POSTINGS = 100_000;
/** A longer list is not read: its word finds candidates together with another one. */
const MAX_LIST = 30_000;
/** The rarest words, of which each two find candidates if a list is too long: so many of the newest cases that have both. */
const [PAIRED, MAX_OF_PAIR] = [3, 1_000] as const;
/** Cases that the filters are tested on. */
const MAX_TESTED = 3_000;
const MAX_CANDIDATES = 300;
/** Candidates whose passages are looked for. */
const MAX_READ = 60;
/** Words of a passage. */
const PASSAGE_WORDS = 200;
/** In a passage, a word that occurs so often has half of its weight. */
const HALF = 0.6;
/** A word that nearly all cases have says nothing: it is in more than nine of ten. */
const MIN_WEIGHT = 0.1;

const NEWEST = `
  SELECT rowid
    FROM case_words
   WHERE case_words MATCH :words AND rowid >= :from AND rowid < :to
   ORDER BY rowid DESC
   LIMIT :most
`;
const LIST = "SELECT rowid FROM case_words WHERE case_words MATCH :words ORDER BY rowid";
const COUNT = "SELECT count(*) FROM (SELECT 1 FROM case_words WHERE case_words MATCH :words LIMIT :most)";

interface Weighed {
  readonly token: string;
  readonly weight: number;
  /** How many cases have it, about. */
  readonly length: number;
}

interface SentenceQuery {
  readonly sentence: string;
  readonly plan: Plan;
  readonly open: string | null;
  readonly maxList?: number;
}

/**
 * Best first.
 *
 * @param plan of the other filters
 * @param open the expression of the cases whose texts may be searched, by which the words are weighed too; null: all
 * @param maxList cases of the longest list that is read
 */
export function bestPassages(
  db: Database,
  { sentence, plan, open, maxList = MAX_LIST }: SentenceQuery,
): readonly PassageMatch[] {
  const tokens = [...new Set(wordsOf(sentence).map(tokenOf))].slice(0, MAX_WORDS);
  const words = weighed(db, tokens, open);
  const weights = new Map(words.map(({ token, weight }) => [token, weight]));
  const candidates = candidatesOf(db, words, { plan, open, maxList });
  const sorted = candidates.slice(0, MAX_READ).sort((a, b) => a - b);
  const places = placesOf(db, [...weights.keys(), BETWEEN], sorted);
  const read = (places === null ? [] : sorted).map((dateRowid, nth) => {
    const { weight, passage } = passageOf(places, weights, nth);
    return scored(dateRowid, -weight, passage);
  });
  // those with fewer words follow as they were found, and all if SQLite stores the places in another format
  const others = candidates.slice(read.length).map((dateRowid, nth) => scored(dateRowid, nth + 1, null));
  return [...read.sort((a, b) => a.score - b.score || a.day - b.day), ...others];
}

function scored(dateRowid: number, score: number, passage: Passage | null): PassageMatch {
  return { dateRowid, score, day: dayOfDateRowid(dateRowid) ?? AFTER_ALL_DAYS, passage };
}

/** The passages by the ids of their cases. */
export function passagesById(db: Database, best: readonly PassageMatch[]): Map<number, Passage> {
  const found = new Map<number, Passage>();
  const idOf = idByDateRowid(
    db,
    best.flatMap(({ dateRowid, passage }) => (passage === null ? [] : dateRowid)),
  );
  for (const { dateRowid, passage } of best) {
    const id = idOf.get(dateRowid);
    if (id !== undefined && passage !== null) found.set(id, passage);
  }
  return found;
}

/** The words that a case has, the rarest first. */
function weighed(db: Database, tokens: readonly string[], open: string | null): readonly Weighed[] {
  const all = countCases(db);
  const found = tokens
    .map((token): Weighed => {
      const cases = Math.min(casesWith(db, token, open), all);
      return { token, weight: Math.log(1 + (all - cases + 0.5) / (cases + 0.5)), length: cases };
    })
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length);
  const rare = found.filter(({ weight }) => weight >= MIN_WEIGHT);
  return rare.length > 0 ? rare : found;
}

const counts = new WeakMap<Database, SnapshotCache<number>>();

/** Looks at each list once for a state of the corpus. */
function casesWith(db: Database, token: string, open: string | null): number {
  const kept = counts.get(db) ?? new SnapshotCache<number>(10_000);
  counts.set(db, kept);
  return kept.get(stateOf(db), `${token} ${open ?? ""}`, () => {
    const about = lengthOf(db, token);
    if (about !== null && (open === null || about > MAX_LIST)) return about;
    return readValue<number>(db, COUNT, { words: withOpen(token, open), most: MAX_LIST + 1 }) ?? 0;
  });
}

type Asked = Required<Omit<SentenceQuery, "sentence">>;

/** The cases with the heaviest words of those that pass the filters. */
function candidatesOf(db: Database, words: readonly Weighed[], asked: Asked): readonly number[] {
  const best = mostWords(db, words, asked);
  const dateRowids = best.toSorted((a, b) => a - b);
  const passing = new Set(knownDateRowids(db, { ...asked.plan, dateRowids }));
  return best.filter((dateRowid) => passing.has(dateRowid)).slice(0, MAX_CANDIDATES);
}

/** Best first. */
function mostWords(
  db: Database,
  words: readonly Weighed[],
  { plan, open, maxList }: Asked,
): readonly number[] {
  const isAllowed = allowedBy(db, plan);
  const sums = new Map<number, number>();
  const add = (dateRowids: Iterable<number>, weight: number): void => {
    for (const dateRowid of dateRowids)
      if (isAllowed(dateRowid)) sums.set(dateRowid, (sums.get(dateRowid) ?? 0) + weight);
  };
  const read = new Set<Weighed>();
  let postings = 0;
  for (const one of words) {
    postings += one.length;
    if (one.length > maxList || (postings > MAX_POSTINGS && read.size > 0)) break;
    read.add(one);
    add(listOf(db, one.token, open), one.weight);
  }
  const rarest = words.slice(0, PAIRED);
  const found = new Map(rarest.filter((one) => !read.has(one)).map((one) => [one, new Set<number>()]));
  const lookFor = (together: readonly Weighed[]): void => {
    const newest = newestWith(db, together, { plan, open });
    for (const one of together) for (const dateRowid of newest) found.get(one)?.add(dateRowid);
  };
  for (const [nth, one] of rarest.entries())
    if (!read.has(one)) for (const other of rarest.slice(0, nth)) lookFor([other, one]);
  const [first] = rarest;
  const isNothing = sums.size === 0 && [...found.values()].every(({ size }) => size === 0);
  if (isNothing && first !== undefined) lookFor([first]);
  for (const [one, dateRowids] of found) add(dateRowids, one.weight);
  const best = [...sums].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return best.slice(0, MAX_TESTED).map(([dateRowid]) => dateRowid);
}

/** The newest cases that have some words and what the index knows of the filters. */
function newestWith(
  db: Database,
  words: readonly Weighed[],
  { plan, open }: Omit<Asked, "maxList">,
): readonly number[] {
  if (plan.lists.some(({ length }) => length === 0)) return [];
  const filters = plan.lists.filter(({ length }) => length <= PAIRED).map(anyOf);
  const parts = [...words.map(({ token }) => quoted(token)), ...filters, ...(open === null ? [] : [open])];
  const ranges = rangesOf(plan) ?? [{ from: 0, to: Number.MAX_SAFE_INTEGER }];
  return ranges.flatMap(({ from, to }) =>
    readValues<number>(db, NEWEST, { words: parts.join(" AND "), from, to, most: MAX_OF_PAIR }),
  );
}

function listOf(db: Database, token: string, open: string | null = null): Iterable<number> {
  const list = open === null ? dateRowidsOf(db, token) : null;
  return list ?? readValues<number>(db, LIST, { words: withOpen(token, open) });
}

function withOpen(token: string, open: string | null): string {
  return open === null ? quoted(token) : `${quoted(token)} AND ${open}`;
}

/** A quick test for what many cases do not pass: dates, and filters whose lists are short enough. */
function allowedBy(db: Database, plan: Plan): (dateRowid: number) => boolean {
  const lengthOf = listLengthsOf(db);
  const ranges = rangesOf(plan);
  const groups = plan.lists.filter(
    (tokens) => tokens.reduce((sum, token) => sum + lengthOf(token), 0) <= MAX_POSTINGS,
  );
  const sets = groups.map((tokens) => new Set(tokens.flatMap((token) => [...listOf(db, token)])));
  if (plan.dateRowids !== null) sets.push(new Set(plan.dateRowids));
  return (dateRowid) =>
    sets.every((set) => set.has(dateRowid)) &&
    (ranges === null || ranges.some(({ from, to }) => dateRowid >= from && dateRowid < to));
}

/** Opinions and head matter are the first columns. */
const END_OF_TEXTS = 2 * COLUMN_PLACES;

/** The heaviest window of a case. */
function passageOf(
  places: ReadonlyMap<string, TokenPlaces> | null,
  weights: ReadonlyMap<string, number>,
  nth: number,
): { readonly weight: number; readonly passage: Passage | null } {
  // each place with the number of its word, so that they are sorted as numbers
  const placed: number[] = [];
  const own: number[] = [];
  const each = [...weights.values()];
  for (const [word, token] of [...weights.keys(), BETWEEN].entries()) {
    own.length = 0;
    places?.get(token)?.read(nth, own);
    for (const place of own) if (place < END_OF_TEXTS) placed.push(place * RADIX + word);
  }
  const sorted = Float64Array.from(placed).sort();
  const counts = each.map(() => 0);
  const add = (word: number, change: 1 | -1): number => {
    const before = counts[word] ?? 0;
    const after = before + change;
    counts[word] = after;
    return (each[word] ?? 0) * (after / (after + HALF) - before / (before + HALF));
  };
  let [weight, sum, start, first, last] = [0, 0, 0, 0, 0];
  for (const [at, one] of sorted.entries()) {
    const place = Math.floor(one / RADIX);
    if (one % RADIX === each.length) {
      // a passage is in one opinion
      counts.fill(0);
      [sum, start] = [0, at + 1];
      continue;
    }
    sum += add(one % RADIX, 1);
    for (
      let earliest = sorted[start] ?? one;
      isFar(Math.floor(earliest / RADIX), place);
      earliest = sorted[++start] ?? one
    )
      sum += add(earliest % RADIX, -1);
    // sums of differences are not exact
    if (sum <= weight + 1e-9) continue;
    [weight, first, last] = [sum, Math.floor((sorted[start] ?? one) / RADIX), place];
  }
  if (weight === 0) return { weight, passage: null };
  const column = first < COLUMN_PLACES ? "opinions" : "head_matter";
  return { weight, passage: { column, from: first % COLUMN_PLACES, to: last % COLUMN_PLACES } };
}

function isFar(first: number, last: number): boolean {
  return last - first >= PASSAGE_WORDS || first < COLUMN_PLACES !== last < COLUMN_PLACES;
}
