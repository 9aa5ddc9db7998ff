/**
 * The words of a text with their positions: maps each folded word back to the span of the text that it came from.
 *
 * Folding can change lengths (`ﬁ` → `fi`, `½` → two words) and removes marks. A text that is not ASCII is therefore folded in
 * chunks: a run of ASCII, which keeps its offsets, or one other character. Spans are computed on demand.
 */
import { fold } from "./analyzer.ts";

/** A folded word (analyzer.ts) and its offset in the folded text. */
export interface FoldedWord {
  readonly word: string;
  readonly at: number;
}

/** A span of the text in UTF-16 units: `from <= offset < to`. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** A chunk of the text; `at` and `length` are its span in the folded text. */
interface Chunk extends TextSpan {
  readonly at: number;
  readonly length: number;
  readonly isRun: boolean;
  /** `to`, or the end of the marks after it: they fold to nothing and belong to the letter before them. */
  end: number;
}

const WORD = /[\p{L}\p{N}]+/gu;
const CHUNK = /\p{ASCII}+|\P{ASCII}/gu;
const IS_ASCII = /^\p{ASCII}*$/u;

/** Returns a pattern that matches every word with the same first character as one of these folded words. */
export function wordsBeginningLike(words: readonly string[]): RegExp {
  // letters and digits need no escape in a character class
  const firsts = new Set(words.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0)));
  return new RegExp(`(?<![\\p{L}\\p{N}])[${[...firsts].join("")}][\\p{L}\\p{N}]*`, "gu");
}

export class PositionedText {
  readonly #folded: string;
  /** Null if the text is ASCII. */
  readonly #chunks: readonly Chunk[] | null;

  constructor(text: string) {
    const chunks = IS_ASCII.test(text) ? null : chunksOf(text);
    this.#chunks = chunks?.chunks ?? null;
    this.#folded = chunks?.folded ?? fold(text);
  }

  /** Yields the same words as `wordsOf` in order, or only those that the pattern matches. */
  *words(pattern: RegExp = WORD): Generator<FoldedWord> {
    for (const { 0: word, index } of this.#folded.matchAll(pattern)) yield { word, at: index };
  }

  /** The next word; null at the end. */
  next({ word, at }: FoldedWord): FoldedWord | null {
    WORD.lastIndex = at + word.length;
    const found = WORD.exec(this.#folded);
    WORD.lastIndex = 0;
    return found === null ? null : { word: found[0], at: found.index };
  }

  spanOf({ word, at }: FoldedWord): TextSpan {
    const last = at + word.length - 1;
    if (this.#chunks === null) return { from: at, to: last + 1 };
    const [first, end] = [chunkAt(this.#chunks, at), chunkAt(this.#chunks, last)];
    return {
      from: first.isRun ? first.from + at - first.at : first.from,
      to: last === end.at + end.length - 1 ? end.end : end.isRun ? end.from + last - end.at + 1 : end.to,
    };
  }
}

function chunksOf(text: string): { readonly folded: string; readonly chunks: Chunk[] } {
  const chunks: Chunk[] = [];
  let folded = "";
  for (const { 0: chunk, index: from } of text.matchAll(CHUNK)) {
    const part = fold(chunk);
    const to = from + chunk.length;
    const before = chunks.at(-1);
    if (part !== "") {
      const isRun = IS_ASCII.test(chunk);
      chunks.push({ at: folded.length, length: part.length, from, to, end: to, isRun });
    } else if (before !== undefined) before.end = to;
    folded += part;
  }
  return { folded, chunks };
}

/** The chunk that contains a unit of the folded text. */
function chunkAt(chunks: readonly Chunk[], unit: number): Chunk {
  let [low, high] = [0, chunks.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((chunks[middle]?.at ?? 0) <= unit) low = middle;
    else high = middle - 1;
  }
  return chunks[low] ?? { at: 0, length: 0, from: 0, to: 0, end: 0, isRun: true };
}
