/** Reads the parameters of a request for cases into one typed value. */
import type { BodyRequest } from "../corpus/bodies.ts";
import type { CaseFilter } from "../domain/query.ts";
import { CASE_PARAMETERS, type CaseParameter, type CasePart, type CaseRequest } from "./case-parameters.ts";
import { authorFaults } from "./filters/citing-parameters.ts";
import type { Lookup } from "./lookup.ts";
import { type Messages, merged, noSuchChoice, type ParameterValues, readParameters } from "./parameter.ts";
import { unknownFilters } from "./unknown-parameters.ts";

const NO_PARAMETERS: CaseRequest = {
  filter: {},
  ordering: null,
  fullCase: false,
  bodyFormat: "text",
  preview: false,
  seed: null,
  facets: [],
  counting: "quick",
};

/**
 * Reads the parameters of a request for cases.
 *
 * @throws CaselawError `invalid` with `parameters`: messages for all wrong ones
 */
export function readCaseRequest(
  values: ParameterValues,
  lookup: Lookup,
  table: readonly CaseParameter[] = CASE_PARAMETERS,
): CaseRequest {
  const wrong = { ...orderingFaults(values), ...authorFaults(values), ...unknownFilters(values, table) };
  return caseRequestOf(readParameters(table, values, lookup, wrong));
}

/** Merges the parts of a request. */
export function caseRequestOf(parts: readonly CasePart[]): CaseRequest {
  return { ...merged(NO_PARAMETERS, parts), filter: filterOf(parts.flatMap(({ filter }) => filter ?? [])) };
}

/** All conditions and opinions, and of other filters the last. Opinions without an author are of `author`. */
function filterOf(filters: readonly CaseFilter[]): CaseFilter {
  const last = merged<CaseFilter>({}, filters);
  const conditions = filters.flatMap((one) => one.conditions ?? []);
  const opinions = filters
    .flatMap((one) => one.opinions ?? [])
    .map((one) => (one.author === "" ? { ...one, author: last.author ?? "" } : one));
  const cited = filters.flatMap(({ citesToCases }) => citesToCases ?? []);
  return {
    ...last,
    ...(conditions.length === 0 ? {} : { conditions }),
    ...(opinions.length === 0 ? {} : { opinions }),
    ...(cited.length === 0 ? {} : { citesToCases: filterOf(cited) }),
  };
}

/** The bodies that a request includes, without previews. */
export function bodyRequestOf({
  fullCase,
  bodyFormat,
}: Pick<CaseRequest, "fullCase" | "bodyFormat">): BodyRequest {
  return { format: fullCase ? bodyFormat : null, preview: null };
}

/** The error for an order by relevance without a search (docs/interface.md, "Parameters of cases"). */
export function orderingFaults(values: ParameterValues): Messages {
  const ordering = values.get("ordering")?.at(-1);
  if (ordering === undefined || !/^-?relevance$/.test(ordering) || values.has("search")) return {};
  return { ordering: [noSuchChoice(ordering).error] };
}
