/** The collections that fit in memory: filtered, sorted and paged here. Cases and citations are paged by the store. */
import type {
  Court,
  Jurisdiction,
  KnownBulkFile,
  Page,
  Position,
  Reporter,
  SortKey,
  Volume,
} from "../domain/listing.ts";
import type { CorpusReader } from "../store/read/corpus-reader.ts";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "./envelope.ts";
import type { Lookup } from "./lookup.ts";
import {
  BULK_PARAMETERS,
  COURT_PARAMETERS,
  JURISDICTION_PARAMETERS,
  REPORTER_PARAMETERS,
  VOLUME_PARAMETERS,
} from "./query/collection-parameters.ts";
import type { Parameter } from "./query/parameter.ts";
import {
  type BulkAnswer,
  bulkAnswer,
  type CourtAnswer,
  courtAnswer,
  type JurisdictionAnswer,
  jurisdictionAnswer,
  type ReporterAnswer,
  reporterAnswer,
  type VolumeAnswer,
  volumeAnswer,
} from "./records.ts";

type Values = ReadonlyMap<string, readonly string[]>;

/** One such collection: where its records come from, their order, their shape. */
export interface RecordList<T, A> {
  readonly parameters: readonly Parameter<(record: T) => boolean, Lookup>[];
  readonly defaultPageSize: number;
  records(corpus: CorpusReader, values: Values): readonly T[];
  /** The last part of the record's own address. */
  addressOf(record: T): string | number;
  /** Sorts the records, nulls last; no two are equal. */
  keyOf(record: T): SortKey;
  answer(record: T, baseUrl: string): A;
}

export const COURTS: RecordList<Court, CourtAnswer> = {
  parameters: COURT_PARAMETERS,
  defaultPageSize: DEFAULT_PAGE_SIZE,
  records: (corpus) => corpus.courts(),
  addressOf: (court) => court.slug,
  keyOf: (court) => [court.name, court.id],
  answer: courtAnswer,
};

export const JURISDICTIONS: RecordList<Jurisdiction, JurisdictionAnswer> = {
  parameters: JURISDICTION_PARAMETERS,
  defaultPageSize: MAX_PAGE_SIZE,
  records: (corpus) => corpus.jurisdictions(),
  addressOf: (jurisdiction) => jurisdiction.slug,
  keyOf: (jurisdiction) => [jurisdiction.name, jurisdiction.id],
  answer: jurisdictionAnswer,
};

export const REPORTERS: RecordList<Reporter, ReporterAnswer> = {
  parameters: REPORTER_PARAMETERS,
  defaultPageSize: DEFAULT_PAGE_SIZE,
  records: (corpus) => corpus.reporters(),
  addressOf: (reporter) => reporter.id,
  keyOf: (reporter) => [reporter.fullName, reporter.id],
  answer: reporterAnswer,
};

export const VOLUMES: RecordList<Volume, VolumeAnswer> = {
  parameters: VOLUME_PARAMETERS,
  defaultPageSize: DEFAULT_PAGE_SIZE,
  records: (corpus) => corpus.volumes(),
  addressOf: (volume) => volume.barcode,
  keyOf: (volume) => [volume.barcode],
  answer: volumeAnswer,
};

export const BULK: RecordList<KnownBulkFile, BulkAnswer> = {
  parameters: BULK_PARAMETERS,
  defaultPageSize: DEFAULT_PAGE_SIZE,
  records: (corpus, values) =>
    values.get("with_old")?.at(-1) === "true" ? corpus.bulkFiles() : newestOnly(corpus.bulkFiles()),
  addressOf: (file) => file.id,
  keyOf: (file) => [file.id],
  answer: bulkAnswer,
};

/** The record at an address of the list, superseded bulk files too; null when there is none. */
export function recordOf<T, A>(
  list: RecordList<T, A>,
  corpus: CorpusReader,
  address: string,
  baseUrl: string,
): A | null {
  const all = list.records(corpus, new Map([["with_old", ["true"]]]));
  const found = all.find((record) => String(list.addressOf(record)) === address);
  return found === undefined ? null : list.answer(found, baseUrl);
}

/** The page of a sorted list around a position. */
export function pageOf<T>(
  records: readonly T[],
  keyOf: (record: T) => SortKey,
  position: Position | null,
  pageSize: number,
): Page<T> {
  const sorted = records.toSorted((a, b) => compareKeys(keyOf(a), keyOf(b)));
  const start = startOf(sorted, keyOf, position, pageSize);
  const end = position?.direction === "before" ? endBefore(sorted, keyOf, position) : start + pageSize;
  const items = sorted.slice(start, end);
  const [first, last] = [items[0], items.at(-1)];
  return {
    items,
    count: sorted.length,
    next: last !== undefined && end < sorted.length ? { direction: "after", key: keyOf(last) } : null,
    previous: first !== undefined && start > 0 ? { direction: "before", key: keyOf(first) } : null,
  };
}

function startOf<T>(
  sorted: readonly T[],
  keyOf: (record: T) => SortKey,
  position: Position | null,
  pageSize: number,
): number {
  if (position === null) return 0;
  if (position.direction === "before") return Math.max(0, endBefore(sorted, keyOf, position) - pageSize);
  const start = sorted.findIndex((record) => compareKeys(keyOf(record), position.key) > 0);
  return start < 0 ? sorted.length : start;
}

function endBefore<T>(sorted: readonly T[], keyOf: (record: T) => SortKey, position: Position): number {
  const end = sorted.findIndex((record) => compareKeys(keyOf(record), position.key) >= 0);
  return end < 0 ? sorted.length : end;
}

function compareKeys(a: SortKey, b: SortKey): number {
  for (const [at, left] of a.entries()) {
    const right = b[at] ?? null;
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right ? -1 : 1;
  }
  return 0;
}

/** The newest file of each filter and format, by export date, then id; a file without a known filter stands for itself. */
function newestOnly(files: readonly KnownBulkFile[]): KnownBulkFile[] {
  const newest = new Map<string, KnownBulkFile>();
  for (const file of files) {
    const key = JSON.stringify([file.filterType, file.filterId ?? file.fileName, file.bodyFormat]);
    const other = newest.get(key);
    const isNewer = other === undefined || (file.exportDate ?? "") >= (other.exportDate ?? "");
    if (isNewer) newest.set(key, file);
  }
  return [...newest.values()];
}
