/**
 * The filters on cases (docs/interface.md, "Parameters of cases"): a new one is a new row. Besides the plain ones and those with a
 * suffix there are filters on single opinions (`author_type`, `author__cites_to…`), on what is cited (`cites_to.reporter`), and on the
 * cited cases (`cites_to__jurisdiction=nc`).
 */
import { normaliseCitation } from "../domain/citation.ts";
import { boundDay, instantKey } from "../domain/decision-date.ts";
import type { CaseFilter, CitedField, OpinionFilter } from "../domain/query.ts";
import { foldForContains } from "../store/write/index-row.ts";
import {
  citedAs,
  courtIds,
  jurisdictionIds,
  type Lookup,
  MATCHES,
  readSearchText,
  recordsNamed,
  reporterIds,
  SYNTAXES,
  searchTextOf,
} from "./lookup.ts";
import {
  choice,
  costly,
  fine,
  integer,
  type Messages,
  mapped,
  merged,
  NO_DATE,
  type Parameter,
  type ParameterValues,
  parametersIn,
  type Reading,
  readChoice,
  readNumber,
  refused,
  truth,
} from "./parameter.ts";
import {
  EXACT_FILTERS,
  type Filter,
  type Filters,
  SUFFIXED_FILTERS,
  type SuffixedField,
  type SuffixedName,
  withPlus,
} from "./suffixed-filters.ts";

const MIN_CONTAINED = 3;

const PLAIN = {
  cite: {
    describes: "a citation of the case, of any type, however spaced and punctuated",
    read: ([cite]) => fine({ cite: normaliseCitation(cite) }),
  },
  name_abbreviation: contains("nameAbbreviation", "part of the short case name"),
  name: contains("name", "part of the full case name"),
  docket_number: contains("docketNumber", "part of the docket number"),
  jurisdiction: recordsNamed("slug of a jurisdiction", jurisdictionIds, (jurisdictions) => ({
    jurisdictions,
  })),
  court: recordsNamed("slug of a court", courtIds, (courts) => ({ courts })),
  court_id: integer("id of a court", (courtId) => ({ courtId })),
  reporter: recordsNamed("id, slug, short or full name of a reporter", reporterIds, (reporters) => ({
    reporters,
  })),
  decision_date_min: {
    describes: "decided on or after: YYYY-MM-DD, YYYY-MM or YYYY",
    read: ([text]) => dated(boundDay(text, "min"), (decidedFrom) => ({ decidedFrom })),
  },
  decision_date_max: {
    describes: "decided on or before: YYYY-MM-DD, YYYY-MM or YYYY",
    read: ([text]) => dated(boundDay(text, "max"), (decidedTo) => ({ decidedTo })),
  },
  search: costly({
    describes:
      'words to search for: a b, "a phrase", "a b"~5, a /5 b, a +5 b, a /s b, a /p b, a | b, -a, appell*, author:a, ( )',
    read: ([text], lookup, other) => {
      const search = searchTextOf(text, other);
      return mapped(readSearchText(search, lookup), () => ({ search }));
    },
  }),
  search_syntax: {
    ...choice(
      "connectors: search is in terms and connectors, as legal research services have them: a AND b, a /5 b, a /s b, negligen!, wom?n, NAME(a)",
      SYNTAXES,
      () => ({}),
    ),
    flag: "syntax",
  },
  match: {
    describes:
      "any: search is a sentence or a question; finds at most 300 cases with most of its words, ordered by their best passage",
    choices: MATCHES,
    read: ([text], _lookup, other) =>
      other("search_syntax") === undefined
        ? mapped(readChoice(text, MATCHES), () => ({}))
        : refused("A sentence has no terms and connectors: leave out search_syntax."),
  },
  cites_to: costly({
    describes: "id or citation of a case: finds the cases that cite it; repeatable: any of them",
    repeatable: true,
    read: (values, lookup) => {
      const cited = values.map((text) => citedAs(text, lookup));
      const [ids, cites] = [cited.flatMap(({ ids }) => ids), cited.flatMap(({ cites }) => cites)];
      return fine({ citesTo: { ids: [...new Set(ids)], cites: [...new Set(cites)] } });
    },
  }),
  cited_by: costly({
    describes: "id or citation of a case: finds the cases that it cites",
    read: ([text], lookup) => {
      const id = readNumber(text);
      return fine({
        citedBy: id === null ? lookup.idsByCitation(normaliseCitation(text)) : [lookup.ownId(id)],
      });
    },
  }),
  precedential_status: {
    describes: "status that CourtListener gives, like published or unpublished; repeatable: any of them",
    repeatable: true,
    read: (statuses) => fine({ statuses }),
  },
  author: costly({
    describes: "words within the author of an opinion",
    read: ([author]) => fine({ author }),
  }),
  last_updated_min: {
    describes: "changed by the publisher at or after this ISO 8601 date or time",
    read: ([text]) => updated(text, "T00:00:00Z", (updatedFrom) => ({ updatedFrom })),
  },
  last_updated_max: {
    describes: "changed by the publisher at or before this ISO 8601 date or time",
    read: ([text]) => updated(text, "T23:59:59.999999999Z", (updatedTo) => ({ updatedTo })),
  },
} satisfies Filters;

