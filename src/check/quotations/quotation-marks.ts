/** The letters of a text, and the marks with which a quotation leaves out or replaces words. */

export const ELLIPSIS = /(…|\.(?:\s?\.){2,3})/;
/** Group 1 is what is in the brackets. */
export const BRACKETS = /\[([^\]]{0,200})\]/g;

/** The same letters for both readings of a long s. */
export function withoutLongS(letters: string): string {
  return letters.replaceAll("f", "s");
}

/** Whether letters are those of a text in which a long s was read as f. */
export function areOfLongS(text: string, letters: string): boolean {
  return (
    text.length === letters.length &&
    [...letters].every((letter, at) => letter === text[at] || (letter === "s" && text[at] === "f"))
  );
}

/** Words with f that are words with s too, so that it is not known which of them the book has. */
export const READ_EITHER_WAY = new Set(
  (
    "faint fake fame fat fear feat fee feed fees fell fend few fide fight fill fin fine fir fit fix flay flight fling flow fold " +
    "foot fore fort forts fought foul found fun fail failed fails gift if left lift rife wife"
  ).split(" "),
);

/** The number of a page in a text that was copied, also within a word: `*38`, `im*38 probable`. */
export const STAR_PAGE = /(?<=^|[\s\p{L}-])\*{1,3}\d{1,5}(?![\d.,]*\d)/gu;

/** Letters and digits only, in lower case. */
export function lettersOf(text: string): string {
  return text
    .replace(STAR_PAGE, " ")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
