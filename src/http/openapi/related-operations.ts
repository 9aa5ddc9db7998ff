/** The cases similar to a case, and the feeds of alerts, in the description of the service. */
import type { JsonObject } from "../../domain/json.ts";
import type { V1CitedCase } from "../../v1/cites.ts";
import type { V1Similar, V1SimilarCase } from "../../v1/similar/similar.ts";
import { listOf, NUMBER_OR_NULL, record, refTo, type Schema, TEXT } from "./schema.ts";

const INTEGER: Schema = { type: "integer", minimum: 0 };

/** The schema of each key: the compiler names a missing one. */
type Keys<T> = Readonly<Record<keyof T, Schema>>;

const BRIEF: Keys<V1CitedCase> = {
  id: INTEGER,
  url: { type: "string", format: "uri" },
  name_abbreviation: TEXT,
  decision_date: { type: ["string", "null"] },
};

const SIMILAR_CASE: Keys<V1SimilarCase> = {
  ...BRIEF,
  shared_citations: INTEGER,
  cited_together: INTEGER,
  word_position: NUMBER_OR_NULL,
};

const SIMILAR: Keys<V1Similar> = { ...BRIEF, words: listOf(TEXT), similar: listOf(record(SIMILAR_CASE)) };

export const RELATED_SCHEMAS: Readonly<Record<string, Schema>> = { Similar: record(SIMILAR) };

/** What describes an operation of any path. */
interface Describing {
  readonly key: (description: string) => JsonObject;
  /** The parameters of similar cases. */
  readonly limit: readonly JsonObject[];
  readonly operation: (
    id: string,
    summary: string,
    content: JsonObject,
  ) => { readonly responses: JsonObject };
  readonly refusals: (...statuses: ("400" | "404")[]) => JsonObject;
}

export function relatedPaths({ key, limit, operation, refusals }: Describing): JsonObject {
  const json = { "application/json": { schema: refTo("Similar") } };
  const similar = operation("get_similar", "The cases most similar to a case, by citations and words", json);
  const feed = operation("get_alert_feed", "The Atom feed of an alert", {
    "application/atom+xml": { schema: TEXT },
  });
  return {
    "/v1/cases/{key}/similar/": {
      get: {
        ...similar,
        parameters: [key("Id of a case"), ...limit],
        responses: { ...similar.responses, ...refusals("400", "404") },
      },
    },
    "/alerts/{key}.atom": {
      get: {
        ...feed,
        parameters: [key("Name of an alert with a feed")],
        responses: { ...feed.responses, ...refusals("404") },
      },
    },
  };
}
