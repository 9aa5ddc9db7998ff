/**
 * Tells where in an XML body a fault lies, in the archive's own string.
 *
 * What is parsed is shorter than that string (soft hyphens and long attribute values are taken out of it first), so
 * offsets are led back before they become a line and a column.
 */
import { CaselawError } from "../../domain/errors.ts";

/** U+00AD: invisible, in the middle of words, dropped from text and HTML (docs/formats.md, "XML to structured text", rule 1). */
const SOFT_HYPHEN = "\u00ad";

/** Refuses the body for what was found at an offset. */
export type Refuse = (offset: number, found: string) => never;

/** Drops every soft hyphen. */
export function withoutSoftHyphens(text: string): string {
  return text.includes(SOFT_HYPHEN) ? text.replaceAll(SOFT_HYPHEN, "") : text;
}

/**
 * The refusal of a body.
 *
 * @param xml the archive's string; the offsets given later are those of the same string without soft hyphens
 * @throws CaselawError `invalid` whenever the returned function is called, with line and column, both from 1
 */
export function refusalOf(xml: string): Refuse {
  return (offset, found) => {
    const { line, column } = placeIn(xml, originalOffset(xml, offset));
    throw new CaselawError("invalid", `Cannot read the XML body at line ${line}, column ${column}: ${found}`);
  };
}

/** Both from 1, the column in UTF-16 units. */
export function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}

function originalOffset(xml: string, offset: number): number {
  let original = offset;
  let hyphen = xml.indexOf(SOFT_HYPHEN);
  while (hyphen !== -1 && hyphen <= original) {
    original++;
    hyphen = xml.indexOf(SOFT_HYPHEN, hyphen + 1);
  }
  return original;
}
