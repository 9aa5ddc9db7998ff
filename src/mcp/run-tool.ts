/** Runs a tool, or reads a resource, on a corpus. Inputs are valid: the server checks them against the tool's schema (mcp/schemas). */
import type { V1 } from "../v1/v1.ts";
import { checkDraftText, citing, lookupCitations } from "./citation-tools.ts";
import { caseResource, findInCase, partResource, type ResourceName, readCase } from "./reading-tools.ts";
import { countTrends, coverageOf, searchCases } from "./search-tools.ts";

export const TOOL_NAMES = [
  "search_cases",
  "read_case",
  "find_in_case",
  "lookup_citations",
  "citing",
  "check_text",
  "trends",
  "coverage",
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];
/** A tool, or the kind of a resource. */
export type TaskName = ToolName | ResourceName;

/** What an answer cannot show, in each answer. */
const NOTE =
  "No citator: whether a case was overruled is not shown. Texts are scanned (OCR). A case that is not imported may exist.";

type Input = never;

const TASKS: Readonly<Record<TaskName, (v1: V1, input: Input) => object>> = {
  search_cases: searchCases,
  read_case: (v1, input) => readCase(v1, input),
  find_in_case: findInCase,
  lookup_citations: lookupCitations,
  citing,
  check_text: checkDraftText,
  trends: countTrends,
  coverage: coverageOf,
  case: caseResource,
  part: partResource,
};

/** @throws CaselawError `not_found`, `invalid`, `invalid_cursor`, `unavailable` */
export function runTool(v1: V1, name: TaskName, input: unknown): object {
  return v1.corpus.snapshot(() => {
    const lastYear = v1.corpus.facet({}, "decision_date").at(-1)?.value ?? null;
    return { ...TASKS[name](v1, input as Input), limits: { last_year_imported: lastYear, note: NOTE } };
  });
}
