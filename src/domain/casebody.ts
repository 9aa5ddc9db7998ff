/**
 * The structured body of a case (docs/interface.md, "Casebody data"; docs/formats.md, "Records and key order of the
 * publisher").
 */

export interface Opinion {
  /** `majority`, `dissent`, …; null when the source has none. */
  readonly type: string | null;
  /** All authors of the opinion joined by one space; null when there is none. */
  readonly author: string | null;
  readonly text: string;
}

export interface CaseBody {
  readonly parties: readonly (string | null)[];
  readonly opinions: readonly Opinion[];
  readonly headMatter: string;
  readonly attorneys: readonly (string | null)[];
  readonly judges: readonly (string | null)[];
  readonly corrections: string;
}

/**
 * The flat text that `analysis.sha256` and `analysis.char_count` are made of (docs/formats.md, "Text hash"): head matter,
 * opinions and corrections joined by `\n`, the last `\n` there even when there are no corrections.
 */
export function flatText(body: CaseBody): string {
  return [body.headMatter, ...body.opinions.map((opinion) => opinion.text), body.corrections].join("\n");
}
