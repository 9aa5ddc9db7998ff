/**
 * Finds the cases that answer a sentence: those with many of its words, the rare ones first, ordered by their best passage.
 *
 * 1. The posting lists of the words, the shortest first, give each case the weights of the words it has; the best some hundred that pass
 *    the filters are candidates.
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
import { dateRowidsOf, placesOf, type TokenPlaces } from "../fts5-pages/token-lists.ts";
import { quoted } from "../words/compile-search.ts";
import { listLengthsOf } from "../words/list-lengths.ts";
import { idByDateRowid, knownDateRowids, rangesOf } from "./matched-date-rowids.ts";
import type { Plan } from "./plan.ts";
import type { PassageMatch } from "./scored-match.ts";
import { AFTER_ALL_DAYS } from "./scoring.ts";

/** Words of a sentence that are searched; those after them are ignored. */
const MAX_WORDS = 64;
/** Postings that are read to find candidates. */
const MAX_POSTINGS = 300_000;
/** Cases that the filters are tested on. */
const MAX_TESTED = 3_000;
const MAX_CANDIDATES = 300;
/** Words of a passage. */
export const PASSAGE_WORDS = 200;
/** In a passage, a word that occurs so often has half of its weight. */
const HALF = 0.6;
/** A word that nearly all cases have says nothing: it is in more than nine of ten. */
const MIN_WEIGHT = 0.1;
/** Cases by which the length of a long list is estimated. */
const SAMPLE = 256;

const CASES = "SELECT total(cases) FROM case_count WHERE court_id = '*' AND reporter_id = '*'";
const SAMPLED = `
  SELECT (SELECT date_rowid FROM court_case WHERE id >= spread.value ORDER BY id LIMIT 1)
    FROM json_each(:ids) AS spread
`;
const LAST_ID = "SELECT max(id) FROM court_case";
const NEWEST = "SELECT rowid FROM case_words WHERE case_words MATCH :all ORDER BY rowid DESC LIMIT :most";
const LIST = "SELECT rowid FROM case_words WHERE case_words MATCH :token ORDER BY rowid";

interface Weighed {
  readonly token: string;
  readonly weight: number;
  /** Infinite if it is long. */
  readonly length: number;
}

/** Best first. @param plan of the other filters */
export function bestPassages(db: Database, text: string, plan: Plan): readonly PassageMatch[] {
  const words = weighed(db, [...new Set(wordsOf(text).map(tokenOf))].slice(0, MAX_WORDS));
  const weights = new Map(words.map(({ token, weight }) => [token, weight]));
  const candidates = candidatesOf(db, words, plan);
  const sorted = [...candidates].sort((a, b) => a - b);
  const places = placesOf(db, [...weights.keys()], sorted);
  const found = sorted.map((dateRowid, nth): PassageMatch => {
    const { weight, passage } = passageOf(places, weights, nth);
    return { dateRowid, score: -weight, day: dayOfDateRowid(dateRowid) ?? AFTER_ALL_DAYS, passage };
  });
  return found.sort((a, b) => a.score - b.score || a.day - b.day);
}

export function passagesById(db: Database, best: readonly PassageMatch[]): Map<number, Passage> {
  const ids = idByDateRowid(
    db,
    best.map(({ dateRowid }) => dateRowid),
  );
  return new Map(
    best.flatMap(({ dateRowid, passage }) => {
      const id = ids.get(dateRowid);
      return id === undefined || passage === null ? [] : [[id, passage] as const];
    }),
  );
}

/** The words that a case has, the rarest first. */
function weighed(db: Database, tokens: readonly string[]): readonly Weighed[] {
  const all = readValue<number>(db, CASES) ?? 0;
  const lengthOf = listLengthsOf(db);
  const found = tokens
    .map((token): Weighed => {
      const length = lengthOf(token);
      const cases = Number.isFinite(length) ? length : shareOf(db, token) * all;
      return { token, weight: Math.log(1 + (all - cases + 0.5) / (cases + 0.5)), length };
    })
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length || b.weight - a.weight);
  const rare = found.filter(({ weight }) => weight >= MIN_WEIGHT);
  return rare.length > 0 ? rare : found;
}

