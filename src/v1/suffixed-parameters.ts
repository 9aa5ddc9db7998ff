/**
 * Filters with a suffix, as the service had them in its last years: `decision_date__gte=1988`, `court__exclude=ill`. Several values of
 * `__in` and `__exclude` are joined by two underscores. Then the filters on single opinions (`author_type`, `author__cites_to…`), on
 * what is cited (`cites_to.reporter`), and on the cited cases (`cites_to__jurisdiction=nc`).
 */
import { citationForms } from "../citations/reporters.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { boundDay, instantKey } from "../domain/decision-date.ts";
import {
  ANALYSIS_NUMBERS,
  ANALYSIS_TEXTS,
  type CitedField,
  type Condition,
  type ConditionField,
  type OpinionFilter,
  type Span,
} from "../domain/query.ts";
import { type CaseParameter, NO_FILTERS } from "./case-request.ts";
import { citedAs, courtIds, jurisdictionIds, type Lookup, reporterIds } from "./lookup.ts";
import {
  fine,
  INTEGER,
  type Messages,
  mapped,
  NO_DATE,
  NO_NUMBER,
  type NumberRange,
  noSuchChoice,
  type ParameterValues,
  type Reading,
  readNumber,
  refused,
  truth,
} from "./parameter.ts";

/** How a value is compared. */
type Comparison = "is" | "gte" | "gt" | "lte" | "lt";
type Spans = Reading<readonly Span[]>;

/** A field with suffixes. */
interface SuffixedField {
  readonly name: ConditionField | "court_id";
  readonly describes: string;
  /** Of a number. */
  readonly number?: NumberRange;
  /** Whether `__gt`, `__gte`, `__lt` and `__lte` compare its values. */
  readonly isOrdered: boolean;
  /** The spans of a value; the error of a wrong one. */
  read(text: string, comparison: Comparison, lookup: Lookup): Spans;
}

const INSTANT_FORMAT = "Invalid date format. Expected an ISO 8601 date or time, YYYY-MM or YYYY.";
const JOINED = "__";

const FIELDS: readonly SuffixedField[] = [
  { name: "id", describes: "id of a case", isOrdered: true, number: INTEGER, read: readIdSpan },
  {
    ...{ name: "cite", describes: "citation of the case", isOrdered: false },
    read: (text) => fine(citationForms(normaliseCitation(text)).map((is) => ({ is }))),
  },
  {
    ...{ name: "jurisdiction", describes: "slug of a jurisdiction", isOrdered: false },
    read: (text, _, lookup) => known(text, jurisdictionIds(text, lookup)),
  },
  {
    ...{ name: "court", describes: "slug of a court", isOrdered: false },
    read: (text, _, lookup) => known(text, courtIds(text, lookup)),
  },
  { name: "court_id", describes: "id of a court", isOrdered: true, number: INTEGER, read: readIdSpan },
  {
    ...{ name: "reporter", describes: "id, slug, short or full name of a reporter", isOrdered: false },
    read: (text, _, lookup) => known(text, reporterIds(text, lookup)),
  },
  {
    ...{ name: "decision_date", describes: "decision date: YYYY-MM-DD, YYYY-MM or YYYY" },
    ...{ isOrdered: true, read: readDaySpan },
  },
  {
    name: "last_updated",
    describes: "time of the publisher's last change: YYYY, YYYY-MM, YYYY-MM-DD or a time",
    ...{ isOrdered: true, read: readInstantSpan },
  },
];

/** What the source computed of a case, and where the case comes from. */
const EXTRA_FIELDS: readonly SuffixedField[] = [
  ...ANALYSIS_NUMBERS.map((name) => ({
    ...{ name, describes: "number in the source's analysis of the case" },
    ...{ isOrdered: true, number: { type: "number" } as const, read: readNumberSpan },
  })),
  ...ANALYSIS_TEXTS.map((name) => ({
    ...{ name, describes: "text in the source's analysis of the case", isOrdered: false, read: readTextSpan },
  })),
  {
    ...{ name: "source", describes: "source in the provenance of the case, like Harvard" },
    ...{ isOrdered: false, read: readTextSpan },
  },
];

const ORDERED = { gt: "after", gte: "at or after", lt: "before", lte: "at or before" } as const;

