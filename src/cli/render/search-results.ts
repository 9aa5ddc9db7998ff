/** The results of a search for reading: what the case is, where it is, and the line that answers. */
import { countBefore } from "../../corpus/count-before.ts";
import type { Envelope } from "../../corpus/envelope.ts";
import { holdsWord } from "../../corpus/query/search-words.ts";
import type { CaseAnswer } from "../../corpus/records.ts";
import { contextLine } from "./context-line.ts";
import { escapeLine, shownValue } from "./escape-for-terminal.ts";
import { facetBlocks } from "./facet-lines.ts";
import { pageFooter } from "./page-footer.ts";
import { MAX_READING_WIDTH, wrapBehind } from "./wrap.ts";

/**
 * @param search the search text as it was given
 * @param columns width of the terminal, in characters
 */
export function searchResults(page: Envelope<CaseAnswer>, search: string, columns: number): string {
  const width = Math.min(columns, MAX_READING_WIDTH);
  const before = countBefore(page);
  const digits = String((before ?? 0) + page.results.length).length;
  // results of a page whose place is not known have no numbers
  const numberOf = (at: number): string =>
    before === null ? "- " : `${String(before + at + 1).padStart(digits)}. `;
  const results = page.results.map((one, at) => resultOf(one, search, { number: numberOf(at), width }));
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

function resultOf(
  one: CaseAnswer,
  search: string,
  { number, width }: { number: string; width: number },
): string {
  const indent = " ".repeat(number.length);
  const name = one.name_abbreviation === "" ? one.name : one.name_abbreviation;
  const title = [name, one.citations[0]?.cite ?? ""].filter((part) => part !== "").join(", ");
  const from = [one.court.name ?? one.jurisdiction.name_long, one.decision_date];
  const place = [`id ${one.id}`, one.frontend_url].join("  ");
  const context = contextLine(textsOf(one), search, width - indent.length);
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
