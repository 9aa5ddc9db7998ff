/**
 * Filters with a suffix, as the service had them in its last years: `decision_date__gte=1988`, `court__exclude=ill`. Several values of
 * `__in` and `__exclude` are joined by two underscores.
 */
import { citationForms } from "../../citations/nominative.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import { boundDay } from "../../domain/decision-date.ts";
import { instantKey } from "../../domain/instant.ts";
import type { CaseFilter, Condition, ConditionField, Span } from "../../domain/query.ts";
import { idsWhere, jurisdictionIds, type Lookup, reporterIds } from "../lookup.ts";
import {
  fine,
  INTEGER,
  mapped,
  NO_DATE,
  NO_NUMBER,
  type NumberRange,
  noSuchChoice,
  type Parameter,
  type Reading,
  readNumber,
  readTruth,
  refused,
  TRUTH,
} from "../parameter.ts";

type FilterParameter = Parameter<{ readonly filter: CaseFilter }, Lookup>;

/** How a value is compared. */
export type Comparison = "is" | "gte" | "gt" | "lte" | "lt";

const INSTANT_FORMAT = "Invalid date format. Expected an ISO 8601 date or time, YYYY-MM or YYYY.";
const JOINED = "__";

/** A field with suffixes. */
export interface SuffixedField {
  readonly name: string;
  readonly field: ConditionField;
  readonly describes: string;
  /** Of a number. */
  readonly number?: NumberRange;
  /** Whether `__gt`, `__gte`, `__lt` and `__lte` compare its values. */
  readonly isOrdered: boolean;
  /** The spans of a value; the error of a wrong one. */
  read(text: string, comparison: Comparison, lookup: Lookup): Reading<readonly Span[]>;
}

const FIELDS: readonly SuffixedField[] = [
  {
    ...{ name: "id", field: "id", isOrdered: true, number: INTEGER },
    describes: "id of a case",
    read: readIdSpan,
  },
  {
    ...{ name: "cite", field: "cite", isOrdered: false },
    describes: "citation of the case",
    read: (text) => fine(citationForms(normaliseCitation(text)).map((is) => ({ is }))),
  },
  {
    ...{ name: "jurisdiction", field: "jurisdiction", isOrdered: false },
    describes: "slug of a jurisdiction",
    read: (text, _, lookup) => known(text, jurisdictionIds(text, lookup.jurisdictions())),
  },
  {
    ...{ name: "court", field: "court", isOrdered: false },
    describes: "slug of a court",
    read: (text, _, lookup) =>
      known(
        text,
        idsWhere(lookup.courts(), ({ slug }) => slug === text),
      ),
  },
  {
    ...{ name: "court_id", field: "court", isOrdered: true, number: INTEGER },
    describes: "id of a court",
    read: readIdSpan,
  },
  {
    ...{ name: "reporter", field: "reporter", isOrdered: false },
    describes: "id, slug, short or full name of a reporter",
    read: (text, _, lookup) => known(text, reporterIds(text, lookup.reporters())),
  },
  {
    ...{ name: "decision_date", field: "decision_date", isOrdered: true },
    describes: "decision date: YYYY-MM-DD, YYYY-MM or YYYY",
    read: readDaySpan,
  },
  {
    ...{ name: "last_updated", field: "last_updated", isOrdered: true },
    describes: "time of the publisher's last change: YYYY, YYYY-MM, YYYY-MM-DD or a time",
    read: readInstantSpan,
  },
];

const ORDERED: Readonly<Record<Exclude<Comparison, "is">, string>> = {
  gt: "after",
  gte: "at or after",
  lt: "before",
  lte: "at or before",
};

/** `id`, `decision_date` and `last_updated` alone, which the other tables lack. */
export const EXACT_PARAMETERS: readonly FilterParameter[] = FIELDS.filter(({ name }) =>
  ["id", "decision_date", "last_updated"].includes(name),
).map((field) => ({
  ...exactParameter(field),
  describes: field.name === "id" ? field.describes : `${field.describes}; a shorter one means all of it`,
}));

/** Texts of jurisdictions that are not whitelisted are closed, and those of cases without one. */
export const RESTRICTED: FilterParameter = {
  name: "restricted",
  describes: "true: only cases whose text is closed; false: only those whose text is open",
  choices: TRUTH,
  read: ([text], lookup) =>
    mapped(readTruth(text), (isRestricted) => {
      const open = lookup.jurisdictions().filter(({ whitelisted }) => whitelisted);
      const kind = isRestricted ? "outside" : "among";
      const spans = open.map(({ id }) => ({ is: id }));
      return { filter: { conditions: [{ field: "jurisdiction", kind, spans }] } };
    }),
};