/** `id`, `decision_date` and `last_updated` alone, which the other tables lack. */
export const EXACT_PARAMETERS: readonly CaseParameter[] = FIELDS.filter(({ name }) =>
  ["id", "decision_date", "last_updated"].includes(name),
).map((field) => ({
  ...exactParameter(field),
  describes: field.name === "id" ? field.describes : `${field.describes}; a shorter one means all of it`,
}));

/** Texts of jurisdictions that are not whitelisted are closed, and those of cases without one. */
export const RESTRICTED: CaseParameter = truth(
  "restricted",
  "true: only cases whose text is closed; false: only those whose text is open",
  (isRestricted, lookup: Lookup) => {
    const open = lookup.jurisdictions().filter(({ whitelisted }) => whitelisted);
    const kind = isRestricted ? "outside" : "among";
    const spans = open.map(({ id }) => ({ is: id }));
    return { filter: { conditions: [{ field: "jurisdiction", kind, spans }] } };
  },
);

export const SUFFIXED_PARAMETERS: readonly CaseParameter[] = FIELDS.flatMap(suffixedParameters);

/** On the command line all of them are values of --filter, also those without a suffix. */
export const EXTRA_PARAMETERS: readonly CaseParameter[] = EXTRA_FIELDS.flatMap((field) => [
  { ...exactParameter(field), suffixOf: field.name },
  ...suffixedParameters(field),
]);

/** The parameter with the name of the field alone. */
function exactParameter(field: SuffixedField): CaseParameter {
  return {
    ...{ name: field.name, describes: field.describes, ...numberOf(field) },
    read: ([text], lookup) => conditionOf(field, "among", [text], "is", lookup),
  };
}

function numberOf({ number }: SuffixedField): { readonly number?: NumberRange } {
  return number === undefined ? {} : { number };
}

function suffixedParameters(field: SuffixedField): CaseParameter[] {
  const { name, describes } = field;
  const isTime = name === "decision_date" || name === "last_updated";
  const listed = (suffix: "in" | "exclude", means: string): CaseParameter => ({
    ...{ name: `${name}__${suffix}`, describes: `${describes}: ${means}` },
    ...{ repeatable: true, suffixOf: name },
    read: (values, lookup) => {
      const each = values.flatMap((value) => value.split(JOINED)).filter((value) => value !== "");
      return conditionOf(field, suffix === "in" ? "among" : "outside", each, "is", lookup);
    },
  });
  const ordered = (["gt", "gte", "lt", "lte"] as const).map(
    (suffix): CaseParameter => ({
      name: `${name}__${suffix}`,
      describes: `${describes}: ${isTime ? ORDERED[suffix] : suffix} the value`,
      ...{ suffixOf: name, ...numberOf(field) },
      read: ([text], lookup) => conditionOf(field, "among", [text], suffix, lookup),
    }),
  );
  return [
    listed("in", "any of several, joined by two underscores"),
    listed("exclude", "none of several, joined by two underscores"),
    ...(field.isOrdered ? ordered : []),
  ];
}

function conditionOf(
  { name, read }: SuffixedField,
  kind: Condition["kind"],
  values: readonly string[],
  comparison: Comparison,
  lookup: Lookup,
): ReturnType<CaseParameter["read"]> {
  const field = name === "court_id" ? "court" : name;
  const spans: Span[] = [];
  for (const value of values) {
    const reading = read(value, comparison, lookup);
    if ("error" in reading) return reading;
    spans.push(...reading.value);
  }
  return fine({ filter: { conditions: [{ field, kind, spans }] } });
}

function known(text: string, ids: readonly number[]): Spans {
  return ids.length === 0 ? noSuchChoice(text) : fine(ids.map((id) => ({ is: id })));
}

function readIdSpan(text: string, comparison: Comparison): Spans {
  const id = readNumber(text);
  if (id === null) return NO_NUMBER;
  // an integer beyond the safe ones is infinite, which JSON and SQL have not
  return fine([spanOf(comparison, Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, id)))]);
}

function readDaySpan(text: string, comparison: Comparison): Spans {
  const [first, last] = [boundDay(text, "min"), boundDay(text, "max")];
  if (first === null || last === null) return NO_DATE;
  const spans = { is: { gte: first, lte: last }, gte: { gte: first }, gt: { gt: last } };
  return fine([{ ...spans, lte: { lte: last }, lt: { lt: first } }[comparison]]);
}

