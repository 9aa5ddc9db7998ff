/** The use case `export`: a corpus, or the part that a filter leaves, as files for other tools. */
import { setImmediate } from "node:timers/promises";
import type { CaseWithBody } from "../corpus/bodies.ts";
import { CorpusSnapshot } from "../corpus/snapshot.ts";
import { CaselawError } from "../domain/errors.ts";
import type { ChangeSpan } from "../store/ledger/changes.ts";
import { CASE_PARAMETERS, type CaseRequest } from "../v1/case-parameters.ts";
import { bodyRequestOf, readCaseRequest } from "../v1/case-request.ts";
import { readSpan } from "../v1/changes.ts";
import { type Question, valuesOf } from "../v1/parameter.ts";
import { DEFAULT_BASE_URL } from "../v1/v1.ts";
import { checkColumns } from "./column-choice.ts";
import type {
  ExportOption,
  ExportOptions,
  SealedFile,
  WriterPlace,
  WrittenFile,
  WrittenFiles,
} from "./export-writer.ts";
import { EXPORT_FORMATS, type ExportFormat } from "./export-writer.ts";
import { FORMATS, isExportFormat } from "./formats.ts";
import { type Manifest, type ManifestHead, sealFile, writeManifest } from "./manifest.ts";
import { programVersion } from "./program-version.ts";
import { publish } from "./publish.ts";
import { changedPages, checkIncremental, RemovedIds } from "./since.ts";

export interface ExportRequest {
  readonly format: ExportFormat;
  /** The folder that the export becomes. Its own folder must be there. */
  readonly target: string;
  /** Filters, `full_case` and `body_format` (docs/interface.md, "Parameters of cases"); none: every case. */
  readonly question?: Question;
  /** Whether an export that is there already is replaced; refused when absent. */
  readonly existing?: "refused" | "replaced";
  readonly options?: ExportOptions;
  /**
   * Only what changed after this change number, or at or after this date or ISO 8601 time, and the ids of what is gone: an
   * increment (export/since). Everything when absent.
   */
  readonly since?: number | string;
}

export interface ExportRun {
  /** What every URL in a record starts with. */
  readonly baseUrl?: string;
  readonly signal?: AbortSignal;
  /** Told after each page, and once before the first. */
  readonly onProgress?: (progress: { readonly cases: number; readonly total: number }) => void;
  readonly onLocked?: (lock: Disposable) => void;
}

/**
 * Exports one moment of a corpus into a new folder, in constant memory; an import may go on beside.
 *
 * @returns the manifest, which lies in the folder as `manifest.json`
 * @throws CaselawError `invalid` (`parameters` for wrong filters; a format or an option that is none), as `openCorpus`,
 *   and as `publish`; the signal's reason. Nothing is under the target's name then that was not there before.
 */
export async function runExport(
  corpusPath: string,
  request: ExportRequest,
  run: ExportRun = {},
): Promise<Manifest> {
  checkRequest(request);
  const { question = {}, target, existing = "refused" } = request;
  using snapshot = new CorpusSnapshot(corpusPath);
  const asked = askedOf(snapshot, request.format, question);
  const isIncrement = request.since !== undefined;
  const bodyFormat = asked.fullCase ? asked.bodyFormat : null;
  checkColumns(request.format, request.options ?? {}, { bodyFormat, isIncrement });
  const span = request.since === undefined ? null : readSpan(String(request.since), snapshot);
  const exportedAt = new Date().toISOString();
  const { onLocked } = run;
  const publication = { target, existing, corpusPath, ...(onLocked === undefined ? {} : { onLocked }) };
  return await publish(publication, async (folder) => {
    const { options = {} } = request;
    const place = { folder, snapshot, baseUrl: run.baseUrl ?? DEFAULT_BASE_URL, bodyFormat, options };
    const written = await writeAsked(request.format, place, { ...asked, span }, run);
    const head: ManifestHead = {
      caselaw: programVersion(),
      format: request.format,
      filter: filterOf(question),
      options: {
        full_case: asked.fullCase,
        body_format: bodyFormat,
        flat: options.flat === true,
        partition: options.partition === true,
        columns: options.columns ?? null,
      },
      ...(span ?? {}),
      corpus: { last_change: snapshot.state.lastChange, state: snapshot.state.state },
      exported_at: exportedAt,
      cases: written.cases,
    };
    return await writeManifest(folder, head, sealed(folder, written.files, run.signal));
  });
}

