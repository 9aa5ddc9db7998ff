/** The status of every unit that the sources list, with sums by state. */
import type { CorpusSource } from "../domain/corpus-source.ts";
import {
  COVERAGE_STATES,
  type CoverageState,
  type CoveredJurisdiction,
  type CoveredUnit,
} from "../domain/ledger.ts";
import { byId, type Jurisdiction } from "../domain/records.ts";
import { type CourtCoverage, courtCoverage, lastDayOf } from "./court-coverage.ts";

/** Filters; null: everything. */
export interface CoverageQuery {
  readonly source: string | null;
  readonly states: readonly CoverageState[] | null;
  readonly jurisdictionIds: readonly number[] | null;
  /** `court`: all courts are listed. */
  readonly by: "court" | null;
  /** Courts that are listed with their quarters. */
  readonly courtIds: readonly number[] | null;
}

/** The units of a state, in sum. */
export interface CoverageSum {
  readonly state: CoverageState;
  readonly units: number;
  readonly casesImported: number;
  /** Of the units whose archives say how many cases they have. */
  readonly casesExpected: number;
  readonly mismatches: number;
}

/** The cases of a jurisdiction, as a source reports them and in the corpus. */
export interface CoverageOfJurisdiction extends CoveredJurisdiction {
  /** Null: a source names it, but no archive had its record. */
  readonly jurisdiction: Jurisdiction | null;
}

/** The units that the sources list, and the sums of those that a query selects. */
export interface CorpusCoverage {
  /** By source and unit. */
  readonly units: readonly CoveredUnit[];
  /** Of all units of the source and jurisdictions, whatever states are requested. A state without a unit is left out. */
  readonly states: readonly CoverageSum[];
  readonly jurisdictions: readonly CoverageOfJurisdiction[];
  /** The day of the last decision of the corpus that is not in the future; null: none has a date. */
  readonly lastDay: number | null;
  /** By slug; null: not requested. */
  readonly courts: readonly CourtCoverage[] | null;
}

export const ALL_COVERAGE: CoverageQuery = {
  ...{ source: null, states: null, jurisdictionIds: null, by: null, courtIds: null },
};

/** Call it within one state of the corpus. */
export function coverageOf(reader: CorpusSource, query: CoverageQuery): CorpusCoverage {
  const { source, states, jurisdictionIds: requestedIds } = query;
  const coverage = reader.coverage();
  const jurisdictions = byId(reader.jurisdictions());
  const units = coverage.units.filter(
    (unit) => (source === null || unit.source === source) && isOfJurisdiction(unit, requestedIds, reader),
  );
  return {
    units: units.filter(({ state }) => states === null || states.includes(state)),
    states: COVERAGE_STATES.flatMap((state) => sumOf(units, state) ?? []),
    jurisdictions: coverage.jurisdictions
      .filter((row) => requestedIds === null || requestedIds.includes(row.jurisdictionId))
      .filter((row) => source === null || row.source === null || row.source === source)
      .map((row) => ({ ...row, jurisdiction: jurisdictions.get(row.jurisdictionId) ?? null })),
    lastDay: lastDayOf(reader),
    courts: query.by === null && query.courtIds === null ? null : courtsOf(reader, query),
  };
}

function courtsOf(reader: CorpusSource, { jurisdictionIds, courtIds }: CoverageQuery): CourtCoverage[] {
  const courts = courtCoverage(reader, courtIds);
  if (jurisdictionIds === null) return courts;
  return courts.filter(({ court }) => jurisdictionIds.includes(court.jurisdiction?.id ?? -1));
}

/** Whether a unit is of one of these jurisdictions; where the unit names none, its cases decide. */
function isOfJurisdiction(
  { jurisdictionIds: ids, unitId }: CoveredUnit,
  requestedIds: readonly number[] | null,
  reader: CorpusSource,
): boolean {
  if (requestedIds === null) return true;
  if (ids.length > 0 || unitId === null) return ids.some((id) => requestedIds.includes(id));
  return requestedIds.some((jurisdictionId) => reader.hasCaseOfJurisdiction({ unitId, jurisdictionId }));
}

function sumOf(units: readonly CoveredUnit[], state: CoverageState): CoverageSum | null {
  const inState = units.filter((unit) => unit.state === state);
  if (inState.length === 0) return null;
  const sum = (numberOf: (unit: CoveredUnit) => number): number =>
    inState.reduce((total, unit) => total + numberOf(unit), 0);
  return {
    state,
    units: inState.length,
    casesImported: sum(({ casesImported }) => casesImported),
    casesExpected: sum(({ casesExpected }) => casesExpected ?? 0),
    mismatches: sum(({ mismatches }) => mismatches.length),
  };
}
