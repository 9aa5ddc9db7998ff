/** Citations: text as the source gives it, compared in a normal form. */

/** One citation of a case. `type` is `official`, `parallel`, `nominative`, `vendor` or another word of the source. */
export interface Citation {
  readonly type: string;
  readonly cite: string;
}

/**
 * The form in which two citations are equal: lower-cased, all but `0-9a-z` dropped (docs/interface.md, "Parameters of cases",
 * `cite`). `15 Ill., 284` and `15 ill 284` are both `15ill284`; `— —` is empty and matches nothing.
 */
export function normaliseCitation(cite: string): string {
  return cite.toLowerCase().replace(/[^0-9a-z]/g, "");
}