function readInstantSpan(text: string, comparison: Comparison): Spans {
  const period = periodOf(text);
  if (period === null) return refused(INSTANT_FORMAT);
  const { from, until } = period;
  if (until === null) return fine([spanOf(comparison, from)]);
  const spans = { is: { gte: from, lt: until }, gte: { gte: from }, gt: { gte: until } };
  return fine([{ ...spans, lte: { lt: until }, lt: { lt: from } }[comparison]]);
}

function readNumberSpan(text: string, comparison: Comparison): Spans {
  const number = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number)) return NO_NUMBER;
  // bounds are bound as they are; SQLite may round a number that it reads from a list
  return fine([comparison === "is" ? { gte: number, lte: number } : spanOf(comparison, number)]);
}

function readTextSpan(text: string): Spans {
  return fine([{ is: text }]);
}

function spanOf(comparison: Comparison, value: number | string): Span {
  return {
    is: { is: value },
    gte: { gte: value },
    gt: { gt: value },
    lte: { lte: value },
    lt: { lt: value },
  }[comparison];
}

/** A time with the "+" before its zone, which a URL without escapes turns into a space. */
export function withPlus(time: string): string {
  return time.replace(/(:\d{2}(?:\.\d+)?) (?=\d{2}:?\d{2}$)/, "$1+");
}

/** The first instant of a year, month or day, and of the next one; `until` is null for a time. */
function periodOf(text: string): { readonly from: string; readonly until: string | null } | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (year === undefined) {
    const from = instantKey(withPlus(text));
    return from === null ? null : { from, until: null };
  }
  const from = instantKey(`${year}-${month ?? "01"}-${day ?? "01"}`);
  if (from === null) return null;
  const next = new Date(
    Date.UTC(
      Number(year) + (month === undefined ? 1 : 0),
      month === undefined ? 0 : Number(month) - (day === undefined ? 0 : 1),
      day === undefined ? 1 : Number(day) + 1,
    ),
  );
  return { from, until: instantKey(next.toISOString()) };
}

const OF_AUTHOR = "author__";
const OF_CITED = "cites_to__";
const CITED_FIELDS: readonly (readonly [CitedField, string])[] = [
  ["cites_to.reporter", "short name of a reporter"],
  ["cites_to.category", "category of the source, like reporters:federal"],
];
/** The cited cases would have to be looked up twice. */
const LOOKED_UP = ["cites_to", "cited_by"];

export const CITING_PARAMETERS: readonly CaseParameter[] = [
  {
    name: "author_type",
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
      return fine({ filter: { opinions } });
    },
  },
  ...CITED_FIELDS.flatMap(([field, describes]): CaseParameter[] => [
    {
      ...{ name: field, suffixOf: field, repeatable: true },
      describes: `${describes}: cited in the source's cites_to; repeatable: any of them`,
      read: (values) => {
        const spans = values.map((value) => ({ is: value }));
        return fine({ filter: { conditions: [{ field, kind: "among", spans }] } });
      },
    },
    {
      ...{ name: OF_AUTHOR + field, suffixOf: field, repeatable: true },
      describes: `${describes}: cited in an opinion of the author; repeatable: any of them`,
      read: (values) => byAuthor({ cited: { field, values } }),
    },
  ]),
  {
    ...{ name: `${OF_AUTHOR}cites_to`, suffixOf: "cites_to" },
    describes: "id or citation of a case that an opinion of the author cites",
    read: ([text], lookup) => byAuthor({ citesTo: citedAs(text, lookup) }),
  },
];

function byAuthor(opinion: Omit<OpinionFilter, "author">): ReturnType<CaseParameter["read"]> {
  return fine({ filter: { opinions: [{ author: "", ...opinion }] } });
}

/** For each filter, the same filter on the cited cases. */
export function citedParameters(table: readonly CaseParameter[]): CaseParameter[] {
  return table
    .filter(({ name }) => !NO_FILTERS.has(name) && !LOOKED_UP.includes(name))
    .map((one) => ({
      ...one,
      ...{ name: OF_CITED + one.name, suffixOf: one.suffixOf ?? one.name },
      describes: `of a cited case: ${one.describes}`,
      read: (values, lookup) =>
        mapped(one.read(values, lookup), ({ filter = {} }) => ({ filter: { citesToCases: filter } })),
    }));
}

/** The filters on the opinions of an author need `author`. */
export function authorFaults(values: ParameterValues): Messages {
  if (values.has("author")) return {};
  const names = [...values.keys()].filter((name) => name.startsWith(OF_AUTHOR));
  return Object.fromEntries(names.map((name) => [name, ["Needs author."]]));
}
