/**
 * Keeps long parts of XML from `sax`: attribute values, which are page images, and comments.
 *
 * `sax` builds them letter by letter: 16 MiB took it 3 s and 500 MB, and several such parts in one body the whole
 * heap. So each is taken out first, a mark standing in its place, and a value is put back when its attribute is read.
 */

/** A part of a text, by its offsets, the end not included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface ShortenedXml {
  readonly xml: string;
  /** What was taken out, in order, its references unresolved. */
  readonly parts: readonly LongPart[];
}

export interface LongPart {
  readonly raw: string;
  readonly mark: string;
  /** Where the mark begins in the shortened XML. */
  readonly at: number;
}

/** Begins a mark. No XML holds this character, so no value begins so by itself. */
const MARK = "\uffff";

/** Puts marks in the place of the parts at these ranges, which are in order. */
export function takeOut(xml: string, ranges: readonly Range[]): ShortenedXml {
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

/** The long part that an attribute's value stands for, or undefined when it is a value of its own. */
export function takenOut(shortened: ShortenedXml, value: string): LongPart | undefined {
  return value.startsWith(MARK) ? shortened.parts[Number(value.slice(MARK.length))] : undefined;
}

/** Where an offset in the shortened XML lies in the whole. */
export function wholeOffset(shortened: ShortenedXml, offset: number): number {
  const before = shortened.parts.filter((part) => part.at < offset);
  return before.reduce((whole, part) => whole + part.raw.length - part.mark.length, offset);
}