/** An export has an order and a form of its own. */
const EXPORT_PARAMETERS = CASE_PARAMETERS.filter(
  ({ name }) => !["ordering", "facet", "preview"].includes(name),
);

/** The request's filter, with a body where the format has none without. */
function askedOf(snapshot: CorpusSnapshot, format: ExportFormat, question: Question): CaseRequest {
  const asked = readCaseRequest(valuesOf(question), snapshot, EXPORT_PARAMETERS);
  const { bodies, bodyFormats } = FORMATS[format];
  const fullCase = asked.fullCase || bodies === "always";
  if (!bodyFormats.includes(asked.bodyFormat)) {
    const message = `Select a valid choice. ${format} is exported with ${bodyFormats.join(" or ")} only.`;
    throw new CaselawError("invalid", `Cannot export ${format}: body_format: ${message}`, {
      parameters: { body_format: [message] },
    });
  }
  return { ...asked, fullCase };
}

/** A request, and the span of an increment; null for everything. */
interface Asked extends CaseRequest {
  readonly span: ChangeSpan | null;
}

interface WrittenCases {
  readonly cases: number;
  readonly files: WrittenFiles;
}

/** The files as they lie on the disk, one by one. */
async function* sealed(
  folder: string,
  files: WrittenFiles,
  signal: AbortSignal | undefined,
): AsyncGenerator<SealedFile> {
  for await (const file of files) {
    signal?.throwIfAborted();
    yield "sha256" in file ? file : await sealFile(folder, file);
  }
}

async function writeAsked(
  format: ExportFormat,
  place: WriterPlace,
  asked: Asked,
  run: ExportRun,
): Promise<WrittenCases> {
  const { snapshot, folder, options } = place;
  const { span } = asked;
  const isTold = run.onProgress !== undefined;
  if (span === null) {
    const ids = snapshot.ids(asked.filter, FORMATS[format].order(options));
    const pages = snapshot.pages(ids, bodyRequestOf(asked));
    return await writePages(format, place, { pages, total: isTold ? snapshot.count(asked.filter) : 0 }, run);
  }
  await using removed = await RemovedIds.make(folder);
  const pages = changedPages(snapshot, span, asked, removed);
  const total = isTold ? snapshot.countTouched(span) : 0;
  const { cases, files } = await writePages(format, place, { pages, total }, run);
  return { cases, files: withFile(files, removed.written) };
}

async function* withFile(files: WrittenFiles, more: WrittenFile): AsyncGenerator<WrittenFile | SealedFile> {
  yield* files;
  yield more;
}

interface Pages {
  readonly pages: Iterable<readonly CaseWithBody[]> | AsyncIterable<readonly CaseWithBody[]>;
  readonly total: number;
}

async function writePages(
  format: ExportFormat,
  place: WriterPlace,
  { pages, total }: Pages,
  { signal, onProgress }: ExportRun,
): Promise<WrittenCases> {
  await using writer = await FORMATS[format].open(place);
  let cases = 0;
  onProgress?.({ cases, total });
  for await (const page of pages) {
    signal?.throwIfAborted();
    await writer.write(page);
    cases += page.length;
    onProgress?.({ cases, total });
    // a signal is heard only here
    await setImmediate();
  }
  signal?.throwIfAborted();
  return { cases, files: await writer.finish() };
}

/** The library may be called without types. */
function checkRequest({ format, options = {}, since }: ExportRequest): void {
  if (!isExportFormat(format)) {
    const choices = EXPORT_FORMATS.join(", ");
    throw new CaselawError("invalid", `Cannot export "${String(format)}": the formats are ${choices}`);
  }
  if (since !== undefined) checkIncremental(format, options);
  const given: readonly ExportOption[] = ["flat", "partition"];
  for (const option of given) {
    if (options[option] !== true || FORMATS[format].options.includes(option)) continue;
    const able = EXPORT_FORMATS.filter((one) => FORMATS[one].options.includes(option)).join(", ");
    throw new CaselawError("invalid", `Cannot export ${format} with --${option}: only ${able} takes it`);
  }
}

function filterOf(question: Question): Record<string, readonly string[]> {
  const filters = [...valuesOf(question)].filter(([name]) => name !== "full_case" && name !== "body_format");
  return Object.fromEntries(filters);
}