function contains(field: "nameAbbreviation" | "name" | "docketNumber", describes: string): Filter {
  // in characters, not UTF-16 units
  const isShort = (text: string): boolean => [...text].length < MIN_CONTAINED;
  return costly({
    describes: `${describes}, at least ${MIN_CONTAINED} characters`,
    read: ([text]) =>
      isShort(text.normalize("NFC")) || isShort(foldForContains(text))
        ? refused(`Minimum query length is ${MIN_CONTAINED} characters.`)
        : fine({ [field]: text }),
  });
}

function dated(day: number | null, filter: (day: number) => CaseFilter): Reading<CaseFilter> {
  return day === null ? NO_DATE : fine(filter(day));
}

function updated(text: string, time: string, filter: (instant: string) => CaseFilter): Reading<CaseFilter> {
  const written = withPlus(text);
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(written) ? `${written}${time}` : written;
  return instantKey(instant) === null
    ? refused("Invalid date format. Expected an ISO 8601 date or time.")
    : fine(filter(instant));
}

/** Texts of jurisdictions that are not whitelisted are closed, and those of cases without one. */
const RESTRICTED: Filter = truth(
  "true: only cases whose text is closed; false: only those whose text is open",
  (isRestricted, lookup: Lookup) => {
    const open = lookup.jurisdictions().filter(({ whitelisted }) => whitelisted);
    const kind = isRestricted ? "outside" : "among";
    const spans = open.map(({ id }) => ({ is: id }));
    return { conditions: [{ field: "jurisdiction", kind, spans }] };
  },
);

const CITING = {
  author_type: {
    describes:
      "AUTHOR:TYPE, like scalia:dissent: words of the author and type of one opinion; repeatable: all of them",
    repeatable: true,
    read: (values) => {
      const opinions: OpinionFilter[] = [];
      for (const value of values) {
        const at = value.lastIndexOf(":");
        const [author, type] = [value.slice(0, Math.max(at, 0)), value.slice(at + 1)];
        if (!/[\p{L}\p{N}]/u.test(author) || type === "")
          return refused("Expected AUTHOR:TYPE, like scalia:dissent.");
        opinions.push({ author, type });
      }
      return fine({ opinions });
    },
  },
  "cites_to.reporter": citedValue("cites_to.reporter", "case"),
  "author__cites_to.reporter": citedValue("cites_to.reporter", "author"),
  "cites_to.category": citedValue("cites_to.category", "case"),
  "author__cites_to.category": citedValue("cites_to.category", "author"),
  author__cites_to: {
    describes: "id or citation of a case that an opinion of the author cites",
    suffixOf: "cites_to",
    read: ([text], lookup) => fine({ opinions: [{ author: "", citesTo: citedAs(text, lookup) }] }),
  },
} satisfies Filters;

