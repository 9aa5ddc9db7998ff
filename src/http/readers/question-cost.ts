/** Which questions may take long. By what a question asks for alone, so that nothing must be looked up to know it. */
import type { Cost } from "./fair-queue.ts";
import type { Question } from "./protocol.ts";

/** Parameters of cases by which many index lists, many rows or the bodies of a page are read. */
const COSTLY_PARAMETERS = [
  "search",
  "author",
  "cites_to",
  "cited_by",
  "name",
  "name_abbreviation",
  "docket_number",
  "facet",
  "full_case",
] as const;
/** Cases on a page by default: each more is read, and written into the answer. */
const USUAL_PAGE = 100;

/** A case, a list without a search, a page to browse: `cheap`. Searches, counts, trends and big pages: `costly`. */
export function costOf(question: Question): Cost {
  if (question.kind === "record" || question.kind === "bulk file") return "cheap";
  const query = new URLSearchParams(question.query);
  if (question.kind === "page") return isSearchPage(question.path) && query.size > 0 ? "costly" : "cheap";
  if (Number(query.get("page_size")) > USUAL_PAGE) return "costly";
  const isCostly = question.collection === "cases" && COSTLY_PARAMETERS.some((name) => query.get(name));
  return isCostly ? "costly" : "cheap";
}

/** The pages that search and count: the home page and the trends. */
function isSearchPage(path: string): boolean {
  return path === "/" || path === "/trends/";
}
