/**
 * The words of a text with their places in it: what the index made of the text, put back where it was taken from.
 *
 * Folding may change lengths (`ﬁ` → `fi`, `½` → two words) and drops marks, so a text that is not ASCII is folded
 * character by character, each unit of the outcome keeping its place.
 */
import { fold } from "./words.ts";

/** A folded word (words.ts) and its place in the text, in UTF-16 units: `from <= place < to`. */
export interface PlacedWord {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** A run of ASCII, or one character. */
const PIECE = /\p{ASCII}+|\P{ASCII}/gu;
const IS_ASCII = /^\p{ASCII}*$/u;

/** The same words as `wordsOf`, in order. */
export function placedWordsOf(text: string): PlacedWord[] {
  if (IS_ASCII.test(text)) {
    return [...fold(text).matchAll(WORD)].map(({ 0: word, index }) => ({
      word,
      from: index,
      to: index + word.length,
    }));
  }
  const { folded, starts, ends } = foldInPlace(text);
  return [...folded.matchAll(WORD)].map(({ 0: word, index }) => ({
    word,
    from: starts[index] ?? 0,
    to: ends[index + word.length - 1] ?? text.length,
  }));
}

/** The folded text, and where in the given text each of its units begins and ends. */
function foldInPlace(text: string): { folded: string; starts: number[]; ends: number[] } {
  const [parts, starts, ends]: [string[], number[], number[]] = [[], [], []];
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const part = fold(piece);
    parts.push(part);
    const isRun = IS_ASCII.test(piece);
    for (let unit = 0; unit < part.length; unit++) {
      starts.push(isRun ? index + unit : index);
      ends.push(isRun ? index + unit + 1 : index + piece.length);
    }
    // a mark that is dropped belongs to the letter before it
    if (part === "" && ends.length > 0) ends[ends.length - 1] = index + piece.length;
  }
  return { folded: parts.join(""), starts, ends };
}
