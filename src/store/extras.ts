/**
 * What a case carries beside its columns, in one packed JSON text: `cites_to`, `analysis`, `provenance`, and where the
 * parts of it came from that are not from the contribution of the rest.
 *
 * Each is kept from the newest contribution that gave something: an empty list or object from one format never
 * deletes what another gave (formats, section 2.3). Where that is not the contribution of the metadata, a stamp says
 * which one it was.
 */
import type { JsonObject } from "../domain/json.ts";
import { packText, unpackText } from "./codec.ts";

/** The contribution that a value came from: a unit and the record's own `last_updated` there. */
export interface Origin {
  readonly unitId: number;
  readonly lastUpdated: string | null;
}

export interface Extras {
  readonly citesTo: readonly JsonObject[] | null;
  readonly analysis: JsonObject | null;
  readonly provenance: JsonObject | null;
}

/** The parts of a case's metadata that one contribution may know and another not; each is merged by itself. */
export type PartKey =
  | keyof Extras
  | "barcode"
  | "volumeNumber"
  | "reporterId"
  | "reporterName"
  | "courtId"
  | "jurisdictionId";

export const EXTRA_KEYS = ["citesTo", "analysis", "provenance"] as const satisfies readonly (keyof Extras)[];
export const PART_KEYS = [
  ...EXTRA_KEYS,
  "barcode",
  "volumeNumber",
  "reporterId",
  "reporterName",
  "courtId",
  "jurisdictionId",
] as const satisfies readonly PartKey[];

export interface StoredExtras {
  readonly values: Extras;
  /** Only where it differs from the metadata's origin. */
  readonly origins: Partial<Record<PartKey, Origin>>;
}

export const NO_EXTRAS: StoredExtras = {
  values: { citesTo: null, analysis: null, provenance: null },
  origins: {},
};

/** 0 absent, 1 empty, 2 something: more wins over less, whoever is newer. */
export function fullness(value: Extras[keyof Extras] | string | number): number {
  if (value === null) return 0;
  if (typeof value !== "object") return 2;
  return (Array.isArray(value) ? value.length : Object.keys(value).length) === 0 ? 1 : 2;
}

/** The bytes for `case_extra`, or null when there is nothing to keep. */
export function packExtras(extras: StoredExtras): Uint8Array | null {
  const isEmpty = EXTRA_KEYS.every((key) => extras.values[key] === null);
  if (isEmpty && Object.keys(extras.origins).length === 0) return null;
  return packText(JSON.stringify(extras));
}

export function unpackExtras(data: Uint8Array | null | undefined): StoredExtras {
  return data === null || data === undefined ? NO_EXTRAS : parseExtras(unpackText(data));
}

function parseExtras(text: string): StoredExtras {
  // our own JSON, written by packExtras
  return JSON.parse(text) as StoredExtras;
}

/** Packed bytes up to which extras are likely to be another case's too: nothing cited, and no digest of its own. */
const MAX_ALIKE_BYTES = 128;
const MAX_ALIKE = 64;

/**
 * Unpacks extras, and remembers the text of small ones. Where an archive gave no more than an empty list, all its cases
 * have the same bytes, and unpacking them is the dearest part of reading a row.
 */
export class ExtrasReader {
  readonly #texts = new Map<string, string>();

  unpack(data: Buffer | null): StoredExtras {
    if (data === null || data.length > MAX_ALIKE_BYTES) return unpackExtras(data);
    const key = data.toString("latin1");
    const known = this.#texts.get(key);
    if (known !== undefined) return parseExtras(known);
    const text = unpackText(data);
    if (this.#texts.size === MAX_ALIKE) this.#texts.clear();
    this.#texts.set(key, text);
    return parseExtras(text);
  }
}