/** A value of the entries of `cites_to`: of those of a case, or those of an opinion of `author`. */
function citedValue(field: CitedField, of: "case" | "author"): Filter {
  const what =
    field === "cites_to.reporter"
      ? "short name of a reporter"
      : "category of the source, like reporters:federal";
  const where = of === "case" ? "in the source's cites_to" : "in an opinion of the author";
  return {
    describes: `${what}: cited ${where}; repeatable: any of them`,
    repeatable: true,
    suffixOf: field,
    read: (values) => {
      if (of === "author") return fine({ opinions: [{ author: "", cited: { field, values } }] });
      const spans = values.map((value) => ({ is: value }));
      return fine({ conditions: [{ field, kind: "among", spans }] });
    },
  };
}

const MORE: Filters = { ...EXACT_FILTERS, restricted: RESTRICTED, ...SUFFIXED_FILTERS };
const OF_CITED = "cites_to__";
/** The cited cases would have to be looked up twice. */
const LOOKED_UP = ["cites_to", "cited_by"];

/** The same filters on the cited cases. */
const OF_CITED_CASES: Filters = Object.fromEntries(
  Object.entries<Filter>({ ...PLAIN, ...MORE })
    .filter(([name]) => !LOOKED_UP.includes(name))
    .map(([name, { read, describes, ...rest }]) => [
      OF_CITED + name,
      {
        ...{ ...rest, suffixOf: rest.suffixOf ?? name, describes: `of a cited case: ${describes}` },
        read: (values, lookup, other) =>
          mapped(
            read(values, lookup, (name) => other(OF_CITED + name)),
            (filter) => ({ citesToCases: filter }),
          ),
      } satisfies Filter,
    ]),
);

/** Filters on a case, which `cites_to__` also makes filters on a cited case. */
export type OwnFilter =
  | Exclude<keyof typeof PLAIN, "cites_to" | "cited_by">
  | SuffixedField
  | SuffixedName
  | "restricted";
/** Filters of cases (docs/interface.md, "Parameters of cases"). */
export type CaseFilterName = OwnFilter | keyof typeof PLAIN | keyof typeof CITING | `cites_to__${OwnFilter}`;

/** A filter of a request. */
export type FilterParameter = Parameter<{ readonly filter: CaseFilter }, Lookup>;

export const PLAIN_FILTERS: readonly FilterParameter[] = filterParameters(PLAIN);
export const OTHER_FILTERS: readonly FilterParameter[] = [
  ...filterParameters(MORE),
  ...filterParameters({ ...CITING, ...OF_CITED_CASES }).map(costly),
];
export const CASE_FILTERS: readonly FilterParameter[] = [...PLAIN_FILTERS, ...OTHER_FILTERS];

function filterParameters(filters: Filters): FilterParameter[] {
  return parametersIn(filters).map(({ read, ...rest }) => ({
    ...rest,
    read: (values, lookup, other) => mapped(read(values, lookup, other), (filter) => ({ filter })),
  }));
}

/** All conditions and opinions, and of other filters the last. Opinions without an author are of `author`. */
export function mergedFilter(filters: readonly CaseFilter[]): CaseFilter {
  const last = merged<CaseFilter>({}, filters);
  const conditions = filters.flatMap(({ conditions }) => conditions ?? []);
  const opinions = filters
    .flatMap(({ opinions }) => opinions ?? [])
    .map((opinion) => (opinion.author === "" ? { ...opinion, author: last.author ?? "" } : opinion));
  const cited = filters.flatMap(({ citesToCases }) => citesToCases ?? []);
  return {
    ...last,
    ...(conditions.length === 0 ? {} : { conditions }),
    ...(opinions.length === 0 ? {} : { opinions }),
    ...(cited.length === 0 ? {} : { citesToCases: mergedFilter(cited) }),
  };
}

/** The filters on the opinions of an author need `author`. */
export function authorFaults(values: ParameterValues): Messages {
  if (values.has("author")) return {};
  const names = [...values.keys()].filter((name) => name.startsWith("author__"));
  return Object.fromEntries(names.map((name) => [name, ["Needs author."]]));
}
