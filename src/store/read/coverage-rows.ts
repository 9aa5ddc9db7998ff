/** Reads the rows about units: listings, downloads, imports, cases, mismatches. coverage-reader.ts combines them. */
import type { Database } from "better-sqlite3";
import type { UnitMismatch } from "../ledger/units.ts";

/** A listed unit with its download. Without `listedAt`, the unit was downloaded before the ledger existed. */
export interface ListedRow {
  readonly source: string;
  readonly unit: string;
  /** Its name in the corpus; null until the next listing after an upgrade. */
  readonly corpusUnit: string | null;
  readonly url: string;
  readonly version: string | null;
  readonly listedAt: string | null;
  readonly outcome: "stored" | "missing" | "failed" | null;
  readonly error: string | null;
  readonly attempts: number;
  readonly attemptedAt: string | null;
  /** Of the downloaded file, as `path`; null without a download. */
  readonly sha256: string | null;
  readonly path: string | null;
  readonly notedVersion: string | null;
  readonly downloadedAt: string | null;
}

export interface ImportRow {
  readonly unitId: number;
  readonly path: string;
  readonly sha256: string;
  readonly release: string | null;
  readonly complete: number;
  readonly rejected: number;
  readonly finishedAt: string;
}

export interface UnitRow {
  readonly id: number;
  readonly source: string;
  readonly name: string;
  readonly sha256: string | null;
  readonly release: string | null;
  readonly expected: number | null;
  readonly missing: number;
  readonly cases: number;
}

/** A volume, or all volumes of a reporter when `unit` is a slug alone; `jurisdictions` is a JSON array of ids. */
export interface VolumeJurisdictionsRow {
  readonly unit: string;
  readonly barcode: string | null;
  readonly jurisdictions: string | null;
}

export interface TotalRow {
  readonly source: string;
  readonly jurisdictionId: number;
  readonly cases: number;
  readonly reportedAt: string;
}

export const LISTED = `
  SELECT l.source, l.unit, l.corpus_unit AS corpusUnit, l.url, l.version, l.listed_at AS listedAt, l.outcome, l.error, l.attempts,
         l.attempted_at AS attemptedAt, d.sha256, d.path, d.version AS notedVersion, d.downloaded_at AS downloadedAt
    FROM ledger AS l
    LEFT JOIN download AS d ON d.source = l.source AND d.unit = l.unit
   UNION ALL
  SELECT d.source, d.unit, NULL, d.url, NULL, NULL, NULL, NULL, 0, NULL, d.sha256, d.path, d.version, d.downloaded_at
    FROM download AS d
   WHERE NOT EXISTS (SELECT 1 FROM ledger AS l WHERE l.source = d.source AND l.unit = d.unit)
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
      FROM contribution AS h
      JOIN court_case AS c ON c.id = h.case_id
     WHERE h.unit_id = :unitId AND c.jurisdiction_id = :jurisdictionId)
`;

export interface CoverageRows {
  readonly listed: readonly ListedRow[];
  /** Oldest first. */
  readonly imports: readonly ImportRow[];
  readonly units: readonly UnitRow[];
  readonly mismatches: ReadonlyMap<number, readonly UnitMismatch[]>;
  readonly places: readonly VolumeJurisdictionsRow[];
  readonly totals: readonly TotalRow[];
}

export function readCoverageRows(db: Database): CoverageRows {
  const mismatches = db.prepare<[], UnitMismatch & { readonly unitId: number }>(MISMATCHES).all();
  return {
    listed: db.prepare<[], ListedRow>(LISTED).all(),
    imports: db.prepare<[], ImportRow>(IMPORTS).all(),
    units: db.prepare<[], UnitRow>(UNITS).all(),
    mismatches: Map.groupBy(mismatches, ({ unitId }) => unitId),
    places: db.prepare<[], VolumeJurisdictionsRow>(PLACES).all(),
    totals: db.prepare<[], TotalRow>(TOTALS).all(),
  };
}

/** Whether a unit has a case of the jurisdiction. For units whose jurisdictions are not known otherwise. */
export function hasCaseOfJurisdiction(db: Database, of: { unitId: number; jurisdictionId: number }): boolean {
  return db.prepare<typeof of, number>(OF_JURISDICTION).pluck().get(of) === 1;
}
