/**
 * The description of the service in OpenAPI 3.1, made from the tables that answer it, so that a new parameter needs
 * no change here.
 */
import type { JsonObject } from "../../domain/json.ts";
import { DETAIL_PARAMETERS } from "../../v1/case-parameters.ts";
import { COLLECTIONS, type Collection, parametersOf, RECORD_NAMES } from "../../v1/collections.ts";
import { ENDPOINT_NAMES, ENDPOINTS, type Endpoint } from "../../v1/ngrams-resolve.ts";
import { formatsOf } from "../../v1/page-formats.ts";
import type { Parameter } from "../../v1/parameter.ts";
import { SIMILAR_PARAMETERS } from "../../v1/related.ts";
import { TREATMENT_PARAMETERS } from "../../v1/treatment.ts";
import { DRAFT_NAMES } from "../readers/sent-draft.ts";
import { WITH_DETAIL } from "../routes.ts";
import { ANY_OBJECT, componentSchemas, INTEGER, listOf, refTo, type Schema, TEXT } from "./schemas.ts";

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

const ENDPOINT_ANSWERS: Readonly<Record<Endpoint, readonly [summary: string, schema: string]>> = {
  ngrams: ["The cases of each year with up to three words", "Ngrams"],
  resolve: ["The cases of every citation in a text", "Resolved"],
};

/** @param baseUrl the address in force, without a slash at the end */
export function describeService(baseUrl: string): JsonObject {
  const description = "Token and 40 hex digits";
  return {
    openapi: "3.1.0",
    info: {
      title: "caselaw",
      version: "1",
      summary: "The v1 interface of the Caselaw Access Project, answered from a corpus of one's own",
      description: "Every path that takes GET also takes HEAD, and OPTIONS, by which browsers ask.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    security: [{}, { token: [] }],
    paths: describePaths(),
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "Authorization", description } },
      schemas: componentSchemas(),
      responses: errorAnswers(),
    },
  };
}

function describePaths(): JsonObject {
  const lists = COLLECTIONS.map((name) => [`/v1/${name}/`, { get: listOperation(name) }] as const);
  const details = WITH_DETAIL.map((name) => [`/v1/${name}/{key}/`, { get: detailOperation(name) }] as const);
  const endpoints = ENDPOINT_NAMES.map((name) => {
    const [summary, schema] = ENDPOINT_ANSWERS[name];
    const more = { parameters: ENDPOINTS[name].map(describeParameter), statuses: ["400"] };
    return [`/v1/${name}/`, { get: operation(`get_${name}`, summary, json(refTo(schema)), more) }] as const;
  });
  const ofCase = (table: readonly Parameters<typeof describeParameter>[0][]) => ({
    parameters: [keyParameter("Id of a case", INTEGER), ...table.map(describeParameter)],
    statuses: ["400", "404"],
  });
  const feed = { parameters: [keyParameter("Name of an alert with a feed")], statuses: ["404"] };
  return {
    "/v1/": {
      get: operation(
        "root",
        "The address of each collection, and the root of all texts",
        json(refTo("Root")),
      ),
    },
    ...Object.fromEntries([...lists, ...details, ...endpoints]),
    "/v1/cases/{key}/similar/": {
      get: operation(
        "get_similar",
        "The cases most similar to a case, by citations and words",
        json(refTo("Similar")),
        ofCase(SIMILAR_PARAMETERS),
      ),
    },
    "/v1/cases/{key}/treatment/": {
      get: operation(
        "get_treatment",
        "How later decisions treated a case: evidence, no citator",
        json(refTo("Treatment")),
        ofCase(TREATMENT_PARAMETERS),
      ),
    },
    "/alerts/{key}.atom": {
      get: operation("get_alert_feed", "The Atom feed of an alert", bodyOf("application/atom+xml"), feed),
    },
    "/v1/bulk/{key}/download/": { get: DOWNLOAD },
    "/exports/": {
      get: operation("list_exports", "The manifests of the exports that are served", json(ANY_OBJECT)),
    },
    "/exports/{name}/{path}": { get: EXPORTED },
    "/check/": CHECK,
    "/mcp": MCP,
    "/healthz": {
      get: { ...operation("health", "Whether a reader answers", json(refTo("Health"))), security: [] },
    },
    "/metrics": { get: operation("metrics", "Counters for Prometheus", bodyOf("text/plain")) },
    "/openapi.json": { get: operation("openapi", "This description", json(ANY_OBJECT)) },
  };
}

