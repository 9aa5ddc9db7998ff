/** Finds rows of a volume's metadata without a case, and cases without a row, by their ids. */
import type { Mismatch } from "../domain/archive-contents.ts";
import { isJsonObject } from "../domain/json.ts";

/**
 * @param rows of `CasesMetadata.json`; when every row names its file, which those of December 2023 do not, the mismatches were
 *   found by name already, and nothing is returned
 * @param met the ids of all cases of the archive
 */
export function* unmatchedRows(
  rows: readonly unknown[],
  met: { has(id: number): boolean; ids(): Iterable<number> },
): Generator<{ readonly mismatch: Mismatch; readonly id: number }> {
  if (rows.every((row) => isJsonObject(row) && typeof row.file_name === "string")) return;
  const listed = new Set(
    rows.flatMap((row) => (isJsonObject(row) && typeof row.id === "number" ? [row.id] : [])),
  );
  for (const id of listed) {
    if (!met.has(id)) yield { mismatch: { kind: "row_without_json", name: `case ${id}` }, id };
  }
  for (const id of met.ids()) {
    if (!listed.has(id)) yield { mismatch: { kind: "json_without_row", name: `case ${id}` }, id };
  }
}
