/**
 * Counts up to three words in a row by year: the cases that have them, and how often they occur in the texts.
 *
 * The cases are those that the search for the phrase finds, as facets count them. The index has no number of occurrences, so these
 * are counted in the texts of the matches, if they are few.
 */

import { bodyTexts } from "../domain/casebody.ts";
import { decisionDay, yearOfDay } from "../domain/decision-date.ts";
import type { CaseFilter, FacetCount } from "../domain/query.ts";
import type { Case } from "../domain/records.ts";
import { termOf } from "../store/words/case-words.ts";
import { TextWords } from "../store/words/text-test.ts";
import { tokenOf, wordsOf } from "../text/analyzer.ts";
import { searchNodeOf } from "../text/read-search.ts";
import { leavesOf, termsOfLeaf } from "../text/search-tree.ts";
import { textBodyOf } from "./bodies.ts";
import type { Corpus } from "./corpus.ts";

/** Matches whose texts are read. */
export const MAX_READ_CASES = 1_000;
/** Cases whose stored numbers of words are added; each record is read. */
const MAX_SUMMED_CASES = 5_000;

interface NgramQuery {
  /** The words, separated by spaces. */
  readonly words: string;
  /** `any`: the words that follow are counted, each apart. */
  readonly next: "any" | "none";
  /** Ids of jurisdictions; `all`: the total and each one with matches. */
  readonly groups: readonly NgramGroup[] | "all";
  /** Only these years; all if there are none. */
  readonly years: readonly number[];
  /** The first day and the last day of these years. */
  readonly days: Pick<CaseFilter, "decidedFrom" | "decidedTo">;
}

type Span = Pick<NgramQuery, "groups" | "years" | "days">;

/** A year with matches. */
export interface NgramYear {
  readonly year: number;
  /** Occurrences in the texts; null if the matches are too many or too long, or one of them is closed to this reader. */
  readonly count: number | null;
  /** All words of the texts, by the source's `analysis.word_count`; null if it is not known of each case, or cases are too many. */
  readonly words: number | null;
  readonly matches: number;
  /** All cases of the year. */
  readonly cases: number;
}

export type NgramYears = ReadonlyMap<NgramGroup, readonly NgramYear[]>;

type YearCounts = ReadonlyMap<NgramGroup, readonly FacetCount[]>;

/** The years of each phrase that has matches. Null: too many texts to see what follows the words. */
export function countNgrams(corpus: Corpus, query: NgramQuery): Map<string, NgramYears> | null {
  const { words, next, groups, days } = query;
  if (wordsOf(words).length === 0) return new Map();
  const narrow = { ...days, ...jurisdictionsOf(groups) };
  const matches = casesOf(corpus, withPhrase(narrow, words), MAX_READ_CASES);
  const phrases = new Map<string, Occurrences | null>();
  if (next === "none") phrases.set(words, matches === null ? null : occurrences(corpus, matches, words));
  else {
    const following = matches === null ? null : followers(corpus, matches, words);
    if (following === null) return null;
    for (const [word, counts] of following) phrases.set(`${words} ${word}`, counts);
  }
  const all = casesByYear(corpus, narrow, query);
  const summed = casesOf(corpus, narrow, MAX_SUMMED_CASES);
  const sums = summed === null ? null : wordSums(summed);
  const ngrams = new Map<string, NgramYears>();
  for (const [phrase, counts] of phrases) {
    const years = joined(casesByYear(corpus, withPhrase(narrow, phrase), query), all, (key) => ({
      count: counts === null || counts.closed.has(key) ? null : (counts.times.get(key) ?? 0),
      words: sums?.get(key) ?? null,
    }));
    if (years.size > 0) ngrams.set(phrase, years);
  }
  return ngrams;
}

/** The cases of any filter by year: they are counted in place of words. */
export function countCasesByYear(corpus: Corpus, filter: CaseFilter, span: Span): NgramYears {
  const matching = casesByYear(corpus, withinDays(filter, span.days), span);
  const years = joined(matching, casesByYear(corpus, span.days, span), () => ({ count: null, words: null }));
  const asCount = (year: NgramYear): NgramYear => ({ ...year, count: year.matches, words: year.cases });
  return new Map([...years].map(([group, groupYears]) => [group, groupYears.map(asCount)]));
}