function listOperation(name: Collection): JsonObject {
  return operation(`list_${name}`, `One page of ${name}`, json(refTo(`${RECORD_NAMES[name]}List`)), {
    parameters: [...parametersOf(name), formatParameter(name)].map(describeParameter),
    statuses: ["400", "404"],
    ...(name === "cases" ? { headers: LIST_HEADERS } : {}),
  });
}

function detailOperation(name: Collection): JsonObject {
  const details = name === "cases" ? DETAIL_PARAMETERS : [];
  const key = keyParameter(KEYS[name], WITH_IDS.includes(name) ? INTEGER : TEXT);
  const get = operation(`get_${name}`, `One record of ${name}`, json(refTo(RECORD_NAMES[name])), {
    parameters: [key, ...details.map(describeParameter)],
    statuses: name === "cases" ? ["400", "404"] : ["404"],
  });
  if (name !== "cases") return get;
  const moved = { "302": { description: "A citation: see the list of the cases that bear it" } };
  return { ...get, responses: { ...get.responses, ...moved } };
}

interface Operation extends JsonObject {
  readonly responses: JsonObject;
}

const NOT_MODIFIED = { "304": { description: "The caller has this answer already" } };

/** A GET, with the responses of most paths, and refusals with `statuses`. */
function operation(
  operationId: string,
  summary: string,
  content: JsonObject,
  more: {
    readonly parameters?: readonly JsonObject[];
    readonly statuses?: readonly string[];
    readonly headers?: JsonObject;
  } = {},
): Operation {
  const { parameters, statuses = [], headers } = more;
  const success = { description: summary, content, ...(headers === undefined ? {} : { headers }) };
  return {
    operationId,
    summary,
    ...(parameters === undefined ? {} : { parameters }),
    responses: { "200": success, ...NOT_MODIFIED, ...refusals("401", "503", ...statuses) },
  };
}

