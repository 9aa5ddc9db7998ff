/** The results of a search for reading: the name of each case, its court and date, and the words around the matches. */

import { type CaseWithBody, textBodyOf } from "../../corpus/bodies.ts";
import { countBefore, hasWord } from "../../corpus/search-words.ts";
import { bodyTexts } from "../../domain/casebody.ts";
import { mainCite } from "../../domain/citation.ts";
import { briefName } from "../../domain/records.ts";
import { snippetFinder } from "../../text/snippets.ts";
import type { V1Page } from "../../v1/lists.ts";
import type { V1Case } from "../../v1/records.ts";
import { escapeLine, shownValue } from "../escape-for-terminal.ts";
import { facetBlocks, pageFooter } from "./page-lines.ts";
import { MAX_READING_WIDTH, shorten, wrapBehind } from "./wrap.ts";

/**
 * @param search the search text as it was given
 * @param columns width of the terminal, in characters
 */
export function searchResults(
  results: V1Page<CaseWithBody, V1Case>,
  search: string,
  { columns, baseUrl }: { readonly columns: number; readonly baseUrl: string },
): string {
  const { page, envelope } = results;
  const width = Math.min(columns, MAX_READING_WIDTH);
  const before = countBefore(page);
  const digits = String((before ?? 0) + page.items.length).length;
  // the results of a page have no numbers when it is unknown how many come before it
  const numberOf = (at: number): string =>
    before === null ? "- " : `${String(before + at + 1).padStart(digits)}. `;
  const context = contextFinder(search, width - numberOf(0).length);
  const lines = page.items.map((one, at) =>
    resultOf(one, { context: context(textsOf(one)), number: numberOf(at), width, baseUrl }),
  );
  const isAll = page.previous === null && page.next === null;
  const more = isAll ? [] : [pageFooter(results)];
  return [countLine(page.count, search), ...lines, ...facetBlocks(envelope.facets), ...more]
    .map((part) => `${part}\n`)
    .join("\n");
}

function countLine(count: number | null, search: string): string {
  const isOne = count === 1;
  const cases = isOne ? "1 case" : `${count ?? "Many"} cases`;
  if (!hasWord(search)) return `${cases}, not searched: the text contains no searchable word`;
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

interface Shown {
  readonly context: string | null;
  readonly number: string;
  readonly width: number;
  readonly baseUrl: string;
}

function resultOf(one: CaseWithBody, { context, number, width, baseUrl }: Shown): string {
  const indent = " ".repeat(number.length);
  const title = [briefName(one), mainCite(one.citations) ?? ""].filter((part) => part !== "").join(", ");
  const from = [one.court?.name ?? one.jurisdiction?.nameLong, one.decisionDate];
  const place = `id ${one.id}  ${baseUrl}/cases/${one.id}/`;
  return [
    wrapBehind(number, escapeLine(title), width),
    wrapBehind(indent, escapeLine(from.filter((part) => part).join(", ")), width),
    ...(context === null ? [] : [indent + context]),
    indent + escapeLine(place),
  ]
    .filter((line) => line.trim() !== "")
    .join("\n");
}

function textsOf(one: CaseWithBody): string[] {
  const body = textBodyOf(one);
  return body === null ? [] : bodyTexts(body);
}
