/** Reads the status of each unit: the rows of `caselaw coverage`, all from one state of the corpus. */

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
import { linksOf, type UnitLinks } from "./coverage-links.ts";
import { type CoverageRows, type ListedRow, readCoverageRows, type UnitRow } from "./coverage-rows.ts";
import { countsOf } from "./stats-reader.ts";
import { type UnitJurisdictions, unitJurisdictionsOf } from "./unit-jurisdictions.ts";

/** The error of a unit whose import did not reach the end of the archive, which leaves no error in the ledger. */
const INCOMPLETE = "only a part of it is in; the next sync reads it again";

function incompleteMessage(unitRow: UnitRow | null): string {
  if (unitRow === null || unitRow.missing === 0) return INCOMPLETE;
  return `${unitRow.missing} of the ${unitRow.expected} cases that its archive lists could not be imported`;
}

export function readCoverage(db: Database, jurisdictions: readonly Jurisdiction[]): Coverage {
  const rows = readCoverageRows(db);
  const context = {
    rows,
    links: linksOf(rows),
    jurisdictionsOf: unitJurisdictionsOf(rows.places, jurisdictions),
  };
  const linked = new Set<number>();
  const units = rows.listed.map((listed) => {
    const unitRow = context.links.unitOf(listed);
    if (unitRow !== null) linked.add(unitRow.id);
    return listedUnit(listed, unitRow, context);
  });
  const others = rows.units
    .filter((unit) => !linked.has(unit.id) && isImported(unit))
    .map((unit) => localUnit(unit, context));
  const counts = countsOf(
    db,
    "jurisdiction",
    jurisdictions.map(({ id }) => id),
  );
  return { units: [...units, ...others].sort(byName), jurisdictions: coveredJurisdictions(counts, rows) };
}

interface Context {
  readonly rows: CoverageRows;
  readonly links: UnitLinks;
  readonly jurisdictionsOf: UnitJurisdictions;
}

function listedUnit(listed: ListedRow, unitRow: UnitRow | null, context: Context): CoveredUnit {
  const { source, unit, url, version, listedAt, attempts, attemptedAt, outcome, downloadedAt } = listed;
  const noted = notedBytes(listed, unitRow, context.links);
  const state = coverageState({
    outcome,
    isListed: listedAt !== null,
    version,
    noted,
    isImported: unitRow !== null && isImported(unitRow),
    missing: unitRow?.missing ?? 0,
  });
  const error = state === "failed" ? (listed.error ?? incompleteMessage(unitRow)) : null;
  const jurisdictionIds = context.jurisdictionsOf.ofListed(source, unit);
  const listedPart = { source, unit, url, version, listedAt, attempts, attemptedAt, downloadedAt };
  return { ...listedPart, state, error, jurisdictionIds, ...importedPart(unitRow, context) };
}

/** A unit that no source lists. */
function localUnit(unitRow: UnitRow, context: Context): CoveredUnit {
  const { source, name: unit } = unitRow;
  const unlisted = {
    url: null,
    version: null,
    listedAt: null,
    attempts: 0,
    attemptedAt: null,
    downloadedAt: null,
  };
  const jurisdictionIds = context.jurisdictionsOf.ofImported(source, unit);
  return {
    source,
    unit,
    state: "local",
    error: null,
    ...unlisted,
    jurisdictionIds,
    ...importedPart(unitRow, context),
  };
}

function notedBytes(listed: ListedRow, unitRow: UnitRow | null, links: UnitLinks): NotedBytes | null {
  if (listed.sha256 === null) return null;
  const read = links.importOf(listed);
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

function importedPart(
  unitRow: UnitRow | null,
  { rows, links }: Context,
): Pick<CoveredUnit, "casesImported" | "casesExpected" | "mismatches" | "release" | "importedAt" | "unitId"> {
  if (unitRow === null) {
    return {
      casesImported: 0,
      casesExpected: null,
      mismatches: [],
      release: null,
      importedAt: null,
      unitId: null,
    };
  }
  const { id: unitId, cases: casesImported, expected: casesExpected, release } = unitRow;
  const mismatches = (rows.mismatches.get(unitId) ?? []).map(({ name, kind }) => ({ name, kind }));
  return {
    casesImported,
    casesExpected,
    mismatches,
    release,
    importedAt: links.lastInto(unitId)?.finishedAt ?? null,
    unitId,
  };
}

function coveredJurisdictions(
  counts: ReadonlyMap<number, number>,
  { totals }: CoverageRows,
): CoveredJurisdiction[] {
  const listedPart = new Set(totals.map(({ jurisdictionId }) => jurisdictionId));
  const untold = [...counts].filter(([id, cases]) => cases > 0 && !listedPart.has(id));
  return [
    ...totals.map(({ source, jurisdictionId, cases, reportedAt }) => ({
      source,
      jurisdictionId,
      casesImported: counts.get(jurisdictionId) ?? 0,
      casesExpected: cases,
      reportedAt,
    })),
    ...untold.map(([jurisdictionId, casesImported]) => ({
      source: null,
      jurisdictionId,
      casesImported,
      casesExpected: null,
      reportedAt: null,
    })),
  ];
}

function byName(a: CoveredUnit, b: CoveredUnit): number {
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  return a.unit < b.unit ? -1 : Number(a.unit > b.unit);
}
