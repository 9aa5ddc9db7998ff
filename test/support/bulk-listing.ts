/** Reads the listings of a bulk folder, filtered as the interface filters them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "../../src/domain/json.ts";

export interface ListedRecord {
  readonly [key: string]: unknown;
}

/** Filters that compare a field's text, by collection. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  jurisdictions: ["id", "slug", "name", "name_long", "whitelisted"],
  courts: ["id", "slug", "name_abbreviation"],
  reporters: ["id", "short_name", "start_year", "end_year"],
  volumes: ["barcode", "volume_number", "publication_year"],
  bulk: ["body_format", "filter_type", "filter_id"],
};

/** The records of a collection that pass the filters among `parameters`, with their addresses below `base`. */
export function readListing(
  folder: string,
  collection: string,
  parameters: URLSearchParams,
  base: string,
): ListedRecord[] {
  const old = collection === "bulk" && parameters.get("with_old") === "true";
  const names = [...(old ? ["bulk-with-old.json"] : []), `${collection}.json`];
  const path = names.map((name) => join(folder, name)).find((at) => existsSync(at));
  if (path === undefined) return [];
  const text = readFileSync(path, "utf8").replaceAll("{base_url}", base);
  const listed: unknown = JSON.parse(text);
  if (!Array.isArray(listed)) throw new Error(`Cannot serve ${path}: not an array`);
  return listed.filter(isJsonObject).filter((record) => passes(record, collection, parameters));
}

function passes(record: ListedRecord, collection: string, parameters: URLSearchParams): boolean {
  const fields = FIELDS[collection] ?? [];
  const equal = fields.every((name) => {
    const wanted = parameters.get(name) ?? "";
    return wanted === "" || String(record[name]).toLowerCase() === wanted.toLowerCase();
  });
  return equal && ofJurisdiction(record, collection, parameters);
}

/** `jurisdiction` of a court, `jurisdictions` (any of) of a reporter or volume: slugs. */
function ofJurisdiction(record: ListedRecord, collection: string, parameters: URLSearchParams): boolean {
  const wanted = parameters
    .getAll(collection === "courts" ? "jurisdiction" : "jurisdictions")
    .filter(Boolean);
  if (wanted.length === 0 || collection === "bulk" || collection === "jurisdictions") return true;
  if (collection === "courts") {
    return wanted.some((slug) => String(record.jurisdiction_url).endsWith(`/${slug}/`));
  }
  const held = Array.isArray(record.jurisdictions) ? record.jurisdictions.filter(isJsonObject) : [];
  return wanted.some((slug) => held.some((one) => one.slug === slug));
}
