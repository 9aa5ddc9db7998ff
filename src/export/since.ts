/**
 * Increments: an export of what changed after a point, and of what is gone.
 *
 * Applied to the export before it, removed ids first, then each changed case in the place of the one with its id, or as a
 * new one, an increment gives what a fresh export with the same filter and options gives. A case that the filter does not leave
 * (any more) counts as removed, also one that it never left: an id that is not there is passed over.
 */
import { join } from "node:path";
import type { CaseWithBody } from "../corpus/bodies.ts";
import type { CorpusSnapshot } from "../corpus/snapshot.ts";
import { CaselawError } from "../domain/errors.ts";
import type { ChangeSpan } from "../store/ledger/changes.ts";
import type { CaseRequest } from "../v1/case-parameters.ts";
import { bodyRequestOf } from "../v1/case-request.ts";
import type { ExportFormat, ExportOptions, WrittenFile } from "./export-writer.ts";
import { OutputFile } from "./output-file.ts";

export const REMOVED = "removed.jsonl";

/** Formats whose records are found again by the case's id. */
export const INCREMENTAL_FORMATS: readonly ExportFormat[] = ["jsonl", "csv", "parquet", "sqlite"];

/** @throws CaselawError `invalid` for a format or an option whose files cannot be brought up to date by id */
export function checkIncremental(format: ExportFormat, { partition }: ExportOptions): void {
  if (!INCREMENTAL_FORMATS.includes(format)) {
    const able = INCREMENTAL_FORMATS.join(", ");
    throw new CaselawError("invalid", `Cannot use --since with --format ${format}: it is for ${able}`);
  }
  if (partition === true)
    throw new CaselawError("invalid", "Cannot use --since with --partition: cases move");
}

/** The ids that an increment takes away, as `removed.jsonl`: `{"id":12}` a line, ascending. */
export class RemovedIds implements AsyncDisposable {
  readonly #file: OutputFile;

  private constructor(file: OutputFile) {
    this.#file = file;
  }

  static async make(folder: string): Promise<RemovedIds> {
    return new RemovedIds(await OutputFile.make(join(folder, REMOVED)));
  }

  async write(ids: readonly number[]): Promise<void> {
    await this.#file.write(ids.map((id) => `${JSON.stringify({ id })}\n`).join(""), ids.length);
  }

  get written(): WrittenFile {
    return { path: REMOVED, rows: this.#file.rows };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file[Symbol.asyncDispose]();
  }
}

/** The cases of a span by ascending id, page by page; what is gone is written beside. No more than a page is held. */
export async function* changedPages(
  snapshot: CorpusSnapshot,
  span: ChangeSpan,
  { filter, ...request }: CaseRequest,
  removed: RemovedIds,
): AsyncGenerator<readonly CaseWithBody[]> {
  for (const { kept, gone } of snapshot.touched(span, filter)) {
    await removed.write(gone);
    yield* snapshot.pages(kept, bodyRequestOf(request));
  }
}
