/** The letters of a text, and the marks with which a quotation leaves out or replaces words. */

export const ELLIPSIS = /…|\.(?:\s?\.){2,3}/;
/** Group 1 is what is in the brackets. */
export const BRACKETS = /\[([^\]]{0,200})\]/g;

/** The same letters for both readings of a long s. */
export function withoutLongS(letters: string): string {
  return letters.replaceAll("f", "s");
}

/** Letters and digits only, in lower case. */
export function lettersOf(text: string): string {
  return text
    .replace(/\s\*\d+\s/g, " ")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
