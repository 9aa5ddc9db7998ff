/**
 * How cases are scored: FTS5's BM25, computed by the engine.
 *
 * FTS5 scores a row as one text: a word is as frequent as it is in all columns, each with a weight, and the text is as long as the
 * row. Lucene scores each field by itself, and rounds its length. So a case has one more field, with each of its words once and a
 * frequency that is already divided by the length: `frequency / (frequency + K1)` of it is BM25's factor. A phrase is counted in
 * the fields when it is searched, and the length is read then.
 */
import type { JsonObject } from "../../domain/json.ts";
import type { TextField } from "./text-fields.ts";

/** The parameters of FTS5's bm25(). */
export const K1 = 1.2;
const B = 0.75;
/** Of a text field; the weights of FTS5's columns (store/search/scored-matches). */
export const WEIGHTS: Readonly<Record<TextField, number>> = {
  names: 10,
  cites: 5,
  court: 2,
  head_matter: 3,
  ...{ opinions: 1, authors: 1, corrections: 1 },
};
/** FTS5's least weight of a word: for one that is in half of the cases or more. */
export const LEAST_IDF = 1e-6;

/** Frequencies are stored as integers: so many are 1. */
const UNIT = 1_000;
/** Between a word and its frequency. A private-use character, which no token contains. */
export const DELIMITER = "\ue005";

/** Frequencies in `words` as BM25's factor, times the weight of the word. */
const BM25 = {
  type: "scripted",
  weight_script: {
    source: `double n = term.docFreq;
      return query.boost * Math.max(${LEAST_IDF}, Math.log((field.docCount - n + 0.5) / (n + 0.5)));`,
  },
  script: { source: `return weight * doc.freq / (doc.freq + ${K1 * UNIT});` },
} as const;

/** How often a word or phrase is in a text field. */
const FREQUENCY = { type: "scripted", script: { source: "return query.boost * doc.freq;" } } as const;

export const SIMILARITIES: JsonObject = { bm25: BM25, frequency: FREQUENCY };

export interface ScoredWords {
  /** Distinct words with their frequencies. */
  readonly words: string;
  /** What a frequency is divided by: 1 for a case of average length. */
  readonly length: number;
}

/**
 * @param texts tokens, separated by spaces
 * @param others what else counts for the length
 * @param averageTokens of all cases
 */
export function scoredWords(
  texts: Readonly<Record<TextField, string>>,
  others: readonly string[],
  averageTokens: number,
): ScoredWords {
  const frequencies = new Map<string, number>();
  let tokens = others.reduce((sum, text) => sum + tokensOf(text).length, 0);
  for (const [field, weight] of Object.entries(WEIGHTS)) {
    for (const token of tokensOf(texts[field as TextField])) {
      tokens++;
      frequencies.set(token, (frequencies.get(token) ?? 0) + weight);
    }
  }
  const length = 1 - B + (averageTokens === 0 ? B : (B * tokens) / averageTokens);
  const words = [...frequencies].map(([token, frequency]) => {
    const stored = Math.max(1, Math.round((frequency * UNIT) / length));
    return `${token}${DELIMITER}${stored}`;
  });
  return { words: words.join(" "), length };
}

function tokensOf(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}