const shares = new WeakMap<Database, SnapshotCache<number>>();

/** The part of all cases that have a word with a long list, by a sample of them. */
function shareOf(db: Database, token: string): number {
  const kept = shares.get(db) ?? new SnapshotCache<number>(10_000);
  shares.set(db, kept);
  return kept.get(stateOf(db), token, () => {
    const last = readValue<number>(db, LAST_ID) ?? 0;
    const ids = Array.from({ length: SAMPLE }, (_, nth) => Math.floor((last * nth) / SAMPLE));
    const sample = [...new Set(readValues<number | null>(db, SAMPLED, { ids: JSON.stringify(ids) }))]
      .flatMap((dateRowid) => dateRowid ?? [])
      .sort((a, b) => a - b);
    const places = placesOf(db, [token], sample)?.get(token);
    if (places === undefined || sample.length === 0) return 1;
    const own: number[] = [];
    return sample.filter((_, nth) => hasAny(places, nth, own)).length / sample.length;
  });
}

function hasAny(places: TokenPlaces, nth: number, own: number[]): boolean {
  places.read(nth, own);
  return own.length > 0;
}

/** The cases with the heaviest words of those that pass the filters. */
function candidatesOf(db: Database, words: readonly Weighed[], plan: Plan): readonly number[] {
  const best = mostWords(db, words, allowedBy(db, plan));
  const dateRowids = best.toSorted((a, b) => a - b);
  const passing = new Set(knownDateRowids(db, { ...plan, dateRowids }));
  return best.filter((dateRowid) => passing.has(dateRowid)).slice(0, MAX_CANDIDATES);
}

/** Best first. If all words have long lists: the newest cases that have all of them. */
function mostWords(
  db: Database,
  words: readonly Weighed[],
  isAllowed: (dateRowid: number) => boolean,
): readonly number[] {
  const listed = words.filter(({ length }) => Number.isFinite(length));
  if (listed.length === 0 && words.length > 0) {
    const all = words.map(({ token }) => quoted(token)).join(" AND ");
    return readValues<number>(db, NEWEST, { all, most: MAX_TESTED }).filter(isAllowed);
  }
  const sums = new Map<number, number>();
  let read = 0;
  for (const { token, weight, length } of listed) {
    read += length;
    if (read > MAX_POSTINGS && sums.size > 0) break;
    for (const dateRowid of listOf(db, token))
      if (isAllowed(dateRowid)) sums.set(dateRowid, (sums.get(dateRowid) ?? 0) + weight);
  }
  const best = [...sums].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return best.slice(0, MAX_TESTED).map(([dateRowid]) => dateRowid);
}

function listOf(db: Database, token: string): Iterable<number> {
  return dateRowidsOf(db, token) ?? readValues<number>(db, LIST, { token: quoted(token) });
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
  for (const [word, token] of [...weights.keys()].entries()) {
    own.length = 0;
    places?.get(token)?.read(nth, own);
    for (const place of own) if (place < END_OF_TEXTS) placed.push(place * MAX_WORDS + word);
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
  for (const one of sorted) {
    const place = Math.floor(one / MAX_WORDS);
    sum += add(one % MAX_WORDS, 1);
    for (
      let earliest = sorted[start] ?? one;
      isFar(Math.floor(earliest / MAX_WORDS), place);
      earliest = sorted[++start] ?? one
    )
      sum += add(earliest % MAX_WORDS, -1);
    // sums of differences are not exact
    if (sum <= weight + 1e-9) continue;
    [weight, first, last] = [sum, Math.floor((sorted[start] ?? one) / MAX_WORDS), place];
  }
  if (weight === 0) return { weight, passage: null };
  const column = first < COLUMN_PLACES ? "opinions" : "head_matter";
  return { weight, passage: { column, from: first % COLUMN_PLACES, to: last % COLUMN_PLACES } };
}

function isFar(first: number, last: number): boolean {
  return last - first >= PASSAGE_WORDS || first < COLUMN_PLACES !== last < COLUMN_PLACES;
}
