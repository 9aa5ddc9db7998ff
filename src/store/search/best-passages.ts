/**
 * Finds the cases that answer a sentence: those with many of its words, the rare ones first, ordered by their best passage.
 *
 * 1. The posting lists of the words, the shortest first, give each case the weights of the words it has. Where lists are long, the newest
 *    cases with two of the rarest words count. The best `MAX_CANDIDATES` cases that pass the filters are candidates.
 * 2. The places of the words in the index give each candidate its passage: the `PASSAGE_WORDS` words of its text in which the words of the
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

/** Words of a sentence that are searched; further words are ignored. */
const MAX_WORDS = 63;
/** A place and the number of its word are packed as one number: `place * RADIX + word`. */
const RADIX = MAX_WORDS + 1;
/** Postings that are read to find candidates. */
const MAX_POSTINGS = 100_000;
/** A longer list is not read: its word finds candidates together with another word. */
const MAX_LIST = 30_000;
/** If a list is too long, each two of the `PAIRED` rarest words find candidates: the `MAX_OF_PAIR` newest cases that have both. */
const [PAIRED, MAX_OF_PAIR] = [3, 1_000] as const;
/** Cases that the filters are tested on. */
const MAX_TESTED = 3_000;
const MAX_CANDIDATES = 300;
/** Candidates whose passages are looked for. */
const MAX_READ = 60;
/** Words of a passage. */
const PASSAGE_WORDS = 200;
/** A word that occurs this many times in a passage has half of its weight. */
const HALF = 0.6;
/** A word with less weight says nothing: more than nine of ten cases have it. */
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

interface WeightedWord {
  readonly token: string;
  readonly weight: number;
  /** About how many cases have the word. */
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
 * @param plan the plan of the other filters
 * @param open the expression of the cases whose texts may be searched, by which the words are weighed too; null: all
 * @param maxList cases of the longest list that is read
 */
export function bestPassages(
  db: Database,
  { sentence, plan, open, maxList = MAX_LIST }: SentenceQuery,
): readonly PassageMatch[] {
  const tokens = [...new Set(wordsOf(sentence).map(tokenOf))].slice(0, MAX_WORDS);
  const words = weightedWords(db, tokens, open);
  const weights = new Map(words.map(({ token, weight }) => [token, weight]));
  const candidates = candidatesOf(db, words, { plan, open, maxList });
  const sorted = candidates.slice(0, MAX_READ).sort((a, b) => a - b);
  const places = placesOf(db, [...weights.keys(), BETWEEN], sorted);
  const read = (places === null ? [] : sorted).map((dateRowid, nth) => {
    const { weight, passage } = passageOf(places, weights, nth);
    return matchOf(dateRowid, -weight, passage);
  });
  // candidates with less weight follow in their order, and all candidates if SQLite stores the places in another format
  const unread = candidates.slice(read.length).map((dateRowid, nth) => matchOf(dateRowid, nth + 1, null));
  return [...read.sort((a, b) => a.score - b.score || a.day - b.day), ...unread];
}

function matchOf(dateRowid: number, score: number, passage: Passage | null): PassageMatch {
  return { dateRowid, score, day: dayOfDateRowid(dateRowid) ?? AFTER_ALL_DAYS, passage };
}

/** The passages by the ids of their cases. */
export function passagesById(db: Database, best: readonly PassageMatch[]): Map<number, Passage> {
  const passages = new Map<number, Passage>();
  const idOf = idByDateRowid(
    db,
    best.flatMap(({ dateRowid, passage }) => (passage === null ? [] : dateRowid)),
  );
  for (const { dateRowid, passage } of best) {
    const id = idOf.get(dateRowid);
    if (id !== undefined && passage !== null) passages.set(id, passage);
  }
  return passages;
}

/** The words that occur in a case, the rarest first, without those that nearly all cases have. */
function weightedWords(
  db: Database,
  tokens: readonly string[],
  open: string | null,
): readonly WeightedWord[] {
  const all = countCases(db);
  const words = tokens
    .map((token): WeightedWord => {
      const cases = Math.min(casesWith(db, token, open), all);
      return { token, weight: Math.log(1 + (all - cases + 0.5) / (cases + 0.5)), length: cases };
    })
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length);
  const rare = words.filter(({ weight }) => weight >= MIN_WEIGHT);
  return rare.length > 0 ? rare : words;
}

const counts = new WeakMap<Database, SnapshotCache<number>>();

/** Looks at each list once for a state of the corpus. */
function casesWith(db: Database, token: string, open: string | null): number {
  const cache = counts.get(db) ?? new SnapshotCache<number>(10_000);
  counts.set(db, cache);
  return cache.get(stateOf(db), `${token} ${open ?? ""}`, () => {
    const estimate = lengthOf(db, token);
    if (estimate !== null && (open === null || estimate > MAX_LIST)) return estimate;
    return readValue<number>(db, COUNT, { words: withOpen(token, open), most: MAX_LIST + 1 }) ?? 0;
  });
}

