/** The words that distinguish the text of a case from others: frequent in it, and in few other cases. */
import type { CorpusSource } from "../domain/corpus-source.ts";
import type { CaseFilter } from "../domain/query.ts";
import { tokenOf, wordsOf } from "../text/analyzer.ts";

/** Words that are chosen. More words find hardly other cases and take longer. */
const CHOSEN = 12;
/** Words that are looked up in the index: 0.1 ms each. */
const LOOKED_UP = 120;
/** A word of more cases is not characteristic, and its list takes long to score. */
export const MOST_CASES = 1_000;
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

/**
 * @param filterOf a filter with what the reader may search
 * @param all the number of cases of the corpus
 * @returns folded words, the most characteristic first
 */
export function characteristicWords(
  source: Pick<CorpusSource, "counts">,
  texts: readonly string[],
  filterOf: (filter: CaseFilter) => CaseFilter,
  all: number,
): string[] {
  const frequent = mostFrequent(texts);
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
    .sort((a, b) => b.weight - a.weight || compareTexts(a.word, b.word))
    .slice(0, CHOSEN)
    .map(({ word }) => word);
}

/** The most frequent words; long ones first, because most frequent words of a language are short. */
function mostFrequent(texts: readonly string[]): Word[] {
  const found = new Map<string, { word: string; times: number }>();
  let left = MAX_TEXT;
  for (const text of texts) {
    for (const word of wordsOf(text.slice(0, Math.max(0, left)))) {
      if (!WORD.test(word)) continue;
      const token = tokenOf(word);
      const known = found.get(token);
      if (known === undefined) found.set(token, { word, times: 1 });
      else known.times++;
    }
    left -= text.length;
  }
  const scoreOf = ({ word, times }: Word): number => times * Math.min(word.length, MAX_LENGTH);
  return [...found.values()]
    .sort((a, b) => scoreOf(b) - scoreOf(a) || compareTexts(a.word, b.word))
    .slice(0, LOOKED_UP);
}

/** By UTF-16 units, the same on every machine. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
