/**
 * The structured body of a case (docs/interface.md, "Casebody data"; docs/formats.md, "Records and key order of the
 * publisher").
 */

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

/** Its texts in the order of reading. */
export function bodyTexts({ headMatter, opinions, corrections }: CaseBody): string[] {
  return [headMatter, ...opinions.map(({ text }) => text), corrections];
}
