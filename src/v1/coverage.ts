/** The status of every unit that the sources list, with sums by state and jurisdiction: what `caselaw coverage --json` prints. */
import type { Corpus } from "../corpus/corpus.ts";
import type { CourtCoverage } from "../corpus/court-coverage.ts";
import { ALL_COVERAGE, type CoverageQuery, type CoverageSum } from "../corpus/coverage.ts";
import { dateText } from "../domain/decision-date.ts";
import { COVERAGE_STATES, type CoveredUnit } from "../domain/ledger.ts";
import { courtIds, jurisdictionIds, type Lookup, recordsNamed } from "./lookup.ts";
import {
  choice,
  fine,
  merged,
  noSuchChoice,
  type ParameterTable,
  parametersIn,
  type Question,
  readParameters,
  valuesOf,
} from "./parameter.ts";

/** The status of one unit; its source is `bulk`, `static`, `courtlistener`, or `files` for files on disk. */
export interface V1CoverageUnit
  extends Pick<
    CoveredUnit,
    "source" | "unit" | "state" | "mismatches" | "release" | "version" | "url" | "attempts" | "error"
  > {
  readonly cases_imported: number;
  /** The number of cases that its newest archive states; null until one was read. */
  readonly cases_expected: number | null;
  /** Times are ISO 8601 instants; null: never. */
  readonly listed_at: string | null;
  readonly attempted_at: string | null;
  readonly downloaded_at: string | null;
  readonly imported_at: string | null;
  /** Slugs, as far as they are known. */
  readonly jurisdictions: readonly string[];
}

/** The units in one state, added up. */
export interface V1CoverageSum extends Pick<CoverageSum, "state" | "units" | "mismatches"> {
  readonly cases_imported: number;
  readonly cases_expected: number;
}

/** The cases of a jurisdiction in the corpus, and the number that the source reports. */
export interface V1JurisdictionCoverage {
  readonly slug: string;
  readonly name: string | null;
  /** In the corpus, from all sources. */
  readonly cases_imported: number;
  /** The number that the source reports; null if no source reports one. */
  readonly cases_expected: number | null;
  readonly source: string | null;
  readonly reported_at: string | null;
}

/** The status of the units that the sources list. */
export interface V1Coverage {
  /** By source and unit. */
  readonly units: readonly V1CoverageUnit[];
  /** Of the requested units in every state; states without a unit are left out. */
  readonly states: readonly V1CoverageSum[];
  /** By slug. */
  readonly jurisdictions: readonly V1JurisdictionCoverage[];
  /** Date of the last decision that is not in the future; null: none has a date. */
  readonly last_decision: string | null;
  /** By slug; only with `by` or `court`. */
  readonly courts?: readonly V1CourtCoverage[];
}

/** The decisions of a court in the corpus. */
export interface V1CourtCoverage {
  readonly slug: string;
  readonly name: string | null;
  readonly cases: number;
  /** Of these, those that only CourtListener has. */
  readonly courtlistener: number;
  /** Date of the last decision that is not in the future; null: none has a date. */
  readonly last_decision: string | null;
  /** Those with decisions, in order: `2024-Q2`; only with `court`. */
  readonly quarters?: readonly {
    readonly quarter: string;
    readonly cases: number;
    readonly courtlistener: number;
  }[];
}

const PARAMETERS = {
  source: choice("units of this source", ["bulk", "static", "courtlistener"], (source) => ({ source })),
  state: {
    describes: "units in this state; repeatable: any of them",
    repeatable: true,
    choices: COVERAGE_STATES,
    read: (values) => {
      const states = COVERAGE_STATES.filter((state) => values.includes(state));
      const odd = values.find((value) => !states.some((state) => state === value));
      return odd === undefined ? fine({ states }) : noSuchChoice(odd);
    },
  },
  jurisdiction: recordsNamed("units of this jurisdiction, by slug", jurisdictionIds, (ids) => ({
    jurisdictionIds: ids,
  })),
  by: choice("court: how many decisions of each court, and up to when", ["court"], (by) => ({ by })),
  court: recordsNamed("decisions of this court in each quarter, by slug", courtIds, (ids) => ({
    courtIds: ids,
  })),
} satisfies ParameterTable<Partial<CoverageQuery>, Lookup>;

/** The parameters of `V1.coverage`. */
export type CoverageParameterName = keyof typeof PARAMETERS;
export const COVERAGE_PARAMETERS = parametersIn<Partial<CoverageQuery>, Lookup>(PARAMETERS);

/** @throws CaselawError `invalid` with `parameters` */
export function v1Coverage(corpus: Corpus, question: Question): V1Coverage {
  const parts = readParameters(COVERAGE_PARAMETERS, valuesOf(question), corpus);
  const query = merged(ALL_COVERAGE, parts);
  const { units, states, jurisdictions, lastDay, courts } = corpus.coverage(query);
  const slugs = new Map(corpus.jurisdictions().map(({ id, slug }) => [id, slug]));
  return {
    units: units.map((unit) => unitRecord(unit, slugs)),
    states: states.map((sum) => ({
      state: sum.state,
      units: sum.units,
      cases_imported: sum.casesImported,
      cases_expected: sum.casesExpected,
      mismatches: sum.mismatches,
    })),
    jurisdictions: jurisdictions
      .map((coverage) => ({
        slug: coverage.jurisdiction?.slug ?? String(coverage.jurisdictionId),
        name: coverage.jurisdiction?.name ?? null,
        cases_imported: coverage.casesImported,
        cases_expected: coverage.casesExpected,
        source: coverage.source,
        reported_at: coverage.reportedAt,
      }))
      .toSorted((a, b) => (a.slug < b.slug ? -1 : Number(a.slug > b.slug))),
    last_decision: lastDay === null ? null : dateText(lastDay),
    ...(courts === null ? {} : { courts: courts.map(courtRecord) }),
  };
}

export function courtRecord(coverage: CourtCoverage): V1CourtCoverage {
  const quarters = coverage.quarters?.map(({ quarter, cases, listenerOnly: courtlistener }) => {
    return { quarter, cases, courtlistener };
  });
  return {
    ...{ slug: coverage.court.slug, name: coverage.court.name },
    ...{ cases: coverage.cases, courtlistener: coverage.listenerOnly },
    last_decision: coverage.lastDay === null ? null : dateText(coverage.lastDay),
    ...(quarters === undefined ? {} : { quarters }),
  };
}

function unitRecord(unit: CoveredUnit, slugs: ReadonlyMap<number, string>): V1CoverageUnit {
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
    jurisdictions: unit.jurisdictionIds.flatMap((id) => slugs.get(id) ?? []),
  };
}
