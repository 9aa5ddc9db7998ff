/** Parts of the engine's query language. */
import type { Json, JsonObject } from "../../domain/json.ts";
import { foldForContains } from "../../store/write/index-row.ts";

export type Query = JsonObject;

export const NOTHING: Query = { match_none: {} };

export function anyOf(queries: readonly Query[]): Query {
  const [only] = queries;
  if (only === undefined) return NOTHING;
  return queries.length === 1 ? only : { bool: { should: [...queries], minimum_should_match: 1 } };
}

/** Matches that are not scored. */
export function filtered(filter: readonly Query[], mustNot: readonly Query[] = []): Query {
  return { bool: { filter: [...filter], must_not: [...mustNot] } };
}

/** A field of which the folded text contains a part. */
export function containing(field: string, part: string): Query {
  const value = foldForContains(part).replace(/[\\*?]/g, "\\$&");
  return { wildcard: { [field]: { value: `*${value}*` } } };
}

export function termsOf(field: string, values: readonly (string | number)[]): Query {
  return { terms: { [field]: [...values] as Json[] } };
}
