/** Parameters in the description of the service. */
import type { JsonObject } from "../../domain/json.ts";
import type { Collection } from "../../v1/collections.ts";
import { formatsOf } from "../../v1/page-formats.ts";
import type { Parameter } from "../../v1/parameter.ts";
import { PARAMETER_EXAMPLES } from "./examples.ts";
import { listOf, type Schema, TEXT } from "./schema.ts";

export function describeParameter(parameter: Omit<Parameter<unknown, never>, "read">): JsonObject {
  const { name, describes, choices, repeatable, suffixOf, number } = parameter;
  // an empty parameter counts as not given
  const ofText: Schema = choices === undefined ? TEXT : { type: "string", enum: [...choices, ""] };
  const one: Schema = number === undefined ? ofText : { ...number };
  const schema = repeatable ? listOf(one) : one;
  const form = repeatable ? { style: "form", explode: true } : {};
  const text = PARAMETER_EXAMPLES[suffixOf ?? name] ?? choices?.[0] ?? "";
  const example = number === undefined ? text : Number(text);
  const shown = text === "" ? {} : { example: repeatable ? [example] : example };
  return { name, in: "query", required: false, description: describes, schema, ...form, ...shown };
}

/** The part of a path in braces. */
export function keyParameter(description: string, schema: Schema = TEXT): JsonObject {
  return { name: "key", in: "path", required: true, description, schema };
}

/** The format of a list, which only HTTP has. */
export function formatParameter(collection: Collection) {
  const formats = formatsOf(collection);
  const files = formats.filter((one) => one !== "json").join(", ");
  const describes = `json; or a file of the page's records, of another type than is described here: ${files}; the header Link has the next page`;
  return { name: "format", describes, choices: formats };
}