function withPhrase(filter: CaseFilter, words: string): CaseFilter {
  return { ...filter, search: phraseOf(words) };
}

function phraseOf(words: string): string {
  return `"${words.replace(/["“”„‟«»]/gu, " ")}"`;
}

/** What the search for a phrase finds in a text: `usc` is also written `u.s.c.` */
function termsOf(words: string) {
  const leaves = leavesOf(searchNodeOf(phraseOf(words)), "all");
  return leaves.flatMap(termsOfLeaf).flatMap((term) => termOf(term) ?? []);
}

function withinDays(filter: CaseFilter, { decidedFrom, decidedTo }: Span["days"]): CaseFilter {
  if (decidedFrom === undefined || decidedTo === undefined) return filter;
  return {
    ...filter,
    decidedFrom: Math.max(filter.decidedFrom ?? decidedFrom, decidedFrom),
    decidedTo: Math.min(filter.decidedTo ?? decidedTo, decidedTo),
  };
}

function joined(
  matching: YearCounts,
  all: YearCounts,
  countsOf: (key: string) => Pick<NgramYear, "count" | "words">,
): NgramYears {
  const joinedYears = [...matching].map(([group, years]) => {
    const totals = new Map(all.get(group)?.map(({ value, count }) => [value, count]));
    const ngramYears = years.map(
      ({ value: year, count: matches }): NgramYear => ({
        ...{ year, matches, cases: totals.get(year) ?? matches },
        ...countsOf(keyOf(group, year)),
      }),
    );
    return [group, ngramYears] as const;
  });
  return new Map(joinedYears);
}

/** The cases of a filter by year, in each group that has any. */
function casesByYear(corpus: Corpus, filter: CaseFilter, { groups, years }: Span): YearCounts {
  const byGroup = new Map<NgramGroup, FacetCount[]>();
  const add = (group: NgramGroup, value: number, count: number): void => {
    if (years.length > 0 && !years.includes(value)) return;
    const list = byGroup.get(group);
    if (list === undefined) byGroup.set(group, [{ value, count }]);
    else list.push({ value, count });
  };
  if (groups === "all" || groups.includes(null))
    for (const { value, count } of corpus.facet(filter, "decision_date")) add(null, value, count);
  if (groups === "all" || groups.some((group) => group !== null))
    for (const { jurisdictionId, year, count } of corpus.yearsByJurisdiction(filter))
      if (groups === "all" || groups.includes(jurisdictionId)) add(jurisdictionId, year, count);
  return byGroup;
}

/** Only these jurisdictions, unless the total is counted too. */
function jurisdictionsOf(groups: NgramQuery["groups"]): CaseFilter {
  if (groups === "all" || groups.includes(null)) return {};
  return { jurisdictions: groups.filter((group) => group !== null) };
}

function casesOf(corpus: Corpus, filter: CaseFilter, most: number): readonly Case[] | null {
  const dated = corpus.facet(filter, "decision_date").reduce((sum, { count }) => sum + count, 0);
  if (dated > most) return null;
  const ordering = { by: "id", descending: false } as const;
  const { items, next } = corpus.cases({ filter, ordering, position: null, pageSize: most });
  return next === null ? items : null;
}

/** Characters of texts that one question reads: some 1 s. */
export const MAX_READ_CHARS = 5_000_000;
const CHUNK = 50;
/** Words that follow: those that occur most often. */
const MAX_FOLLOWERS = 10;

/** The id of a jurisdiction; null is the total of all. */
export type NgramGroup = number | null;

type Cells = Map<string, number>;

interface Occurrences {
  readonly times: ReadonlyMap<string, number>;
  /** Years with a text that is closed to this reader. */
  readonly closed: ReadonlySet<string>;
}

interface Text {
  /** The cells that it counts in. */
  readonly keys: readonly string[];
  /** Null if this reader may not see it. */
  readonly words: TextWords | null;
}

