/**
 * Reads the reference records and bulk file records of the v1 interface (docs/interface.md, "Jurisdiction record", "Court record",
 * "Reporter record", "Volume record" and "Bulk file record").
 *
 * Only the fields that identify a record are required; others may be null.
 */
import * as v from "valibot";
import type { BulkRecord, CaseTotal } from "../domain/bulk-file.ts";
import type { CourtRecord, JurisdictionRecord, ReporterRecord, VolumeRecord } from "../domain/case.ts";
import { slugify } from "../domain/citation.ts";
import {
  anything,
  boundJson,
  filled,
  flagOrNull,
  id,
  idInAddress,
  idOrNull,
  nameInAddress,
  numberOrNull,
  objectOf,
  type Reading,
  readWith,
  text,
  textOrNull,
} from "./fields.ts";

const JURISDICTION = objectOf({
  id,
  slug: textOrNull,
  name: textOrNull,
  name_long: textOrNull,
  whitelisted: flagOrNull,
});
const jurisdictionsOrNull = v.nullish(v.array(JURISDICTION, "a list"), null);
const COURT = objectOf({
  id,
  slug: textOrNull,
  name: textOrNull,
  name_abbreviation: textOrNull,
  jurisdiction: textOrNull,
  jurisdiction_url: anything,
});
/** The fields of a reporter that the interface and the static site have. */
const REPORTER_ENTRIES = {
  id,
  full_name: textOrNull,
  short_name: textOrNull,
  start_year: numberOrNull,
  end_year: numberOrNull,
  jurisdictions: jurisdictionsOrNull,
};
const REPORTER = objectOf(REPORTER_ENTRIES);
/** The fields of a volume that both have. */
const VOLUME_ENTRIES = {
  volume_number: textOrNull,
  title: textOrNull,
  publisher: textOrNull,
  publication_year: numberOrNull,
  start_year: numberOrNull,
  end_year: numberOrNull,
  series_volume_number: textOrNull,
  jurisdictions: jurisdictionsOrNull,
};
const VOLUME = objectOf({
  ...VOLUME_ENTRIES,
  barcode: filled,
  nominative_volume_number: textOrNull,
  nominative_name: textOrNull,
  reporter: textOrNull,
  reporter_url: anything,
});
const BULK = objectOf({
  id,
  download_url: filled,
  file_name: text,
  export_date: textOrNull,
  public: flagOrNull,
  filter_type: textOrNull,
  filter_id: idOrNull,
  body_format: textOrNull,
});

/** A listed bulk file and its address. */
export interface ListedBulkFile {
  readonly bulk: BulkRecord;
  readonly downloadUrl: string;
}

/** Reads a jurisdiction; `name` and `slug` stay null when missing. */
export function readJurisdiction(raw: unknown): Reading<JurisdictionRecord> {
  return readRecord(JURISDICTION, raw, jurisdictionOf);
}

/** Reads a court. Its jurisdiction is given by name and address only. */
export function readCourt(raw: unknown): Reading<CourtRecord> {
  return readRecord(COURT, raw, (given) => ({
    id: given.id,
    slug: given.slug || null,
    name: given.name,
    nameAbbreviation: given.name_abbreviation,
    jurisdictionId: null,
    jurisdictionSlug:
      nameInAddress(given.jurisdiction_url, "jurisdictions") ?? (slugify(given.jurisdiction ?? "") || null),
  }));
}

/** Reads a reporter. In the interface it has no slug. */
export function readReporter(raw: unknown): Reading<ReporterRecord> {
  return readRecord(REPORTER, raw, (given) => reporterOf(given, null));
}

/** Reads a volume. Its reporter's id is only in an address. */
export function readVolume(raw: unknown): Reading<VolumeRecord> {
  return readRecord(VOLUME, raw, (given) =>
    volumeOf(given, {
      barcode: given.barcode,
      nominativeVolumeNumber: given.nominative_volume_number,
      nominativeName: given.nominative_name,
      reporterId: idInAddress(given.reporter_url, "reporters"),
      reporterName: given.reporter,
    }),
  );
}

/** Reads a record of the bulk collection; without `public` it is private. */
export function readBulkRecord(raw: unknown): Reading<ListedBulkFile> {
  return readRecord(BULK, raw, (given) => ({
    downloadUrl: given.download_url,
    bulk: {
      id: given.id,
      fileName: given.file_name,
      exportDate: given.export_date,
      public: given.public ?? false,
      filterType: given.filter_type,
      filterId: given.filter_id,
      bodyFormat: given.body_format,
    },
  }));
}

function jurisdictionOf(given: v.InferOutput<typeof JURISDICTION>): JurisdictionRecord {
  return {
    id: given.id,
    slug: given.slug || null,
    name: given.name,
    nameLong: given.name_long,
    whitelisted: given.whitelisted,
  };
}

