/**
 * Maps the courts of CourtListener to those of the Caselaw Access Project: each gets the project's jurisdiction, and the project's court
 * where both write the same abbreviation (`Ill. App. Ct.`). A court that the project does not have gets an id made from CourtListener's id.
 */
import type { CourtRecord, JurisdictionRecord } from "../../domain/case.ts";
import { JURISDICTIONS, madeId } from "../made-records.ts";

/** A row of the table `courts`. */
export interface CourtRow {
  /** `scotus`, `ca9`, `calctapp`. */
  readonly id: string;
  readonly fullName: string;
  /** The Bluebook's abbreviation: `9th Cir.`. */
  readonly abbreviation: string;
  /** `F` federal appellate, `FD` district, `S` state supreme, `SA` state appellate … */
  readonly kind: string;
}

/** The courts and jurisdictions that the corpus has of the Caselaw Access Project. */
export interface KnownCourts {
  readonly courts: readonly {
    readonly id: number;
    readonly nameAbbreviation: string | null;
    readonly jurisdictionId: number | null;
  }[];
  readonly jurisdictionIds: ReadonlySet<number>;
}

/** The court and the jurisdiction of a case; null: not known. */
export interface MappedCourt {
  readonly court: CourtRecord;
  readonly jurisdiction: JurisdictionRecord | null;
  /** Whether the Caselaw Access Project has the court. */
  readonly isKnown: boolean;
}

/** Courts whose abbreviations the two sources write differently. */
const OTHER_ABBREVIATIONS: Readonly<Record<string, string>> = {
  scotus: "U.S.",
  ca3: "3d Cir.",
  tax: "T.C.",
  bta: "B.T.A.",
};
const SUPREME_COURT_ID = 9009;

/** A known record is referred to by its id alone, so that it keeps its names. */
export function courtMapper({ courts, jurisdictionIds }: KnownCourts): (court: CourtRow) => MappedCourt {
  const ids = new Map(
    courts.map(({ id, nameAbbreviation, jurisdictionId }) => [
      keyOf(jurisdictionId, nameAbbreviation ?? ""),
      id,
    ]),
  );
  return (row) => {
    const jurisdiction = jurisdictionOf(row);
    const [jurisdictionId, jurisdictionSlug] = [jurisdiction?.id ?? null, jurisdiction?.slug ?? null];
    const nameAbbreviation = OTHER_ABBREVIATIONS[row.id] ?? row.abbreviation;
    // a court without an abbreviation is not the known court without a name
    const known = nameAbbreviation === "" ? undefined : ids.get(keyOf(jurisdictionId, nameAbbreviation));
    const id = known ?? (row.id === "scotus" ? SUPREME_COURT_ID : madeId(`courtlistener ${row.id}`));
    const names = { name: row.fullName, nameAbbreviation, jurisdictionId, jurisdictionSlug };
    return {
      court: { id, slug: null, ...(known === undefined ? names : NO_NAMES) },
      jurisdiction:
        jurisdiction !== null && jurisdictionIds.has(jurisdiction.id)
          ? { id: jurisdiction.id, slug: null, name: null, nameLong: null, whitelisted: null }
          : jurisdiction,
      isKnown: known !== undefined,
    };
  };
}

const NO_NAMES = {
  name: null,
  nameAbbreviation: null,
  jurisdictionId: null,
  jurisdictionSlug: null,
} as const;

function keyOf(jurisdictionId: number | null, abbreviation: string): string {
  return `${jurisdictionId} ${abbreviation.toLowerCase().replace(/[^a-z\d]/g, "")}`;
}

function jurisdictionOf({ id, abbreviation, kind }: CourtRow): JurisdictionRecord | null {
  if (/^(?:F|MA$|MT$|C$)/.test(kind)) return jurisdictionBy(([, slug]) => slug === "us");
  if (kind.startsWith("TR"))
    return jurisdictionBy(([, slug]) => slug === (id.startsWith("navajo") ? "navajo-nation" : "tribal"));
  // the longest name, so that Alaska is not Alabama
  const byLength = JURISDICTIONS.toSorted((a, b) => b[1].length - a[1].length);
  const longest =
    byLength.find(([, slug]) => id.startsWith(slug.replaceAll("-", ""))) ??
    byLength.find(([, , name]) => abbreviation.startsWith(name));
  return longest === undefined ? null : jurisdictionBy((row) => row === longest);
}

/** Whitelisted, because all decisions of both sources are in the public domain. */
function jurisdictionBy(fits: (row: (typeof JURISDICTIONS)[number]) => boolean): JurisdictionRecord | null {
  const row = JURISDICTIONS.find(fits);
  if (row === undefined) return null;
  const [id, slug, name, nameLong] = row;
  return { id, slug, name, nameLong, whitelisted: true };
}
