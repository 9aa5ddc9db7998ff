/** Reads how each unit of the sources stands: a row of `caselaw coverage` each, all of one state of the corpus. */
import type { Database } from "better-sqlite3";
import {
  type CoveredJurisdiction,
  type CoveredUnit,
  coverageState,
  type NotedBytes,
} from "../../domain/coverage.ts";
import type { Jurisdiction } from "../../domain/listing.ts";
import { countByToken } from "../read/stats-counts.ts";
import { linksOf, type UnitLinks } from "./coverage-links.ts";
import { type UnitPlaces, unitPlacesOf } from "./coverage-places.ts";
import { type CoverageRows, type ListedRow, readCoverageRows, type UnitRow } from "./coverage-rows.ts";

export interface Coverage {
  /** By source and unit. */
  readonly units: readonly CoveredUnit[];
  /** Each with a number told by a source, then those that only cases are held of. */
  readonly jurisdictions: readonly CoveredJurisdiction[];
}

/** An import that did not come to the archive's end leaves no error in the ledger. */
const ONLY_PART = "only a part of it is in; the next sync reads it again";

function partOf(held: UnitRow | null): string {
  if (held === null || held.missing === 0) return ONLY_PART;
  return `${held.missing} of the ${held.expected} cases that its archive lists could not be imported`;
}

export function readCoverage(db: Database, jurisdictions: readonly Jurisdiction[]): Coverage {
  const rows = readCoverageRows(db);
  const context = { rows, links: linksOf(rows), places: unitPlacesOf(rows.places, jurisdictions) };
  const linked = new Set<number>();
  const units = rows.listed.map((listed) => {
    const held = context.links.unitOf(listed);
    if (held !== null) linked.add(held.id);
    return listedUnit(listed, held, context);
  });
  const others = rows.units
    .filter(({ id, sha256, cases }) => !linked.has(id) && (sha256 !== null || cases > 0))
    .map((unit) => fileUnit(unit, context));
  const counts = countByToken(
    db,
    "jurisdiction",
    jurisdictions.map(({ id }) => id),
  );
  return { units: [...units, ...others].sort(byName), jurisdictions: beside(counts, rows) };
}

interface Context {
  readonly rows: CoverageRows;
  readonly links: UnitLinks;
  readonly places: UnitPlaces;
}

function listedUnit(listed: ListedRow, held: UnitRow | null, context: Context): CoveredUnit {
  const { source, unit, url, version, listedAt, attempts, attemptedAt, outcome, downloadedAt } = listed;
  const noted = notedBytes(listed, context.links);
  const state = coverageState({
    outcome,
    attemptedAt,
    isListed: listedAt !== null,
    version,
    noted,
    isImported: held !== null && isImported(held),
    missing: held?.missing ?? 0,
  });
  const error = state === "failed" ? (listed.error ?? partOf(held)) : null;
  const jurisdictionIds = context.places.ofListed(source, unit);
  const told = { source, unit, url, version, listedAt, attempts, attemptedAt, downloadedAt };
  return { ...told, state, error, jurisdictionIds, ...heldPart(held, context) };
}

/** A unit that no source lists. */
function fileUnit(held: UnitRow, context: Context): CoveredUnit {
  const { source, name: unit } = held;
  const unlisted = {
    url: null,
    version: null,
    listedAt: null,
    attempts: 0,
    attemptedAt: null,
    downloadedAt: null,
  };
  const jurisdictionIds = context.places.ofImported(source, unit);
  return {
    source,
    unit,
    state: "local",
    error: null,
    ...unlisted,
    jurisdictionIds,
    ...heldPart(held, context),
  };
}

function notedBytes(listed: ListedRow, links: UnitLinks): NotedBytes | null {
  if (listed.sha256 === null) return null;
  const read = links.importOf(listed);
  const imported = read === null ? "no" : read.complete === 1 ? "whole" : "part";
  return { version: listed.notedVersion, imported, importedAt: read?.finishedAt ?? null };
}

function isImported({ sha256, cases }: UnitRow): boolean {
  return sha256 !== null || cases > 0;
}

function heldPart(
  held: UnitRow | null,
  { rows, links }: Context,
): Pick<CoveredUnit, "casesImported" | "casesExpected" | "mismatches" | "release" | "importedAt" | "unitId"> {
  if (held === null) {
    return {
      casesImported: 0,
      casesExpected: null,
      mismatches: [],
      release: null,
      importedAt: null,
      unitId: null,
    };
  }
  const { id: unitId, cases: casesImported, expected: casesExpected, release } = held;
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

function beside(counts: ReadonlyMap<number, number>, { totals }: CoverageRows): CoveredJurisdiction[] {
  const told = new Set(totals.map(({ jurisdictionId }) => jurisdictionId));
  const untold = [...counts].filter(([id, cases]) => cases > 0 && !told.has(id));
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
