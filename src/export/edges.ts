/** What cases cite, an edge each: from a case, as written, to the case that is cited. */
import type { CaseAnswer } from "../corpus/records.ts";
import { idsOfEntry, normalOfEntry } from "../store/cited-tokens.ts";

export interface Edge {
  readonly caseId: number;
  /** As the source wrote it; null when the entry has none. */
  readonly cite: string | null;
  readonly citedCaseId: number | null;
}

/**
 * The edges of a case, in the order of `cites_to`.
 *
 * The ids that the source names stand as they are, held or not, one edge each. An entry without any points to the one
 * case held that bears the citation; where none or several do, to null.
 */
export function edgesOf(one: CaseAnswer, idsByCitation: (normal: string) => readonly number[]): Edge[] {
  return (one.cites_to ?? []).flatMap((entry) => {
    const cite = typeof entry.cite === "string" ? entry.cite : null;
    const named = idsOfEntry(entry);
    if (named.length > 0) return named.map((citedCaseId) => ({ caseId: one.id, cite, citedCaseId }));
    const normal = normalOfEntry(entry);
    const [only = null, ...others] = normal === "" ? [] : idsByCitation(normal);
    return [{ caseId: one.id, cite, citedCaseId: others.length === 0 ? only : null }];
  });
}
