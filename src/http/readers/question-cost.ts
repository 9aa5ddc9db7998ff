/** Estimates which questions may take long, from their parameters alone. */
import type { ToolName } from "../../mcp/run-tool.ts";
import type { Cost } from "./fair-queue.ts";
import type { Question } from "./protocol.ts";

/** Parameters of cases that read many posting lists, many rows or the bodies of a page. */
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
/** Tools that read one case, or stored counts. */
const CHEAP_TOOLS: ReadonlySet<ToolName> = new Set(["read_case", "find_in_case", "coverage"]);
/** The default page size: each further case is read and written. */
const USUAL_PAGE = 100;

/** A case, a list without a search, a page to browse: `cheap`. Searches, counts, trends and big pages: `costly`. */
export function costOf(question: Question): Cost {
  if (question.kind === "record" || question.kind === "bulk file") return "cheap";
  if (question.kind === "check") return "costly";
  if (question.kind === "tool") return CHEAP_TOOLS.has(question.name) ? "cheap" : "costly";
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
