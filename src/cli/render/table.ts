/** One page of a collection as a table for the terminal, with the columns that a reader needs. */
import { mainCite } from "../../domain/citation.ts";
import type { Collection, V1Records } from "../../v1/collections.ts";
import type { V1Page } from "../../v1/lists.ts";
import { escapeLine } from "../escape-for-terminal.ts";
import { type Columns, columnsOf } from "./columns.ts";
import { facetBlocks, pageFooter } from "./page-lines.ts";
import { tableLines } from "./plain-table.ts";

/** By title, as many as fit a line. Addresses and fields that are rarely filled are left out. */
const SHOWN: { readonly [C in Collection]: Columns<V1Records[C]> } = {
  cases: {
    id: (one) => one.id,
    name: (one) => (one.name_abbreviation === "" ? one.name : one.name_abbreviation),
    date: (one) => one.decision_date,
    citation: (one) => mainCite(one.citations) ?? null,
    court: (one) => one.court.name_abbreviation ?? one.court.name,
  },
  courts: titled(["id", "slug", "name_abbreviation", "name", "jurisdiction"]),
  jurisdictions: titled(["id", "slug", "name", "name_long", "whitelisted"]),
  reporters: titled(["id", "short_name", "full_name", "start_year", "end_year", "jurisdictions"]),
  volumes: titled(["barcode", "volume_number", "reporter", "publication_year", "jurisdictions"]),
  citations: titled(["type", "cite", "case_id"]),
  bulk: titled(["id", "file_name", "export_date", "public", "body_format"]),
};

/**
 * @param width of the terminal, in characters
 * @returns a header, a line a record, the counts of facets, and a last line with the count and the cursor of the next page
 */
export function tableOf<C extends Collection>(
  collection: C,
  page: V1Page<unknown, V1Records[C]>,
  width: number,
): string {
  const columns: Columns<V1Records[C]> = SHOWN[collection];
  const cells = Object.entries(columns).map(([title, field]) => [
    title,
    ...page.envelope.results.map((record) => escapeLine(String(field(record) ?? ""))),
  ]);
  const lines = page.envelope.results.length === 0 ? [] : tableLines(cells, width);
  const facets = facetBlocks(page.envelope.facets).flatMap((block) => ["", block]);
  const footer = facets.length === 0 ? [pageFooter(page)] : ["", pageFooter(page)];
  return [...lines, ...facets, ...footer, ""].join("\n");
}

/** Columns of these fields, with spaces in their titles. */
function titled(fields: readonly string[]): Columns<object> {
  const columns = Object.entries(columnsOf(fields));
  return Object.fromEntries(columns.map(([name, field]) => [name.replaceAll("_", " "), field]));
}