function reporterOf(given: v.InferOutput<typeof REPORTER>, slug: string | null): ReporterRecord {
  return {
    id: given.id,
    slug,
    fullName: given.full_name,
    shortName: given.short_name,
    startYear: given.start_year,
    endYear: given.end_year,
    jurisdictions: given.jurisdictions?.map(jurisdictionOf) ?? null,
  };
}

/** The volume of the common fields, and of those that are read otherwise. */
function volumeOf<Own>(given: Pick<v.InferOutput<typeof VOLUME>, keyof typeof VOLUME_ENTRIES>, own: Own) {
  return {
    ...own,
    volumeNumber: given.volume_number,
    title: given.title,
    publisher: given.publisher,
    publicationYear: given.publication_year,
    startYear: given.start_year,
    endYear: given.end_year,
    seriesVolumeNumber: given.series_volume_number,
    jurisdictions: given.jurisdictions?.map(jurisdictionOf) ?? null,
  };
}

/** Reads a value by a schema, after `boundJson`. */
function readRecord<const Schema extends v.GenericSchema, Made>(
  schema: Schema,
  raw: unknown,
  make: (given: v.InferOutput<Schema>) => Made,
): Reading<Made> {
  const bounded = boundJson(raw);
  const reading = bounded.ok ? readWith(schema, bounded.record) : bounded;
  return reading.ok ? { ok: true, record: make(reading.record) } : reading;
}

/*
 * The static site's metadata files (docs/formats.md, "Static metadata and case files" and "What a static case file lacks").
 * Most of their jurisdictions have no slug; it is made from the name until a list has it. All of them are whitelisted
 * (docs/interface.md, "Sources").
 */

const STATIC_REPORTER = objectOf({ ...REPORTER_ENTRIES, slug: filled });
const CASE_TOTAL = objectOf({ id, case_count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });
const NOMINATIVE = objectOf({
  volume_number: textOrNull,
  nominative_name: textOrNull,
  short_name: textOrNull,
});
const STATIC_VOLUME = objectOf({
  ...VOLUME_ENTRIES,
  id: filled,
  nominative_reporter: v.nullish(NOMINATIVE, null),
  volume_folder: textOrNull,
  reporter_slug: textOrNull,
  last_updated: textOrNull,
});

/** A volume of the static site. In a zip, folder, reporter and date may be missing. */
export interface StaticVolume {
  /** Its `reporterId` and `reporterName` are null, since the row does not have them. */
  readonly volume: VolumeRecord;
  readonly folder: string | null;
  readonly reporterSlug: string | null;
  readonly lastUpdated: string | null;
}

/** Reads a row of `JurisdictionsMetadata.json`. */
export function readStaticJurisdiction(raw: unknown): Reading<JurisdictionRecord> {
  return readRecord(JURISDICTION, raw, (given) => openedJurisdiction(jurisdictionOf(given)));
}

/** Reads the number of cases in a row of `JurisdictionsMetadata.json`. */
export function readCaseTotal(raw: unknown): Reading<CaseTotal> {
  return readRecord(CASE_TOTAL, raw, (given) => ({ jurisdictionId: given.id, cases: given.case_count }));
}

/** Reads a row of `ReportersMetadata.json`, or a `ReporterMetadata.json`. */
export function readStaticReporter(raw: unknown): Reading<ReporterRecord> {
  return readRecord(STATIC_REPORTER, raw, (given) => opened(reporterOf(given, given.slug)));
}

/** Reads a row of a `VolumesMetadata.json`, or a `VolumeMetadata.json`; `id` is the barcode. */
export function readStaticVolume(raw: unknown): Reading<StaticVolume> {
  return readRecord(STATIC_VOLUME, raw, (given) => ({
    volume: staticVolumeOf(given),
    folder: given.volume_folder || null,
    reporterSlug: given.reporter_slug || null,
    lastUpdated: given.last_updated || null,
  }));
}

function staticVolumeOf(given: v.InferOutput<typeof STATIC_VOLUME>): VolumeRecord {
  const nominative = given.nominative_reporter;
  return opened(
    volumeOf(given, {
      barcode: given.id,
      nominativeVolumeNumber: nominative?.volume_number ?? null,
      nominativeName: nominative?.nominative_name ?? nominative?.short_name ?? null,
      reporterId: null,
      reporterName: null,
    }),
  );
}

/** The record with its jurisdictions open. */
function opened<T extends { readonly jurisdictions: readonly JurisdictionRecord[] | null }>(record: T): T {
  return { ...record, jurisdictions: record.jurisdictions?.map(openedJurisdiction) ?? null };
}

function openedJurisdiction(jurisdiction: JurisdictionRecord): JurisdictionRecord {
  const slug = jurisdiction.slug ?? (slugify(jurisdiction.name ?? "") || null);
  return { ...jurisdiction, slug, whitelisted: true };
}
