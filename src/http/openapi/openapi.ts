/**
 * The description of the service in OpenAPI 3.1, made from the tables that answer it, so that a new parameter needs
 * no change here.
 */

import type { JsonObject } from "../../domain/json.ts";
import { COLLECTIONS, type Collection, parametersOf } from "../../v1/collections.ts";
import { FACETS, isPair } from "../../v1/facets.ts";
import { ENDPOINTS } from "../../v1/ngrams-resolve.ts";
import { WITH_DETAIL } from "../routes.ts";
import { CHECK_SCHEMAS, checkOperations, mcpOperations } from "./check-operations.ts";
import { describeParameter, formatParameter, keyParameter } from "./describe-parameter.ts";
import { json, NOT_MODIFIED, type Operation, operation, refusals } from "./operation.ts";
import { RECORD_NAMES, recordSchemas } from "./record-schemas.ts";
import { RELATED_SCHEMAS, relatedPaths } from "./related-operations.ts";
import {
  ANY_OBJECT,
  INTEGER,
  listOf,
  NUMBER_OR_NULL,
  record,
  refTo,
  type Schema,
  TEXT,
  URL,
  URL_OR_NULL,
  withExample,
} from "./schema.ts";

/** What the last part of a detail address is. */
const KEYS: Readonly<Record<Collection, string>> = {
  cases: "Id of a case; anything else is taken for a citation and redirected",
  courts: "Slug of a court",
  jurisdictions: "Slug of a jurisdiction",
  reporters: "Id of a reporter",
  volumes: "Barcode of a volume",
  citations: "",
  bulk: "Id of a bulk file",
};
/** Collections whose keys are ids; that of a case may also be a citation. */
const WITH_IDS: readonly Collection[] = ["reporters", "bulk"];
/** Parameters of cases that count on a detail page. */
const OF_DETAIL = ["full_case", "body_format"];

/** @param baseUrl the address in force, without a slash at the end */
export function describeService(baseUrl: string): JsonObject {
  return {
    openapi: "3.1.0",
    info: {
      title: "caselaw",
      version: "1",
      summary: "The v1 interface of the Caselaw Access Project, answered from a corpus of one's own",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    security: [{}, { token: [] }],
    paths: describePaths(),
    components: {
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "Token and 40 hex digits",
        },
      },
      schemas: {
        ...recordSchemas(),
        ...envelopeSchemas(),
        ...CHECK_SCHEMAS,
        ...RELATED_SCHEMAS,
        ...ERROR_SCHEMAS,
      },
      responses: ERROR_ANSWERS,
    },
  };
}

function describePaths(): JsonObject {
  const lists = COLLECTIONS.map((name) => [`/v1/${name}/`, { get: listOperation(name) }] as const);
  const details = WITH_DETAIL.map((name) => [`/v1/${name}/{key}/`, { get: detailOperation(name) }] as const);
  return {
    "/v1/": { get: operation("root", "The address of each collection", json(refTo("Root"))) },
    ...Object.fromEntries([...lists, ...details]),
    ...relatedPaths(),
    "/v1/bulk/{key}/download/": { get: DOWNLOAD },
    "/check/": checkOperations(),
    "/mcp": mcpOperations(),
    "/healthz": {
      get: { ...operation("health", "Whether a reader answers", json(refTo("Health"))), security: [] },
    },
    "/metrics": { get: operation("metrics", "Counters for Prometheus", { "text/plain": { schema: TEXT } }) },
    "/openapi.json": { get: operation("openapi", "This description", json(ANY_OBJECT)) },
  };
}

function listOperation(name: Collection): JsonObject {
  const base = operation(`list_${name}`, `One page of ${name}`, json(refTo(`${RECORD_NAMES[name]}List`)));
  const page = name === "cases" ? withHeaders(base.responses, LIST_HEADERS) : base.responses;
  const responses = { ...page, ...refusals("400", "404") };
  return {
    ...base,
    parameters: [...parametersOf(name), formatParameter(name)].map(describeParameter),
    responses,
  };
}

function detailOperation(name: Collection): JsonObject {
  const base = operation(`get_${name}`, `One record of ${name}`, json(refTo(RECORD_NAMES[name])));
  const own = name === "cases" ? parametersOf(name).filter((one) => OF_DETAIL.includes(one.name)) : [];
  const ofCases = {
    "302": { description: "A citation: see the list of the cases that bear it" },
    ...refusals("400"),
  };
  return {
    ...base,
    parameters: [
      keyParameter(KEYS[name], WITH_IDS.includes(name) ? INTEGER : TEXT),
      ...own.map(describeParameter),
    ],
    responses: { ...base.responses, ...refusals("404"), ...(name === "cases" ? ofCases : {}) },
  };
}

function envelopeSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    COLLECTIONS.map((name) => {
      const facets = name === "cases" ? { facets: refTo("Facets") } : {};
      return [`${RECORD_NAMES[name]}List`, envelope(refTo(RECORD_NAMES[name]), facets)];
    }),
  );
}

function envelope(results: Schema, optional: Readonly<Record<string, Schema>>): Schema {
  const keys = { count: NUMBER_OR_NULL, next: URL_OR_NULL, previous: URL_OR_NULL, results: listOf(results) };
  return withExample(record(keys, optional), { count: 0, next: null, previous: null, results: [] });
}

const LIST_HEADERS = {
  "X-Search-Notes": {
    description:
      "There where the search text was not read as its author may expect: a list of `{kind, message, search}` as JSON in ASCII",
    schema: { type: "string" },
  },
  "X-Search-Ranking": {
    description:
      "There where not all matches could be ranked: those that were come first, the others follow by date",
    schema: { type: "string", const: "bounded" },
  },
};

function withHeaders(responses: Operation["responses"], headers: JsonObject): Operation["responses"] {
  return { ...responses, "200": { ...responses["200"], headers } };
}

/** By slug, id or year: how many of all matches, whatever the page. */
const COUNTS: Schema = { type: "object", additionalProperties: { type: "integer", minimum: 1 } };

/** By the values of two facets. */
const COUNTS_OF_PAIR: Schema = { type: "object", additionalProperties: COUNTS };

const FACET_SCHEMA = withExample(
  record({}, Object.fromEntries(FACETS.map((facet) => [facet, isPair(facet) ? COUNTS_OF_PAIR : COUNTS]))),
  {
    jurisdiction: { ill: 12, neb: 3 },
    decision_date: { "1988": 4, "1989": 11 },
    "jurisdiction,decision_date": { ill: { "1988": 1, "1989": 11 }, neb: { "1988": 3 } },
  },
);

const ERROR_SCHEMAS: Readonly<Record<string, Schema>> = {
  Facets: FACET_SCHEMA,
  Root: record(Object.fromEntries([...COLLECTIONS, ...Object.keys(ENDPOINTS)].map((name) => [name, URL]))),
  Health: record({ status: { type: "string", const: "ok" } }),
  Detail: withExample(record({ detail: TEXT }), { detail: "Not found." }),
  WrongParameters: withExample(
    { type: "object", additionalProperties: listOf(TEXT), minProperties: 1 },
    {
      page_size: ["Enter a number."],
      full_case: ["Select a valid choice. 1 is not one of the available choices."],
    },
  ),
};

const RETRY_AFTER = { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } };

const ERROR_ANSWERS: JsonObject = {
  "400": {
    description: "Wrong parameters, all at once; or an address that is not valid",
    content: json({ anyOf: [refTo("WrongParameters"), refTo("Detail")] }),
  },
  "401": { description: "The token is wrong, or needed", content: json(refTo("Detail")) },
  "403": { description: "The host or the origin is not served", content: json(refTo("Detail")) },
  "404": { description: "No such record; or the cursor was not made here", content: json(refTo("Detail")) },
  "405": { description: "A method that the path does not take", content: json(refTo("Detail")) },
  "413": { description: "The body is too large", content: json(refTo("Detail")) },
  "414": { description: "The address is too long", content: json(refTo("Detail")) },
  "415": { description: "A body of this type is not read", content: json(refTo("Detail")) },
  "416": { description: "The range lies beyond the file", content: json(refTo("Detail")) },
  "500": { description: "A fault of the service", content: json(refTo("Detail")) },
  "503": {
    description: "No answer within the deadline",
    headers: RETRY_AFTER,
    content: json(refTo("Detail")),
  },
};

const ZIP = { "application/zip": { schema: { type: "string", contentMediaType: "application/zip" } } };

const DOWNLOAD: JsonObject = {
  operationId: "download_bulk",
  summary: "The archive, where it is kept",
  parameters: [
    keyParameter(KEYS.bulk, INTEGER),
    { name: "Range", in: "header", required: false, description: "A part of the file", schema: TEXT },
  ],
  responses: {
    "200": { description: "The complete archive", content: ZIP },
    "206": { description: "The part that was asked for", content: ZIP },
    ...NOT_MODIFIED,
    ...refusals("401", "404", "416", "503"),
  },
};
