/**
 * Names for folders and files out of what cases are called: safe on every system, readable, sorted as volumes and pages
 * are.
 */
import { withoutEnd } from "../domain/without-end.ts";

/** Bytes; a name may have 255 on most systems, and an ending and a number follow. */
const MAX_BYTES = 120;
/** Windows takes none of these, with whatever ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** @param otherwise when nothing is left of the text */
export function safeName(text: string, otherwise: string): string {
  const plain = text
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}.,'()&-]+/gu, " ")
    .trim()
    .replace(/^[. -]+/, "");
  const name = withoutEnd(cutToBytes(plain, MAX_BYTES), /[. ]/);
  if (name === "") return otherwise;
  return RESERVED.test(name.split(".")[0] ?? "") ? `${name}-` : name;
}

/** Numbers of up to four digits sort as numbers: `12` is `0012`, `12-2` is `0012-2`. */
export function sortableNumber(text: string): string {
  return text.replace(/^\d{1,3}(?!\d)/, (digits) => digits.padStart(4, "0"));
}

/** Whole characters only. */
function cutToBytes(text: string, most: number): string {
  let bytes = 0;
  let cut = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    cut += character;
  }
  return cut;
}
