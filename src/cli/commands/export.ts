/** `caselaw export`: the corpus, or the cases that match a filter, as files for other tools. */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { BODY_FORMATS, type BodyFormat } from "../../corpus/bodies.ts";
import { CaselawError } from "../../domain/errors.ts";
import { checkColumns } from "../../export/column-choice.ts";
import {
  EDGES_BY,
  type EdgesBy,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportOptions,
} from "../../export/export-writer.ts";
import { isExportFormat } from "../../export/formats.ts";
import { MANIFEST, type Manifest } from "../../export/manifest.ts";
import { parametersOf } from "../../v1/collections.ts";
import { closestName } from "../../v1/parameter.ts";
import { openAsked } from "../asking/ask.ts";
import { printSearchNotes } from "../asking/search-notes.ts";
import type { Context, Declare } from "../context.ts";
import { escapeLine, shownValue } from "../escape-for-terminal.ts";
import { EXIT } from "../exit-code.ts";
import { EXPORT_HELP } from "../render/export-help.ts";
import { ExportProgress } from "../render/export-progress.ts";
import { printWarning } from "../render/print-error.ts";
import { counted, inBytes } from "../render/run-lines.ts";
import { addFilterOptions, type Flags, lastIn } from "../settings/filter-options.ts";
import { nameChoices } from "../settings/option-choices.ts";
import { checkOutputOf } from "../settings/outputs.ts";
import { corpusOf } from "../settings/settings.ts";
import { wrongFlags } from "../settings/wrong-flags.ts";
import { atExit } from "../stop.ts";
import { limitYoungGeneration } from "../v8-heap.ts";
import { checkRegister, registerExport } from "./register-export.ts";

/** Parameters of the presentation of a list: an export has its own order, and no pages. */
const NOT_HERE = ["ordering", "seed", "facet", "count", "preview", "page_size", "cursor"];

export const declareExport: Declare = (command, run) => {
  const parameters = parametersOf("cases").filter(({ name }) => !NOT_HERE.includes(name));
  command.usage("--format FORMAT --to FOLDER [filters] [options]");
  const question = addFilterOptions(command, parameters);
  const formats = new Option("--format <format>", EXPORT_FORMATS.join(", "));
  command
    .addOption(nameChoices(formats.makeOptionMandatory(), EXPORT_FORMATS))
    .requiredOption("--to <folder>", "the folder to create")
    .option("--flat", "jsonl: flat objects with the columns of csv")
    .option("--columns <names>", "csv, jsonl --flat, parquet: only these columns (a,b,c)")
    .option("--partition", "parquet: a folder for each jurisdiction and year")
    .addOption(
      new Option("--edges <rows>", "parquet, sqlite: what a row of edges is (default: pairs)").choices(
        EDGES_BY,
      ),
    )
    .option("--register", "bulk: let serve list the archives under /v1/bulk/ and serve them")
    .option(
      "--since <point>",
      "only cases that changed after this change number or since this date, and the ids of removed cases",
    )
    .option("--base-url <url>", "what every address in a record begins with; without it they are relative")
    .option("--force", "replace an existing export when the new one is complete")
    .option("--json", "print the manifest")
    .addHelpText("after", EXPORT_HELP)
    .action(() => run(command, (context) => exportAsked(command, question, context)));
};

async function exportAsked(command: Command, question: Flags, context: Context): Promise<number> {
  const { format: name, to, since, force, register, json } = command.opts();
  const format = readFormat(String(name));
  const target = String(to);
  const options = readOptions(command);
  checkColumns(
    format,
    options,
    { bodyFormat: bodyFormatOf(question), isIncrement: since !== undefined },
    similarColumn,
  );
  checkOutputOf("export", target, context.settings);
  if (register === true) checkRegister(format, target, question, context);
  const existing = force === true ? "replaced" : "refused";
  const point = since === undefined ? {} : { since: String(since) };
  const manifest = await exportTo({ format, target, question, existing, options, ...point }, context);
  await printSearchNotes(question, context);
  if (register === true) await registerExport(manifest, target, context);
  const { settings, stdout } = context;
  if (json === true) await printManifest(target, context);
  else if (!settings.quiet) await stdout.write(`${summaryOf(manifest, target)}\n`);
  const { damaged = [] } = manifest;
  if (damaged.length === 0) return EXIT.done;
  await printWarning(leftOut(damaged), context.stderr, settings);
  return EXIT.faulty;
}

