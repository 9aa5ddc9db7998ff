/** `caselaw export`: the corpus, or the cases that match a filter, as files for other tools. */
import { join } from "node:path";
import { Option, type OptionValues } from "commander";
import type { BodyFormat } from "../../corpus/bodies.ts";
import { CaselawError } from "../../domain/errors.ts";
import { pathBelow } from "../../domain/file-path.ts";
import { CITATION_COLUMNS, columnNames, OPINION_ROW } from "../../export/columns.ts";
import { EDGE_COLUMNS } from "../../export/edges.ts";
import { EDGES_BY, type ExportOptions } from "../../export/format.ts";
import {
  EXPORT_FORMATS,
  EXPORT_PARAMETERS,
  type ExportFormat,
  FORMATS,
  formatsWith,
} from "../../export/formats.ts";
import { MANIFEST, type Manifest } from "../../export/manifest.ts";
import type { ExportRequest } from "../../export/run-export.ts";
import { recordFields } from "../../v1/record-definitions.ts";
import { flagError, openForReading } from "../asking/ask.ts";
import { addFilterOptions, ChoiceOption, type Flags } from "../asking/flags.ts";
import { printSearchNotes } from "../asking/print-list.ts";
import { type Context, type Declare, EXIT } from "../context.ts";
import { limitHeap } from "../process.ts";
import { ExportProgress } from "../render/live-lines.ts";
import { printMessage } from "../render/messages.ts";
import { checkOutputOf } from "../settings/outputs.ts";
import { corpusOf } from "../settings/settings.ts";
import { counted, escapeLine, inBytes } from "../terminal-text.ts";

const EXPORT_HELP = `
Formats:
${EXPORT_FORMATS.map((name) => `  ${name.padEnd(9)}${FORMATS[name].describes}`).join("\n")}

Examples:
  caselaw export --format jsonl --to all --full-case
  caselaw export --format parquet --to illinois --jurisdiction ill --full-case --partition
  caselaw export --format csv --to gold --search '"gold letters"'
  caselaw export --format csv --to names --columns id,name_abbreviation,decision_date,court_slug
  caselaw export --format sqlite --to datasette --force
  caselaw export --format files --to reading --reporter 315 --body-format html
  caselaw export --format bulk --to data/release --register

The command creates FOLDER. Its file manifest.json contains the filter, the state of the corpus, and the rows, bytes and SHA-256 of
each file; dictionary.json describes every column. The export is written to FOLDER.ID.part and renamed when it is complete; if it is stopped or fails, nothing remains. --force
replaces a folder that contains an export and nothing else. The export shows the corpus at one moment, also during an import.
Cases are sorted by id; with --partition by jurisdiction, year and id.

--since N accepts a change number or a date, as "caselaw changes" does, and exports the cases that changed after it. removed.jsonl
has the ids of cases that were removed or no longer match the filter; without such cases it is left out. To update an older export: remove these ids, then
replace each case that has the same id, and add the others. The next increment starts at "until" of the manifest (in a
complete export: "last_change"). The targets of edges are as of the export of the citing case: cases that were added or
removed since change it only in a complete export. For ${formatsWith("since").join(", ")}.

sqlite and files always contain the bodies, sqlite as text. --flat is for jsonl, --partition and --splits for parquet. bulk contains each body as
it is stored, XML in one archive and texts in another, unless --full-case with --body-format selects one of them for all cases; it
cannot contain the HTML of the static site. --register is for bulk exports below the data folder.

Columns of csv, jsonl --flat and parquet, from which --columns selects: ${columnsWith(null)}
  --full-case adds ${columnsWith("text")}
  --full-case --body-format html or xml adds ${columnsWith("html")}
parquet has decision_date as a DATE, and also decision_date_text and decision_date_precision (day, month, year); the opinions of texts
are a table of their own, with these columns in place of opinions and author_surnames:
  opinions: ${namesOf(recordFields(OPINION_ROW))}
  citations: ${namesOf(CITATION_COLUMNS)}
  edges: ${namesOf(EDGE_COLUMNS)}; "source" is where the citation was found: the source's list or the case's text.
  A row of edges is a pair of a case and what it cites; with --edges citations each citation as it is listed, by opinion and parallel
  citation. A citation that may mean several cases is one row with target "several" and all of them in target_case_ids.

A case whose body is damaged is left out; "damaged" of the manifest lists it.
Exit codes: 0 done, 3 cases were left out.`;

export const declareExport: Declare = (command, run) => {
  command.usage("--format FORMAT --to FOLDER [filters] [options]");
  const question = addFilterOptions(command, EXPORT_PARAMETERS);
  const formats = new ChoiceOption("--format <format>", EXPORT_FORMATS.join(", "), EXPORT_FORMATS);
  command
    .addOption(formats.makeOptionMandatory())
    .requiredOption("--to <folder>", "the folder to create")
    .option("--flat", "jsonl: flat objects with the columns of csv")
    .option("--columns <names>", "csv, jsonl --flat, parquet: only these columns (a,b,c)")
    .option("--partition", "parquet: a folder for each jurisdiction and year")
    .option(
      "--splits",
      "parquet: cases and opinions in files for training, validation and test (90, 5 and 5 %)",
    )
    .addOption(
      new Option("--edges <rows>", "parquet, sqlite: what a row of edges is (default: pairs)").choices(
        EDGES_BY,
      ),
    )
    .option("--without-blocked", "leave out blocked decisions, as serve does; --register does so too")
    .option("--register", "bulk: let serve list the archives under /v1/bulk/ and serve them")
    .option(
      "--since <point>",
      "only cases that changed after this change number or since this date, and the ids of removed cases",
    )
    .option("--base-url <url>", "what every address in a record begins with; without it they are relative")
    .option("--force", "replace an existing export when the new one is complete")
    .option("--json", "print the manifest")
    .addHelpText("after", EXPORT_HELP)
    .action(run((context) => exportCases(question, context)));
};

