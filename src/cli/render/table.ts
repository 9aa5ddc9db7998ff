/** Tables for terminals: columns side by side, each as wide as it needs while the line has room. */
import stringWidth from "string-width";
import { countBefore } from "../../corpus/search-words.ts";
import { mainCite } from "../../domain/citation.ts";
import { docketWords } from "../../domain/records.ts";
import type { Collection, V1Records } from "../../v1/collections.ts";
import type { Facets } from "../../v1/facets.ts";
import type { V1Page } from "../../v1/lists.ts";
import { escapeLine } from "../terminal-text.ts";
import { type Columns, columnsOf } from "./columns.ts";

const GAP = "  ";
/** No column is made narrower than this while another one is wider. */
const MIN_WIDTH = 4;

/**
 * Lists the records with their filled columns, numbers aligned right.
 *
 * @returns a header and a line a record; no line without records. Columns without any value are left out.
 */
export function plainTable<T>(records: readonly T[], columns: Columns<T>, width: number): string[] {
  if (records.length === 0) return [];
  const filled = Object.entries(columns)
    .map(([title, field]) => ({ title, values: records.map(field) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== ""));
  const cells = filled.map(({ title, values }) => [
    title,
    ...values.map((value) => escapeLine(String(value ?? ""))),
  ]);
  const isNumber = filled.map(({ values }) => values.some((value) => typeof value === "number"));
  return tableLines(cells, width, (at) => (isNumber[at] ? "right" : "left"));
}

/** Groups of lines with an empty line between them; groups without a line are left out. */
export function parted(groups: readonly (readonly string[])[]): string[] {
  return groups
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}

/**
 * Puts columns side by side.
 *
 * @param columns their cells from top to bottom, as many in each column, escaped for terminals
 * @param width of a line in columns of the terminal, of which a full-width character takes two
 */
export function tableLines(
  columns: readonly (readonly string[])[],
  width: number,
  alignmentOf: (column: number) => "left" | "right" = () => "left",
): string[] {
  const natural = columns.map((cells) => cells.reduce((most, cell) => Math.max(most, stringWidth(cell)), 0));
  const widths = fitWidths(natural, width - GAP.length * (natural.length - 1));
  const padded = columns.map((cells, at) => cells.map((cell) => pad(cell, widths[at] ?? 1, alignmentOf(at))));
  return (padded[0] ?? []).map((_, row) =>
    padded
      .map((cells) => cells[row])
      .join(GAP)
      .trimEnd(),
  );
}

/** Widths of columns that come to `available` at most: the widest give first, down to `MIN_WIDTH`. */
export function fitWidths(natural: readonly number[], available: number): number[] {
  const sum = (cap: number): number => natural.reduce((total, width) => total + Math.min(width, cap), 0);
  let cap = Math.max(...natural, 0);
  while (cap > MIN_WIDTH && sum(cap) > available) cap--;
  return natural.map((width) => Math.max(Math.min(width, cap), 1));
}

function pad(text: string, width: number, alignment: "left" | "right"): string {
  const cell = truncate(text, width);
  const spaces = " ".repeat(width - stringWidth(cell));
  return alignment === "right" ? spaces + cell : cell + spaces;
}

/** At most as wide as the column, the last character `…` where something is left out. */
function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let [kept, left] = ["", width - 1];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Says that a text is CourtListener's; left out where no record has a value. */
const RARE = "text";
/** The columns of a page of a collection, as many as fit a line. Addresses and fields that are rarely filled are left out. */
const SHOWN: { readonly [C in Collection]: Columns<V1Records[C]> } = {
  cases: {
    id: ({ id }) => id,
    name: ({ name_abbreviation, name }) => name_abbreviation || name,
    date: ({ decision_date }) => decision_date,
    citation: ({ citations, docket_number }) => mainCite(citations) ?? (docketWords(docket_number) || null),
    court: ({ court }) => court.name_abbreviation ?? court.name,
    text: ({ courtlistener: { text_from: from } = {} }) =>
      from === undefined ? null : from === "pdf" ? "CL, PDF" : "CL",
  },
  courts: titledColumns(["id", "slug", "name_abbreviation", "name", "jurisdiction"]),
  jurisdictions: titledColumns(["id", "slug", "name", "name_long", "whitelisted"]),
  reporters: titledColumns(["id", "short_name", "full_name", "start_year", "end_year", "jurisdictions"]),
  volumes: titledColumns(["barcode", "volume_number", "reporter", "publication_year", "jurisdictions"]),
  citations: titledColumns(["type", "cite", "case_id"]),
  bulk: titledColumns(["id", "file_name", "export_date", "public", "body_format"]),
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
  const cells = Object.entries(columns)
    .map(([title, field]) => [
      title,
      ...page.envelope.results.map((record) => escapeLine(String(field(record) ?? ""))),
    ])
    .filter(([title, ...values]) => title !== RARE || values.some((value) => value !== ""));
  const lines = page.envelope.results.length === 0 ? [] : tableLines(cells, width);
  const facets = facetBlocks(page.envelope.facets).flatMap((block) => ["", block]);
  const footer = facets.length === 0 ? [pageFooter(page)] : ["", pageFooter(page)];
  return [...lines, ...facets, ...footer, ""].join("\n");
}

export function titledColumns(fields: readonly string[]): Columns<object> {
  const columns = Object.entries(columnsOf(fields));
  return Object.fromEntries(columns.map(([name, field]) => [name.replaceAll("_", " "), field]));
}

/** The facets of a page. @returns a block for each facet, in it a line for each value; no block when no facet was asked for */
export function facetBlocks(facets: Facets | undefined): string[] {
  return Object.entries(facets ?? {}).map(([facet, counts]) => {
    const values = Object.entries(counts).map(
      ([value, count]) => [String(count), escapeLine(value)] as const,
    );
    const width = Math.max(0, ...values.map(([count]) => count.length));
    const lines = values.map(([count, value]) => `  ${count.padStart(width)}  ${value}`);
    return [`By ${facet}:`, ...(lines.length === 0 ? ["  none"] : lines)].join("\n");
  });
}

/** The line below a page: how many of the matches were shown so far, and the cursor of the next page. */
export function pageFooter({ page, next }: V1Page<unknown, unknown>): string {
  const { length } = page.items;
  const before = countBefore(page);
  const all = page.count ?? "many";
  const shown = before === null ? `${length} on this page, ${all} in all` : `${before + length} of ${all}`;
  return next === null ? shown : `${shown}; next page: --cursor ${next}`;
}
