/** Prints every match as JSON lines or CSV (RFC 4180), with one page at a time in memory. */
import type { Collection, V1Records } from "../../v1/collections.ts";
import type { V1Page } from "../../v1/lists.ts";
import type { V1 } from "../../v1/v1.ts";
import type { Context } from "../context.ts";
import { type Columns, csvOf, csvRecords } from "../render/columns.ts";
import { type Flags, lastIn } from "../settings/filter-options.ts";
import { withFlags } from "./ask.ts";
import { printPageNotes } from "./search-notes.ts";

export const FORMATS = ["table", "json", "jsonl", "csv"] as const;
export type Format = (typeof FORMATS)[number];

/** Records of a page: each page counts the matches again, and a thousand full cases take about 15 MB. */
const PAGE_SIZE = "1000";

export interface Everything {
  readonly collection: Collection;
  readonly question: Flags;
  readonly format: "jsonl" | "csv";
}

/** @throws CaselawError as `listPage`; what writing throws */
export async function printEverything(
  v1: V1,
  { collection, question, format }: Everything,
  context: Context,
): Promise<void> {
  // generic in the collection, so that the types of its records and columns agree
  const print = async <C extends Collection>(name: C): Promise<void> => {
    const columns = format === "csv" ? await csvColumns(name, question) : null;
    let isFirst = true;
    for (const page of pages(v1, name, question)) {
      if (isFirst) await printPageNotes(v1, page, question, context);
      const { results } = page.envelope;
      const text = columns === null ? jsonLines(results) : (isFirst ? csvOf : csvRecords)(results, columns);
      if (text !== "") await context.stdout.write(text);
      isFirst = false;
    }
  };
  await print(collection);
}

function* pages<C extends Collection>(
  v1: V1,
  collection: C,
  question: Flags,
): Generator<V1Page<unknown, V1Records[C]>> {
  const sized: Flags = lastIn(question, "page_size") ? question : [...question, ["page_size", PAGE_SIZE]];
  const all = v1.pages(collection, sized);
  // facets would be counted again for each page, and are not printed
  for (let page = withFlags(v1, question, () => all.next()); page.done !== true; page = all.next())
    yield page.value;
}

async function csvColumns<C extends Collection>(
  collection: C,
  question: Flags,
): Promise<Columns<V1Records[C]>> {
  // the records' definitions need a library that the other formats do without
  const { CASEBODY_COLUMN, CSV_COLUMNS } = await import("../render/csv-columns.ts");
  const columns = CSV_COLUMNS[collection];
  const isFull = collection === "cases" && lastIn(question, "full_case") === "true";
  return isFull ? { ...columns, ...CASEBODY_COLUMN } : columns;
}

function jsonLines<T>(records: readonly T[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
