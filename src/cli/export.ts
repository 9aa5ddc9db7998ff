/** `caselaw export`: the corpus, or what a filter leaves of it, as files for other tools. */
import type { Command } from "commander";
import type { BodyFormat } from "../corpus/case-parameters.ts";
import { parametersOf } from "../corpus/collections.ts";
import { CaselawError } from "../domain/errors.ts";
import type { ExportOptions } from "../export/export-writer.ts";
import { flatColumns } from "../export/flat-columns.ts";
import { EXPORT_FORMATS, type ExportFormat, FORMATS, isExportFormat } from "../export/formats.ts";
import type { Manifest } from "../export/manifest.ts";
import { INCREMENTAL_FORMATS } from "../export/since.ts";
import { openAsked } from "./ask.ts";
import type { Context, Declare } from "./context.ts";
import { EXIT } from "./exit-code.ts";
import { ExportProgress } from "./export-progress.ts";
import { addFilterOptions } from "./filter-options.ts";
import { nearestOf } from "./nearest.ts";
import { keepNewSpaceSmall } from "./new-space.ts";
import { inBytes } from "./run-lines.ts";
import { atExit } from "./stop.ts";
import { shownValue, visibleLine } from "./visible.ts";
import { wrongFlags } from "./wrong-flags.ts";

/** Parameters of a list that say how it is shown: an export has an order of its own, and no pages. */
const NOT_HERE = ["ordering", "facet", "preview", "page_size", "cursor"];

const EXAMPLES = `
Formats:
${EXPORT_FORMATS.map((name) => `  ${name.padEnd(9)}${FORMATS[name].describes}`).join("\n")}

Examples:
  caselaw export --format jsonl --to all --full-case
  caselaw export --format parquet --to illinois --jurisdiction ill --full-case --partition
  caselaw export --format csv --to gold --search '"gold letters"'
  caselaw export --format sqlite --to datasette --force
  caselaw export --format files --to reading --reporter 315 --body-format html

FOLDER is made anew and holds manifest.json: the filter, the state of the corpus, and of each file rows, bytes and SHA-256. It is
written to FOLDER.part and renamed when it is whole; stopped or failed, nothing is left. The export is of one moment, and
an import may go on beside it. Cases come by ascending id, with --partition by jurisdiction, year and id.

--since N takes a change number or a date, as "caselaw changes" does, and exports the cases that changed after it; the ids of
those that are gone, or that the filter does not leave, are in removed.jsonl. Bring an older export up to date with it:
take out the removed ids, then put each case in the place of the one with its id, or add it. "until" in the manifest
("last_change" of a whole export) is where the next one goes on. For ${INCREMENTAL_FORMATS.join(", ")}.

sqlite and files always have the bodies, sqlite as text. --flat is for jsonl, --partition for parquet.

Columns of csv, jsonl --flat and parquet: ${columnNames(null)}
  --full-case adds ${columnNames("text")}
  --full-case --body-format html or xml adds ${columnNames("html")}
parquet has decision_date as a DATE, and beside it decision_date_text and decision_date_precision (day, month, year).
  citations: case_id, seq, type, cite; edges: case_id, cite, cited_case_id`;

/** What a body adds, or without one all that is there. */
function columnNames(bodyFormat: BodyFormat | null): string {
  const columns = flatColumns(bodyFormat).slice(bodyFormat === null ? 0 : flatColumns(null).length);
  return columns.map(({ name }) => name).join(", ");
}

export const declareExport: Declare = (command, run) => {
  const parameters = parametersOf("cases").filter(({ name }) => !NOT_HERE.includes(name));
  command.usage("--format FORMAT --to FOLDER [filters] [options]");
  const question = addFilterOptions(command, parameters);
  command
    .requiredOption("--format <format>", EXPORT_FORMATS.join(", "))
    .requiredOption("--to <folder>", "the folder that the export becomes")
    .option("--flat", "jsonl: one level, the columns of csv")
    .option("--partition", "parquet: a folder for each jurisdiction and year")
    .option(
      "--since <point>",
      "only what changed after this change number or since this date, and what is gone",
    )
    .option("--force", "replace an export that is there already, once the new one is whole")
    .option("--json", "print the manifest")
    .addHelpText("after", EXAMPLES)
    .action(() => run(command, (context) => exportAsked(command, question, context)));
};

async function exportAsked(command: Command, question: URLSearchParams, context: Context): Promise<number> {
  const { format: name, to, flat, partition, since, force, json } = command.opts();
  const format = readFormat(String(name));
  const target = String(to);
  const options: ExportOptions = { flat: flat === true, partition: partition === true };
  const existing = force === true ? "replaced" : "refused";
  const point = since === undefined ? {} : { since: String(since) };
  const manifest = await exportTo({ format, target, question, existing, options, ...point }, context);
  const { settings, stdout } = context;
  if (json === true) await stdout.write(`${JSON.stringify(manifest)}\n`);
  else if (!settings.quiet) await stdout.write(`${summaryOf(manifest, target)}\n`);
  return EXIT.done;
}

async function exportTo(
  request: {
    readonly format: ExportFormat;
    readonly target: string;
    readonly question: URLSearchParams;
    readonly existing: "refused" | "replaced";
    readonly options: ExportOptions;
    readonly since?: string;
  },
  context: Context,
): Promise<Manifest> {
  const { settings, signal } = context;
  const { runExport } = await import("../export/run-export.ts");
  keepNewSpaceSmall();
  using progress = new ExportProgress(context);
  using cleaning = new DisposableStack();
  try {
    return await runExport(settings.db, request, {
      baseUrl: settings.baseUrl,
      signal,
      onProgress: (event) => progress.note(event),
      onLocked: (lock) => void cleaning.use(atExit(() => lock[Symbol.dispose]())),
    });
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    using corpus = openAsked(context);
    const asked = new URLSearchParams(request.question);
    if (request.since !== undefined) asked.set("since", request.since);
    throw wrongFlags(error.parameters, asked, corpus);
  }
}

/** @throws CaselawError `invalid` naming the formats, and the nearest */
function readFormat(name: string): ExportFormat {
  if (isExportFormat(name)) return name;
  const nearest = nearestOf(
    name,
    EXPORT_FORMATS.map((one) => [one]),
  );
  const choices = `the formats are ${EXPORT_FORMATS.join(", ")}`;
  throw new CaselawError("invalid", `Cannot use --format "${shownValue(name)}": ${choices}`, {
    hint: nearest === null ? undefined : `Did you mean --format ${nearest}?`,
  });
}

function summaryOf({ cases, files }: Manifest, target: string): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const counted = (number: number, one: string): string =>
    `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
  return `${counted(cases, "case")} exported to ${visibleLine(target)}: ${counted(files.length, "file")}, ${inBytes(bytes)}`;
}
