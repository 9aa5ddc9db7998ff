/** The paths below `/v1/` that are no collections, and the feeds of alerts, in the description of the service. */
import type { JsonObject } from "../../domain/json.ts";
import {
  NGRAM_PARAMETERS,
  RESOLVE_PARAMETERS,
  type V1Ngrams,
  type V1NgramYear,
  type V1ResolvedCase,
  type V1ResolvedCitation,
} from "../../v1/ngrams-resolve.ts";
import {
  SIMILAR_PARAMETERS,
  type V1CitedCase,
  type V1Similar,
  type V1SimilarCase,
} from "../../v1/related.ts";
import { describeParameter, keyParameter } from "./describe-parameter.ts";
import { json, operation, refusals } from "./operation.ts";
import {
  INTEGER,
  listOf,
  NUMBER_OR_NULL,
  record,
  refTo,
  type Schema,
  TEXT,
  TEXT_OR_NULL,
  URL,
} from "./schema.ts";

/** The schema of each key: the compiler names a missing one. */
type Keys<T> = Readonly<Record<keyof T, Schema>>;

const BRIEF: Keys<V1CitedCase> = {
  id: INTEGER,
  url: URL,
  name_abbreviation: TEXT,
  decision_date: TEXT_OR_NULL,
};

const SIMILAR_CASE: Keys<V1SimilarCase> = {
  ...BRIEF,
  shared_citations: INTEGER,
  cited_together: INTEGER,
  shared_words: INTEGER,
};

const SIMILAR: Keys<V1Similar> = { ...BRIEF, words: listOf(TEXT), similar: listOf(record(SIMILAR_CASE)) };

/** A number and the number it is a share of. */
const pairOf = (value: Schema): Schema => ({ type: "array", items: value, minItems: 2, maxItems: 2 });
const byName = (value: Schema): Schema => ({ type: "object", additionalProperties: value });

const NGRAM_YEAR: Keys<V1NgramYear> = {
  year: TEXT,
  count: pairOf(NUMBER_OR_NULL),
  doc_count: pairOf(INTEGER),
};

const NGRAMS: Keys<V1Ngrams> = {
  count: INTEGER,
  next: { type: "null" },
  previous: { type: "null" },
  results: byName(byName(listOf(record(NGRAM_YEAR)))),
};

const RESOLVED_CITATION: Keys<V1ResolvedCitation> = {
  ...{ cite: TEXT, normalized_cite: TEXT, type: TEXT },
  ...{ volume: TEXT_OR_NULL, reporter: TEXT_OR_NULL, page: TEXT_OR_NULL },
};

const RESOLVED_CASE: Keys<V1ResolvedCase> = {
  ...{ source: TEXT, id: INTEGER, source_id: INTEGER, citations: listOf(record(RESOLVED_CITATION)) },
  ...{ name_short: TEXT, name_full: TEXT, decision_date: TEXT_OR_NULL },
  ...{ frontend_url: URL, api_url: URL, simhash: TEXT_OR_NULL },
};

export const RELATED_SCHEMAS: Readonly<Record<string, Schema>> = {
  Similar: record(SIMILAR),
  Ngrams: record(NGRAMS),
  Resolved: byName(listOf(record(RESOLVED_CASE))),
};

export function relatedPaths(): JsonObject {
  const similar = operation(
    "get_similar",
    "The cases most similar to a case, by citations and words",
    json(refTo("Similar")),
  );
  const feed = operation("get_alert_feed", "The Atom feed of an alert", {
    "application/atom+xml": { schema: TEXT },
  });
  const ngrams = operation(
    "get_ngrams",
    "The cases of each year with up to three words",
    json(refTo("Ngrams")),
  );
  const resolve = operation("get_resolve", "The cases of every citation in a text", json(refTo("Resolved")));
  return {
    "/v1/ngrams/": {
      get: {
        ...ngrams,
        parameters: NGRAM_PARAMETERS.map(describeParameter),
        responses: { ...ngrams.responses, ...refusals("400") },
      },
    },
    "/v1/resolve/": {
      get: {
        ...resolve,
        parameters: RESOLVE_PARAMETERS.map(describeParameter),
        responses: { ...resolve.responses, ...refusals("400") },
      },
    },
    "/v1/cases/{key}/similar/": {
      get: {
        ...similar,
        parameters: [keyParameter("Id of a case", INTEGER), ...SIMILAR_PARAMETERS.map(describeParameter)],
        responses: { ...similar.responses, ...refusals("400", "404") },
      },
    },
    "/alerts/{key}.atom": {
      get: {
        ...feed,
        parameters: [keyParameter("Name of an alert with a feed")],
        responses: { ...feed.responses, ...refusals("404") },
      },
    },
  };
}
