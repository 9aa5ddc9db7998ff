/** `caselaw coverage`: the status of every unit that the sources list, and the totals. */
import { type Command, Option } from "commander";
import { COVERAGE_STATES } from "../../domain/ledger.ts";
import type { V1Coverage, V1CoverageUnit } from "../../v1/coverage.ts";
import { openAsked, withFlags } from "../asking/ask.ts";
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { type Columns, columnsOf, csvOf } from "../render/columns.ts";
import { plainTable, widthOf } from "../render/plain-table.ts";
import type { Flags } from "../settings/filter-options.ts";
import { addFormatOption, formatOf } from "../settings/format-option.ts";
import { SOURCES } from "../settings/settings.ts";

const FORMATS = ["table", "json", "csv"] as const;
type Format = (typeof FORMATS)[number];

const EXAMPLES = `
Examples:
  caselaw coverage
  caselaw coverage --state failed missing
  caselaw coverage --source static --jurisdiction ill --format csv > coverage.csv
  caselaw coverage --json

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

export const declareCoverage: Declare = (command, run) => {
  command
    .addOption(new Option("--source <name>", `units of this source: ${SOURCES.join(" or ")}`))
    .addOption(new Option("--state <state...>", "units in these states").choices(COVERAGE_STATES))
    .option("--jurisdiction <slug...>", "units of these jurisdictions");
  addFormatOption(command, FORMATS, ", csv")
    .addHelpText("after", EXAMPLES)
    .action(() => run(command, (context) => coverage(command, context)));
};

async function coverage(command: Command, context: Context): Promise<number> {
  const { stdout } = context;
  using v1 = await openAsked(context);
  const question = questionOf(command);
  const answer = withFlags(v1, question, () => v1.coverage(question));
  await stdout.write(printed(answer, formatOf(FORMATS, command, context), widthOf(stdout)));
  return EXIT.done;
}

function questionOf(command: Command): Flags {
  const { source, state, jurisdiction } = command.opts();
  const given: Readonly<Record<string, unknown>> = { source, state, jurisdiction };
  const question: Flags = [];
  for (const [name, values] of Object.entries(given)) {
    for (const value of [values].flat()) if (typeof value === "string") question.push([name, value]);
  }
  return question;
}

function printed(answer: V1Coverage, format: Format, width: number): string {
  if (format === "json") return `${JSON.stringify(answer)}\n`;
  if (format === "csv") return unitsCsv(answer.units);
  return `${tableOf(answer, width).join("\n")}\n`;
}

const UNIT_COLUMNS: Columns<V1CoverageUnit> = {
  source: (one) => one.source,
  unit: (one) => one.unit,
  state: (one) => (one.state === "missing" && one.imported_at !== null ? "missing, imported" : one.state),
  imported: (one) => one.cases_imported,
  expected: (one) => one.cases_expected,
  mismatches: (one) => (one.mismatches.length === 0 ? null : one.mismatches.length),
  release: (one) => one.release?.slice(0, 10) ?? null,
  listed: (one) => minuteOf(one.listed_at),
  tried: (one) => minuteOf(one.attempted_at),
  tries: (one) => (one.attempts === 0 ? null : one.attempts),
  error: (one) => one.error,
};

/** The units, the totals of each state, and the jurisdictions. */
function tableOf({ units, states, jurisdictions }: V1Coverage, width: number): string[] {
  const sums = plainTable(
    states,
    {
      state: (one) => one.state,
      units: (one) => one.units,
      imported: (one) => one.cases_imported,
      expected: (one) => one.cases_expected,
      mismatches: (one) => (one.mismatches === 0 ? null : one.mismatches),
    },
    width,
  );
  const places = plainTable(
    jurisdictions,
    {
      jurisdiction: (one) => one.slug,
      imported: (one) => one.cases_imported,
      expected: (one) => one.cases_expected,
      reported_by: (one) => one.source,
    },
    width,
  );
  const parts = [plainTable(units, UNIT_COLUMNS, width), sums, places].filter((lines) => lines.length > 0);
  if (units.length === 0) parts.unshift(["No such unit"]);
  return parts.flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}

function unitsCsv(units: readonly V1CoverageUnit[]): string {
  const rows = units.map(({ mismatches, jurisdictions, ...unit }) => ({
    ...unit,
    mismatches: mismatches.length,
    jurisdictions: jurisdictions.join("; "),
  }));
  return csvOf(rows, columnsOf(CSV_COLUMNS));
}

const CSV_COLUMNS = [
  "source",
  "unit",
  "state",
  "cases_imported",
  "cases_expected",
  "mismatches",
  "release",
  "version",
  "url",
  "listed_at",
  "attempted_at",
  "attempts",
  "error",
  "downloaded_at",
  "imported_at",
  "jurisdictions",
];

/** An instant as far as the minute, in UTC: `2026-03-01 03:00`. */
function minuteOf(instant: string | null): string | null {
  return instant === null ? null : instant.slice(0, 16).replace("T", " ");
}
