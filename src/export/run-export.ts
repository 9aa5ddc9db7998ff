/** Exports a corpus, or the cases that match a filter, as files for other tools. */

import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { CorpusSnapshot, openerOf } from "../corpus/open-corpus.ts";
import { withoutBlocked } from "../corpus/without-blocked.ts";
import { type CorpusLocation, fileOf } from "../domain/corpus-source.ts";
import { CaselawError } from "../domain/errors.ts";
import type { ChangeSpan } from "../domain/ledger.ts";
import { programVersion } from "../files/program.ts";
import type { CaseFilterName } from "../v1/case-filters.ts";
import { type BodyParameterName, type CaseRequest, readCaseRequest } from "../v1/case-parameters.ts";
import { readSpan } from "../v1/changes.ts";
import { type Question, type QuestionOf, refuseUnknown, valuesOf } from "../v1/parameter.ts";
import { integer, means, fieldOf as recordField } from "../v1/record-definitions.ts";
import { CARD, cardOf } from "./card.ts";
import { DICTIONARY, dictionaryOf, fieldOf, linesTable, type Table } from "./dictionary.ts";
import type { ExportOptions, ExportWriter, Format, WriterContext, WrittenFile } from "./format.ts";
import { checkColumns, checkFormat, EXPORT_PARAMETERS, type ExportFormat, FORMATS } from "./formats.ts";
import { type Manifest, writeManifest } from "./manifest.ts";
import { OutputFile } from "./output-file.ts";
import { publish } from "./publish.ts";

/** The parameters of an export. */
export type ExportParameterName = CaseFilterName | BodyParameterName;

/** What `runExport` exports, and where to. */
export interface ExportRequest {
  readonly format: ExportFormat;
  /** The folder to create. Its parent folder must exist. */
  readonly target: string;
  /** Filters, `full_case` and `body_format` (docs/interface.md, "Parameters of cases"); all cases by default. */
  readonly question?: QuestionOf<ExportParameterName>;
  /** What happens to an export that already exists; refused by default. */
  readonly existing?: "refused" | "replaced";
  /** Decisions that are kept from the network; shown by default. */
  readonly blocked?: "shown" | "hidden";
  readonly options?: ExportOptions;
  /**
   * Exports only an increment (docs/exports.md, "Increments"): the cases that changed after this change number, or at or after this date or
   * ISO 8601 time, and the ids of removed cases. All cases by default.
   */
  readonly since?: number | string;
}

/** How `runExport` runs. */
export interface ExportRun {
  /** What every address in a record begins with, without a slash at the end; by default they are relative: `/v1/cases/1/`. */
  readonly baseUrl?: string;
  readonly signal?: AbortSignal;
  /** Called before the first page and after each page. */
  readonly onProgress?: (progress: { readonly cases: number; readonly total: number }) => void;
}

/**
 * Exports one state of a corpus into a new folder, in constant memory; an import may run at the same time. A case whose body is
 * damaged is left out, and the manifest lists it.
 *
 * @returns the manifest, as in the folder's `manifest.json`
 * @throws CaselawError `invalid` (with `parameters` for wrong filters; for an unknown format or option), as `openCorpus` and
 *   as `publish`; the signal's reason. After an error the target is unchanged.
 */
export async function runExport(
  location: CorpusLocation,
  request: ExportRequest,
  run: ExportRun = {},
): Promise<Manifest> {
  const { question = {}, target, existing = "refused", options = {} } = request;
  const isIncrement = request.since !== undefined;
  checkFormat(request.format, options, isIncrement);
  refuseUnknown(question, EXPORT_PARAMETERS);
  const format: Format = FORMATS[request.format];
  const source = (await openerOf(location))();
  using snapshot = new CorpusSnapshot(request.blocked === "hidden" ? withoutBlocked(source) : source);
  const blocked: Manifest["blocked"] = source.blocked().length === 0 ? "none" : (request.blocked ?? "shown");
  const cases = readRequest(snapshot, request.format, question);
  const bodyFormat = cases.fullCase ? cases.bodyFormat : null;
  checkColumns(request.format, options, { bodyFormat, isIncrement });
  const span = request.since === undefined ? null : readSpan(String(request.since), snapshot);
  const exportedAt = new Date().toISOString();
  const { lastChange, state, textRoot } = snapshot.state;
  const publication = { target, existing, corpusPath: fileOf(location) };
  return await publish(publication, async (folder) => {
    const output = { folder, snapshot, baseUrl: run.baseUrl ?? "", bodyFormat, options };
    const written = await writeCases(format, output, { ...cases, span }, run);
    const head = {
      caselaw: programVersion(),
      format: request.format,
      filter: filterOf(question),
      options: {
        full_case: cases.fullCase,
        body_format: bodyFormat,
        flat: options.flat === true,
        partition: options.partition === true,
        columns: options.columns ?? null,
        splits: options.splits === true,
        edges: format.accepts.includes("edges") ? (options.edges ?? "pairs") : null,
      },
      ...(span ?? {}),
      blocked,
      corpus: { last_change: lastChange, state, text_root: textRoot },
      exported_at: exportedAt,
      cases: written.cases,
      ...(written.damaged.length === 0 ? {} : { damaged: written.damaged }),
    };
    const files = [...written.files];
    const card = cardOf(head, written.tables, files);
    if (card !== null) {
      await writeFile(join(folder, CARD), card, { flag: "wx" });
      files.push({ path: CARD, rows: 0 });
    }
    return await writeManifest(folder, head, files, run.signal);
  });
}

