/** Reads a volume's reporter and number from the official citations of its cases. */

import type { ReporterRecord } from "../../domain/case.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import { isJsonObject } from "../../domain/json.ts";

/** An official citation, `100 A.2d 36`, split into its parts. */
export interface OfficialCitation {
  readonly volume: string;
  /** In normal form: `a2d`. */
  readonly reporter: string;
}

/** The official citations of each row of `CasesMetadata.json` that has some. */
export function officialCitations(rows: readonly unknown[]): OfficialCitation[][] {
  return rows
    .map((row) => (isJsonObject(row) && Array.isArray(row.citations) ? row.citations : []))
    .map((citations) => citations.flatMap((one: unknown) => readOfficial(one) ?? []))
    .filter((citations) => citations.length > 0);
}

/** Whether each case that has an official citation has one in this reporter. */
export function areCitedBy(
  cases: readonly (readonly OfficialCitation[])[],
  { shortName, slug }: Pick<ReporterRecord, "shortName" | "slug">,
): boolean {
  const names = [normaliseCitation(shortName ?? ""), normaliseCitation(slug ?? "")].filter(Boolean);
  return (
    cases.length > 0 &&
    cases.every((citations) => citations.some(({ reporter }) => names.some((name) => name === reporter)))
  );
}

/** Null for another citation or another form. */
function readOfficial(citation: unknown): OfficialCitation | null {
  if (!isJsonObject(citation) || citation.type !== "official" || typeof citation.cite !== "string")
    return null;
  const [volume = "", ...rest] = citation.cite.trim().split(/\s+/);
  const reporter = normaliseCitation(rest.slice(0, -1).join(""));
  return volume === "" || reporter === "" ? null : { volume, reporter };
}
