/** Estimates which questions may take long, from their parameters alone. */
import type { TaskName } from "../../mcp/run-tool.ts";
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
/** Their names begin so; what no index has is read from the rows of cases. */
const COSTLY_NAMES = /^(?:analysis\.|source(?:_|$)|author_|cites_to[._])/;
const COSTLY_ORDERS = /^(?:random$|-?analysis\.)/;
/** Tools that read one case, or stored counts. */
const CHEAP_TOOLS: ReadonlySet<TaskName> = new Set(["read_case", "find_in_case", "coverage", "case", "part"]);
/** The default page size: each further case is read and written. */
const USUAL_PAGE = 100;

/** A case, a list without a search, a page to browse: `cheap`. Searches, counts, trends and big pages: `costly`. */
export function costOf(question: Question): Cost {
  if (question.kind === "record" || question.kind === "bulk file" || question.kind === "case file")
    return "cheap";
  if (question.kind === "check" || question.kind === "similar") return "costly";
  if (question.kind === "state" || question.kind === "trends file") return "costly";
  if (question.kind === "endpoint") return question.name === "resolve" ? "cheap" : "costly";
  if (question.kind === "tool") return CHEAP_TOOLS.has(question.name) ? "cheap" : "costly";
  const query = new URLSearchParams(question.query);
  if (question.kind === "page") return isCostlyPage(question.path, query) ? "costly" : "cheap";
  if (Number(query.get("page_size")) > USUAL_PAGE) return "costly";
  return question.collection === "cases" && isCostly(query) ? "costly" : "cheap";
}

function isCostly(query: URLSearchParams): boolean {
  if (COSTLY_ORDERS.test(query.get("ordering") ?? "")) return true;
  return (
    COSTLY_PARAMETERS.some((name) => query.get(name)) || query.keys().some((name) => COSTLY_NAMES.test(name))
  );
}

/** The pages that search and count: the home page, the trends, similar cases, and a result of a search. */
function isCostlyPage(path: string, query: URLSearchParams): boolean {
  // the address of a result has its search
  if (path.startsWith("/cases/") && isCostly(query)) return true;
  return (
    ((path === "/" || path === "/trends/") && query.size > 0) || /\/(?:similar|next|previous)\/$/.test(path)
  );
}
