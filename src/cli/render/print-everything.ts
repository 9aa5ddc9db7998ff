/** Every match of a question, page by page, as JSON lines or CSV (RFC 4180): nothing but a page is held. */
import type { Answers, Collection } from "../../corpus/collections.ts";
import type { Envelope } from "../../corpus/envelope.ts";
import type { Corpus } from "../../corpus/open-corpus.ts";
import { listPage, questionAfter, tellRanking } from "../commands/ask.ts";
import type { Context } from "../context.ts";
import { CASEBODY_COLUMN, type Columns, CSV_COLUMNS } from "./csv-columns.ts";
import { csvRowsWriter } from "./csv-lines.ts";
import { tellSearch } from "./search-notes.ts";

export const FORMATS = ["table", "json", "jsonl", "csv"] as const;
export type Format = (typeof FORMATS)[number];

/** Records read at a time: each page counts the matches anew, and a thousand full cases are some 15 MB. */
const PAGE_SIZE = "1000";

export interface Everything {
  readonly collection: Collection;
  readonly question: URLSearchParams;
  readonly format: "jsonl" | "csv";
}

/** @throws CaselawError as `listPage`; what writing throws */
export async function printEverything(
  corpus: Corpus,
  { collection, question, format }: Everything,
  { stdout, stderr, settings }: Context,
): Promise<void> {
  const lines = format === "jsonl" ? jsonLines : await csvLines();
  // called once a collection, so that its records and its columns are known to fit
  const print = async <C extends Collection>(name: C): Promise<void> => {
    let isFirst = true;
    for (const page of pages(corpus, name, question)) {
      if (isFirst) {
        await tellRanking(page, { stderr, settings });
        await tellSearch(question, { stderr, settings });
      }
      const text = lines(page.results, columnsOf(name, question), isFirst ? "with header" : "records only");
      if (text !== "") await stdout.write(text);
      isFirst = false;
    }
  };
  await print(collection);
}

type Lines = <T>(
  records: readonly T[],
  columns: Columns<T>,
  header: "with header" | "records only",
) => string;

function* pages<C extends Collection>(
  corpus: Corpus,
  collection: C,
  question: URLSearchParams,
): Generator<Envelope<Answers[C]>> {
  let asked: URLSearchParams | null = new URLSearchParams(question);
  // counted anew for every page, and no record shows it
  asked.delete("facet");
  if (!asked.get("page_size")) asked.set("page_size", PAGE_SIZE);
  while (asked !== null) {
    const page = listPage(corpus, collection, asked);
    yield page;
    asked = questionAfter(page);
  }
}

function columnsOf<C extends Collection>(collection: C, question: URLSearchParams): Columns<Answers[C]> {
  const columns = CSV_COLUMNS[collection];
  const isFull = collection === "cases" && question.getAll("full_case").at(-1) === "true";
  return isFull ? { ...columns, ...CASEBODY_COLUMN } : columns;
}

function jsonLines<T>(records: readonly T[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

async function csvLines(): Promise<Lines> {
  const csv = await csvRowsWriter();
  return (records, columns, header) => {
    const fields = Object.values(columns);
    const rows = records.map((record) => fields.map((field) => field(record)));
    return csv(header === "with header" ? [Object.keys(columns), ...rows] : rows);
  };
}
