/** `caselaw search TEXT`: `list cases --search TEXT`, with readable results. */
import { type Command, Option } from "commander";
import { type CaseWithBody, textBodyOf } from "../../corpus/bodies.ts";
import { countBefore, hasWord, writtenText } from "../../corpus/search-words.ts";
import { bodyTexts } from "../../domain/casebody.ts";
import { courtlistenerWarnings, textSource } from "../../domain/courtlistener-facts.ts";
import type { SearchText } from "../../domain/query.ts";
import { briefName, citeOrDocket } from "../../domain/records.ts";
import { snippetFinder } from "../../text/snippets.ts";
import { parametersOf } from "../../v1/collections.ts";
import type { V1Page } from "../../v1/lists.ts";
import { searchIn } from "../../v1/lookup.ts";
import { closestName } from "../../v1/parameter.ts";
import { passageOf, type ShownPassage } from "../../v1/passages.ts";
import type { V1Case } from "../../v1/records.ts";
import { searchedCitation } from "../../v1/search-notes.ts";
import type { V1 } from "../../v1/v1.ts";
import { listPage, openForReading } from "../asking/ask.ts";
import { addFilterOptions, type Flags, lastIn } from "../asking/flags.ts";
import { EXPLAIN, printCitationNotes, printList, printPageNotes, printPlan } from "../asking/print-list.ts";
import type { Context, Declare } from "../context.ts";
import { facetBlocks, pageFooter } from "../render/table.ts";
import { escapeLine, MAX_READING_WIDTH, shorten, shownValue, wrapBehind } from "../terminal-text.ts";

const FORMATS = ["text", "json", "jsonl", "csv"] as const;
type Format = (typeof FORMATS)[number];

/** Cases shown at a time for reading: two screens. */
const READING_PAGE_SIZE = "20";

const EXAMPLES = `
Examples:
  caselaw search gold letters
  caselaw search '"gold letters" -mining' --jurisdiction ga
  caselaw search 'appell* | "writ of error"~3' --decision-date-min 1850 --ordering decision_date
  caselaw search '"gold letters" /5 (mining | county)'
  caselaw search negligence --format json
  caselaw search -- --text                a text that begins like an option

a b: both   "a b": the phrase   a | b: either   -a: without   appell*: words that begin so   ( ): grouping
a /5 b: within 5 words   a +5 b: in this order   a /s b: in one sentence   a /p b: in one paragraph
author:a   court:neb   name:"a v. b": as the options of these names`;

export const declareSearch: Declare = (command, run) => {
  const parameters = parametersOf("cases").filter(({ name }) => name !== "search");
  command.argument("<text...>", "what to search for").usage("TEXT [filters] [options]").allowUnknownOption(); // `-a` is text; unknown options are rejected below
  const question = addFilterOptions(command, parameters);
  command
    .addOption(
      new Option(
        "--format <format>",
        `text: readable results, ${READING_PAGE_SIZE} a page; json: one page; jsonl, csv: every match`,
      )
        .choices(FORMATS)
        .default("text"),
    )
    .option(...EXPLAIN)
    .addHelpText("after", EXAMPLES)
    .action(
      run(async (context, text: readonly string[]) => {
        refuseUnknownOptions(command, text, context);
        const flags: Flags = [...question, ["search", text.join(" ")]];
        if (context.options.explain !== true) return search(flags, context.options.format, context);
        using v1 = await openForReading(context);
        return await printPlan(v1, flags, context);
      }),
    );
};

/** Words of the text that begin with two hyphens, unless they follow `--`. */
function refuseUnknownOptions(command: Command, text: readonly string[], { args }: Context): void {
  const literal = args.includes("--") ? args.slice(args.indexOf("--") + 1) : [];
  const unknown = text.find((word) => /^--\w/.test(word) && !literal.includes(word));
  if (unknown === undefined) return;
  const similar = closestName(
    unknown,
    command.options.map(({ long }) => [long ?? null]),
  );
  const hint = similar === null ? "" : `\n(Did you mean ${similar}?)`;
  command.error(`error: unknown option '${unknown}'${hint}`);
}

