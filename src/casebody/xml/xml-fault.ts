/**
 * Reports line and column of an error in the archive's XML string.
 *
 * The parsed text is shorter than that string, because soft hyphens and long attribute values are removed first. So offsets are
 * converted to offsets in the original string.
 */
import { CaselawError } from "../../domain/errors.ts";

/** U+00AD: invisible, within words, removed from text and HTML (docs/formats.md, "XML to structured text", rule 1). */
const SOFT_HYPHEN = "\u00ad";

/** Rejects the body because of what was found at an offset. */
export type Refuse = (offset: number, found: string) => never;

/** Removes all soft hyphens. */
export function withoutSoftHyphens(text: string): string {
  return text.includes(SOFT_HYPHEN) ? text.replaceAll(SOFT_HYPHEN, "") : text;
}

/**
 * Returns the function that rejects a body. It throws CaselawError `invalid` with line and column, both from 1.
 *
 * @param xml the archive's string. The function takes offsets in this string without soft hyphens
 */
export function refusalOf(xml: string): Refuse {
  return (offset, found) => {
    const { line, column } = positionIn(xml, originalOffset(xml, offset));
    throw new CaselawError("invalid", `Cannot read the XML body at line ${line}, column ${column}: ${found}`);
  };
}

/** Line and column of an offset. Both count from 1; columns count UTF-16 units. */
export function positionIn(text: string, offset: number): { readonly line: number; readonly column: number } {
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
