/**
 * What a case carries beside its columns, in one JSON text, packed unless it is short: `cites_to`, `analysis`, `provenance`,
 * and where the parts of it came from that are not from the contribution of the rest.
 *
 * Each is kept from the newest contribution that gave something: an empty list or object from one format never deletes what
 * another gave (docs/formats.md, "Lines of a bulk file"). Where that is not the contribution of the metadata, a stamp says
 * which one it was.
 */
import type { JsonObject } from "../../domain/json.ts";
import { packText, unpackText } from "../database/codec.ts";

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

/** A value of `case_extra`: packed bytes, or a short text as it is. */
export type StoredText = Buffer | string;

/**
 * Length of the longest text that is kept as it is. Packing saves such a one a fifth at most, and often nothing, but takes
 * 48 µs when it is written and 18 whenever it is read: half of the time of a list where all cases cite nothing.
 */
const MAX_PLAIN_LENGTH = 256;

/** The value for `case_extra`, or null when there is nothing to keep. */
export function packExtras(extras: StoredExtras): Uint8Array | string | null {
  const isEmpty = EXTRA_KEYS.every((key) => extras.values[key] === null);
  if (isEmpty && Object.keys(extras.origins).length === 0) return null;
  const text = JSON.stringify(extras);
  return text.length <= MAX_PLAIN_LENGTH ? text : packText(text);
}

export function unpackExtras(data: StoredText | null | undefined): StoredExtras {
  if (data === null || data === undefined) return NO_EXTRAS;
  // our own JSON, written by packExtras
  return JSON.parse(typeof data === "string" ? data : unpackText(data)) as StoredExtras;
}
