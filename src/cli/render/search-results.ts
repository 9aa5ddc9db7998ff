/** The results of a search for reading: the name of each case, its court and date, and the words around the matches. */
import { countBefore } from "../../corpus/count-before.ts";
import type { Envelope } from "../../corpus/envelope.ts";
import { holdsWord } from "../../corpus/query/search-words.ts";
import type { CaseAnswer } from "../../corpus/records.ts";
import { snippetFinder } from "../../text/snippets.ts";
import { escapeLine, shownValue } from "./escape-for-terminal.ts";
import { facetBlocks, pageFooter } from "./page-lines.ts";
import { MAX_READING_WIDTH, shorten, wrapBehind } from "./wrap.ts";

/**
 * @param search the search text as it was given
 * @param columns width of the terminal, in characters
 */
export function searchResults(page: Envelope<CaseAnswer>, search: string, columns: number): string {
  const width = Math.min(columns, MAX_READING_WIDTH);
  const before = countBefore(page);
  const digits = String((before ?? 0) + page.results.length).length;
  // the results of a page have no numbers when it is unknown how many come before it
  const numberOf = (at: number): string =>
    before === null ? "- " : `${String(before + at + 1).padStart(digits)}. `;
  const context = contextFinder(search, width - numberOf(0).length);
  const results = page.results.map((one, at) => resultOf(one, context(textsOf(one)), numberOf(at), width));
  const isAll = page.previous === null && page.next === null;
  const more = isAll ? [] : [pageFooter(page)];
  return [countLine(page.count, search), ...results, ...facetBlocks(page.facets), ...more]
    .map((part) => `${part}\n`)
    .join("\n");
}

function countLine(count: number | null, search: string): string {
  const isOne = count === 1;
  const cases = isOne ? "1 case" : `${count ?? "Many"} cases`;
  if (!holdsWord(search)) return `${cases}, unsearched: there is no word to search for`;
  return `${cases} ${isOne ? "matches" : "match"} ${shownValue(search)}`;
}

/**
 * Makes a function of a case's texts: the line of text with most of the searched words, at most `width` characters.
 * It returns null when none of the texts has a match.
 */
export function contextFinder(search: string, width: number): (texts: readonly string[]) => string | null {
  // room for the two marks of what is left out
  const find = snippetFinder(search, { most: 1, chars: Math.max(width - 2, 1) });
  return (texts) => {
    const [snippet] = find(texts);
    if (snippet === undefined) return null;
    const line = escapeLine(snippet.text);
    return shorten(`${snippet.isCutBefore ? "…" : ""}${line}${snippet.isCutAfter ? "…" : ""}`, width);
  };
}

function resultOf(one: CaseAnswer, context: string | null, number: string, width: number): string {
  const indent = " ".repeat(number.length);
  const name = one.name_abbreviation === "" ? one.name : one.name_abbreviation;
  const title = [name, one.citations[0]?.cite ?? ""].filter((part) => part !== "").join(", ");
  const from = [one.court.name ?? one.jurisdiction.name_long, one.decision_date];
  const place = [`id ${one.id}`, one.frontend_url].join("  ");
  return [
    wrapBehind(number, escapeLine(title), width),
    wrapBehind(indent, escapeLine(from.filter((part) => part).join(", ")), width),
    ...(context === null ? [] : [indent + context]),
    indent + escapeLine(place),
  ]
    .filter((line) => line.trim() !== "")
    .join("\n");
}

function textsOf({ casebody }: CaseAnswer): string[] {
  const data = casebody?.data ?? null;
  if (data === null || typeof data === "string") return [];
  return [data.head_matter, ...data.opinions.map(({ text }) => text), data.corrections];
}
