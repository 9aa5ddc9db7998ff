/**
 * A page of a list as one Parquet file (docs/interface.md, "Pages as files"). Its columns follow from the question, never from the
 * records, so that pages can be read together; those of cases are the columns of an export.
 */
import { parquetWriteBuffer } from "hyparquet-writer";
import type { CaseWithBody } from "../corpus/bodies.ts";
import { type Collection, RECORD_NAMES } from "../v1/collections.ts";
import type { V1Page } from "../v1/lists.ts";
import { DEFINITIONS } from "../v1/record-definitions.ts";
import { column, flatRow, recordColumns } from "./columns.ts";
import { caseColumns } from "./parquet.ts";
import { parquetBytes } from "./parquet-file.ts";

export function parquetPage(collection: Collection, page: V1Page<unknown, object>, baseUrl: string): Buffer {
  const { results } = page.envelope;
  if (collection !== "cases")
    return parquetBytes(
      parquetWriteBuffer,
      recordColumns<object>(DEFINITIONS[RECORD_NAMES[collection]]),
      results,
    );
  // the compiler does not relate a page to the name of its collection
  const { items } = page.page as V1Page<CaseWithBody, object>["page"];
  const { bodyFormat = null, preview = false } = page.parts ?? {};
  const columns = [...caseColumns(bodyFormat), ...(preview ? [column("preview")] : [])];
  const rows = items.map((record) => flatRow(record, baseUrl));
  return parquetBytes(parquetWriteBuffer, columns, rows);
}
