/** The oracle's filters and orders: which records a question means, and in which order. */

import type { JsonObject } from "../../src/domain/json.ts";
import {
  dayOf,
  fits,
  foldMarks,
  type LineRecord,
  nanosOf,
  normal,
  type Query,
  type Question,
  stem,
  words,
} from "./brute-force.ts";

/** The ids that a question matches, by ascending id. `search` is given as the query that its text was written from. */
export function matching(records: readonly LineRecord[], question: Question, search: Query | null): number[] {
  return records
    .filter((record) => search === null || (fits(record, search) ?? true))
    .filter((record) =>
      Object.entries(question).every(([name, given]) => {
        const values = typeof given === "string" ? [given] : given;
        const test = TESTS[name];
        return test === undefined || test(record, values, records);
      }),
    )
    .filter((record) => fitsAuthor(record, question, records))
    .filter((record) => citesInto(record, question, records))
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

/** Filters within the opinions of the author of the question. */
function fitsAuthor(record: LineRecord, question: Question, all: readonly LineRecord[]): boolean {
  const opinions = record.casebody?.data.opinions ?? [];
  return Object.entries(question).every(([name, given]) => {
    if (!name.startsWith("author__")) return true;
    const values = typeof given === "string" ? [given] : given;
    return opinions.some((opinion, at) => {
      if (!hasAuthor(opinion.author, String(question.author))) return false;
      const alone = {
        ...record,
        cites_to: record.cites_to.filter((entry) => entry.opinion_index === at),
        casebody: { status: "ok", data: { head_matter: "", corrections: "", opinions: [opinion] } },
      };
      // without any entry, the text of the opinion counts
      if (record.cites_to.length > 0 && alone.cites_to.length === 0) return false;
      return TESTS[name.slice("author__".length)]?.(alone, values, all) ?? false;
    });
  });
}

/** Filters on the cited cases: one case has to pass all of them. */
function citesInto(record: LineRecord, question: Question, all: readonly LineRecord[]): boolean {
  const ofCited = Object.entries(question).filter(([name]) => name.startsWith("cites_to__"));
  if (ofCited.length === 0) return true;
  const inner = Object.fromEntries(ofCited.map(([name, given]) => [name.slice("cites_to__".length), given]));
  return matching(all, inner, null).some((id) => TESTS.cites_to?.(record, [String(id)], all));
}

function hasAuthor(author: string | null, wanted: string): boolean {
  const stems = new Set(words(author ?? "").map(stem));
  return words(wanted).every((word) => stems.has(stem(word)));
}

type Test = (record: LineRecord, values: readonly string[], all: readonly LineRecord[]) => boolean;

const contains =
  (field: (record: LineRecord) => string): Test =>
  (record, values) =>
    foldMarks(field(record)).includes(foldMarks(values.at(-1) ?? ""));

type Bounds<T> = (text: string) => readonly [first: T, last: T];

/** The comparisons with a value, or with a period that has a first and a last value. */
function suffixed<T extends number | bigint>(
  name: string,
  of: (record: LineRecord) => readonly T[],
  bounds: Bounds<T>,
): Record<string, Test> {
  const any =
    (test: (value: T, first: T, last: T) => boolean): Test =>
    (record, values) =>
      values
        .flatMap((value) => value.split("__"))
        .some((text) => of(record).some((value) => test(value, ...bounds(text))));
  const is = any((value, first, last) => value >= first && value <= last);
  return {
    ...(name === "court_id" ? {} : { [name]: is }),
    [`${name}__in`]: is,
    [`${name}__exclude`]: (...asked) => !is(...asked),
    [`${name}__gt`]: any((value, _, last) => value > last),
    [`${name}__gte`]: any((value, first) => value >= first),
    [`${name}__lt`]: any((value, first) => value < first),
    [`${name}__lte`]: any((value, _, last) => value <= last),
  };
}

function listed(
  name: string,
  of: (record: LineRecord) => readonly string[],
  fold: (text: string) => string = (text) => text,
): Record<string, Test> {
  const isIn: Test = (record, values) =>
    values.flatMap((value) => value.split("__")).some((text) => of(record).includes(fold(text)));
  return { [`${name}__in`]: isIn, [`${name}__exclude`]: (...asked) => !isIn(...asked) };
}

function some<T>(value: T | null | undefined): T[] {
  return value === null || value === undefined ? [] : [value];
}

function numberBounds(text: string): readonly [number, number] {
  return [Number(text), Number(text)];
}

function instantBounds(text: string): readonly [bigint, bigint] {
  if (text.includes("T")) return [nanosOf(text), nanosOf(text)];
  const [year = 0, month, day] = text.split("-").map(Number);
  const next =
    month === undefined
      ? Date.UTC(year + 1, 0)
      : day === undefined
        ? Date.UTC(year, month)
        : Date.UTC(year, month - 1, day + 1);
  const first = Date.UTC(year, (month ?? 1) - 1, day ?? 1);
  return [BigInt(first) * 1_000_000n, BigInt(next) * 1_000_000n - 1n];
}

const ANALYSIS = {
  numbers: [
    ...["word_count", "char_count", "cardinality", "ocr_confidence"].map((name) => `analysis.${name}`),
    ...["analysis.pagerank.percentile", "analysis.pagerank.raw"],
  ],
  texts: ["analysis.simhash", "analysis.sha256"],
};

/** What a record has at a path, if it is a number where a number is meant, and else a text. */
function analysisOf(record: LineRecord, path: string): number | string | null {
  const value = path
    .split(".")
    .reduce<unknown>(
      (whole, key) => (typeof whole === "object" && whole !== null ? (whole as JsonObject)[key] : undefined),
      { ...record },
    );
  const type = ANALYSIS.texts.includes(path) ? "string" : "number";
  return (typeof value === "string" || typeof value === "number") && typeof value === type ? value : null;
}

function numbersOf(path: string): (record: LineRecord) => number[] {
  return (record) => some(analysisOf(record, path)).map(Number);
}

function textsIn(value: unknown): string[] {
  return typeof value === "string" ? [value] : [];
}

const TESTS: Readonly<Record<string, Test>> = {
  name: contains((record) => record.name),
  name_abbreviation: contains((record) => record.name_abbreviation),
  docket_number: contains((record) => record.docket_number),
  cite: (record, values) => hasCite(record, values.at(-1) ?? ""),
  jurisdiction: (record, values) =>
    values.some((value) => record.jurisdiction?.slug === value.toLowerCase().replaceAll(".", "")),
  court: (record, values) => values.some((value) => record.court?.slug === value),
  court_id: (record, values) => record.court?.id === Number(values.at(-1)),
  reporter: (record, values) =>
    values.some((value) => [String(record.reporter.id), record.reporter.full_name].includes(value)),
  decision_date_min: (record, values) => {
    const bound = values.at(-1) ?? "";
    const day = dayOf(record.decision_date);
    return day !== null && day >= (dayOf(bound) ?? Number.NaN);
  },
  decision_date_max: (record, values) => {
    const day = dayOf(record.decision_date);
    return day !== null && day <= lastDay(values.at(-1) ?? "");
  },
  author: (record, values) => {
    const held = (record.casebody?.data.opinions ?? []).flatMap(({ author }) => words(author ?? ""));
    const stems = new Set(held.map(stem));
    return words(values.at(-1) ?? "").every((word) => stems.has(stem(word)));
  },
  last_updated_min: (record, values) =>
    record.last_updated !== null && nanosOf(record.last_updated) >= nanosOf(values.at(-1) ?? ""),
  last_updated_max: (record, values) =>
    record.last_updated !== null && nanosOf(record.last_updated) <= nanosOf(values.at(-1) ?? ""),
  ...suffixed("id", (record) => [record.id], numberBounds),
  ...suffixed("court_id", (record) => (record.court === null ? [] : [record.court.id]), numberBounds),
  ...suffixed(
    "decision_date",
    ({ decision_date }) => some(dayOf(decision_date)),
    (text) => [dayOf(text) ?? Number.NaN, lastDay(text)],
  ),
  ...suffixed(
    "last_updated",
    ({ last_updated }) => (last_updated === null ? [] : [nanosOf(last_updated)]),
    instantBounds,
  ),
  ...listed("jurisdiction", (record) => some(record.jurisdiction?.slug)),
  ...listed("court", (record) => some(record.court?.slug)),
  ...listed("reporter", ({ reporter }) => [String(reporter.id), reporter.full_name]),
  ...listed(
    "cite",
    ({ citations }) => citations.map(({ cite }) => normal(cite)).filter((cite) => cite !== ""),
    normal,
  ),
  ...listed("source", ({ provenance }) => textsIn(provenance?.source)),
  source: ({ provenance }, values) => provenance?.source === values.at(-1),
  ...Object.assign({}, ...ANALYSIS.numbers.map((path) => suffixed(path, numbersOf(path), numberBounds))),
  ...Object.assign(
    {},
    ...ANALYSIS.texts.map((path) => ({
      ...listed(path, (record) => textsIn(analysisOf(record, path))),
      [path]: (record: LineRecord, values: readonly string[]) => analysisOf(record, path) === values.at(-1),
    })),
  ),
  author_type: (record, values) =>
    values.every((value) => {
      const [author = "", type] = value.split(":");
      const opinions = record.casebody?.data.opinions ?? [];
      return opinions.some((one) => one.type === type && hasAuthor(one.author, author));
    }),
  "cites_to.reporter": ({ cites_to }, values) =>
    cites_to.some(({ reporter }) => reporter !== undefined && values.includes(reporter)),
  "cites_to.category": ({ cites_to }, values) =>
    cites_to.some(({ category }) => category !== undefined && values.includes(category)),
  // of the made jurisdictions only the first is open
  restricted: (record, values) => (record.jurisdiction?.slug !== "neb") === (values.at(-1) === "true"),
  cites_to: (record, values, all) => values.some((value) => citesCase(record, value, all)),
  cited_by: (record, values, all) => {
    const value = values.at(-1) ?? "";
    const citing = all.filter((one) =>
      /^\d+$/.test(value) ? one.id === Number(value) : hasCite(one, value),
    );
    return citing.some((one) =>
      one.cites_to.length === 0
        ? record.citations.some(({ cite }) => citesInText(one, cite))
        : one.cites_to.some(({ cite, case_ids }) =>
            case_ids !== undefined && case_ids.length > 0
              ? case_ids.includes(record.id)
              : hasCite(record, cite),
          ),
    );
  },
};

function citesCase(record: LineRecord, value: string, all: readonly LineRecord[]): boolean {
  const isId = /^\d+$/.test(value);
  const cited = all.filter((one) => (isId ? one.id === Number(value) : hasCite(one, value)));
  const ids = isId ? [Number(value)] : cited.map(({ id }) => id);
  const cites = isId ? cited.flatMap(({ citations }) => citations.map(({ cite }) => cite)) : [value];
  const wanted = cites.map(normal).filter((cite) => cite !== "");
  if (record.cites_to.length === 0) return cites.some((cite) => citesInText(record, cite));
  return record.cites_to.some(
    ({ cite, case_ids }) => wanted.includes(normal(cite)) || ids.some((id) => case_ids?.includes(id)),
  );
}

/** Whether the text has the citation as it is asked for, but for the gaps, and the case does not bear it itself. */
function citesInText(record: LineRecord, cite: string): boolean {
  const parts = cite.split(/[\s,]+/).filter((part) => normal(part) !== "");
  if (parts.length < 3 || hasCite(record, cite)) return false;
  const { head_matter: head = "", opinions = [] } = record.casebody?.data ?? {};
  const pattern = new RegExp(`(?<![\\w$*.])${parts.map(escaped).join("[\\s,]+")}(?!\\w)`);
  return [head, ...opinions.map(({ text }) => text)].some((text) => pattern.test(text));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function hasCite(record: LineRecord, cite: string): boolean {
  return normal(cite) !== "" && record.citations.some((one) => normal(one.cite) === normal(cite));
}

function lastDay(bound: string): number {
  if (bound.length === 10) return dayOf(bound) ?? Number.NaN;
  const [year = 0, month = 12] = bound.split("-").map(Number);
  return Date.UTC(year, month, 0) / 86_400_000;
}

/** How many of the records each value of a facet has; values in the order in which they are answered. */
export function counted(records: readonly LineRecord[], facet: string): [string, number][] {
  const groups = Map.groupBy(records, (record) => FACETS[facet]?.(record) ?? null);
  const counts = [...groups].flatMap(([key, group]): [string, number][] =>
    key === null ? [] : [[key, group.length]],
  );
  const isNumber = facet === "reporter" || facet === "decision_date";
  return counts.sort((a, b) =>
    isNumber ? Number(a[0]) - Number(b[0]) : b[1] - a[1] || (a[0] < b[0] ? -1 : 1),
  );
}

/** The same by two facets that are joined by a comma. */
export function countedTwice(
  records: readonly LineRecord[],
  pair: string,
): [string, readonly [string, number][]][] {
  const [outer = "", inner = ""] = pair.split(",");
  const known = records.filter((record) => [outer, inner].every((facet) => FACETS[facet]?.(record) != null));
  return counted(known, outer).map(([key]) => [
    key,
    counted(
      known.filter((record) => FACETS[outer]?.(record) === key),
      inner,
    ),
  ]);
}

const FACETS: Readonly<Record<string, (record: LineRecord) => string | null>> = {
  jurisdiction: ({ jurisdiction }) => jurisdiction?.slug ?? null,
  court: ({ court }) => court?.slug ?? null,
  reporter: ({ reporter }) => String(reporter.id),
  decision_date: ({ decision_date }) =>
    dayOf(decision_date) === null ? null : String(Number(decision_date?.slice(0, 4))),
};

/** Sorts records as an ordering says; nulls last, ties by ascending id. Not for relevance. */
export function inOrder(records: readonly LineRecord[], ordering: string): number[] {
  const descending = ordering.startsWith("-");
  const path = ordering.replace("-", "");
  const key = path.startsWith("analysis.") ? (one: LineRecord) => analysisOf(one, path) : KEYS[path];
  if (key === undefined) throw new Error(ordering);
  const keyed = records.map((record) => ({ id: record.id, key: key(record) }));
  return keyed
    .sort((a, b) => {
      if (a.key === null || b.key === null)
        return Number(a.key === null) - Number(b.key === null) || a.id - b.id;
      const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
      return (descending ? -order : order) || a.id - b.id;
    })
    .map(({ id }) => id);
}

const KEYS: Readonly<Record<string, (record: LineRecord) => number | bigint | string | null>> = {
  decision_date: (record) => dayOf(record.decision_date),
  // as hexadecimal digits of UTF-8: the order of code points
  name_abbreviation: (record) => Buffer.from(record.name_abbreviation, "utf8").toString("hex"),
  id: (record) => record.id,
  last_updated: (record) => (record.last_updated === null ? null : nanosOf(record.last_updated)),
};
