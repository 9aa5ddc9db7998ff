/**
 * Resolves the reporter and volume of a record that has only the reporter's full name and the volume number (docs/formats.md,
 * "Lines of a bulk file"). Full names are not unique, so the result can be null. It is never a guess.
 */
import type { Citation } from "./citation.ts";

/** The fields of a reporter that resolving needs. */
export interface ReporterOfName {
  readonly id: number;
  readonly shortName: string | null;
  /** Ids. */
  readonly jurisdictions: readonly number[];
}

/**
 * Selects one of the reporters with the full name: by the jurisdiction of the case, then by the short name in its official
 * citation, until one remains. Null if none or several remain.
 */
export function resolveReporter(
  named: { readonly jurisdictionId: number | null; readonly citations: readonly Citation[] },
  candidates: readonly ReporterOfName[],
): number | null {
  const ofJurisdiction = ({ jurisdictions }: ReporterOfName): boolean =>
    named.jurisdictionId !== null && jurisdictions.includes(named.jurisdictionId);
  const isCited = ({ shortName }: ReporterOfName): boolean =>
    shortName !== null &&
    named.citations.some(({ type, cite }) => type === "official" && ` ${cite} `.includes(` ${shortName} `));
  let remaining = candidates;
  for (const isLikely of [ofJurisdiction, isCited]) {
    if (remaining.length <= 1) break;
    remaining = remaining.filter(isLikely);
  }
  return only(remaining)?.id ?? null;
}

/** The barcode, if exactly one volume of the reporter has the number; else null. */
export function resolveBarcode(candidates: readonly string[]): string | null {
  return only(candidates) ?? null;
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}