/** The manifest lists all of them. */
const MAX_SHOWN = 20;

function leftOut(ids: readonly number[]): string {
  const more = ids.length - MAX_SHOWN;
  const listed = `${ids.slice(0, MAX_SHOWN).join(", ")}${more > 0 ? ` and ${more} more, which ${MANIFEST} lists` : ""}`;
  const next = "run caselaw verify --repair, and import their archives again";
  return `cannot export ${counted(ids.length, "case")} with a damaged body: ${listed}; ${next}`;
}

function readOptions(command: Command): ExportOptions {
  const { flat, partition, columns, edges } = command.opts();
  const names = columns === undefined ? null : String(columns).split(",");
  return {
    flat: flat === true,
    partition: partition === true,
    ...(edges === undefined ? {} : { edges: edges as EdgesBy }),
    ...(names === null ? {} : { columns: names.map((one) => one.trim()).filter((one) => one !== "") }),
  };
}

function similarColumn(name: string, known: readonly string[]): string | null {
  return closestName(
    name,
    known.map((one) => [one]),
  );
}

/** The body format, for the choice of columns; a wrong value is rejected later, with the other filters. */
function bodyFormatOf(question: Flags): BodyFormat | null {
  const asked = lastIn(question, "body_format");
  if (lastIn(question, "full_case") !== "true") return null;
  return BODY_FORMATS.find((one) => one === asked) ?? "text";
}

async function exportTo(
  request: {
    readonly format: ExportFormat;
    readonly target: string;
    readonly question: Flags;
    readonly existing: "refused" | "replaced";
    readonly options: ExportOptions;
    readonly since?: string;
  },
  context: Context,
): Promise<Manifest> {
  const { settings } = context;
  const { runExport } = await import("../../export/run-export.ts");
  limitYoungGeneration();
  using progress = new ExportProgress(context);
  using cleaning = new DisposableStack();
  try {
    return await runExport(corpusOf(settings), request, {
      baseUrl: settings.givenBaseUrl ?? "",
      signal: await context.listen(),
      onProgress: (event) => progress.note(event),
      onLocked: (lock) => void cleaning.use(atExit(() => lock[Symbol.dispose]())),
    });
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    using v1 = await openAsked(context);
    const since: Flags = request.since === undefined ? [] : [["since", request.since]];
    throw wrongFlags(error.parameters, [...request.question, ...since], v1.corpus);
  }
}

/** @throws CaselawError `invalid` with the list of formats, and the most similar one */
function readFormat(name: string): ExportFormat {
  if (isExportFormat(name)) return name;
  const similar = closestName(
    name,
    EXPORT_FORMATS.map((one) => [one]),
  );
  const choices = `the formats are ${EXPORT_FORMATS.join(", ")}`;
  throw new CaselawError("invalid", `Cannot use --format "${shownValue(name)}": ${choices}`, {
    hint: similar === null ? undefined : `Did you mean --format ${similar}?`,
  });
}

/** Streams the file: the list of files may be long. */
async function printManifest(target: string, { stdout, listen }: Context): Promise<void> {
  const signal = await listen();
  for await (const text of createReadStream(join(target, MANIFEST), "utf8")) {
    signal.throwIfAborted();
    await stdout.write(String(text));
  }
}

function summaryOf({ cases, file_count: files, bytes }: Manifest, target: string): string {
  const counted = (number: number, one: string): string =>
    `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
  return `${counted(cases, "case")} exported to ${escapeLine(target)}: ${counted(files, "file")}, ${inBytes(bytes)}`;
}
