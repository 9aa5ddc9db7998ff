/**
 * Increments: an export of the cases that changed after a point, and of the ids of removed cases.
 *
 * To apply an increment to the export before it, first delete the removed ids, then replace or add each changed case. The
 * result equals a complete export with the same filter and options. A changed case that does not match the filter is listed as
 * removed, even if it never matched; ignore ids that the earlier export lacks. Without removed cases
 * there is no file of them.
 */
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import { CaselawError } from "../domain/errors.ts";
import type { ChangeSpan } from "../domain/ledger.ts";
import type { CaseRequest } from "../v1/case-request.ts";
import type { ExportFormat, ExportOptions } from "./export-writer.ts";
import type { OutputFile } from "./output-file.ts";

export const REMOVED = "removed.jsonl";

/** Formats whose records can be replaced by the case's id. */
export const INCREMENTAL_FORMATS: readonly ExportFormat[] = ["jsonl", "csv", "parquet", "sqlite"];

/** @throws CaselawError `invalid` for a format or an option whose records cannot be replaced by id */
export function checkIncremental(format: ExportFormat, { partition }: ExportOptions): void {
  if (!INCREMENTAL_FORMATS.includes(format)) {
    const able = INCREMENTAL_FORMATS.join(", ");
    throw new CaselawError("invalid", `Cannot export ${format} with \`since\`: it is for ${able}`);
  }
  if (partition === true)
    throw new CaselawError("invalid", "Cannot use `since` with `partition`: cases move between files");
}

/** The ids of the changed cases, ascending, page by page. @param removed gets the removed ids: `{"id":12}` a line, ascending */
export async function* changedPages(
  snapshot: CorpusSnapshot,
  span: ChangeSpan,
  { filter, fullCase }: CaseRequest,
  removed: OutputFile,
): AsyncGenerator<readonly number[]> {
  for (const { kept, gone } of snapshot.touched(span, filter)) {
    await removed.write(gone.map((id) => `${JSON.stringify({ id })}\n`).join(""), gone.length);
    yield* snapshot.idPages(kept, fullCase ? "bodies" : "metadata");
  }
}