function readRequest(snapshot: CorpusSnapshot, format: ExportFormat, question: Question): CaseRequest {
  const request = readCaseRequest(valuesOf(question), snapshot, EXPORT_PARAMETERS);
  const { bodies, bodyFormats }: Format = FORMATS[format];
  const fullCase = request.fullCase || bodies === "always";
  if (!bodyFormats.includes(request.bodyFormat)) {
    const message = `Select a valid choice. ${format} is exported with ${bodyFormats.join(" or ")} only.`;
    throw new CaselawError("invalid", `Cannot export ${format}: body_format: ${message}`, {
      parameters: { body_format: [message] },
    });
  }
  return { ...request, fullCase };
}

function filterOf(question: Question): Record<string, readonly string[]> {
  const filters = [...valuesOf(question)].filter(([name]) => name !== "full_case" && name !== "body_format");
  return Object.fromEntries(filters);
}

/**
 * An increment has the cases that changed after a point, and the ids of removed cases. To apply it to the export before it,
 * first delete the removed ids, then replace or add each changed case. The result equals a complete export with the same filter
 * and options. A changed case that does not match the filter is listed as removed, even if it never matched; ignore ids that
 * the earlier export lacks. Without removed cases there is no file of them.
 */
const REMOVED = "removed.jsonl";

/** A request, and the span of an increment; null: all cases. */
interface SpanRequest extends CaseRequest {
  readonly span: ChangeSpan | null;
}

interface WrittenCases {
  readonly cases: number;
  /** Ids of the cases that were left out because their bodies cannot be read. */
  readonly damaged: readonly number[];
  readonly tables: readonly Table[];
  readonly files: readonly WrittenFile[];
}

/**
 * Writes the cases of a request with the writer of the format, page by page and without those whose bodies are damaged, and the
 * dictionary of the files.
 */
async function writeCases(
  format: Format,
  output: WriterContext,
  request: SpanRequest,
  { signal, onProgress }: ExportRun,
): Promise<WrittenCases> {
  const { folder, snapshot } = output;
  const { span, filter } = request;
  await using removed = span === null ? null : await OutputFile.make(join(folder, REMOVED));
  await using writer = await format.open(output);
  const damaged: number[] = [];
  // counted for the progress only
  const total =
    onProgress === undefined ? 0 : span === null ? snapshot.count(filter) : snapshot.countTouched(span);
  let cases = 0;
  onProgress?.({ cases, total });
  for await (const page of pagesOf(format, output, request, removed)) {
    signal?.throwIfAborted();
    cases += await writePage(page, request, snapshot, writer, damaged);
    onProgress?.({ cases, total });
    // lets signals be delivered
    await setImmediate();
  }
  signal?.throwIfAborted();
  const files = [...(await writer.finish())];
  const withRemoved = removed !== null && removed.rows > 0;
  if (withRemoved) files.push({ path: REMOVED, rows: removed.rows });
  // readers of JSON lines find no field in an empty file
  else if (removed !== null) await rm(join(folder, REMOVED));
  const paths = files.map(({ path }) => path);
  const tables = [...format.tables(output, paths), ...(withRemoved ? [removedTable()] : [])];
  const dictionary = `${JSON.stringify(dictionaryOf(tables), null, 2)}\n`;
  await writeFile(join(folder, DICTIONARY), dictionary, { flag: "wx" });
  return { cases, damaged, tables, files: [...files, { path: DICTIONARY, rows: 0 }] };
}

/** The ids of the cases, page by page. @param removed gets the removed ids of an increment: `{"id":12}` a line, ascending */
async function* pagesOf(
  { order, bodies }: Format,
  { snapshot, options }: WriterContext,
  { span, filter, fullCase }: SpanRequest,
  removed: OutputFile | null,
): AsyncGenerator<readonly number[]> {
  const parts = fullCase || bodies === "read by the writer" ? "bodies" : "metadata";
  if (span === null || removed === null) {
    yield* snapshot.idPages(snapshot.ids(filter, order(options)), parts);
    return;
  }
  for (const { kept, gone } of snapshot.touched(span, filter)) {
    await removed.write(gone.map((id) => `${JSON.stringify({ id })}\n`).join(""), gone.length);
    yield* snapshot.idPages(kept, parts);
  }
}

function removedTable() {
  const id = means(integer, "Id of a case that was removed, or that the filter does not select now", {
    from: "caselaw",
  });
  const description = "Cases to remove from the export before.";
  return linesTable("removed", REMOVED, description, [fieldOf(recordField("id", id))]);
}

/**
 * @param damaged gets the ids of the cases that are left out because their bodies cannot be read
 * @returns how many cases were written
 */
async function writePage(
  ids: readonly number[],
  request: CaseRequest,
  snapshot: CorpusSnapshot,
  writer: ExportWriter,
  damaged: number[],
): Promise<number> {
  try {
    const cases = snapshot.withBodies(snapshot.casesOf(ids), {
      format: request.fullCase ? request.bodyFormat : null,
      preview: null,
    });
    await writer.write(cases);
    return cases.length;
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    if (ids.length < 2) {
      damaged.push(...ids);
      return 0;
    }
  }
  let cases = 0;
  for (const id of ids) cases += await writePage([id], request, snapshot, writer, damaged);
  return cases;
}
