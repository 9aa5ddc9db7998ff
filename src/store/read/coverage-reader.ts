/**
 * Reads the status of each unit: the rows of `caselaw coverage`, all from one state of the corpus.
 *
 * The names of a unit differ: a source lists a volume by its folder (`a2d/100`), an import names it by its barcode, the only name that
 * a zip contains. The ledger has both names.
 */
import type { Database } from "better-sqlite3";
import { compareRelease } from "../../domain/decision-date.ts";
import {
  type Coverage,
  type CoveredJurisdiction,
  type CoveredUnit,
  coverageState,
  type NotedBytes,
} from "../../domain/ledger.ts";
import type { Jurisdiction } from "../../domain/records.ts";
import { readObjects, readValue } from "../database/statement-cache.ts";
import type { UnitMismatch } from "../ledger/units.ts";
import { readIds } from "../references/reference-records.ts";
import { countsOf } from "./stats-reader.ts";

/** What only a listed unit has. */
type Listing = Pick<
  CoveredUnit,
  "url" | "version" | "listedAt" | "attempts" | "attemptedAt" | "error" | "downloadedAt"
>;

/** A listed unit with its download. */
interface ListedRow extends Listing, Pick<CoveredUnit, "source" | "unit"> {
  readonly outcome: "stored" | "missing" | "failed" | null;
  /** The unit into which its archives are imported; null if none was. */
  readonly unitId: number | null;
  /** Of the downloaded file, as `path`; null without a download. */
  readonly sha256: string | null;
  readonly path: string | null;
  readonly notedVersion: string | null;
}

interface UnitRow {
  readonly id: number;
  readonly source: string;
  readonly name: string;
  readonly sha256: string | null;
  readonly release: string | null;
  readonly expected: number | null;
  readonly missing: number;
  readonly cases: number;
}

interface ImportRow {
  readonly unitId: number;
  readonly path: string;
  readonly sha256: string;
  readonly release: string | null;
  readonly complete: number;
  readonly rejected: number;
  readonly finishedAt: string;
}

/** A volume, or all volumes of a reporter when `unit` is a slug alone; `jurisdictions` is a JSON array of ids. */
interface PlaceRow {
  readonly unit: string;
  readonly barcode: string | null;
  readonly jurisdictions: string | null;
}

interface TotalRow {
  readonly source: string;
  readonly jurisdictionId: number;
  readonly cases: number;
  readonly reportedAt: string;
}

export const LISTED = `
  SELECT l.source, l.unit, l.url, l.version, l.listed_at AS listedAt, l.outcome, l.error, l.attempts,
         l.attempted_at AS attemptedAt, u.id AS unitId, d.sha256, d.path, d.version AS notedVersion,
         d.downloaded_at AS downloadedAt
    FROM ledger AS l
    LEFT JOIN unit AS u ON u.source = l.source AND u.name = l.corpus_unit
    LEFT JOIN download AS d ON d.source = l.source AND d.unit = l.unit
`;
const IMPORTS = `
  SELECT unit_id AS unitId, path, sha256, release, complete, rejected, finished_at AS finishedAt
    FROM import_log
   ORDER BY id
`;
/** The contributions are sorted by unit, so one scan counts them. */
export const UNITS = `
  WITH contributed AS MATERIALIZED (SELECT unit_id, count(*) AS cases FROM contribution GROUP BY unit_id)
  SELECT u.id, u.source, u.name, u.sha256, u.release, u.expected, u.missing, coalesce(contributed.cases, 0) AS cases
    FROM unit AS u
    LEFT JOIN contributed ON contributed.unit_id = u.id
`;
const MISMATCHES = `
  SELECT unit_id AS unitId, name, kind
    FROM mismatch
   ORDER BY unit_id, name, kind
`;
const PLACES = `
  SELECT r.slug || '/' || v.volume_number AS unit, v.barcode, v.jurisdictions
    FROM volume AS v
    JOIN reporter AS r ON r.id = v.reporter_id
   WHERE r.slug IS NOT NULL AND v.volume_number IS NOT NULL
   UNION ALL
  SELECT slug, NULL, jurisdictions
    FROM reporter
   WHERE slug IS NOT NULL
`;
const TOTALS = `
  SELECT source, jurisdiction_id AS jurisdictionId, cases, reported_at AS reportedAt
    FROM case_total
   ORDER BY source, jurisdiction_id
`;
const OF_JURISDICTION = `
  SELECT EXISTS (
    SELECT 1
      FROM contribution AS co
      JOIN court_case AS c ON c.id = co.case_id
     WHERE co.unit_id = :unitId AND c.jurisdiction_id = :jurisdictionId)
`;

