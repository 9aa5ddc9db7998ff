/** Reads a question for cases: its parameters become one typed request. */
import type { BodyRequest } from "../corpus/bodies.ts";
import type { CaseFilter } from "../domain/query.ts";
import { CASE_PARAMETERS, type CaseParameter, type CasePart, type CaseRequest } from "./case-parameters.ts";
import type { Lookup } from "./lookup.ts";
import { type Messages, merged, noSuchChoice, type ParameterValues, readParameters } from "./parameter.ts";

const NOTHING_ASKED: CaseRequest = {
  filter: {},
  ordering: null,
  fullCase: false,
  bodyFormat: "text",
  preview: false,
  facets: [],
};

/**
 * Reads the parameters of a question for cases, those of a table.
 *
 * @throws CaselawError `invalid` with `parameters`: all that are wrong
 */
export function readCaseRequest(
  values: ParameterValues,
  lookup: Lookup,
  table: readonly CaseParameter[] = CASE_PARAMETERS,
): CaseRequest {
  return caseRequestOf(readParameters(table, values, lookup, orderingFaults(values)));
}

/** Puts the parts of a request together. */
export function caseRequestOf(parts: readonly CasePart[]): CaseRequest {
  const filters = parts.flatMap(({ filter }) => filter ?? []);
  return { ...merged(NOTHING_ASKED, parts), filter: merged<CaseFilter>({}, filters) };
}

/** What a request asks for of the bodies, apart from previews. */
export function bodyRequestOf({
  fullCase,
  bodyFormat,
}: Pick<CaseRequest, "fullCase" | "bodyFormat">): BodyRequest {
  return { format: fullCase ? bodyFormat : null, preview: null };
}

/** An order by relevance without a search is wrong (docs/interface.md, "Parameters of cases"). */
export function orderingFaults(values: ParameterValues): Messages {
  const ordering = values.get("ordering")?.at(-1);
  if (ordering === undefined || !/^-?relevance$/.test(ordering) || values.has("search")) return {};
  return { ordering: [noSuchChoice(ordering).error] };
}
