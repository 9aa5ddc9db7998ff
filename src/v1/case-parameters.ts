/** A request for cases (docs/interface.md, "Parameters of cases"): filters, the order of the cases, and the parts of each. */
import { BODY_FORMATS, type BodyFormat } from "../corpus/bodies.ts";
import { orderingOf } from "../corpus/search-words.ts";
import {
  ANALYSIS_NUMBERS,
  ANALYSIS_TEXTS,
  type CaseFilter,
  type CaseOrder,
  type Counting,
  type Ordering,
  type Position,
} from "../domain/query.ts";
import { authorFaults, mergedFilter, OTHER_FILTERS, PLAIN_FILTERS } from "./case-filters.ts";
import { FACETS, type FacetName, readFacets } from "./facets.ts";
import type { Lookup } from "./lookup.ts";
import type { Paging } from "./paging.ts";
import {
  choice,
  costly,
  fine,
  INTEGER,
  type Messages,
  mapped,
  merged,
  NO_NUMBER,
  noSuchChoice,
  type Parameter,
  type ParameterTable,
  type ParameterValues,
  parametersIn,
  type Reading,
  readChoice,
  readNumber,
  readParameters,
  truth,
  unknownFilters,
} from "./parameter.ts";

/** A request for cases; a list also has a page. */
export interface CaseRequest extends Partial<Paging> {
  readonly filter: CaseFilter;
  readonly ordering: Ordering | null;
  readonly fullCase: boolean;
  readonly bodyFormat: BodyFormat;
  readonly preview: boolean;
  /** Of a random order; null: a seed is chosen. */
  readonly seed: number | null;
  readonly facets: readonly FacetName[];
  readonly counting: Counting;
}

export type CaseParameter = Parameter<Partial<CaseRequest>, Lookup>;

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

/** Orders whose values are read from the rows of cases. */
const UNINDEXED = [...ANALYSIS_NUMBERS, ...ANALYSIS_TEXTS];
/** The orders that can be reversed. */
const ORDERS: readonly CaseOrder[] = [
  ...(["relevance", "decision_date", "name_abbreviation", "id", "last_updated"] as const),
  ...UNINDEXED,
];
const RANDOM = "random";
/** Chosen seeds are less than this. */
const SEEDS = 2 ** 31;

const BODY = {
  full_case: costly(truth("true adds the body of each case", (fullCase) => ({ fullCase }))),
  body_format: choice("with full_case: text, html or xml", BODY_FORMATS, (bodyFormat) => ({ bodyFormat })),
} satisfies ParameterTable<Partial<CaseRequest>, Lookup>;

/** Parameters that are no filters. */
const OPTIONS = {
  ...BODY,
  ordering: {
    describes:
      "relevance (needs search), decision_date, name_abbreviation, id, last_updated or a field of analysis, reversed by - in front (-analysis.pagerank.percentile: most cited); or random",
    choices: [...ORDERS.flatMap((order) => [order, `-${order}`]), RANDOM],
    isCostly: (order) =>
      order === RANDOM || UNINDEXED.some((field) => order === field || order === `-${field}`),
    read: ([text]) => mapped(readOrdering(text), (ordering) => ({ ordering })),
  },
  seed: {
    describes: "with ordering=random: an integer; the same one gives the same order",
    number: INTEGER,
    read: ([text]) => {
      const seed = readNumber(text);
      return seed === null || !Number.isFinite(seed) ? NO_NUMBER : fine({ seed });
    },
  },
  facet: costly({
    describes:
      "adds counts of all matches by jurisdiction, court, reporter, year of decision_date, or jurisdiction and year; repeatable",
    repeatable: true,
    choices: FACETS,
    read: (values) => mapped(readFacets(values), (facets) => ({ facets })),
  }),
  count: choice(
    "exact counts all matches; otherwise count is null if that would take long",
    ["exact"],
    (counting) => ({ counting }),
  ),
  preview: truth(
    "with search: true adds up to 3 fragments of the text with the matches marked",
    (preview) => ({ preview }),
  ),
} satisfies ParameterTable<Partial<CaseRequest>, Lookup>;

/** Parameters that add the body of each case. */
export type BodyParameterName = keyof typeof BODY;
/** Parameters of cases that are no filters. */
export type CaseOptionName = keyof typeof OPTIONS;

/** Parameters of a case's detail address. */
export const DETAIL_PARAMETERS: readonly CaseParameter[] = parametersIn<Partial<CaseRequest>, Lookup>(BODY);
export const CASE_PARAMETERS: readonly CaseParameter[] = [
  ...PLAIN_FILTERS,
  ...parametersIn<Partial<CaseRequest>, Lookup>(OPTIONS),
  ...OTHER_FILTERS,
];

/** `--decision-date-min` for `decision_date_min`. */
export function flagOf({
  name,
  flag = name.replaceAll("_", "-"),
}: {
  readonly name: string;
  readonly flag?: string;
}): string {
  return `--${flag}`;
}

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
  const parts = readParameters(table, values, lookup, wrong);
  return {
    ...merged(NO_PARAMETERS, parts),
    filter: mergedFilter(parts.flatMap(({ filter }) => filter ?? [])),
  };
}

function readOrdering(text: string): Reading<Ordering> {
  if (text === RANDOM) return fine({ by: RANDOM, descending: false });
  const reading = readChoice(text.replace(/^-/, ""), ORDERS);
  if ("error" in reading) return noSuchChoice(text);
  return fine({ by: reading.value, descending: text.startsWith("-") });
}

/** The error for an order by relevance without a search (docs/interface.md, "Parameters of cases"). */
function orderingFaults(values: ParameterValues): Messages {
  const ordering = values.get("ordering")?.at(-1);
  if (ordering === undefined || !/^-?relevance$/.test(ordering) || values.has("search")) return {};
  return { ordering: [noSuchChoice(ordering).error] };
}

/** The order of a request without the seed of a random one, and the text that identifies it in cursors. */
export function orderOf({ filter, ordering: requested }: CaseRequest): {
  readonly ordering: Ordering;
  readonly cursorOrder: string;
} {
  const ordering = orderingOf(filter, requested);
  return { ordering, cursorOrder: `cases ${ordering.descending ? "-" : ""}${ordering.by}` };
}

/** A random order gets the seed of the cursor, else that of the request, else a chosen one. */
export function seeded(ordering: Ordering, { seed }: CaseRequest, position: Position | null): Ordering {
  if (ordering.by !== RANDOM) return ordering;
  return { ...ordering, seed: position?.seed ?? seed ?? Math.floor(Math.random() * SEEDS) };
}