/** The error of a unit whose import did not reach the end of the archive, which leaves no error in the ledger. */
const INCOMPLETE = "only a part of it is in; the next sync reads it again";

export function readCoverage(db: Database, jurisdictions: readonly Jurisdiction[]): Coverage {
  const units = new Map(readObjects<UnitRow>(db, UNITS).map((unit) => [unit.id, unit]));
  const mismatches = readObjects<UnitMismatch & { readonly unitId: number }>(db, MISMATCHES);
  const context: Context = {
    imports: importsOf(readObjects(db, IMPORTS)),
    mismatches: Map.groupBy(mismatches, ({ unitId }) => unitId),
    jurisdictionsOf: unitJurisdictionsOf(readObjects(db, PLACES), jurisdictions),
  };
  const listed = readObjects<ListedRow>(db, LISTED);
  const linked = new Set(listed.map(({ unitId }) => unitId));
  const others = [...units.values()].filter((unit) => !linked.has(unit.id) && isImported(unit));
  const covered = [
    ...listed.map((row) => listedUnit(row, units.get(row.unitId ?? Number.NaN) ?? null, context)),
    ...others.map((unit) => localUnit(unit, context)),
  ];
  const ids = jurisdictions.map(({ id }) => id);
  return {
    units: covered.sort(byName),
    jurisdictions: coveredJurisdictions(countsOf(db, "jurisdiction", ids), readObjects(db, TOTALS)),
  };
}

/** Whether a unit has a case of the jurisdiction. For units whose jurisdictions are not known otherwise. */
export function hasCaseOfJurisdiction(db: Database, of: { unitId: number; jurisdictionId: number }): boolean {
  return readValue(db, OF_JURISDICTION, of) === 1;
}

interface Context {
  readonly imports: Imports;
  readonly mismatches: ReadonlyMap<number, readonly UnitMismatch[]>;
  readonly jurisdictionsOf: (source: string, unit: string, name: "listed" | "imported") => readonly number[];
}

function listedUnit(listed: ListedRow, unitRow: UnitRow | null, context: Context): CoveredUnit {
  const { outcome, unitId: _id, sha256: _sha256, path: _path, notedVersion: _version, ...listing } = listed;
  const { source, unit, version } = listing;
  const state = coverageState({
    outcome,
    version,
    noted: notedBytes(listed, unitRow, context.imports),
    isImported: unitRow !== null && isImported(unitRow),
    missing: unitRow?.missing ?? 0,
  });
  return {
    ...{ ...listing, state },
    error: state === "failed" ? (listed.error ?? incompleteMessage(unitRow)) : null,
    jurisdictionIds: context.jurisdictionsOf(source, unit, "listed"),
    ...importedPart(unitRow, context),
  };
}

const NOT_LISTED: Listing = {
  ...{ url: null, version: null, listedAt: null, attempts: 0, attemptedAt: null, error: null },
  downloadedAt: null,
};

/** A unit that no source lists. */
function localUnit(unitRow: UnitRow, context: Context): CoveredUnit {
  const { source, name: unit } = unitRow;
  return {
    ...{ source, unit, state: "local", ...NOT_LISTED },
    jurisdictionIds: context.jurisdictionsOf(source, unit, "imported"),
    ...importedPart(unitRow, context),
  };
}

function incompleteMessage(unitRow: UnitRow | null): string {
  if (unitRow === null || unitRow.missing === 0) return INCOMPLETE;
  return `${unitRow.missing} of the ${unitRow.expected} cases that its archive lists could not be imported`;
}

function notedBytes(listed: ListedRow, unitRow: UnitRow | null, imports: Imports): NotedBytes | null {
  if (listed.sha256 === null) return null;
  const read = unitRow === null ? null : imports.ofDownload(unitRow.id, listed);
  const imported = read === null ? "no" : read.complete === 1 ? "complete" : "part";
  return {
    version: listed.notedVersion,
    imported,
    isOlder: read !== null && unitRow !== null && compareRelease(read.release, unitRow.release) < 0,
    hasAllCases: read?.rejected === 0,
  };
}

function isImported({ sha256, cases }: UnitRow): boolean {
  return sha256 !== null || cases > 0;
}

type ImportedPart = Pick<
  CoveredUnit,
  "casesImported" | "casesExpected" | "mismatches" | "release" | "importedAt" | "unitId"
>;

const NOT_IMPORTED: ImportedPart = {
  ...{ casesImported: 0, casesExpected: null, mismatches: [], release: null, importedAt: null, unitId: null },
};

