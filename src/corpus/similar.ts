/**
 * The cases most similar to a case, without a model: from the citations and the words of the index.
 *
 * Three lists are joined: cases that cite what the case cites (bibliographic coupling), cases that are cited together with it
 * (co-citation), and the best matches of its characteristic words by relevance. Each list gives a case 1 / (60 + its position),
 * and cases are ordered by the sum (the fusion of Cormack, Clarke and Büttcher, SIGIR 2009). So the lists need no common scale. Cases of one score in a list share the mean of their positions. All ties end with the id.
 */
import { compareText, normaliseCitation } from "../domain/citation.ts";
import type { CorpusSource } from "../domain/corpus-source.ts";
import { type CaseFilter, NEWEST } from "../domain/query.ts";
import type { Case } from "../domain/records.ts";
import { tokenOf, wordsOf } from "../text/analyzer.ts";
import { type Access, filterFor, isAllowed, textsOf } from "./bodies.ts";
import { type Cited, countOf, readCites } from "./cites.ts";

export const DEFAULT_SIMILAR = 10;
export const MAX_SIMILAR = 50;

/** Cited works whose citing cases are read; one that more than `MOST_CASES` cases cite is left out. */
const CITED_WORKS = 40;
/** Citing cases whose citations are read: the newest ones. */
const CITING_CASES = 25;
/** Of the characteristic words, in a case that is listed for them. */
const LEAST_SHARE = 1 / 3;
/** Cases of one list. */
const LISTED = 100;
/** The constant of the fusion, as in its paper. */
const SMOOTHING = 60;

/** A case that is similar to another one, with what they share. */
export interface SimilarCase {
  readonly case: Case;
  /** Works that both cases cite. */
  readonly sharedCitations: number;
  /** Cases that cite both, of the newest that cite the first one. */
  readonly citedTogether: number;
  /** Characteristic words that both have; 0 if these are fewer than a third of them, or 100 cases match them better. */
  readonly sharedWords: number;
}

/** A case with those most similar to it, the most similar first. */
export interface SimilarCases {
  readonly case: Case;
  /** The characteristic words that were searched, the most characteristic first; none if the reader may not see the text. */
  readonly words: readonly string[];
  /** The most similar first. */
  readonly similar: readonly SimilarCase[];
}

/** What a list knows of a case. */
interface Listed {
  readonly id: number;
  readonly score: number;
  readonly count: number;
}

/** Call it within one state of the corpus. Null for an unknown id. */
export function findSimilar(
  source: CorpusSource,
  id: number,
  { access, limit }: { readonly access: Access; readonly limit: number },
): SimilarCases | null {
  const [record] = source.casesOf([id]);
  if (record === undefined) return null;
  const { count } = source.cases({ filter: {}, ...BY_ID, pageSize: 1 });
  const reader: Reader = { source, access, all: count ?? 0, filterOf: (filter) => filterFor(access, filter) };
  const coupled = coupledWith(reader, record);
  const together = citedTogether(reader, record);
  const words = characteristicWords(reader, record);
  const worded = withWords(reader, words, id);
  const points = new Map<number, number>();
  for (const list of [coupled, together, worded])
    for (const { id: similarId, position } of positionsOf(list))
      points.set(similarId, (points.get(similarId) ?? 0) + 1 / (SMOOTHING + position));
  const best = [...points].sort(([a, x], [b, y]) => y - x || a - b).slice(0, limit);
  const countIn = (list: readonly Listed[]) => new Map(list.map((listed) => [listed.id, listed.count]));
  const [shared, citing, ofWords] = [countIn(coupled), countIn(together), countIn(worded)];
  const similar = source.casesOf(best.map(([similarId]) => similarId)).map((similarCase) => ({
    case: similarCase,
    sharedCitations: shared.get(similarCase.id) ?? 0,
    citedTogether: citing.get(similarCase.id) ?? 0,
    sharedWords: ofWords.get(similarCase.id) ?? 0,
  }));
  return { case: record, words, similar };
}

const BY_ID = { ordering: { by: "id", descending: false }, position: null } as const;

/** What is read, and for whom. */
interface Reader {
  readonly source: CorpusSource;
  readonly access: Access;
  /** The number of cases of the corpus. */
  readonly all: number;
  /** A filter with what the reader may search. */
  readonly filterOf: (filter: CaseFilter) => CaseFilter;
}

/** Cases that cite the same works, each work weighed by how few cite it. */
function coupledWith({ source, access, all, filterOf }: Reader, record: Case): Listed[] {
  const works = readCites(source, [record], access)
    .flatMap(({ cites }) => cites)
    .sort((a, b) => countOf(b) - countOf(a))
    .slice(0, CITED_WORKS)
    .map((cited) => filterOf({ citesTo: targetOf(cited) }));
  const counts = source.counts(works, MOST_CASES + 1);
  const scores: Scores = new Map();
  for (const [at, filter] of works.entries()) {
    const count = counts[at] ?? 0;
    if (count < 2 || count > MOST_CASES) continue;
    for (const id of source.ids(filter, "id")) add(scores, id, Math.log(1 + all / count));
  }
  return bestOf(scores, record.id);
}

