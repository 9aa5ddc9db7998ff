/**
 * Filters with a suffix, as the service had them in its last years: `decision_date__gte=1988`, `court__exclude=ill`. Several values of
 * `__in` and `__exclude` are joined by two underscores.
 */
import { citationForms } from "../citations/reporters.ts";
import { readCaseId } from "../domain/case-id.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { boundDay, instantKey } from "../domain/decision-date.ts";
import {
  ANALYSIS_NUMBERS,
  ANALYSIS_TEXTS,
  type AnalysisNumber,
  type CaseFilter,
  type Condition,
  type ExtraField,
  type Span,
} from "../domain/query.ts";
import { courtIds, jurisdictionIds, type Lookup, reporterIds } from "./lookup.ts";
import {
  costly,
  fine,
  INTEGER,
  NO_DATE,
  NO_NUMBER,
  type NumberRange,
  noSuchChoice,
  type ParameterRow,
  type ParameterTable,
  type Reading,
  readNumber,
  refused,
} from "./parameter.ts";

export type Filter = ParameterRow<CaseFilter, Lookup>;
export type Filters = ParameterTable<CaseFilter, Lookup>;

type Comparison = "is" | "gte" | "gt" | "lte" | "lt";
type Spans = Reading<readonly Span[]>;

/** A value of a case whose name takes suffixes. */
interface Field {
  readonly describes: string;
  readonly number?: NumberRange;
  /** Whether `__gt`, `__gte`, `__lt` and `__lte` compare its values. */
  readonly isOrdered?: true;
  read(text: string, comparison: Comparison, lookup: Lookup): Spans;
}

const FIELDS = {
  id: { describes: "id of a case", isOrdered: true, number: INTEGER, read: readCaseSpan },
  cite: {
    describes: "citation of the case",
    read: (text) => fine(citationForms(normaliseCitation(text)).map((is) => ({ is }))),
  },
  jurisdiction: {
    describes: "slug of a jurisdiction",
    read: (text, _, lookup) => idSpans(text, jurisdictionIds(text, lookup)),
  },
  court: { describes: "slug of a court", read: (text, _, lookup) => idSpans(text, courtIds(text, lookup)) },
  court_id: { describes: "id of a court", isOrdered: true, number: INTEGER, read: readIdSpan },
  reporter: {
    describes: "id, slug, short or full name of a reporter",
    read: (text, _, lookup) => idSpans(text, reporterIds(text, lookup)),
  },
  decision_date: {
    describes: "decision date: YYYY-MM-DD, YYYY-MM or YYYY",
    isOrdered: true,
    read: readDaySpan,
  },
  last_updated: {
    describes: "time of the publisher's last change: YYYY, YYYY-MM, YYYY-MM-DD or a time",
    isOrdered: true,
    read: readInstantSpan,
  },
} satisfies Readonly<Record<string, Field>>;

const ANALYSIS_NUMBER: Field = {
  describes: "number in the source's analysis of the case",
  number: { type: "number" },
  isOrdered: true,
  read: readNumberSpan,
};
const ANALYSIS_TEXT: Field = { describes: "text in the source's analysis of the case", read: readTextSpan };
const SOURCE: Field = {
  describes: "source in the provenance of the case, like Harvard",
  read: readTextSpan,
};

/** What the source computed of a case, and where the case comes from. */
const EXTRA_FIELDS: Readonly<Record<string, Field>> = {
  ...Object.fromEntries(ANALYSIS_NUMBERS.map((name) => [name, ANALYSIS_NUMBER])),
  ...Object.fromEntries(ANALYSIS_TEXTS.map((name) => [name, ANALYSIS_TEXT])),
  source: SOURCE,
};

/** Fields that take a suffix. */
export type SuffixedField = keyof typeof FIELDS | ExtraField;
/** Fields whose values have an order. */
export type OrderedField =
  | AnalysisNumber
  | {
      [Name in keyof typeof FIELDS]: (typeof FIELDS)[Name] extends { isOrdered: true } ? Name : never;
    }[keyof typeof FIELDS];

