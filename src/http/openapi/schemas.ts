/** The JSON Schemas of the service's description: those of records and answers are made from their definitions. */
import { toJsonSchemaDefs } from "@valibot/to-json-schema";
import type { JsonObject } from "../../domain/json.ts";
import { ANSWERS } from "../../v1/answer-definitions.ts";
import { COLLECTIONS, RECORD_NAMES } from "../../v1/collections.ts";
import { FACETS, isPair } from "../../v1/facets.ts";
import { ENDPOINT_NAMES } from "../../v1/ngrams-resolve.ts";
import { DEFINITIONS } from "../../v1/record-definitions.ts";
import EXAMPLES from "./examples.json" with { type: "json" };

export type Schema = JsonObject;

export const TEXT: Schema = { type: "string" };
const URL: Schema = { type: "string", format: "uri" };
export const INTEGER: Schema = { type: "integer", minimum: 0 };
const NUMBER_OR_NULL: Schema = { type: ["integer", "null"] };
const URL_OR_NULL: Schema = { type: ["string", "null"], format: "uri" };
/** An object as the source has it. */
export const ANY_OBJECT: Schema = { type: "object", additionalProperties: true };

/** An object with these keys and no other; the keys of `optional` may be missing. */
function record(
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: "object",
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

export function listOf(items: Schema): Schema {
  return { type: "array", items };
}

function byName(value: Schema): Schema {
  return { type: "object", additionalProperties: value };
}

export function refTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

export function componentSchemas(): Readonly<Record<string, Schema>> {
  const made = schemasOf({ ...DEFINITIONS, ...ANSWERS });
  const shown = Object.entries(EXAMPLES).map(([name, examples]) => [name, { ...made[name], examples }]);
  return { ...made, ...Object.fromEntries(shown), ...listSchemas(), ...OTHER_SCHEMAS };
}

/** The parts that several of them share become references. What is for the dictionary of exports only is left out. */
function schemasOf(definitions: Parameters<typeof toJsonSchemaDefs>[0]): Record<string, Schema> {
  const schemas = toJsonSchemaDefs(definitions, {
    target: "draft-2020-12",
    overrideRef: ({ referenceId }) => refTo(referenceId).$ref,
    overrideAction: ({ jsonSchema }) =>
      Object.fromEntries(Object.entries(jsonSchema).filter(([key]) => key !== "about")),
  });
  // without undefined values
  return JSON.parse(JSON.stringify(schemas)) as Record<string, Schema>;
}

function listSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    COLLECTIONS.map((name) => {
      const keys = {
        ...{ count: NUMBER_OR_NULL, next: URL_OR_NULL, previous: URL_OR_NULL },
        results: listOf(refTo(RECORD_NAMES[name])),
      };
      return [`${RECORD_NAMES[name]}List`, record(keys, name === "cases" ? { facets: refTo("Facets") } : {})];
    }),
  );
}

/** By slug, id or year: how many of all matches, whatever the page. */
const COUNTS: Schema = byName({ type: "integer", minimum: 1 });

const OTHER_SCHEMAS: Readonly<Record<string, Schema>> = {
  Facets: record(
    {},
    Object.fromEntries(FACETS.map((name) => [name, isPair(name) ? byName(COUNTS) : COUNTS])),
  ),
  Root: record({
    ...Object.fromEntries([...COLLECTIONS, ...ENDPOINT_NAMES].map((name) => [name, URL])),
    text_root: { type: ["string", "null"], pattern: "^[0-9a-f]{64}$" },
  }),
  Health: record({ status: { type: "string", const: "ok" } }),
  Detail: record({ detail: TEXT }),
  WrongParameters: { ...byName(listOf(TEXT)), minProperties: 1 },
};
