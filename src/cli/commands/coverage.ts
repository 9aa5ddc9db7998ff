/** `caselaw coverage`: the status of every unit that the sources list, and the totals. */
import {
  COVERAGE_PARAMETERS,
  type V1CourtCoverage,
  type V1Coverage,
  type V1CoverageUnit,
} from "../../v1/coverage.ts";
import { declareQuestion } from "../asking/ask.ts";
import type { Declare } from "../context.ts";
import { type Columns, columnsOf, csvOf } from "../render/columns.ts";
import { parted, plainTable } from "../render/table.ts";

const EXAMPLES = `
Examples:
  caselaw coverage
  caselaw coverage --state failed missing
  caselaw coverage --source static --jurisdiction ill --format csv > coverage.csv
  caselaw coverage --json
  caselaw coverage --by court          which decisions of each court, and up to when
  caselaw coverage --court us          its decisions in each quarter

States of a unit:
  imported    the corpus has what the source offers
  outdated    the corpus has cases of it, but not what the source offers now
  downloaded  downloaded, not imported
  listed      never downloaded
  missing     listed, but the source has no such file (404); every sync requests it again
  failed      the last attempt failed, or only a part could be imported
  local       imported from disk; no source lists it

The cases of a unit that becomes outdated, missing or failed stay in the corpus: "missing, imported". The number of expected
cases is that of the newest archive of the unit. Mismatches are names that the archive lists but does not contain, or contains
but does not list. Jurisdictions are listed with the imported cases and the number that the source reports. The exit code does
not depend on the coverage.`;

export const declareCoverage: Declare = (command, run) =>
  declareQuestion(command, run, {
    usage: "[options]",
    parameters: COVERAGE_PARAMETERS,
    ask: ({ v1, flags }) => v1.coverage(flags),
    table: tableOf,
    formats: { csv: ({ units }) => unitsCsv(units) },
    examples: EXAMPLES,
  });

const UNIT_COLUMNS: Columns<V1CoverageUnit> = {
  ...columnsOf(["source", "unit"]),
  state: (unit) => (unit.state === "missing" && unit.imported_at !== null ? "missing, imported" : unit.state),
  imported: ({ cases_imported }) => cases_imported,
  expected: ({ cases_expected }) => cases_expected,
  mismatches: ({ mismatches }) => (mismatches.length === 0 ? null : mismatches.length),
  release: ({ release }) => release?.slice(0, 10) ?? null,
  listed: ({ listed_at }) => minuteOf(listed_at),
  tried: ({ attempted_at }) => minuteOf(attempted_at),
  tries: ({ attempts }) => (attempts === 0 ? null : attempts),
  error: ({ error }) => error,
};

function tableOf(
  { units, states, jurisdictions, courts, last_decision }: V1Coverage,
  width: number,
): string[] {
  if (courts !== undefined)
    return [...courtLines(courts, width), `Last decision: ${last_decision ?? "none"}`];
  const sums = plainTable(
    states,
    {
      ...columnsOf(["state", "units"]),
      imported: ({ cases_imported }) => cases_imported,
      expected: ({ cases_expected }) => cases_expected,
      mismatches: ({ mismatches }) => (mismatches === 0 ? null : mismatches),
    },
    width,
  );
  const places = plainTable(
    jurisdictions,
    {
      jurisdiction: ({ slug }) => slug,
      imported: ({ cases_imported }) => cases_imported,
      expected: ({ cases_expected }) => cases_expected,
      reported_by: ({ source }) => source,
    },
    width,
  );
  const listed = units.length === 0 ? ["No such unit"] : plainTable(units, UNIT_COLUMNS, width);
  return parted([listed, sums, places]);
}

/** The courts, and the quarters of the courts that have them. */
function courtLines(courts: readonly V1CourtCoverage[], width: number): string[] {
  const all = plainTable(
    courts,
    columnsOf(["slug", "cases", "courtlistener", "last_decision", "name"]),
    width,
  );
  const quarters = courts.flatMap(({ slug, quarters = [] }) => quarters.map((row) => ({ slug, ...row })));
  const columns = columnsOf(["slug", "quarter", "cases", "courtlistener"]);
  return parted([all, ...(quarters.length === 0 ? [] : [plainTable(quarters, columns, width)]), []]);
}

function unitsCsv(units: readonly V1CoverageUnit[]): string {
  const rows = units.map((unit) => ({ ...unit, mismatches: unit.mismatches.length }));
  return csvOf(rows, columnsOf(CSV_COLUMNS));
}

const CSV_COLUMNS = [
  ...["source", "unit", "state", "cases_imported", "cases_expected", "mismatches", "release", "version"],
  ...["url", "listed_at", "attempted_at", "attempts", "error", "downloaded_at", "imported_at"],
  "jurisdictions",
];

/** An instant as far as the minute, in UTC: `2026-03-01 03:00`. */
function minuteOf(instant: string | null): string | null {
  return instant === null ? null : instant.slice(0, 16).replace("T", " ");
}