/** How often a phrase occurs in the texts of cases; null if they are too long. */
function occurrences(corpus: Corpus, cases: readonly Case[], text: string): Occurrences | null {
  const terms = termsOf(text);
  const times: Cells = new Map();
  const closed = new Set<string>();
  for (const caseText of textsOf(corpus, cases)) {
    if (caseText === null) return null;
    const { keys, words } = caseText;
    for (const key of keys) {
      if (words === null) closed.add(key);
      else add(times, key, new Set(terms.flatMap(({ find }) => find(words))).size);
    }
  }
  return { times, closed };
}

/**
 * The words that most often follow a phrase, with the occurrences of both; null if the texts are too long. Words with one token
 * count together, and the most frequent one is named. Closed texts are not read.
 */
function followers(corpus: Corpus, cases: readonly Case[], text: string): Map<string, Occurrences> | null {
  const terms = termsOf(text);
  const closed = new Set<string>();
  const tallies = new Map<string, { total: number; readonly forms: Cells; readonly times: Cells }>();
  for (const caseText of textsOf(corpus, cases)) {
    if (caseText === null) return null;
    const { keys, words } = caseText;
    if (words === null) for (const key of keys) closed.add(key);
    if (words === null || keys.length === 0) continue;
    for (const end of new Set(terms.flatMap(({ find, size }) => find(words).map((from) => from + size)))) {
      const next = words.at(end);
      // between two texts is a character that is no letter
      if (next === undefined || !/^[\p{L}\p{N}]/u.test(next)) continue;
      const token = tokenOf(next);
      const tally = tallies.get(token) ?? { total: 0, forms: new Map(), times: new Map() };
      tally.total++;
      add(tally.forms, next, 1);
      for (const key of keys) add(tally.times, key, 1);
      tallies.set(token, tally);
    }
  }
  const best = [...tallies.values()]
    .map(({ total, forms, times }) => ({ total, word: mostFrequent(forms), times }))
    .sort((a, b) => b.total - a.total || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_FOLLOWERS);
  return new Map(best.map(({ word, times }) => [word, { times, closed }]));
}

/** All words of the texts by group and year, as the source counted them. A year with a case of unknown length has none. */
function wordSums(cases: readonly Case[]): Cells {
  const sums: Cells = new Map();
  for (const record of cases) {
    const count = record.analysis?.word_count;
    for (const key of keysOf(record)) add(sums, key, typeof count === "number" ? count : Number.NaN);
  }
  for (const [key, sum] of sums) if (Number.isNaN(sum)) sums.delete(key);
  return sums;
}

function keyOf(group: NgramGroup, year: number): string {
  return `${group ?? ""} ${year}`;
}

/** Ends with null if the texts have too many characters. */
function* textsOf(corpus: Corpus, cases: readonly Case[]): Generator<Text | null> {
  let chars = 0;
  for (let at = 0; at < cases.length; at += CHUNK) {
    for (const record of corpus.withBodies(cases.slice(at, at + CHUNK), {
      format: "joined text",
      preview: null,
    })) {
      const body = textBodyOf(record);
      const texts = body === null ? [] : bodyTexts(body);
      for (const { length } of texts) chars += length;
      if (chars > MAX_READ_CHARS) return yield null;
      const words = record.body?.state === "withheld" ? null : new TextWords().addColumn(texts);
      yield { keys: keysOf(record), words };
    }
  }
}

function mostFrequent(forms: Cells): string {
  return [...forms].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? "";
}

/** The keys of the total and of the case's jurisdiction; none if the case has no year. */
function keysOf({ decisionDate, jurisdiction }: Case): string[] {
  const day = decisionDay(decisionDate);
  if (day === null) return [];
  const groups = [null, ...(jurisdiction === null ? [] : [jurisdiction.id])];
  return groups.map((group) => keyOf(group, yearOfDay(day)));
}

function add(cells: Cells, key: string, count: number): void {
  cells.set(key, (cells.get(key) ?? 0) + count);
}
