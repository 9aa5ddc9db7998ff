/** Operations of the service's description, and their responses. */
import type { JsonObject } from "../../domain/json.ts";
import type { Schema } from "./schema.ts";

export interface Operation extends JsonObject {
  readonly responses: JsonObject & { readonly "200": JsonObject };
}

export const NOT_MODIFIED = { "304": { description: "The caller has this answer already" } };

/** A GET, with the responses of most paths. */
export function operation(operationId: string, summary: string, content: JsonObject): Operation {
  return {
    operationId,
    summary,
    responses: { "200": { description: summary, content }, ...NOT_MODIFIED, ...refusals("401", "503") },
  };
}

/** The responses with these statuses, as `components` has them. */
export function refusals(...statuses: readonly string[]): JsonObject {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

export function json(schema: Schema): JsonObject {
  return { "application/json": { schema } };
}
