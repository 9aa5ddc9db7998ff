/** The parameters of cases (docs/interface.md, "Parameters of cases"). */
import { BODY_FORMATS } from "../corpus/bodies.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { boundDay, instantKey } from "../domain/decision-date.ts";
import type { CaseFilter } from "../domain/query.ts";
import { foldForContains } from "../store/write/index-row.ts";
import {
  type CaseParameter,
  type CasePart,
  type CaseRequest,
  caseRequestOf,
  ORDERING_PARAMETERS,
  orderingFaults,
} from "./case-request.ts";
import { FACETS, readFacets } from "./facets.ts";
import {
  citedAs,
  courtIds,
  jurisdictionIds,
  type Lookup,
  readSearchText,
  recordsNamed,
  reporterIds,
} from "./lookup.ts";
import {
  choice,
  fine,
  integer,
  mapped,
  NO_DATE,
  type ParameterValues,
  type Reading,
  readNumber,
  readParameters,
  refused,
  truth,
  unknownFilters,
} from "./parameter.ts";
import {
  authorFaults,
  CITING_PARAMETERS,
  citedParameters,
  EXACT_PARAMETERS,
  EXTRA_PARAMETERS,
  RESTRICTED,
  SUFFIXED_PARAMETERS,
  withPlus,
} from "./suffixed-parameters.ts";

const MIN_CONTAINED = 3;

const PLAIN_PARAMETERS: readonly CaseParameter[] = [
  {
    name: "cite",
    describes: "a citation of the case, of any type, however spaced and punctuated",
    read: ([cite]) => filtered({ cite: normaliseCitation(cite) }),
  },
  costly(contains("name_abbreviation", "nameAbbreviation", "part of the short case name")),
  costly(contains("name", "name", "part of the full case name")),
  costly(contains("docket_number", "docketNumber", "part of the docket number")),
  recordsNamed("jurisdiction", "slug of a jurisdiction", jurisdictionIds, (jurisdictions) => ({
    filter: { jurisdictions },
  })),
  recordsNamed("court", "slug of a court", courtIds, (courts) => ({ filter: { courts } })),
  integer("court_id", "id of a court", (courtId) => ({ filter: { courtId } })),
  recordsNamed("reporter", "id, slug, short or full name of a reporter", reporterIds, (reporters) => ({
    filter: { reporters },
  })),
  {
    name: "decision_date_min",
    describes: "decided on or after: YYYY-MM-DD, YYYY-MM or YYYY",
    read: ([text]) => dated(boundDay(text, "min"), (decidedFrom) => ({ decidedFrom })),
  },
  {
    name: "decision_date_max",
    describes: "decided on or before: YYYY-MM-DD, YYYY-MM or YYYY",
    read: ([text]) => dated(boundDay(text, "max"), (decidedTo) => ({ decidedTo })),
  },
  costly({
    name: "search",
    describes:
      'words to search for: a b, "a phrase", "a b"~5, a /5 b, a +5 b, a /s b, a /p b, a | b, -a, appell*, author:a, ( )',
    read: ([text], lookup) => mapped(readSearchText(text, lookup), (search) => ({ filter: { search } })),
  }),
  costly({
    name: "cites_to",
    describes: "id or citation of a case: finds the cases that cite it; repeatable: any of them",
    repeatable: true,
    read: (values, lookup) => {
      const cited = values.map((text) => citedAs(text, lookup));
      const [ids, cites] = [cited.flatMap((one) => one.ids), cited.flatMap((one) => one.cites)];
      return filtered({ citesTo: { ids: [...new Set(ids)], cites: [...new Set(cites)] } });
    },
  }),
  costly({
    name: "cited_by",
    describes: "id or citation of a case: finds the cases that it cites",
    read: ([text], lookup) => {
      const id = readNumber(text);
      return filtered({ citedBy: id === null ? lookup.idsByCitation(normaliseCitation(text)) : [id] });
    },
  }),
  costly({
    name: "author",
    describes: "words within the author of an opinion",
    read: ([author]) => filtered({ author }),
  }),
  {
    name: "last_updated_min",
    describes: "changed by the publisher at or after this ISO 8601 date or time",
    read: ([text]) => updated(text, "T00:00:00Z", (updatedFrom) => ({ updatedFrom })),
  },
  {
    name: "last_updated_max",
    describes: "changed by the publisher at or before this ISO 8601 date or time",
    read: ([text]) => updated(text, "T23:59:59.999999999Z", (updatedTo) => ({ updatedTo })),
  },
  costly(truth("full_case", "true adds the body of each case", (fullCase) => ({ fullCase }))),
  choice("body_format", "with full_case: text, html or xml", BODY_FORMATS, (bodyFormat) => ({ bodyFormat })),
  ...ORDERING_PARAMETERS,
  costly({
    name: "facet",
    describes:
      "adds counts of all matches by jurisdiction, court, reporter, year of decision_date, or jurisdiction and year; repeatable",
    repeatable: true,
    choices: FACETS,
    read: (values) => mapped(readFacets(values), (facets) => ({ facets })),
  }),
  choice(
    "count",
    "exact counts all matches; otherwise count is null if that would take long",
    ["exact"] as const,
    (counting) => ({ counting }),
  ),
  truth(
    "preview",
    "with search: true adds up to 3 fragments of the text with the matches marked",
    (preview) => ({ preview }),
  ),
];

const OF_ONE_CASE: readonly CaseParameter[] = [
  ...PLAIN_PARAMETERS,
  ...EXACT_PARAMETERS,
  RESTRICTED,
  ...SUFFIXED_PARAMETERS,
  // no index has them: they are read from the rows of cases
  ...EXTRA_PARAMETERS.map(costly),
];

export const CASE_PARAMETERS: readonly CaseParameter[] = [
  ...OF_ONE_CASE,
  ...[...CITING_PARAMETERS, ...citedParameters(OF_ONE_CASE)].map(costly),
];

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

/** The same parameter, costly with any value. */
function costly(parameter: CaseParameter): CaseParameter {
  return { ...parameter, isCostly: () => true };
}

function contains(
  name: string,
  field: "nameAbbreviation" | "name" | "docketNumber",
  describes: string,
): CaseParameter {
  return {
    name,
    describes: `${describes}, at least ${MIN_CONTAINED} characters`,
    read: ([text]) =>
      Math.min(lengthOf(text.normalize("NFC")), lengthOf(foldForContains(text))) < MIN_CONTAINED
        ? refused(`Minimum query length is ${MIN_CONTAINED} characters.`)
        : filtered({ [field]: text }),
  };
}

/** In characters, not UTF-16 units. */
function lengthOf(text: string): number {
  return [...text].length;
}

function filtered(filter: CaseFilter): Reading<CasePart> {
  return fine({ filter });
}

function dated(day: number | null, filter: (day: number) => CaseFilter): Reading<CasePart> {
  return day === null ? NO_DATE : filtered(filter(day));
}

function updated(text: string, time: string, filter: (instant: string) => CaseFilter): Reading<CasePart> {
  const given = withPlus(text);
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}${time}` : given;
  return instantKey(instant) === null
    ? refused("Invalid date format. Expected an ISO 8601 date or time.")
    : filtered(filter(instant));
}