type WordQuery = Required<Omit<SentenceQuery, "sentence">>;

/** The cases that pass the filters and whose words weigh most; best first. */
function candidatesOf(db: Database, words: readonly WeightedWord[], query: WordQuery): readonly number[] {
  const best = heaviestCases(db, words, query);
  const dateRowids = best.toSorted((a, b) => a - b);
  const passing = new Set(knownDateRowids(db, { ...query.plan, dateRowids }));
  return best.filter((dateRowid) => passing.has(dateRowid)).slice(0, MAX_CANDIDATES);
}

/** The cases whose words weigh most, which may not pass all filters; best first. */
function heaviestCases(
  db: Database,
  words: readonly WeightedWord[],
  { plan, open, maxList }: WordQuery,
): readonly number[] {
  const isAllowed = allowedBy(db, plan);
  const sums = new Map<number, number>();
  const add = (dateRowids: Iterable<number>, weight: number): void => {
    for (const dateRowid of dateRowids)
      if (isAllowed(dateRowid)) sums.set(dateRowid, (sums.get(dateRowid) ?? 0) + weight);
  };
  const read = new Set<WeightedWord>();
  let postings = 0;
  for (const word of words) {
    postings += word.length;
    if (word.length > maxList || (postings > MAX_POSTINGS && read.size > 0)) break;
    read.add(word);
    add(listOf(db, word.token, open), word.weight);
  }
  const rarest = words.slice(0, PAIRED);
  const newest = new Map(rarest.filter((word) => !read.has(word)).map((word) => [word, new Set<number>()]));
  const addNewest = (group: readonly WeightedWord[]): void => {
    const dateRowids = newestWith(db, group, { plan, open });
    for (const word of group) for (const dateRowid of dateRowids) newest.get(word)?.add(dateRowid);
  };
  for (const [nth, word] of rarest.entries())
    if (!read.has(word)) for (const rarer of rarest.slice(0, nth)) addNewest([rarer, word]);
  const [first] = rarest;
  const isEmpty = sums.size === 0 && [...newest.values()].every(({ size }) => size === 0);
  if (isEmpty && first !== undefined) addNewest([first]);
  for (const [word, dateRowids] of newest) add(dateRowids, word.weight);
  const best = [...sums].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return best.slice(0, MAX_TESTED).map(([dateRowid]) => dateRowid);
}

/** The newest cases that have all the words, and that pass the filters with few tokens. */
function newestWith(
  db: Database,
  words: readonly WeightedWord[],
  { plan, open }: Omit<WordQuery, "maxList">,
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

/** The passage of a case whose words weigh most. */
function passageOf(
  places: ReadonlyMap<string, TokenPlaces> | null,
  weights: ReadonlyMap<string, number>,
  nth: number,
): { readonly weight: number; readonly passage: Passage | null } {
  // a place is packed with the number of its word, because numbers are sorted fast
  const packed: number[] = [];
  const wordPlaces: number[] = [];
  const each = [...weights.values()];
  for (const [word, token] of [...weights.keys(), BETWEEN].entries()) {
    wordPlaces.length = 0;
    places?.get(token)?.read(nth, wordPlaces);
    for (const place of wordPlaces) if (place < END_OF_TEXTS) packed.push(place * RADIX + word);
  }
  const sorted = Float64Array.from(packed).sort();
  const counts = each.map(() => 0);
  const add = (word: number, change: 1 | -1): number => {
    const before = counts[word] ?? 0;
    const after = before + change;
    counts[word] = after;
    return (each[word] ?? 0) * (after / (after + HALF) - before / (before + HALF));
  };
  let [weight, sum, start, first, last] = [0, 0, 0, 0, 0];
  for (const [at, current] of sorted.entries()) {
    const place = Math.floor(current / RADIX);
    if (current % RADIX === each.length) {
      // a passage is in one opinion
      counts.fill(0);
      [sum, start] = [0, at + 1];
      continue;
    }
    sum += add(current % RADIX, 1);
    for (
      let earliest = sorted[start] ?? current;
      isFar(Math.floor(earliest / RADIX), place);
      earliest = sorted[++start] ?? current
    )
      sum += add(earliest % RADIX, -1);
    // sums of differences are not exact
    if (sum <= weight + 1e-9) continue;
    [weight, first, last] = [sum, Math.floor((sorted[start] ?? current) / RADIX), place];
  }
  if (weight === 0) return { weight, passage: null };
  const column = first < COLUMN_PLACES ? "opinions" : "head_matter";
  return { weight, passage: { column, from: first % COLUMN_PLACES, to: last % COLUMN_PLACES } };
}

function isFar(first: number, last: number): boolean {
  return last - first >= PASSAGE_WORDS || first < COLUMN_PLACES !== last < COLUMN_PLACES;
}
