/** What of the sources is held: per unit, and summed up by state and by jurisdiction. `caselaw coverage --json` prints it. */
import { COVERAGE_STATES, type CoverageState, type CoveredUnit } from "../domain/coverage.ts";
import type { Jurisdiction } from "../domain/listing.ts";
import type { CorpusReader } from "../store/read/corpus-reader.ts";
import { jurisdictionIds, type Lookup } from "./lookup.ts";
import {
  fine,
  noSuchChoice,
  type Parameter,
  type Parameters,
  queryOf,
  readParameters,
  valuesOf,
} from "./query/parameter.ts";

export interface CoverageUnit {
  /** `bulk`, `static`, or `files` for what is neither. */
  readonly source: string;
  readonly unit: string;
  readonly state: CoverageState;
  readonly cases_imported: number;
  /** Cases that its newest archive says it has; null until one was read. */
  readonly cases_expected: number | null;
  readonly mismatches: readonly { readonly name: string; readonly kind: string }[];
  /** Of the newest archive read to its end. */
  readonly release: string | null;
  /** What the list says to tell one version from another. */
  readonly version: string | null;
  readonly url: string | null;
  /** Times are ISO 8601 instants; null: never. */
  readonly listed_at: string | null;
  readonly attempted_at: string | null;
  /** Tries since it was last had. */
  readonly attempts: number;
  readonly error: string | null;
  readonly downloaded_at: string | null;
  readonly imported_at: string | null;
  /** Slugs, as far as names and lists tell. */
  readonly jurisdictions: readonly string[];
}

export interface CoverageSum {
  readonly state: CoverageState;
  readonly units: number;
  readonly cases_imported: number;
  readonly cases_expected: number;
  readonly mismatches: number;
}

export interface JurisdictionCoverage {
  readonly slug: string;
  readonly name: string | null;
  /** In the whole corpus, from whatever source. */
  readonly cases_imported: number;
  /** What the source says there are; null when none told. */
  readonly cases_expected: number | null;
  readonly source: string | null;
  readonly reported_at: string | null;
}

export interface CoverageAnswer {
  /** By source and unit. */
  readonly units: readonly CoverageUnit[];
  /** Of the units asked for, whatever state is asked for; a state that none is in is left out. */
  readonly states: readonly CoverageSum[];
  /** By slug. */
  readonly jurisdictions: readonly JurisdictionCoverage[];
}

/** What narrows a question; the command line's flags are made of it. */
interface Part {
  readonly source?: string;
  readonly states?: readonly CoverageState[];
  readonly wanted?: readonly number[];
}

const SOURCES = ["bulk", "static"];

export const COVERAGE_PARAMETERS: readonly Parameter<Part, Pick<Lookup, "jurisdictions">>[] = [
  {
    name: "source",
    describes: "units of this source",
    choices: SOURCES,
    read: ([source]) => (SOURCES.includes(source) ? fine({ source }) : noSuchChoice(source)),
  },
  {
    name: "state",
    describes: "units in this state; repeatable: any of them",
    repeatable: true,
    choices: COVERAGE_STATES,
    read: (values) => {
      const states = COVERAGE_STATES.filter((state) => values.includes(state));
      const odd = values.find((value) => !states.some((state) => state === value));
      return odd === undefined ? fine({ states }) : noSuchChoice(odd);
    },
  },
  {
    name: "jurisdiction",
    describes: "units of this jurisdiction, by slug; repeatable: any of them",
    repeatable: true,
    read: (values, lookup) => {
      const known = lookup.jurisdictions();
      const odd = values.find((value) => jurisdictionIds(value, known).length === 0);
      return odd === undefined
        ? fine({ wanted: values.flatMap((value) => jurisdictionIds(value, known)) })
        : noSuchChoice(odd);
    },
  },
];

/** @throws CaselawError `invalid` with `parameters` */
export function answerCoverage(reader: CorpusReader, question: Parameters | URLSearchParams): CoverageAnswer {
  const query = question instanceof URLSearchParams ? question : queryOf(question);
  const parts = readParameters(COVERAGE_PARAMETERS, valuesOf(query), reader);
  const { source, states = COVERAGE_STATES, wanted }: Part = Object.assign({}, ...parts);
  const coverage = reader.coverage();
  const known = new Map(reader.jurisdictions().map((one) => [one.id, one]));
  const units = coverage.units.filter(
    (unit) => (source === undefined || unit.source === source) && isOf(unit, wanted, reader),
  );
  return {
    units: units.filter(({ state }) => states.includes(state)).map((unit) => unitAnswer(unit, known)),
    states: COVERAGE_STATES.flatMap((state) => sumOf(units, state) ?? []),
    jurisdictions: coverage.jurisdictions
      .filter((one) => wanted === undefined || wanted.includes(one.jurisdictionId))
      .filter((one) => source === undefined || one.source === null || one.source === source)
      .map(({ jurisdictionId, casesImported, casesExpected, source: told, reportedAt }) => ({
        slug: known.get(jurisdictionId)?.slug ?? String(jurisdictionId),
        name: known.get(jurisdictionId)?.name ?? null,
        cases_imported: casesImported,
        cases_expected: casesExpected,
        source: told,
        reported_at: reportedAt,
      }))
      .toSorted((a, b) => (a.slug < b.slug ? -1 : Number(a.slug > b.slug))),
  };
}

/** Whether a unit is of one of these jurisdictions; the cases are asked where nothing else tells. */
function isOf(
  { jurisdictionIds: ids, unitId }: CoveredUnit,
  wanted: readonly number[] | undefined,
  reader: CorpusReader,
): boolean {
  if (wanted === undefined) return true;
  if (ids.length > 0 || unitId === null) return ids.some((id) => wanted.includes(id));
  return wanted.some((jurisdictionId) => reader.holdsCaseOf({ unitId, jurisdictionId }));
}

function unitAnswer(unit: CoveredUnit, known: ReadonlyMap<number, Jurisdiction>): CoverageUnit {
  return {
    source: unit.source,
    unit: unit.unit,
    state: unit.state,
    cases_imported: unit.casesImported,
    cases_expected: unit.casesExpected,
    mismatches: unit.mismatches,
    release: unit.release,
    version: unit.version,
    url: unit.url,
    listed_at: unit.listedAt,
    attempted_at: unit.attemptedAt,
    attempts: unit.attempts,
    error: unit.error,
    downloaded_at: unit.downloadedAt,
    imported_at: unit.importedAt,
    jurisdictions: unit.jurisdictionIds.flatMap((id) => known.get(id)?.slug ?? []),
  };
}

function sumOf(units: readonly CoveredUnit[], state: CoverageState): CoverageSum | null {
  const those = units.filter((unit) => unit.state === state);
  if (those.length === 0) return null;
  const sum = (numberOf: (unit: CoveredUnit) => number): number =>
    those.reduce((total, unit) => total + numberOf(unit), 0);
  return {
    state,
    units: those.length,
    cases_imported: sum(({ casesImported }) => casesImported),
    cases_expected: sum(({ casesExpected }) => casesExpected ?? 0),
    mismatches: sum(({ mismatches }) => mismatches.length),
  };
}
