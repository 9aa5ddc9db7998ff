/** The conditions of a filter in the engine's query language. */
import type { Condition, ConditionField, ExtraField } from "../../domain/query.ts";
import { isExtraField } from "../../store/write/extra-fields.ts";
import { anyOf, type Query, termsOf } from "./query.ts";

const FIELDS: Readonly<Record<Exclude<ConditionField, ExtraField>, string>> = {
  id: "id",
  cite: "cite",
  jurisdiction: "jurisdiction",
  court: "court_id",
  reporter: "reporter",
  decision_date: "day",
  last_updated: "updated",
  "cites_to.reporter": "cites_to.reporter",
  "cites_to.category": "cites_to.category",
};

export interface ConditionQueries {
  readonly wanted: readonly Query[];
  readonly unwanted: readonly Query[];
}

export function conditionQueries(conditions: readonly Condition[]): ConditionQueries {
  const of = (kind: Condition["kind"]): Query[] => conditions.filter((one) => one.kind === kind).map(queryOf);
  return { wanted: of("among"), unwanted: of("outside") };
}

function queryOf({ field, spans }: Condition): Query {
  const name = isExtraField(field) ? field : FIELDS[field];
  const values = spans.flatMap((span) => ("is" in span ? span.is : []));
  const ranges = spans.flatMap((span) => ("is" in span ? [] : [{ range: { [name]: { ...span } } }]));
  return anyOf([...(values.length === 0 ? [] : [termsOf(name, values)]), ...ranges]);
}
