/** One page of a collection as a table for the terminal. Columns are chosen and shortened for the eye. */
import Table from "cli-table3";
import type { Answers, Collection } from "../../corpus/collections.ts";
import type { Envelope } from "../../corpus/envelope.ts";
import { type Columns, CSV_COLUMNS } from "./csv-columns.ts";
import { escapeLine } from "./escape-for-terminal.ts";
import { facetBlocks } from "./facet-lines.ts";
import { pageFooter } from "./page-footer.ts";
import { shorten } from "./wrap.ts";

/** By title: what fits beside each other. Addresses and rarely filled fields are left out. */
const SHOWN: { readonly [C in Collection]: Columns<Answers[C]> } = {
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

const GAP = 2;
/** No column is made narrower than this while a wider one can give. */
const MIN_WIDTH = 4;
/** All lines of the library's drawing left out: columns stand side by side. */
const NO_LINES = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: " ".repeat(GAP),
};

/**
 * @param width of the terminal, in characters
 * @returns a header, a line a record, the counts of facets, and a last line with the count and the cursor of the next page
 */
export function tableOf<C extends Collection>(
  collection: C,
  page: Envelope<Answers[C]>,
  width: number,
): string {
  const columns: Columns<Answers[C]> = SHOWN[collection];
  const fields = Object.values(columns);
  const rows = page.results.map((record) => fields.map((field) => escapeLine(String(field(record) ?? ""))));
  const lines = rows.length === 0 ? [] : drawn([Object.keys(columns), ...rows], width);
  const facets = facetBlocks(page.facets).flatMap((block) => ["", block]);
  const footer = facets.length === 0 ? [pageFooter(page)] : ["", pageFooter(page)];
  return [...lines, ...facets, ...footer, ""].join("\n");
}

/** Widths of columns that come to `available` at most: the widest give first, down to `MIN_WIDTH`. */
export function fitWidths(natural: readonly number[], available: number): number[] {
  const sum = (cap: number): number => natural.reduce((total, width) => total + Math.min(width, cap), 0);
  let cap = Math.max(...natural, 0);
  while (cap > MIN_WIDTH && sum(cap) > available) cap--;
  return natural.map((width) => Math.max(Math.min(width, cap), 1));
}

/** Columns of CSV, with spaces in their titles. */
function picked<C extends Collection>(collection: C, names: readonly string[]): Columns<Answers[C]> {
  const columns: Columns<Answers[C]> = CSV_COLUMNS[collection];
  const chosen = Object.entries(columns).filter(([name]) => names.includes(name));
  const sorted = chosen.toSorted(([a], [b]) => names.indexOf(a) - names.indexOf(b));
  return Object.fromEntries(sorted.map(([name, field]) => [name.replaceAll("_", " "), field]));
}

function drawn(rows: readonly string[][], width: number): string[] {
  const natural = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => [...(row[at] ?? "")].length)));
  const widths = fitWidths(natural, width - GAP * (natural.length - 1));
  const style = { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true };
  const table = new Table({ chars: NO_LINES, style, colWidths: widths });
  for (const row of rows) table.push(row.map((cell, at) => shorten(cell, widths[at] ?? 1)));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd());
}
