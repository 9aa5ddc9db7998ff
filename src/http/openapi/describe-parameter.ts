/** Parameters in the description of the service. */
import type { JsonObject } from "../../domain/json.ts";
import type { Parameter } from "../../v1/parameter.ts";
import { PARAMETER_EXAMPLES } from "./examples.ts";
import { listOf, type Schema, TEXT } from "./schema.ts";

export function describeParameter(parameter: Omit<Parameter<unknown, never>, "read">): JsonObject {
  const { name, describes, choices, repeatable, suffixOf } = parameter;
  // an empty parameter counts as not given
  const one: Schema = choices === undefined ? TEXT : { type: "string", enum: [...choices, ""] };
  const schema = repeatable ? listOf(one) : one;
  const form = repeatable ? { style: "form", explode: true } : {};
  const example = PARAMETER_EXAMPLES[suffixOf ?? name] ?? choices?.[0] ?? "";
  const shown = example === "" ? {} : { example: repeatable ? [example] : example };
  return { name, in: "query", required: false, description: describes, schema, ...form, ...shown };
}

/** The part of a path in braces. */
export function keyParameter(description: string): JsonObject {
  return { name: "key", in: "path", required: true, description, schema: TEXT };
}
