/** The JSON Schemas of the records, generated from their definitions, each with an example. */
import { toJsonSchemaDefs } from "@valibot/to-json-schema";
import { isJsonObject } from "../../domain/json.ts";
import type { Collection } from "../../v1/collections.ts";
import { DEFINITIONS } from "../../v1/record-definitions.ts";
import { RECORD_EXAMPLES } from "./examples.ts";
import { refTo, type Schema, withExample } from "./schema.ts";

/** The schema of each collection's records, by its name below `#/components/schemas`. */
export const RECORD_NAMES: Readonly<Record<Collection, keyof typeof DEFINITIONS>> = {
  cases: "Case",
  courts: "Court",
  jurisdictions: "Jurisdiction",
  reporters: "Reporter",
  volumes: "Volume",
  citations: "Citation",
  bulk: "BulkFile",
};

/** The schemas of all records, and of the parts that several records share. */
export function recordSchemas(): Readonly<Record<string, Schema>> {
  const schemas = toJsonSchemaDefs(DEFINITIONS, {
    target: "draft-2020-12",
    overrideRef: ({ referenceId }) => refTo(referenceId).$ref,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const example = RECORD_EXAMPLES[name];
      return [name, example === undefined ? asJson(schema) : withExample(asJson(schema), example)];
    }),
  );
}

/** Removes undefined values. */
function asJson(schema: object): Schema {
  const json: unknown = JSON.parse(JSON.stringify(schema));
  return isSchema(json) ? json : {};
}

function isSchema(json: unknown): json is Schema {
  return isJsonObject(json);
}