async function exportCases(question: Flags, context: Context): Promise<number> {
  // `runExport` checks the format
  const { format, to: target, since, force, register, withoutBlocked, json } = context.options;
  checkOutputOf("export", target, context.settings);
  if (register === true) checkRegister(format, target, question, context);
  const existing = force === true ? "replaced" : "refused";
  const point = since === undefined ? {} : { since };
  const options = readOptions(context.options);
  // what is registered is served
  const blocked = register === true || withoutBlocked === true ? "hidden" : "shown";
  const request = { format, target, question, existing, blocked, options, ...point } as const;
  const manifest = await exportTo(request, context);
  await printSearchNotes(question, context);
  if (register === true) await registerExport(manifest, target, context);
  const { settings, stdout } = context;
  if (json === true) await stdout.write(`${JSON.stringify(manifest, null, 2)}\n`);
  else if (!settings.quiet) await stdout.write(`${summaryOf(manifest, target)}\n`);
  const { damaged = [] } = manifest;
  if (damaged.length === 0) return EXIT.done;
  await printMessage("warning", { message: damagedMessage(damaged) }, context);
  return EXIT.faulty;
}

/** The manifest lists all of them. */
const MAX_SHOWN = 20;

function damagedMessage(ids: readonly number[]): string {
  const more = ids.length - MAX_SHOWN;
  const listed = `${ids.slice(0, MAX_SHOWN).join(", ")}${more > 0 ? ` and ${more} more, which ${MANIFEST} lists` : ""}`;
  const next = "run caselaw verify --repair, and import their archives again";
  return `cannot export ${counted(ids.length, "case")} with a damaged body: ${listed}; ${next}`;
}

function readOptions({ flat, partition, splits, columns, edges }: OptionValues): ExportOptions {
  const names: string[] | undefined = columns?.split(",");
  return {
    flat: flat === true,
    partition: partition === true,
    splits: splits === true,
    ...(edges === undefined ? {} : { edges }),
    ...(names === undefined ? {} : { columns: names.map((name) => name.trim()).filter(Boolean) }),
  };
}

async function exportTo(
  request: ExportRequest & { readonly question: Flags },
  context: Context,
): Promise<Manifest> {
  const { settings } = context;
  const { runExport } = await import("../../export/run-export.ts");
  limitHeap();
  using progress = new ExportProgress(context);
  try {
    return await runExport(corpusOf(settings), request, {
      baseUrl: settings.givenBaseUrl ?? "",
      signal: await context.listen(),
      onProgress: (event) => progress.note(event),
    });
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    using v1 = await openForReading(context);
    const since: Flags = request.since === undefined ? [] : [["since", String(request.since)]];
    throw flagError(error, [...request.question, ...since], v1.corpus);
  }
}

function summaryOf({ cases, file_count: files, bytes }: Manifest, target: string): string {
  const ofMany = (number: number, noun: string): string =>
    `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
  return `${ofMany(cases, "case")} exported to ${escapeLine(target)}: ${ofMany(files, "file")}, ${inBytes(bytes)}`;
}

/** Filters with which an archive has all cases of its jurisdiction, as the list of bulk files promises. */
const WHOLE_FILTERS: readonly string[] = ["jurisdiction", "full_case", "body_format"];

/**
 * Checks the conditions of `--register` before anything is written.
 *
 * @throws CaselawError `invalid` for another format, a part of a jurisdiction, or a folder that `serve` does not read
 */
function checkRegister(format: ExportFormat, target: string, question: Flags, { settings }: Context): void {
  const refuse = (reason: string): never => {
    throw new CaselawError("invalid", `Cannot use --register: ${reason}`);
  };
  if (settings.engine !== null) refuse("it needs the corpus file, not --engine-url");
  if (format !== "bulk") refuse("it needs --format bulk");
  const part = question.map(([name]) => name).find((name) => !WHOLE_FILTERS.includes(name));
  if (part !== undefined)
    refuse(
      `--${part.replaceAll("_", "-")} selects a part of a jurisdiction, but a listed file must have all of it`,
    );
  if (pathBelow(settings.dataDir, target) === null)
    refuse(
      `"${escapeLine(target)}" is not below the data folder "${settings.dataDir}", from which files are served`,
    );
}

/** @throws CaselawError as `registerBags`; the export stays */
async function registerExport(
  { files }: Manifest,
  target: string,
  { settings, listen }: Context,
): Promise<void> {
  const { registerBags } = await import("../../import/import.ts");
  await registerBags(
    files.filter(({ path }) => path.endsWith(".zip")).map(({ path }) => join(target, path)),
    {
      corpusPath: settings.db,
      dataFolder: settings.dataDir,
      mode: "import",
      shrink: "refused",
      ...(settings.memory === null ? {} : { memory: settings.memory * 2 ** 20 }),
      command: "export --register",
      signal: await listen(),
      onProgress: () => {},
    },
  );
}

/** The columns that a body adds; for null, the columns without a body. */
function columnsWith(bodyFormat: BodyFormat | null): string {
  const without = columnNames(null);
  const names = bodyFormat === null ? without : columnNames(bodyFormat).slice(without.length);
  return names.join(", ");
}

function namesOf(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => name).join(", ");
}
