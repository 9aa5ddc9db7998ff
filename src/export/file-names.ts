/** Names of folders and files from citations and titles: safe on every system, readable, sorted like volumes and pages. */
import { withoutEnd } from "../domain/citation.ts";

/** Bytes. Most systems allow 255; a number and an extension follow. */
const MAX_BYTES = 120;
/** Windows reserves these names, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** @param otherwise the name if no character of the text is safe */
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

/** Pads numbers to four digits so that names sort as numbers: `12` is `0012`, `12-2` is `0012-2`. */
export function sortableNumber(text: string): string {
  return text.replace(/^\d{1,3}(?!\d)/, (digits) => digits.padStart(4, "0"));
}

/** Cuts between characters, not within one. */
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
