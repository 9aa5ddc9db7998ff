/** One page of a collection as a table for the terminal, with the columns that a reader needs. */
import type { Collection, V1Records } from "../../v1/collection-names.ts";
import type { V1Page } from "../../v1/lists.ts";
import { escapeLine } from "../escape-for-terminal.ts";
import { type Columns, CSV_COLUMNS } from "./csv-columns.ts";
import { facetBlocks, pageFooter } from "./page-lines.ts";
import { tableLines } from "./plain-table.ts";

/** By title, as many as fit a line. Addresses and fields that are rarely filled are left out. */
const SHOWN: { readonly [C in Collection]: Columns<V1Records[C]> } = {
  cases: {
    id: (one) => one.id,
    name: (one) => (one.name_abbreviation === "" ? one.name : one.name_abbreviation),
    date: (one) => one.decision_date,
    citation: (one) => one.citations[0]?.cite ?? null,
    court: (one) => one.court.name_abbreviation ?? one.court.name,
  },
  courts: picked("courts", ["id", "slug", "name_abbreviation", "name", "jurisdiction"]),
  jurisdictions: picked("jurisdictions", ["id", "slug", "name", "name_long", "whitelisted"]),
  reporters: picked("reporters", [
    "id",
    "short_name",
    "full_name",
    "start_year",
    "end_year",
    "jurisdictions",
  ]),
  volumes: picked("volumes", ["barcode", "volume_number", "reporter", "publication_year", "jurisdictions"]),
  citations: picked("citations", ["type", "cite", "case_id"]),
  bulk: picked("bulk", ["id", "file_name", "export_date", "public", "body_format"]),
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

/** Columns of CSV, with spaces in their titles. */
function picked<C extends Collection>(collection: C, names: readonly string[]): Columns<V1Records[C]> {
  const columns: Columns<V1Records[C]> = CSV_COLUMNS[collection];
  const chosen = Object.entries(columns).filter(([name]) => names.includes(name));
  const sorted = chosen.toSorted(([a], [b]) => names.indexOf(a) - names.indexOf(b));
  return Object.fromEntries(sorted.map(([name, field]) => [name.replaceAll("_", " "), field]));
}
