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
} from "../../domain/ledger.ts";
import type { Jurisdiction } from "../../domain/records.ts";
import { readObjects, readValue } from "../database/statement-cache.ts";
import type { UnitMismatch } from "../ledger/units.ts";
import { readIds } from "../references/reference-reader.ts";
import { countsOf } from "./stats-reader.ts";

/** A unit that a source lists, with its download, or a unit that was imported from disk. */
interface UnitRow extends Omit<CoveredUnit, "state" | "mismatches" | "jurisdictionIds"> {
  readonly isListed: 0 | 1;
  readonly outcome: "stored" | "missing" | "failed" | null;
  readonly missing: number;
  readonly isImported: 0 | 1;
  readonly isDownloaded: 0 | 1;
  /** The version in the listing by which the unit was downloaded. */
  readonly notedVersion: string | null;
  /** Whether the downloaded bytes were imported completely; null if they were not imported. */
  readonly complete: 0 | 1 | null;
  readonly rejected: number | null;
  readonly downloadedRelease: string | null;
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

/**
 * `latest`: the newest import into a unit. `downloaded`: the import of the downloaded bytes, a complete one if there is any; also `latest`,
 * although the hashes differ, if it read the downloaded zip with supplements. Its hash includes them (archive/supplements), and its release
 * is an instant, not a day. A zip may have been imported alone before. The contributions are sorted by unit, so one scan counts them.
 */
export const UNITS = `
  WITH contributed AS MATERIALIZED (SELECT unit_id, count(*) AS cases FROM contribution GROUP BY unit_id),
       latest AS MATERIALIZED (
         SELECT max(id) AS id, unit_id, finished_at, release,
                '/' || iif(path GLOB './*', substr(path, 3), path) AS ending
           FROM import_log
          GROUP BY unit_id)
  SELECT coalesce(l.source, u.source) AS source, coalesce(l.unit, u.name) AS unit,
         coalesce(u.name, l.corpus_unit) AS corpusUnit, l.source IS NOT NULL AS isListed,
         l.url, l.version, l.listed_at AS listedAt, l.outcome, l.error, coalesce(l.attempts, 0) AS attempts,
         l.attempted_at AS attemptedAt, d.downloaded_at AS downloadedAt, d.sha256 IS NOT NULL AS isDownloaded,
         d.version AS notedVersion, u.id AS unitId, u.release, u.expected AS casesExpected, coalesce(u.missing, 0) AS missing,
         coalesce(contributed.cases, 0) AS casesImported, u.sha256 IS NOT NULL OR contributed.cases > 0 AS isImported,
         latest.finished_at AS importedAt, downloaded.complete, downloaded.rejected, downloaded.release AS downloadedRelease
    FROM ledger AS l
    FULL JOIN unit AS u ON u.source = l.source AND u.name = l.corpus_unit
    LEFT JOIN download AS d ON d.source = l.source AND d.unit = l.unit
    LEFT JOIN contributed ON contributed.unit_id = u.id
    LEFT JOIN latest ON latest.unit_id = u.id
    LEFT JOIN import_log AS downloaded ON downloaded.id = iif(
           l.source = 'static' AND instr(latest.release, 'T') > 0 AND latest.finished_at >= d.downloaded_at
             AND substr('/' || d.path, -length(latest.ending)) = latest.ending,
           latest.id,
           (SELECT id
              FROM import_log
             WHERE sha256 = d.sha256 AND unit_id = u.id
             ORDER BY complete DESC, id DESC
             LIMIT 1))
   WHERE isListed OR isImported
   ORDER BY source, unit
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
  const mismatches = readObjects<UnitMismatch & { readonly unitId: number }>(db, MISMATCHES);
  const byUnit = Map.groupBy(mismatches, ({ unitId }) => unitId);
  const jurisdictionsOf = unitJurisdictionsOf(readObjects(db, PLACES), jurisdictions);
  const ids = jurisdictions.map(({ id }) => id);
  const rows = readObjects<UnitRow>(db, UNITS);
  const listedSet = rows.find(({ source, isListed }) => source === COURTS_SOURCE && isListed === 1);
  return {
    units: rows.map((row) => ({
      ...coveredUnit(row, listedSet?.version?.slice(0, SET_DATE_LENGTH) ?? null),
      mismatches: (byUnit.get(row.unitId ?? Number.NaN) ?? []).map(({ name, kind }) => ({ name, kind })),
      jurisdictionIds: jurisdictionsOf(row.source, row.unit, row.isListed === 1 ? "listed" : "imported"),
    })),
    jurisdictions: coveredJurisdictions(countsOf(db, "jurisdiction", ids), readObjects(db, TOTALS)),
  };
}

/** Whether a unit has a case of the jurisdiction. For units whose jurisdictions are not known otherwise. */
export function hasCaseOfJurisdiction(db: Database, of: { unitId: number; jurisdictionId: number }): boolean {
  return readValue(db, OF_JURISDICTION, of) === 1;
}

/** This source lists tables; its units with cases are courts. */
const COURTS_SOURCE = "courtlistener";
/** The version of a table begins with the date of its set. */
const SET_DATE_LENGTH = "2025-03-31".length;

/** @param listedSet the date of the set of tables that a source lists, by which its courts are current or not */
function coveredUnit(
  row: UnitRow,
  listedSet: string | null,
): Omit<CoveredUnit, "mismatches" | "jurisdictionIds"> {
  const { isListed, outcome, missing, isImported, isDownloaded, notedVersion, ...facts } = row;
  const { complete, rejected, downloadedRelease, ...unit } = facts;
  const noted = {
    version: notedVersion,
    imported: complete === null ? "no" : complete === 1 ? "complete" : "part",
    isOlder: complete !== null && compareRelease(downloadedRelease, unit.release) < 0,
    hasAllCases: rejected === 0,
  } as const;
  const state = coverageState({
    ...{ outcome, version: unit.version, missing },
    noted: isDownloaded === 1 ? noted : null,
    isImported: isImported === 1,
  });
  if (isListed === 0) {
    if (unit.source !== COURTS_SOURCE || listedSet === null) return { ...unit, state: "local" };
    return {
      ...unit,
      state: missing > 0 ? "failed" : (unit.release ?? "") < listedSet ? "outdated" : "imported",
    };
  }
  const incomplete =
    missing === 0
      ? INCOMPLETE
      : `${missing} of the ${unit.casesExpected} cases that its archive lists could not be imported`;
  return { ...unit, state, error: state === "failed" ? (unit.error ?? incomplete) : null };
}

/**
 * The ids of the jurisdictions of a unit, as far as its name shows them. A listed volume without a record has the jurisdictions of its
 * reporter; the name of an imported unit is a barcode, or jurisdiction and format. Empty for other names.
 */
function unitJurisdictionsOf(
  places: readonly PlaceRow[],
  jurisdictions: readonly Jurisdiction[],
): (source: string, unit: string, name: "listed" | "imported") => readonly number[] {
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
