/**
 * Which reporter and volume a record belongs to when it tells only the reporter's full name and the volume's number
 * (docs/formats.md, "Lines of a bulk file"). Full names repeat, so the answer may be "unknown", never a guess.
 */
import type { Citation } from "./citation.ts";

/** A reporter as far as resolving looks at it. */
export interface ReporterOfName {
  readonly id: number;
  readonly shortName: string | null;
  /** Ids. */
  readonly jurisdictions: readonly number[];
}

/**
 * The reporter: of those of the full name, narrowed by the case's jurisdiction, then by the short name in its official
 * citation, until one is left; null when none or several are.
 */
export function resolveReporter(
  named: { readonly jurisdictionId: number | null; readonly citations: readonly Citation[] },
  ofThatName: readonly ReporterOfName[],
): number | null {
  const ofJurisdiction = ({ jurisdictions }: ReporterOfName): boolean =>
    named.jurisdictionId !== null && jurisdictions.includes(named.jurisdictionId);
  const isCited = ({ shortName }: ReporterOfName): boolean =>
    shortName !== null &&
    named.citations.some(({ type, cite }) => type === "official" && ` ${cite} `.includes(` ${shortName} `));
  let left = ofThatName;
  for (const fits of [ofJurisdiction, isCited]) {
    if (left.length <= 1) break;
    left = left.filter(fits);
  }
  return only(left)?.id ?? null;
}

/** The barcode, when exactly one volume of the reporter has the number. */
export function resolveBarcode(ofThatNumber: readonly string[]): string | null {
  return only(ofThatNumber) ?? null;
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}
