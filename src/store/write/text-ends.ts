/**
 * Where the sentences and paragraphs of a case end (text/token-writer): for each end the place of the word before it in its column, and
 * `COLUMN_PLACES` for each column before. They are packed in the row of the case, because FTS5 gives each token a place of its own: in its index, an end would part
 * the words of a phrase.
 */
import { readNumbers, writeNumbers } from "../fts5-pages/index-segments.ts";

/** @param ends places in ascending order, doubled, and one more where a paragraph ends */
export function packEnds(ends: readonly number[]): Uint8Array {
  // the distance of each place from the one before, doubled in the same way
  return writeNumbers(ends.map((end, nth) => end - 2 * placeOf(ends[nth - 1] ?? 0)));
}

/** Ascending. Each end of a paragraph is one of a sentence too. */
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
