/**
 * What a corpus has besides cases and changes: reference records, bulk files, coverage and statistics. Each table is JSON, packed
 * and cut into documents. A publication writes all tables under a new version, so that a reader reads all of one version.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ReferenceChange } from "../../domain/changes.ts";
import type { Coverage } from "../../domain/coverage.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Court, Jurisdiction, KnownBulkFile, Reporter, Volume } from "../../domain/records.ts";
import type { Stats } from "../../domain/statistics.ts";

/** The tables of a publication; those of a corpus without cases are empty. */
export interface Tables {
  readonly jurisdictions: readonly Jurisdiction[];
  readonly courts: readonly Court[];
  readonly reporters: readonly Reporter[];
  readonly volumes: readonly Volume[];
  readonly bulkFiles: readonly KnownBulkFile[];
  readonly coverage: Coverage;
  /** For units that name no jurisdiction: those of their cases. */
  readonly unitJurisdictions: readonly UnitJurisdictions[];
  readonly stats: StoredStats;
  /** Reference records that were renamed, and cases that moved, with the numbers of these changes. */
  readonly referenceChanges: readonly ReferenceChange[];
}

export interface UnitJurisdictions {
  readonly unitId: number;
  readonly jurisdictionIds: readonly number[];
}

/** Statistics without the counts by volume; maps as lists. */
export interface StoredStats extends Omit<Stats, "byJurisdiction" | "byReporter" | "byVolume"> {
  readonly byJurisdiction: readonly (readonly [number, number])[];
  readonly byReporter: readonly (readonly [number, number])[];
}

export type TableName = keyof Tables;

/** Base64 characters of one document. */
const PART_CHARS = 2_000_000;

/** The documents of a table with their ids. */
export function partsOf(
  version: string,
  table: TableName,
  value: Tables[TableName],
): { readonly id: string; readonly document: JsonObject }[] {
  const packed = deflateRawSync(JSON.stringify(value)).toString("base64");
  const parts: { id: string; document: JsonObject }[] = [];
  for (let at = 0; at < packed.length; at += PART_CHARS) {
    const part = parts.length;
    const data = packed.slice(at, at + PART_CHARS);
    parts.push({ id: `${version} ${table} ${part}`, document: { version, table, part, data } });
  }
  return parts;
}

/** Puts a table together from the data of its parts, in order. */
export function readTable<T extends TableName>(_table: T, parts: readonly string[]): Tables[T] {
  return JSON.parse(inflateRawSync(Buffer.from(parts.join(""), "base64")).toString("utf8"));
}
