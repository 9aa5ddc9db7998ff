/** A request for cases as a typed value: the parts that parameters set, merged, and the order that follows. */
import type { BodyFormat, BodyRequest } from "../corpus/bodies.ts";
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
import type { FacetName } from "./facets.ts";
import type { Lookup } from "./lookup.ts";
import type { Paging } from "./paging.ts";
import {
  fine,
  INTEGER,
  type Messages,
  mapped,
  merged,
  NO_NUMBER,
  noSuchChoice,
  type Parameter,
  type ParameterValues,
  type Reading,
  readChoice,
  readNumber,
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

export type CasePart = Partial<CaseRequest>;
export type CaseParameter = Parameter<CasePart, Lookup>;

/** Parameters of cases that do not narrow what matches. */
export const NO_FILTERS: ReadonlySet<string> = new Set([
  "full_case",
  "body_format",
  "ordering",
  "seed",
  "facet",
  "count",
  "preview",
]);

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

export const ORDERING_PARAMETERS: readonly CaseParameter[] = [
  {
    name: "ordering",
    describes:
      "relevance (needs search), decision_date, name_abbreviation, id, last_updated or a field of analysis, reversed by - in front (-analysis.pagerank.percentile: most cited); or random",
    choices: [...ORDERS.flatMap((order) => [order, `-${order}`]), RANDOM],
    isCostly: (order) =>
      order === RANDOM || UNINDEXED.some((field) => order === field || order === `-${field}`),
    read: ([text]) => mapped(readOrdering(text), (ordering) => ({ ordering })),
  },
  {
    name: "seed",
    describes: "with ordering=random: an integer; the same one gives the same order",
    number: INTEGER,
    read: ([text]) => {
      const seed = readNumber(text);
      return seed === null || !Number.isFinite(seed) ? NO_NUMBER : fine({ seed });
    },
  },
];

function readOrdering(text: string): Reading<Ordering> {
  if (text === RANDOM) return fine({ by: RANDOM, descending: false });
  const reading = readChoice(text.replace(/^-/, ""), ORDERS);
  if ("error" in reading) return noSuchChoice(text);
  return fine({ by: reading.value, descending: text.startsWith("-") });
}

/** The error for an order by relevance without a search (docs/interface.md, "Parameters of cases"). */
export function orderingFaults(values: ParameterValues): Messages {
  const ordering = values.get("ordering")?.at(-1);
  if (ordering === undefined || !/^-?relevance$/.test(ordering) || values.has("search")) return {};
  return { ordering: [noSuchChoice(ordering).error] };
}

/** The order of a request without the seed of a random one, and the text that identifies it in cursors. */
export function orderOf({ filter, ordering: wanted }: CaseRequest): {
  readonly ordering: Ordering;
  readonly cursorOrder: string;
} {
  const ordering = orderingOf(filter, wanted);
  return { ordering, cursorOrder: `cases ${ordering.descending ? "-" : ""}${ordering.by}` };
}

/** A random order gets the seed of the cursor, else that of the request, else a chosen one. */
export function seeded(ordering: Ordering, { seed }: CaseRequest, position: Position | null): Ordering {
  if (ordering.by !== RANDOM) return ordering;
  return { ...ordering, seed: position?.seed ?? seed ?? Math.floor(Math.random() * SEEDS) };
}
