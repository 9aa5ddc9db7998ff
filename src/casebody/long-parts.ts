/**
 * Removes long parts of XML before `sax` parses it: attribute values, which are page images, and comments.
 *
 * `sax` builds them character by character: 16 MiB took 3 s and 500 MB, and several such parts in one body exhausted the heap. So
 * a mark replaces each part, and a value is restored when its attribute is read.
 */

/** A part of a text by offsets; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface ShortenedXml {
  readonly xml: string;
  /** The removed parts in order, with unresolved references. */
  readonly parts: readonly LongPart[];
}

export interface LongPart {
  readonly raw: string;
  readonly mark: string;
  /** Offset of the mark in the shortened XML. */
  readonly at: number;
}

/** First character of a mark. XML cannot contain it, so no value begins with it. */
const MARK = "\uffff";

/** Replaces the parts at these ranges by marks. @param ranges in ascending order */
export function shortenXml(xml: string, ranges: readonly Range[]): ShortenedXml {
  const parts: LongPart[] = [];
  let shortened = "";
  let copied = 0;
  for (const { start, end } of ranges) {
    const mark = `${MARK}${parts.length}`;
    shortened += xml.slice(copied, start);
    parts.push({ raw: xml.slice(start, end), mark, at: shortened.length });
    shortened += mark;
    copied = end;
  }
  return { xml: shortened + xml.slice(copied), parts };
}

/** The long part that an attribute value replaces; undefined for an ordinary value. */
export function longPartOf(shortened: ShortenedXml, value: string): LongPart | undefined {
  return value.startsWith(MARK) ? shortened.parts[Number(value.slice(MARK.length))] : undefined;
}

/** Converts an offset in the shortened XML to the offset in the original. */
export function originalOffset(shortened: ShortenedXml, offset: number): number {
  const before = shortened.parts.filter((part) => part.at < offset);
  return before.reduce((original, part) => original + part.raw.length - part.mark.length, offset);
}