function importedPart(unitRow: UnitRow | null, { mismatches, imports }: Context): ImportedPart {
  if (unitRow === null) return NOT_IMPORTED;
  const { id: unitId, cases: casesImported, expected: casesExpected, release } = unitRow;
  return {
    ...{ casesImported, casesExpected, release, unitId },
    mismatches: (mismatches.get(unitId) ?? []).map(({ name, kind }) => ({ name, kind })),
    importedAt: imports.lastInto(unitId)?.finishedAt ?? null,
  };
}

interface Imports {
  /** The newest import of the downloaded bytes into a unit; null if they were not imported. */
  ofDownload(unitId: number, listed: ListedRow): ImportRow | null;
  /** The newest import into a unit. */
  lastInto(unitId: number): ImportRow | null;
}

/** @param rows oldest first */
function importsOf(rows: readonly ImportRow[]): Imports {
  const byUnitAndSha = new Map<string, ImportRow>();
  const last = new Map<number, ImportRow>();
  for (const row of rows) {
    const key = `${row.unitId} ${row.sha256}`;
    // a complete import counts even if a later import of the same bytes was incomplete
    if (row.complete === 1 || byUnitAndSha.get(key)?.complete !== 1) byUnitAndSha.set(key, row);
    last.set(row.unitId, row);
  }
  return {
    ofDownload: (unitId, listed) => {
      // a zip may have been imported alone before its supplements were downloaded
      const newest = last.get(unitId);
      if (newest !== undefined && isOfDownload(newest, listed)) return newest;
      return byUnitAndSha.get(`${unitId} ${listed.sha256}`) ?? null;
    },
    lastInto: (unitId) => last.get(unitId) ?? null,
  };
}

/**
 * Whether an import read the downloaded file although the hashes differ: the hash of a zip with supplements includes them
 * (archive/supplements), and so does its release, which is then an instant and not a day.
 */
function isOfDownload(row: ImportRow, { source, path, downloadedAt }: ListedRow): boolean {
  if (source !== "static" || row.release?.includes("T") !== true) return false;
  const isSameFile =
    path !== null && (path === row.path || path.endsWith(`/${row.path.replace(/^\.\//, "")}`));
  return isSameFile && downloadedAt !== null && row.finishedAt >= downloadedAt;
}

/**
 * The ids of the jurisdictions of a unit, as far as its name says: of a listed name, a volume without a record has the jurisdictions of its
 * reporter; a name in the corpus is a barcode, or jurisdiction and format. Empty for other names.
 */
function unitJurisdictionsOf(
  places: readonly PlaceRow[],
  jurisdictions: readonly Jurisdiction[],
): Context["jurisdictionsOf"] {
  const bySlug = new Map(jurisdictions.map(({ slug, id }) => [slug, [id]]));
  const byPlace = new Map<string, readonly number[]>();
  const byBarcode = new Map<string, readonly number[]>();
  for (const { unit, barcode, jurisdictions: column } of places) {
    const ids = readIds(column);
    // two volumes can have the same number
    byPlace.set(unit, [...new Set([...(byPlace.get(unit) ?? []), ...ids])]);
    if (barcode !== null) byBarcode.set(barcode, ids);
  }
  return (source, unit, name) => {
    const first = unit.split("/")[0] ?? unit;
    if (name === "imported") return (source === "bulk" ? bySlug.get(first) : byBarcode.get(unit)) ?? [];
    return (source === "static" ? (byPlace.get(unit) ?? byPlace.get(first)) : bySlug.get(first)) ?? [];
  };
}

function coveredJurisdictions(
  counts: ReadonlyMap<number, number>,
  totals: readonly TotalRow[],
): CoveredJurisdiction[] {
  const reported = new Set(totals.map(({ jurisdictionId }) => jurisdictionId));
  const unreported = [...counts].filter(([id, cases]) => cases > 0 && !reported.has(id));
  return [
    ...totals.map(({ source, jurisdictionId, cases, reportedAt }) => ({
      ...{ source, jurisdictionId, casesImported: counts.get(jurisdictionId) ?? 0 },
      ...{ casesExpected: cases, reportedAt },
    })),
    ...unreported.map(([jurisdictionId, casesImported]) => ({
      ...{ source: null, jurisdictionId, casesImported, casesExpected: null, reportedAt: null },
    })),
  ];
}

function byName(a: CoveredUnit, b: CoveredUnit): number {
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  return a.unit < b.unit ? -1 : Number(a.unit > b.unit);
}
