/** Builds the JSON Schemas of the service's description. */
import type { Json, JsonObject } from "../../domain/json.ts";

export type Schema = JsonObject;

export const TEXT: Schema = { type: "string" };
export const TEXT_OR_NULL: Schema = { type: ["string", "null"] };
export const URL: Schema = { type: "string", format: "uri" };
export const INTEGER: Schema = { type: "integer", minimum: 0 };
export const NUMBER_OR_NULL: Schema = { type: ["integer", "null"] };
export const URL_OR_NULL: Schema = { type: ["string", "null"], format: "uri" };

/** An object with these keys and no other; the keys of `optional` may be missing. */
export function record(
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

/** An object as the source has it. */
export const ANY_OBJECT: Schema = { type: "object", additionalProperties: true };

export function refTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

export function withExample(schema: Schema, example: Json): Schema {
  return { ...schema, examples: [example] };
}
