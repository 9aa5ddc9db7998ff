/**
 * Writes the cases of an export, page by page, without those whose bodies are damaged.
 *
 * An increment has the cases that changed after a point, and the ids of removed cases. To apply it to the export before it,
 * first delete the removed ids, then replace or add each changed case. The result equals a complete export with the same filter
 * and options. A changed case that does not match the filter is listed as removed, even if it never matched; ignore ids that
 * the earlier export lacks. Without removed cases there is no file of them.
 */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import { CaselawError } from "../domain/errors.ts";
import type { ChangeSpan } from "../domain/ledger.ts";
import { bodyRequestOf, type CaseRequest } from "../v1/case-request.ts";
import { integer, means, fieldOf as recordField } from "../v1/record-definitions.ts";
import { DICTIONARY, dictionaryOf, fieldOf, linesTable } from "./dictionary.ts";
import type { ExportWriter, Format, WriterContext, WrittenFile } from "./format.ts";
import { OutputFile } from "./output-file.ts";

const REMOVED = "removed.jsonl";

/** A request, and the span of an increment; null: all cases. */
interface SpanRequest extends CaseRequest {
  readonly span: ChangeSpan | null;
}

/** What was written. */
interface WrittenCases {
  readonly cases: number;
  /** Ids of the cases that were left out because their bodies cannot be read. */
  readonly damaged: readonly number[];
  readonly files: readonly WrittenFile[];
}

interface PageRun {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly cases: number; readonly total: number }) => void;
}

/** Writes the cases of a request with the writer of the format, and the dictionary of the files. */
export async function writeCases(
  format: Format,
  output: WriterContext,
  request: SpanRequest,
  run: PageRun,
): Promise<WrittenCases> {
  const { folder, snapshot } = output;
  await using removed = request.span === null ? null : await OutputFile.make(join(folder, REMOVED));
  const pages = pagesOf(format, output, request, removed);
  const written = await writePages(
    format,
    output,
    { pages, total: totalOf(snapshot, request, run), request },
    run,
  );
  const files = [...written.files];
  if (removed !== null && removed.rows > 0) files.push({ path: REMOVED, rows: removed.rows });
  // readers of JSON lines find no field in an empty file
  else if (removed !== null) await rm(join(folder, REMOVED));
  const tables = format.tables(
    output,
    files.map(({ path }) => path),
  );
  const dictionary = dictionaryOf(files.length > written.files.length ? [...tables, removedTable()] : tables);
  await writeFile(join(folder, DICTIONARY), `${JSON.stringify(dictionary, null, 2)}\n`, { flag: "wx" });
  return { ...written, files: [...files, { path: DICTIONARY, rows: 0 }] };
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

/** For the progress; 0 if nobody asks. */
function totalOf(snapshot: CorpusSnapshot, { span, filter }: SpanRequest, { onProgress }: PageRun): number {
  if (onProgress === undefined) return 0;
  return span === null ? snapshot.count(filter) : snapshot.countTouched(span);
}

function removedTable() {
  const id = means(integer, "Id of a case that was removed, or that the filter does not select now", {
    from: "caselaw",
  });
  const description = "Cases to remove from the export before.";
  return linesTable("removed", REMOVED, description, [fieldOf(recordField("id", id))]);
}

interface Pages {
  readonly pages: AsyncIterable<readonly number[]>;
  readonly total: number;
  readonly request: CaseRequest;
}

async function writePages(
  format: Format,
  output: WriterContext,
  { pages, total, request }: Pages,
  { signal, onProgress }: PageRun,
): Promise<WrittenCases> {
  await using writer = await format.open(output);
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
