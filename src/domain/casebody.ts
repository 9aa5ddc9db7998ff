/**
 * The structured body of a case (docs/interface.md, "Casebody data"; docs/formats.md, "Records and key order of the
 * publisher").
 */

/** A part of a text: offsets in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** An opinion of a case; null is unknown. */
export interface Opinion {
  /** `majority`, `dissent`, …; null if the source has no type. */
  readonly type: string | null;
  /** All authors of the opinion joined by one space; null without an author. */
  readonly author: string | null;
  readonly text: string;
}

/** The body of a case as fields. */
export interface CaseBody {
  readonly parties: readonly (string | null)[];
  readonly opinions: readonly Opinion[];
  readonly headMatter: string;
  readonly attorneys: readonly (string | null)[];
  readonly judges: readonly (string | null)[];
  readonly corrections: string;
}

/**
 * The text of which `analysis.sha256` and `analysis.char_count` are computed (docs/formats.md, "Text hash"): head matter, opinions
 * and corrections joined by `\n`. It ends with `\n` if there are no corrections.
 */
export function flatText(body: CaseBody): string {
  return bodyTexts(body).join("\n");
}

export function bodyTexts({ headMatter, opinions, corrections }: CaseBody): string[] {
  return [headMatter, ...opinions.map(({ text }) => text), corrections];
}

/** `xml`: the string in the archive; `html`: the file of the static site, sanitised; `text`: the source's text object, as JSON. */
export type BodyForm = "xml" | "html" | "text";

export interface StoredText {
  readonly form: BodyForm;
  readonly source: string;
  /** The release of the newest archive that has this text; null if unknown. */
  readonly release: string | null;
}

/** The stored forms of a body. Each is unpacked on first access. */
export interface StoredBody {
  /** The string in the archive. */
  readonly xml: string | null;
  /** The file of the static site, if answers with HTML are made from it. */
  readonly html: string | null;
  /** The form from which answers with text are made: the text object as JSON, HTML or XML. */
  readonly text: StoredText | null;
}

/** Words that scans misread: a long s (ſ) as f. */
const LONG_S =
  /ſ|(?<!\p{L})(?:againft|alfo|becaufe|caufe|faid|fhall|fhould|firft|fome|fuch|himfelf|itfelf|juftice|moft|muft|perfons?|thefe|thofe)(?!\p{L})/u;
/** By then printers no longer used the long s. */
const LAST_LONG_S = "1830";

/** Whether the letters f of a text may be a long s. @param decisionDate of its case */
export function mayHaveLongS(decisionDate: string | null, text: string): boolean {
  return (decisionDate ?? "") < LAST_LONG_S && LONG_S.test(text);
}
