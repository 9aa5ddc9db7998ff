/** Writes the cases of an export, page by page, without those whose bodies are damaged. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import { CaselawError } from "../domain/errors.ts";
import type { ChangeSpan } from "../domain/ledger.ts";
import type { CaseRequest } from "../v1/case-request.ts";
import { bodyRequestOf } from "../v1/case-request.ts";
import type {
  ExportFormat,
  ExportWriter,
  ManifestFile,
  WriterContext,
  WrittenFile,
  WrittenFiles,
} from "./export-writer.ts";
import { FORMATS } from "./formats.ts";
import { OutputFile } from "./output-file.ts";
import { changedPages, REMOVED } from "./since.ts";

/** A request, and the span of an increment; null: all cases. */
interface SpanRequest extends CaseRequest {
  readonly span: ChangeSpan | null;
}

/** What was written. */
export interface WrittenCases {
  readonly cases: number;
  readonly damaged: readonly number[];
  readonly files: WrittenFiles;
}

interface PageRun {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly cases: number; readonly total: number }) => void;
}

/** Writes the cases of a request with the writer of the format. */
export async function writeCases(
  format: ExportFormat,
  output: WriterContext,
  request: SpanRequest,
  run: PageRun,
): Promise<WrittenCases> {
  const { snapshot, folder, options } = output;
  const { span, filter } = request;
  const hasProgress = run.onProgress !== undefined;
  if (span === null) {
    const ids = snapshot.ids(filter, FORMATS[format].order(options));
    const readsBodies = request.fullCase || FORMATS[format].bodies === "read by the writer";
    const pages = snapshot.idPages(ids, readsBodies ? "bodies" : "metadata");
    const total = hasProgress ? snapshot.count(filter) : 0;
    return await writePages(format, output, { pages, total, request }, run);
  }
  await using removed = await OutputFile.make(join(folder, REMOVED));
  const pages = changedPages(snapshot, span, request, removed);
  const total = hasProgress ? snapshot.countTouched(span) : 0;
  const written = await writePages(format, output, { pages, total, request }, run);
  if (removed.rows > 0)
    return { ...written, files: withFile(written.files, { path: REMOVED, rows: removed.rows }) };
  // readers of JSON lines find no field in an empty file
  await rm(join(folder, REMOVED));
  return written;
}

async function* withFile(files: WrittenFiles, more: WrittenFile): AsyncGenerator<WrittenFile | ManifestFile> {
  yield* files;
  yield more;
}

interface Pages {
  readonly pages: Iterable<readonly number[]> | AsyncIterable<readonly number[]>;
  readonly total: number;
  readonly request: CaseRequest;
}

async function writePages(
  format: ExportFormat,
  output: WriterContext,
  { pages, total, request }: Pages,
  { signal, onProgress }: PageRun,
): Promise<WrittenCases> {
  await using writer = await FORMATS[format].open(output);
  const damaged: number[] = [];
  let cases = 0;
  onProgress?.({ cases, total });
  for await (const page of pages) {
    signal?.throwIfAborted();
    cases += await writePage(page, request, output.snapshot, writer, damaged);
    onProgress?.({ cases, total });
    // lets signals be delivered
    await setImmediate();
  }
  signal?.throwIfAborted();
  return { cases, damaged, files: await writer.finish() };
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
    const cases = snapshot.withBodies(snapshot.casesOf(ids), bodyRequestOf(request));
    await writer.write(cases);
    return cases.length;
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    const [first = 0, ...others] = ids;
    if (others.length === 0) {
      damaged.push(first);
      return 0;
    }
  }
  let cases = 0;
  for (const id of ids) cases += await writePage([id], request, snapshot, writer, damaged);
  return cases;
}
