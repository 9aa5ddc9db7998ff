/**
 * The conditions of a filter (`Condition`), by what answers them: tokens of the index of words, lists of ids, bounds of dates, or the
 * rows of the cases that everything else leaves.
 */
import { citationForms } from "../../citations/reporters.ts";
import type {
  CitedCases,
  CitedField,
  Condition,
  ConditionField,
  ExtraField,
  Span,
} from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import { citedTest, extraColumn, isCitedField, isExtraField } from "../write/extras.ts";
import { citedCiteToken, citedIdToken } from "../write/index-row.ts";

interface SplitConditions {
  readonly references: readonly ReferenceIds[];
  /** Lists of ids and of normal citations; a match has one of each list. */
  readonly ids: readonly (readonly number[])[];
  readonly cites: readonly (readonly string[])[];
  readonly decidedFrom: number | null;
  readonly decidedTo: number | null;
  readonly onRow: readonly Condition[];
}

export interface ReferenceIds {
  readonly kind: "jurisdiction" | "court" | "reporter";
  readonly ids: readonly number[];
}

const COLUMNS: Readonly<Record<Exclude<ConditionField, "cite" | CitedField | ExtraField>, string>> = {
  id: "c.id",
  jurisdiction: "c.jurisdiction_id",
  court: "c.court_id",
  reporter: "c.reporter_id",
  decision_date: "c.day",
  last_updated: "c.updated_instant",
};
const OPERATORS = { gte: ">=", gt: ">", lte: "<=", lt: "<" } as const;

export function splitConditions(conditions: readonly Condition[]): SplitConditions {
  const references: ReferenceIds[] = [];
  const [ids, cites, onRow]: [number[][], string[][], Condition[]] = [[], [], []];
  const [from, to]: [(number | null)[], (number | null)[]] = [[], []];
  for (const condition of conditions) {
    const { field, kind, spans } = condition;
    const values = spans.flatMap((span) => ("is" in span ? span.is : []));
    const [only] = spans;
    if (kind === "among" && field === "decision_date" && spans.length === 1 && only !== undefined) {
      from.push(lowest(only));
      to.push(highest(only));
    } else if (kind === "outside" || values.length < spans.length || isOnRow(field)) onRow.push(condition);
    else if (field === "id") ids.push(values.map(Number));
    else if (field === "cite") cites.push(values.map(String));
    else if (field === "decision_date" || field === "last_updated") onRow.push(condition);
    else references.push({ kind: field, ids: values.map(Number) });
  }
  return {
    references,
    ids,
    cites,
    onRow,
    decidedFrom: boundOf(from, Math.max),
    decidedTo: boundOf(to, Math.min),
  };
}

function isOnRow(field: ConditionField): field is CitedField | ExtraField {
  return isExtraField(field) || isCitedField(field);
}

/** Whether an index finds the cases of a condition that is tested on rows. */
export function hasIndex({ field, kind }: Condition): boolean {
  return kind === "among" && (field === "analysis.word_count" || field === "analysis.pagerank.percentile");
}

export function conditionClauses(conditions: readonly Condition[]): {
  readonly where: string[];
  readonly parameters: Parameters;
} {
  const parameters: Parameters = {};
  const where = conditions.map(({ field, kind, spans }, nth) => {
    const bind = (value: string | number, name: string): string => {
      parameters[`condition${nth}${name}`] = value;
      return `:condition${nth}${name}`;
    };
    const test = anySpan(field, spans, bind);
    return kind === "among" ? test : `NOT coalesce(${test}, 0)`;
  });
  return { where, parameters };
}

function anySpan(
  field: ConditionField,
  spans: readonly Span[],
  bind: (value: string | number, name: string) => string,
): string {
  const values = spans.flatMap((span) => ("is" in span ? span.is : []));
  if (isCitedField(field)) return citedTest(field, bind(JSON.stringify(values), "values"));
  const list =
    values.length === 0 && field !== "cite"
      ? ""
      : `IN (SELECT value FROM json_each(${bind(JSON.stringify(values), "values")}))`;
  if (field === "cite") return `EXISTS (SELECT 1 FROM citation WHERE case_id = c.id AND normal ${list})`;
  const column = isExtraField(field) ? extraColumn(field) : COLUMNS[field];
  const ranges = spans.flatMap((span, at) => {
    if ("is" in span) return [];
    const bounds = Object.entries(span).map(([bound, value]) => {
      const operator = OPERATORS[bound as keyof typeof OPERATORS];
      return `${column} ${operator} ${bind(value, `_${at}${bound}`)}`;
    });
    return `(${bounds.join(" AND ")})`;
  });
  return orTree(values.length === 0 ? ranges : [`${column} ${list}`, ...ranges]);
}

/** Joins tests with OR, as a balanced tree: SQLite refuses an expression that is deeper than 1,000. */
function orTree(tests: readonly string[]): string {
  const [only = "0"] = tests;
  if (tests.length < 2) return only;
  const half = Math.ceil(tests.length / 2);
  return `(${orTree(tests.slice(0, half))} OR ${orTree(tests.slice(half))})`;
}

function lowest(span: Span): number | null {
  if ("is" in span) return Number(span.is);
  if (span.gt !== undefined) return Number(span.gt) + 1;
  return span.gte === undefined ? null : Number(span.gte);
}

function highest(span: Span): number | null {
  if ("is" in span) return Number(span.is);
  if (span.lt !== undefined) return Number(span.lt) - 1;
  return span.lte === undefined ? null : Number(span.lte);
}

/** The narrowest of some bounds; null: no bound. */
export function boundOf(
  bounds: readonly (number | null)[],
  choose: (...numbers: number[]) => number,
): number | null {
  const known = bounds.filter((bound) => bound !== null);
  return known.length === 0 ? null : choose(...known);
}

/** The ids that are in every list; null: no restriction. */
export function inEach(lists: readonly (readonly number[] | null)[]): readonly number[] | null {
  const [first, ...rest] = lists.filter((list) => list !== null);
  if (first === undefined) return null;
  const sets = rest.map((list) => new Set(list));
  return first.filter((id) => sets.every((set) => set.has(id)));
}

/** Tokens of the cases that cite the given cases, in any form of their citations. */
export function citedTokensOf({ ids, cites }: CitedCases): string[] {
  const normals = new Set(cites.flatMap(citationForms));
  return [...ids.map(citedIdToken), ...[...normals].map(citedCiteToken)];
}

/** Bounds of `last_updated`, as text (domain/decision-date). */
export interface Updated {
  readonly updatedFrom: string | null;
  readonly updatedTo: string | null;
}

export function isUpdated({ updatedFrom, updatedTo }: Updated): boolean {
  return updatedFrom !== null || updatedTo !== null;
}