export const SUFFIXED_PARAMETERS: readonly FilterParameter[] = FIELDS.flatMap(suffixedParameters);

/** The parameter with the name of the field alone. */
export function exactParameter(field: SuffixedField): FilterParameter {
  return {
    ...{ name: field.name, describes: field.describes, ...numberOf(field) },
    read: ([text], lookup) => conditionOf(field, "among", [text], "is", lookup),
  };
}

function numberOf({ number }: SuffixedField): { readonly number?: NumberRange } {
  return number === undefined ? {} : { number };
}

export function suffixedParameters(field: SuffixedField): FilterParameter[] {
  return [
    listParameter(field, "in", "any of several, joined by two underscores"),
    listParameter(field, "exclude", "none of several, joined by two underscores"),
    ...(field.isOrdered
      ? Object.entries(ORDERED).map(([suffix, means]) =>
          orderedParameter(field, suffix as keyof typeof ORDERED, means),
        )
      : []),
  ];
}

function listParameter(field: SuffixedField, suffix: "in" | "exclude", means: string): FilterParameter {
  return {
    ...{ name: `${field.name}__${suffix}`, describes: `${field.describes}: ${means}` },
    ...{ repeatable: true, suffixOf: field.name },
    read: (values, lookup) => {
      const each = values.flatMap((value) => value.split(JOINED)).filter((value) => value !== "");
      return conditionOf(field, suffix === "in" ? "among" : "outside", each, "is", lookup);
    },
  };
}

function orderedParameter(
  field: SuffixedField,
  suffix: keyof typeof ORDERED,
  means: string,
): FilterParameter {
  const isTime = field.field === "decision_date" || field.field === "last_updated";
  const meaning = isTime ? means : suffix;
  return {
    ...{ name: `${field.name}__${suffix}`, describes: `${field.describes}: ${meaning} the value` },
    ...{ suffixOf: field.name, ...numberOf(field) },
    read: ([text], lookup) => conditionOf(field, "among", [text], suffix, lookup),
  };
}

function conditionOf(
  { field, read }: SuffixedField,
  kind: Condition["kind"],
  values: readonly string[],
  comparison: Comparison,
  lookup: Lookup,
): Reading<{ readonly filter: CaseFilter }> {
  const spans: Span[] = [];
  for (const value of values) {
    const reading = read(value, comparison, lookup);
    if ("error" in reading) return reading;
    spans.push(...reading.value);
  }
  return fine({ filter: { conditions: [{ field, kind, spans }] } });
}

function known(text: string, ids: readonly number[]): Reading<readonly Span[]> {
  return ids.length === 0 ? noSuchChoice(text) : fine(ids.map((id) => ({ is: id })));
}

function readIdSpan(text: string, comparison: Comparison): Reading<readonly Span[]> {
  const id = readNumber(text);
  if (id === null) return NO_NUMBER;
  // an integer beyond the safe ones is infinite, which JSON and SQL have not
  const bound = Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, id));
  return fine([{ [comparison]: bound } as Span]);
}

function readDaySpan(text: string, comparison: Comparison): Reading<readonly Span[]> {
  const [first, last] = [boundDay(text, "min"), boundDay(text, "max")];
  if (first === null || last === null) return NO_DATE;
  return fine([spanOf(comparison, { gte: first }, { gt: last }, { lte: last }, { lt: first })]);
}

function readInstantSpan(text: string, comparison: Comparison): Reading<readonly Span[]> {
  const period = periodOf(text);
  if (period === null) return refused(INSTANT_FORMAT);
  const { from, until } = period;
  if (until === null)
    return fine([comparison === "is" ? { is: from } : ({ [comparison]: from } as unknown as Span)]);
  return fine([spanOf(comparison, { gte: from }, { gte: until }, { lt: until }, { lt: from })]);
}

/** A time with the "+" before its zone, which a URL without escapes turns into a space. */
export function withPlus(time: string): string {
  return time.replace(/(:\d{2}(?:\.\d+)?) (?=\d{2}:?\d{2}$)/, "$1+");
}

/** A period as the span that a comparison means. */
function spanOf(comparison: Comparison, gte: Span, gt: Span, lte: Span, lt: Span): Span {
  const spans: Readonly<Record<Comparison, Span>> = { is: { ...gte, ...lte } as Span, gte, gt, lte, lt };
  return spans[comparison];
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