/** Filters with a suffix: `decision_date__gte`. */
export type SuffixedName =
  | `${SuffixedField}__${"in" | "exclude"}`
  | `${OrderedField}__${"gt" | "gte" | "lt" | "lte"}`;

const TIMES = { gt: "after", gte: "at or after", lt: "before", lte: "at or before" } as const;
const SHORTER = "a shorter one means all of it";

/** `id`, `decision_date` and `last_updated` alone. */
export const EXACT_FILTERS = {
  id: exactly("id", FIELDS.id),
  decision_date: exactly("decision_date", FIELDS.decision_date, SHORTER),
  last_updated: exactly("last_updated", FIELDS.last_updated, SHORTER),
} satisfies Filters;

export const SUFFIXED_FILTERS: Filters = Object.fromEntries([
  ...Object.entries(FIELDS).flatMap(([name, field]) => withSuffixes(name, field)),
  // no index has these: they are read from the rows of cases. On the command line all are values of --filter, also without a suffix
  ...Object.entries(EXTRA_FIELDS).flatMap(([name, field]) =>
    [[name, { ...exactly(name, field), suffixOf: name }] as const, ...withSuffixes(name, field)].map(
      ([key, filter]) => [key, costly(filter)] as const,
    ),
  ),
]);

/** The parameter with the name of the field alone. */
function exactly(name: string, field: Field, more?: string): Filter {
  const describes = more === undefined ? field.describes : `${field.describes}; ${more}`;
  return compared(name, { ...field, describes }, "is");
}

function compared(name: string, { describes, number, read }: Field, comparison: Comparison): Filter {
  return {
    describes,
    ...(number === undefined ? {} : { number }),
    read: ([text], lookup) => conditionOf(name, "among", [read(text, comparison, lookup)]),
  };
}

function withSuffixes(name: string, field: Field): (readonly [name: string, filter: Filter])[] {
  const { describes, isOrdered = false } = field;
  const isTime = name === "decision_date" || name === "last_updated";
  const listed = (kind: Condition["kind"], means: string): Filter => ({
    describes: `${describes}: ${means} of several, joined by two underscores`,
    repeatable: true,
    suffixOf: name,
    read: (values, lookup) => {
      const parts = values.flatMap((value) => value.split("__")).filter((value) => value !== "");
      return conditionOf(
        name,
        kind,
        parts.map((value) => field.read(value, "is", lookup)),
      );
    },
  });
  const ordered = (["gt", "gte", "lt", "lte"] as const).map((suffix) => {
    const means = `${describes}: ${isTime ? TIMES[suffix] : suffix} the value`;
    const filter = { ...compared(name, { ...field, describes: means }, suffix), suffixOf: name };
    return [`${name}__${suffix}`, filter] as const;
  });
  return [
    [`${name}__in`, listed("among", "any")],
    [`${name}__exclude`, listed("outside", "none")],
    ...(isOrdered ? ordered : []),
  ];
}

function conditionOf(name: string, kind: Condition["kind"], read: readonly Spans[]): Reading<CaseFilter> {
  const wrong = read.find((reading) => "error" in reading);
  if (wrong !== undefined) return wrong;
  const spans = read.flatMap((reading) => ("value" in reading ? reading.value : []));
  // every name is that of a field
  const field = (name === "court_id" ? "court" : name) as Condition["field"];
  return fine({ conditions: [{ field, kind, spans }] });
}

function idSpans(text: string, ids: readonly number[]): Spans {
  return ids.length === 0 ? noSuchChoice(text) : fine(ids.map((id) => ({ is: id })));
}

/** `cl:123` is an id too, and that of the case if another source has it. */
function readCaseSpan(text: string, comparison: Comparison, lookup: Lookup): Spans {
  const id = comparison === "is" ? readCaseId(text) : null;
  return id === null ? readIdSpan(text, comparison) : fine([{ is: lookup.ownId(id) }]);
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
  if (period === null)
    return refused("Invalid date format. Expected an ISO 8601 date or time, YYYY-MM or YYYY.");
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
  return comparison === "is" ? { is: value } : { [comparison]: value };
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
