/** The formats of a list, which only HTTP has. */
import type { JsonObject } from "../../domain/json.ts";
import type { Collection } from "../../v1/collection-names.ts";
import { FILE_KINDS, formatsOf } from "../../v1/formats/list-formats.ts";

export function formatParameter(collection: Collection) {
  const bibtex = collection === "cases" ? ", bibtex, biblatex" : "";
  const describes = `json, or a file of the page's records: csv (flattened by dots), jsonl${bibtex}; the header Link has the next page`;
  return { name: "format", describes, choices: formatsOf(collection) };
}

/** The schema of each media type besides JSON. */
export function fileContents(collection: Collection): Record<string, JsonObject> {
  const types = formatsOf(collection).flatMap((one) => (one === "json" ? [] : [FILE_KINDS[one].type]));
  return Object.fromEntries(
    types.map((type) => [type.split(";")[0] ?? type, { schema: { type: "string" } }]),
  );
}