export async function search(flags: Flags, format: Format, context: Context): Promise<undefined> {
  const { stdout } = context;
  using v1 = await openForReading(context);
  const text = searchIn((name) => lastIn(flags, name)) ?? "";
  const citation = searchedCitation(v1.corpus, text);
  // cases that contain the numbers of a citation are not what its author looks for
  const isAbsent = citation !== null && citation.absence !== null;
  const question: Flags = isAbsent
    ? // an order by relevance needs words
      [...flags.filter(([name]) => name !== "search" && name !== "ordering"), ["cite", citation.cite]]
    : flags;
  if (isAbsent) await printCitationNotes(citation, context);
  if (format !== "text") {
    await printList(v1, { collection: "cases", question, format }, context);
    return;
  }
  const size: Flags = lastIn(question, "page_size") ? [] : [["page_size", READING_PAGE_SIZE]];
  const page = listPage(v1, "cases", [...question, ...size]);
  await printPageNotes(v1, page, question, context);
  // as the index has them, for the line around the match
  const { passages } = page;
  const preview = passages === undefined ? null : text;
  const items = v1.corpus.withBodies(page.page.items, { format: "joined text", preview, passages });
  const results = { ...page, page: { ...page.page, items } };
  await stdout.write(searchResults(v1, results, text, stdout.columns));
}

/** Lines of the passage that answers a sentence. */
const PASSAGE_LINES = 3;

/**
 * The results of a search for reading: the name of each case, its court and date, and the words around the matches.
 *
 * @param search the search text as it was given
 * @param columns width of the terminal, in characters
 */
function searchResults(
  { corpus, baseUrl }: V1,
  results: V1Page<CaseWithBody, V1Case>,
  search: SearchText,
  columns: number,
): string {
  const { page, envelope, passages } = results;
  const width = Math.min(columns, MAX_READING_WIDTH);
  const before = countBefore(page);
  const digits = String((before ?? 0) + page.items.length).length;
  // the results of a page have no numbers when it is unknown how many come before it
  const numberOf = (at: number): string =>
    before === null ? "- " : `${String(before + at + 1).padStart(digits)}. `;
  const room = width - numberOf(0).length;
  const isSentence = typeof search !== "string" && "sentence" in search;
  const find = contextFinder(search, isSentence ? PASSAGE_LINES * room : room);
  const lines = page.items.map((record, at) => {
    const passage = passages === undefined ? null : passageOf(corpus, record);
    const context = passage === null ? find(textsOf(record)) : contextOf(passage, find);
    return resultOf(record, { context, number: numberOf(at), width, baseUrl });
  });
  const isAll = page.previous === null && page.next === null;
  const more = isAll ? [] : [pageFooter(results)];
  return [countLine(page.count, search), ...lines, ...facetBlocks(envelope.facets), ...more]
    .map((part) => `${part}\n`)
    .join("\n");
}

function countLine(count: number | null, search: SearchText): string {
  const isOne = count === 1;
  const cases = isOne ? "1 case" : `${count ?? "Many"} cases`;
  if (!hasWord(search)) return `${cases}, not searched: the text contains no searchable word`;
  return `${cases} ${isOne ? "matches" : "match"} ${shownValue(writtenText(search))}`;
}

/**
 * Makes a function of a case's texts: the line of text with most of the searched words, at most `width` characters.
 * It returns null when none of the texts has a match.
 */
export function contextFinder(
  search: SearchText,
  width: number,
): (texts: readonly string[]) => string | null {
  // leaves room for `…` at both ends
  const find = snippetFinder(search, { most: 1, chars: Math.max(width - 2, 1) });
  return (texts) => {
    const [snippet] = find(texts);
    if (snippet === undefined) return null;
    const line = escapeLine(snippet.text);
    return shorten(`${snippet.isCutBefore ? "…" : ""}${line}${snippet.isCutAfter ? "…" : ""}`, width);
  };
}

/** The part of a passage with most of the searched words, and its page. */
function contextOf(
  { text, pages: [page] }: ShownPassage,
  find: (texts: readonly string[]) => string | null,
): string {
  return `${page === undefined ? "" : `at ${page}: `}${find([text]) ?? ""}`;
}

interface Shown {
  readonly context: string | null;
  readonly number: string;
  readonly width: number;
  readonly baseUrl: string;
}

function resultOf(record: CaseWithBody, { context, number, width, baseUrl }: Shown): string {
  const indent = " ".repeat(number.length);
  const title = [briefName(record), citeOrDocket(record)].filter((part) => part !== "").join(", ");
  const source = textSource(record);
  const from = [
    ...[record.court?.name ?? record.jurisdiction?.nameLong, record.decisionDate],
    ...[source === null ? null : `text: ${source}`, ...courtlistenerWarnings(record)],
  ];
  const place = `id ${record.id}  ${baseUrl}/cases/${record.id}/`;
  return [
    wrapBehind(number, escapeLine(title), width),
    wrapBehind(indent, escapeLine(from.filter((part) => part).join(", ")), width),
    ...(context === null ? [] : [wrapBehind(indent, context, width)]),
    indent + escapeLine(place),
  ]
    .filter((line) => line.trim() !== "")
    .join("\n");
}

function textsOf(record: CaseWithBody): string[] {
  const body = textBodyOf(record);
  return body === null ? [] : bodyTexts(body);
}
