/** Runs a tool, or reads a resource, on a corpus. Inputs are valid: the server checks them against the tool's schema (mcp/schemas). */
import type { V1 } from "../v1/v1.ts";
import { checkDraftText, citing, lookupCitations } from "./citation-tools.ts";
import { caseResource, findInCase, partResource, type ResourceName, readCase } from "./reading-tools.ts";
import type { InputOf, ToolName } from "./schemas.ts";
import { countTrends, coverageOf, searchCases } from "./search-tools.ts";

/** A tool, or the kind of a resource. */
export type TaskName = ToolName | ResourceName;

/** What an answer cannot show, in each answer. */
const NOTE =
  "No citator: that a case was overruled can be missing. Texts are scanned (OCR), or from text_source. A case that is not imported may exist.";

const TOOLS: { readonly [Name in ToolName]: (v1: V1, input: InputOf<Name>) => object } = {
  search_cases: searchCases,
  read_case: (v1, input) => readCase(v1, input),
  find_in_case: findInCase,
  lookup_citations: lookupCitations,
  citing,
  check_text: checkDraftText,
  trends: countTrends,
  coverage: coverageOf,
};
const TASKS: Readonly<Record<TaskName, (v1: V1, input: never) => object>> = {
  ...TOOLS,
  case: caseResource,
  part: partResource,
};

/** @throws CaselawError `not_found`, `invalid`, `invalid_cursor`, `unavailable` */
export function runTool(v1: V1, name: TaskName, input: unknown): object {
  return v1.corpus.snapshot(() => {
    const lastYear = v1.corpus.facet({}, "decision_date").at(-1)?.value ?? null;
    return { ...TASKS[name](v1, input as never), limits: { last_year_imported: lastYear, note: NOTE } };
  });
}
