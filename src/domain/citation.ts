/** Citations: text as the source has it, compared in normal form. */

/** One citation of a case. `type` is `official`, `parallel`, `nominative`, `vendor` or another word of the source. */
export interface Citation {
  readonly type: string;
  readonly cite: string;
}

/** The citation that is shown for a case: the official one, otherwise the first; undefined if it has none. */
export function mainCite(citations: readonly Citation[]): string | undefined {
  return (citations.find(({ type }) => type === "official") ?? citations[0])?.cite;
}

/**
 * The normal form by which citations are compared: lower case, only `0-9a-z` (docs/interface.md, "Parameters of cases", `cite`).
 * `15 Ill., 284` and `15 ill 284` both become `15ill284`; `— —` becomes empty and matches nothing.
 */
export function normaliseCitation(cite: string): string {
  return cite.toLowerCase().replace(/[^0-9a-z]/g, "");
}
