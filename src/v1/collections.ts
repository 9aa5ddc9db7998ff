/** The collections that fit in memory: where their records come from, their order, their parameters, their shape. */

import type { Corpus } from "../corpus/corpus.ts";
import type { SortKey } from "../domain/query.ts";
import type { Court, Jurisdiction, KnownBulkFile, Reporter, Volume } from "../domain/records.ts";
import {
  BULK_PARAMETERS,
  COURT_PARAMETERS,
  JURISDICTION_PARAMETERS,
  REPORTER_PARAMETERS,
  VOLUME_PARAMETERS,
} from "./collection-parameters.ts";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "./envelope.ts";
import type { Lookup } from "./lookup.ts";
import type { Parameter, ParameterValues } from "./parameter.ts";
import {
  type V1Bulk,
  type V1Court,
  type V1Jurisdiction,
  type V1Reporter,
  type V1Volume,
  v1Bulk,
  v1Court,
  v1Jurisdiction,
  v1Reporter,
  v1Volume,
} from "./records.ts";

export interface RecordList<T, A> {
  /** Each value of a parameter is a test that records must pass. */
  readonly parameters: readonly Parameter<(record: T) => boolean, Lookup>[];
  readonly defaultPageSize: number;
  records(corpus: Corpus, values: ParameterValues): readonly T[];
  /** The last part of the record's own address. */
  addressOf(record: T): string | number;
  /** Sorts the records, nulls last; no two keys are equal. */
  keyOf(record: T): SortKey;
  answer(record: T, baseUrl: string): A;
}

export const COURTS: RecordList<Court, V1Court> = {
  parameters: COURT_PARAMETERS,
  defaultPageSize: DEFAULT_PAGE_SIZE,
  records: (corpus) => corpus.courts(),
  addressOf: (court) => court.slug,
  keyOf: (court) => [court.name, court.id],
  answer: v1Court,
};

export const JURISDICTIONS: RecordList<Jurisdiction, V1Jurisdiction> = {
  parameters: JURISDICTION_PARAMETERS,
  defaultPageSize: MAX_PAGE_SIZE,
  records: (corpus) => corpus.jurisdictions(),
  addressOf: (jurisdiction) => jurisdiction.slug,
  keyOf: (jurisdiction) => [jurisdiction.name, jurisdiction.id],
  answer: v1Jurisdiction,
};

export const REPORTERS: RecordList<Reporter, V1Reporter> = {
  parameters: REPORTER_PARAMETERS,
  defaultPageSize: DEFAULT_PAGE_SIZE,
  records: (corpus) => corpus.reporters(),
  addressOf: (reporter) => reporter.id,
  keyOf: (reporter) => [reporter.fullName, reporter.id],
  answer: v1Reporter,
};

export const VOLUMES: RecordList<Volume, V1Volume> = {
  parameters: VOLUME_PARAMETERS,
  defaultPageSize: DEFAULT_PAGE_SIZE,
  records: (corpus) => corpus.volumes(),
  addressOf: (volume) => volume.barcode,
  keyOf: (volume) => [volume.barcode],
  answer: v1Volume,
};

export const BULK: RecordList<KnownBulkFile, V1Bulk> = {
  parameters: BULK_PARAMETERS,
  defaultPageSize: DEFAULT_PAGE_SIZE,
  records: (corpus, values) =>
    values.get("with_old")?.at(-1) === "true" ? corpus.bulkFiles() : newestOnly(corpus.bulkFiles()),
  addressOf: (file) => file.id,
  keyOf: (file) => [file.id],
  answer: v1Bulk,
};

/** The newest file of each filter and format, by export date, then id; a file with an unknown filter has a filter of its own. */
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
