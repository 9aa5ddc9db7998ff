/** Prints a list: one page as table or JSON, every match as JSON lines or CSV (RFC 4180); with the notes on its search. */
import type { Collection, V1Records } from "../../v1/collections.ts";
import type { V1Page } from "../../v1/lists.ts";
import { searchIn } from "../../v1/lookup.ts";
import {
  citationNotes,
  type SearchedCitation,
  type SearchNote,
  searchedCitation,
  wordNotes,
} from "../../v1/search-notes.ts";
import type { V1 } from "../../v1/v1.ts";
import type { Context } from "../context.ts";
import { type Columns, csvOf, csvRecords } from "../render/columns.ts";
import { type MessageContext, printMessage } from "../render/messages.ts";
import { listPage, withFlags } from "./ask.ts";
import { type Flags, lastIn } from "./flags.ts";

export const FORMATS = ["table", "json", "jsonl", "csv"] as const;
export type Format = (typeof FORMATS)[number];

/** Records of a page: each page counts the matches again, and a thousand full cases take about 15 MB. */
const PAGE_SIZE = "1000";

interface List<C extends Collection> {
  readonly collection: C;
  readonly question: Flags;
  readonly format: Format;
}

/** @throws CaselawError as `listPage`; what writing throws */
export async function printList<C extends Collection>(
  v1: V1,
  { collection, question, format }: List<C>,
  context: Context,
): Promise<void> {
  const { stdout } = context;
  if (format === "table" || format === "json") {
    const page = listPage(v1, collection, question);
    await printPageNotes(v1, page, question, context);
    if (format === "json") return stdout.write(`${JSON.stringify(page.envelope)}\n`);
    const { tableOf } = await import("../render/table.ts");
    return stdout.write(tableOf(collection, page, stdout.columns));
  }
  const columns = format === "csv" ? await csvColumns(collection, question) : null;
  let isFirst = true;
  // one page at a time is in memory
  for (const page of pages(v1, collection, question)) {
    if (isFirst) await printPageNotes(v1, page, question, context);
    const { results } = page.envelope;
    const text = columns === null ? jsonLines(results) : (isFirst ? csvOf : csvRecords)(results, columns);
    if (text !== "") await stdout.write(text);
    isFirst = false;
  }
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

/** Prints how a question for cases is answered. @throws CaselawError as `listPage` */
export async function printPlan(v1: V1, question: Flags, { stdout }: Context): Promise<undefined> {
  const plan = withFlags(v1, question, () => v1.explain(question));
  await stdout.write(`${JSON.stringify(plan, null, 2)}\n`);
}

/** The option with which a command prints the plan instead of an answer. */
export const EXPLAIN = [
  "--explain",
  "print how the question is answered, as JSON, instead of the answer",
] as const;

export function jsonLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

export async function printPageNotes(
  { corpus }: Pick<V1, "corpus">,
  { relevance }: Pick<V1Page<unknown, unknown>, "relevance">,
  question: Flags,
  context: MessageContext,
): Promise<void> {
  const message = "too many matches to score all: the best matches come first, the others follow by date";
  if (relevance === "bounded") await printNote("ranking", { ranking: "bounded", message }, context);
  await printSearchNotes(question, context);
  const search = searchIn((name) => lastIn(question, name));
  if (search !== null) await printCitationNotes(searchedCitation(corpus, search), context);
}

/** Notes about a search text that was not read as its author may expect (docs/interface.md, "Notes on a search"). */
export async function printSearchNotes(question: Flags, context: MessageContext): Promise<void> {
  const search = searchIn((name) => lastIn(question, name));
  if (search !== null) await printNotes(wordNotes(search), context);
}

/** A note on a search text that is a citation, with the command that shows the case, or those that cite it. */
export async function printCitationNotes(
  citation: SearchedCitation | null,
  context: MessageContext,
): Promise<void> {
  if (citation === null) return;
  const { cite, cases, isWithin, absence } = citation;
  const quoted = `'${cite.replaceAll("'", "'\\''")}'`;
  const command =
    absence === null
      ? `: caselaw show ${isWithin ? (cases[0]?.id ?? quoted) : quoted}`
      : absence.citing === 0
        ? ""
        : `. To list them: caselaw list cases --cites-to ${quoted}`;
  const notes = citationNotes(citation).map((note) => ({ ...note, message: note.message + command }));
  await printNotes(notes, context);
}

async function printNotes(notes: readonly SearchNote[], context: MessageContext): Promise<void> {
  for (const { kind, message, search, search_syntax } of notes) {
    const fields = { ...(search === null ? {} : { search }), ...(search_syntax ? { search_syntax } : {}) };
    await printNote("search", { note: kind, ...fields, message }, context);
  }
}

async function printNote(
  event: string,
  fields: Parameters<typeof printMessage>[1],
  context: MessageContext,
): Promise<void> {
  if (!context.settings.quiet) await printMessage(event, fields, context);
}