/** Cases that the cases cite which also cite this one. */
function citedTogether({ source, access, filterOf }: Reader, record: Case): Listed[] {
  const { items } = source.cases({
    filter: filterOf({ citesTo: { ids: [record.id], cites: source.citationsOf(record.id) } }),
    ...NEWEST,
    pageSize: CITING_CASES,
  });
  const scores: Scores = new Map();
  for (const { cites } of readCites(source, items, access)) {
    const ids = new Set(cites.flatMap(({ caseIds }) => (caseIds.length === 1 ? caseIds : [])));
    for (const id of ids) add(scores, id, 1);
  }
  return bestOf(scores, record.id);
}

/** The best matches of any of the words that have enough of them; the count is the number of words. */
function withWords({ source, filterOf }: Reader, words: readonly string[], except: number): Listed[] {
  if (words.length === 0) return [];
  const counts = new Map<number, number>();
  for (const search of words)
    for (const id of source.ids(filterOf({ search }), "id")) counts.set(id, (counts.get(id) ?? 0) + 1);
  const { items } = source.cases({
    filter: filterOf({ search: words.join(" | ") }),
    ordering: { by: "relevance", descending: false },
    position: null,
    pageSize: LISTED + 1,
  });
  return items
    .map(({ id }, at) => ({ id, score: -at, count: counts.get(id) ?? 0 }))
    .filter(({ id, count }) => id !== except && count >= words.length * LEAST_SHARE)
    .slice(0, LISTED);
}

/** A cited work: the cases that it may be, and its citation in both spellings. */
function targetOf({ caseIds, cite, standardCite }: Cited): NonNullable<CaseFilter["citesTo"]> {
  const normals = new Set([cite, standardCite].map(normaliseCitation));
  return { ids: caseIds, cites: [...normals].filter((normal) => normal !== "") };
}

type Scores = Map<number, Listed>;

function add(scores: Scores, id: number, weight: number): void {
  const { score, count } = scores.get(id) ?? { score: 0, count: 0 };
  scores.set(id, { id, score: score + weight, count: count + 1 });
}

function bestOf(scores: Scores, except: number): Listed[] {
  return [...scores.values()]
    .filter(({ id }) => id !== except)
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, LISTED);
}

/** Positions from 1; cases of one score share the mean of theirs. */
function positionsOf(list: readonly Listed[]): { readonly id: number; readonly position: number }[] {
  const groups = [...Map.groupBy(list, ({ score }) => score).values()];
  let before = 0;
  return groups.flatMap((group) => {
    const position = before + (group.length + 1) / 2;
    before += group.length;
    return group.map(({ id }) => ({ id, position }));
  });
}

/** Words that are chosen. More words find hardly other cases and take longer. */
const CHOSEN = 12;
/** Words that are looked up in the index: 0.1 ms each. */
const LOOKED_UP = 120;
/** A word of more cases is not characteristic, and its list takes long to score. */
const MOST_CASES = 1_000;
/** In a small corpus, no word of more than a tenth of the cases. */
const LARGEST_SHARE = 1 / 10;
/** UTF-16 units of the text that are read: some 40 pages. */
const MAX_TEXT = 200_000;
const MAX_LENGTH = 12;
/** As in BM25: how soon further occurrences count less. */
const SATURATION = 1.2;
/** Letters only: numbers and misread characters say little. */
const WORD = /^\p{L}{3,40}$/u;

interface Word {
  /** Folded, as it occurs first. */
  readonly word: string;
  readonly times: number;
}

/** Folded words of its text, the most characteristic first; none if the reader may not see it. */
function characteristicWords(
  { source, access, all, filterOf }: Reader,
  { id, jurisdiction }: Case,
): string[] {
  if (!isAllowed(access, jurisdiction?.whitelisted ?? false)) return [];
  const frequent = mostFrequent(textsOf(source.bodies([id]).get(id)));
  const most = Math.max(2, Math.min(MOST_CASES, Math.floor(all * LARGEST_SHARE)));
  const counts = source.counts(
    frequent.map(({ word }) => filterOf({ search: word })),
    most + 1,
  );
  const weighed = frequent.flatMap(({ word, times }, at) => {
    const count = counts[at] ?? 0;
    // no other case has a word with the count 1
    if (count < 2 || count > most) return [];
    return [{ word, weight: (times / (times + SATURATION)) * Math.log(all / count) }];
  });
  return weighed
    .sort((a, b) => b.weight - a.weight || compareText(a.word, b.word))
    .slice(0, CHOSEN)
    .map(({ word }) => word);
}

/** The most frequent words; long ones first, because most frequent words of a language are short. */
function mostFrequent(texts: readonly string[]): Word[] {
  const words = new Map<string, { word: string; times: number }>();
  let charsLeft = MAX_TEXT;
  for (const text of texts) {
    for (const word of wordsOf(text.slice(0, Math.max(0, charsLeft)))) {
      if (!WORD.test(word)) continue;
      const token = tokenOf(word);
      const entry = words.get(token);
      if (entry === undefined) words.set(token, { word, times: 1 });
      else entry.times++;
    }
    charsLeft -= text.length;
  }
  const scoreOf = ({ word, times }: Word): number => times * Math.min(word.length, MAX_LENGTH);
  return [...words.values()]
    .sort((a, b) => scoreOf(b) - scoreOf(a) || compareText(a.word, b.word))
    .slice(0, LOOKED_UP);
}
