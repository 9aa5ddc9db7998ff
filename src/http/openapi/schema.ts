/** JSON Schema as the description of the service uses it: a few words to write it with. */
import type { Json, JsonObject } from "../../domain/json.ts";

export type Schema = JsonObject;

export const TEXT: Schema = { type: "string" };
export const TEXT_OR_NULL: Schema = { type: ["string", "null"] };
export const NUMBER: Schema = { type: "integer" };
export const NUMBER_OR_NULL: Schema = { type: ["integer", "null"] };
export const YES_OR_NO: Schema = { type: "boolean" };
export const URL_TEXT: Schema = { type: "string", format: "uri" };
export const URL_OR_NULL: Schema = { type: ["string", "null"], format: "uri" };

/** An object with these keys and no other; those of `optional` may be absent. */
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

export function oneOf(...values: readonly string[]): Schema {
  return { type: "string", enum: values };
}

/** Whatever object the source gave. */
export const ANY_OBJECT: Schema = { type: "object", additionalProperties: true };

export function refTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

export function withExample(schema: Schema, example: Json): Schema {
  return { ...schema, examples: [example] };
}