function refusals(...statuses: readonly string[]): JsonObject {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

function json(schema: Schema): JsonObject {
  return { "application/json": { schema } };
}

function bodyOf(type: string, schema: Schema = TEXT): JsonObject {
  return { [type]: { schema } };
}

function describeParameter(parameter: Omit<Parameter<unknown, never>, "read">): JsonObject {
  const { name, describes, choices, repeatable, number } = parameter;
  // an empty parameter counts as not given
  const ofText: Schema = choices === undefined ? TEXT : { type: "string", enum: [...choices, ""] };
  const item: Schema = number === undefined ? ofText : { ...number };
  const schema = repeatable ? listOf(item) : item;
  const form = repeatable ? { style: "form", explode: true } : {};
  return { name, in: "query", required: false, description: describes, schema, ...form };
}

function keyParameter(description: string, schema: Schema = TEXT, name = "key"): JsonObject {
  return { name, in: "path", required: true, description, schema };
}

/** The format of a list, which only HTTP has. */
function formatParameter(collection: Collection) {
  const formats = formatsOf(collection);
  const files = formats.filter((format) => format !== "json").join(", ");
  const describes = `json; or a file of the page's records, of another type than is described here: ${files}; the header Link has the next page; Parquet has ranges`;
  return { name: "format", describes, choices: formats };
}

const LIST_HEADERS = {
  "X-Search-Query": { description: "How the search text was read", schema: { type: "string" } },
  "X-Total-Count": {
    description: "There where the answer is a file and the count of all pages is known",
    schema: { type: "integer" },
  },
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

/** The error answers, by status; each has a detail as its body. */
function errorAnswers(): JsonObject {
  const descriptions: Readonly<Record<string, string>> = {
    "401": "The token is wrong, or needed",
    "403": "The host or the origin is not served",
    "404": "No such record; or the cursor was not made here",
    "405": "A method that the path does not take",
    "413": "The body is too large",
    "414": "The address is too long",
    "415": "A body of this type is not read",
    "416": "The range lies beyond the file",
    "500": "A fault of the service",
    "503": "No answer within the deadline",
  };
  const answers = Object.entries(descriptions).map(([status, description]) => {
    const answer = { description, content: json(refTo("Detail")) };
    return [status, status === "503" ? { ...answer, headers: RETRY_AFTER } : answer] as const;
  });
  return {
    "400": {
      description: "Wrong parameters, all at once; or an address that is not valid",
      content: json({ anyOf: [refTo("WrongParameters"), refTo("Detail")] }),
    },
    ...Object.fromEntries(answers),
  };
}

const RETRY_AFTER = { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } };

const ZIP = bodyOf("application/zip", { type: "string", contentMediaType: "application/zip" });

/** A GET of a file on disk. */
function fileOperation(
  operationId: string,
  summary: string,
  content: JsonObject,
  ...parameters: readonly JsonObject[]
): JsonObject {
  const range = { name: "Range", in: "header", required: false, description: "A part of the file" };
  return {
    operationId,
    summary,
    parameters: [...parameters, { ...range, schema: TEXT }],
    responses: {
      "200": { description: "The complete file", content },
      "206": { description: "The part that was asked for", content },
      ...NOT_MODIFIED,
      ...refusals("401", "404", "416", "503"),
    },
  };
}

const DOWNLOAD = fileOperation(
  "download_bulk",
  "The archive, where it is kept",
  ZIP,
  keyParameter(KEYS.bulk, INTEGER),
);
const EXPORTED = fileOperation(
  "get_exported",
  "A file of an export that is served",
  bodyOf("application/octet-stream", {}),
  keyParameter("Name of the export", TEXT, "name"),
  keyParameter("Path of the file, with its slashes", TEXT, "path"),
);

const DRAFTS = Object.keys(DRAFT_NAMES).map((type) => [
  type,
  { schema: type.startsWith("text/") ? TEXT : {} },
]);
const FILE: Schema = { type: "string", contentMediaType: "application/octet-stream" };

const CHECK: JsonObject = {
  get: {
    operationId: "check_form",
    summary: "A page with a form for a text",
    responses: {
      "200": { description: "The page", content: bodyOf("text/html") },
      ...refusals("401", "503"),
    },
  },
  post: {
    operationId: "check",
    summary: "Checks the citations and quotations of a text; a form gets a page",
    requestBody: {
      required: true,
      content: {
        ...Object.fromEntries(DRAFTS),
        ...bodyOf("multipart/form-data", { type: "object", properties: { text: TEXT, file: FILE } }),
        ...bodyOf("application/x-www-form-urlencoded", { type: "object", properties: { text: TEXT } }),
      },
    },
    responses: {
      "200": { description: "What was found", content: { ...json(refTo("Check")), ...bodyOf("text/html") } },
      ...refusals("400", "401", "413", "415", "503"),
    },
  },
};

const MCP: JsonObject = {
  post: {
    operationId: "mcp",
    summary: "The tools for assistants: a JSON-RPC message of the Model Context Protocol",
    externalDocs: { url: "https://modelcontextprotocol.io" },
    requestBody: { required: true, content: json(ANY_OBJECT) },
    responses: {
      "200": {
        description: "The answer, or a stream with it",
        content: { ...json(ANY_OBJECT), ...bodyOf("text/event-stream") },
      },
      ...refusals("400", "401", "403", "413"),
    },
  },
};
