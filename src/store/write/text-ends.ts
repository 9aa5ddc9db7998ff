/**
 * Where the sentences and paragraphs of a case end (text/token-writer): for each end the place of the word before it in its column, and
 * `COLUMN_PLACES` for each column before. They are packed in the row of the case: in the index each end would be a token with a place, which
 * would separate the words of a phrase.
 */
import { readNumbers, writeNumbers } from "../fts5-pages/index-segments.ts";

/** @param ends places in ascending order, as `2 * place`, plus 1 where a paragraph ends */
export function packEnds(ends: readonly number[]): Uint8Array {
  // distances between places, written in the same form
  return writeNumbers(ends.map((end, nth) => end - 2 * placeOf(ends[nth - 1] ?? 0)));
}

/** Ascending. Each end of a paragraph is the end of a sentence too. */
export interface UnpackedEnds {
  readonly sentence: readonly number[];
  readonly paragraph: readonly number[];
}

export function unpackEnds(packed: Uint8Array): UnpackedEnds {
  const [sentence, paragraph]: [number[], number[]] = [[], []];
  let place = 0;
  for (const number of readNumbers(packed)) {
    place += placeOf(number);
    sentence.push(place);
    if (number % 2 === 1) paragraph.push(place);
  }
  return { sentence, paragraph };
}

function placeOf(end: number): number {
  return Math.floor(end / 2);
}
