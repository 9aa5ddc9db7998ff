/**
 * Reads the reference records and bulk file records of the v1 interface (docs/interface.md, "Jurisdiction record", "Court record",
 * "Reporter record", "Volume record" and "Bulk file record"), and the static site's metadata files (docs/formats.md, "Static
 * metadata and case files" and "What a static case file lacks").
 *
 * Only the fields that identify a record are required; others may be null. Most jurisdictions of the static site have no slug; it
 * is made from the name until a list has it. All of them are whitelisted (docs/interface.md, "Sources").
 */
import * as v from "valibot";
import type { BulkRecord, CaseTotal } from "../domain/bulk-file.ts";
import type { CourtRecord, JurisdictionRecord, ReporterRecord, VolumeRecord } from "../domain/case.ts";
import { slugify } from "../domain/citation.ts";
import {
  anything,
  boundJson,
  filled,
  filledOrNull,
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

/** The fields that records of their own and mentions in cases have. */
export const JURISDICTION_ENTRIES = {
  id,
  slug: filledOrNull,
  name: textOrNull,
  name_long: textOrNull,
  whitelisted: flagOrNull,
};
export const COURT_ENTRIES = {
  id,
  slug: filledOrNull,
  name: textOrNull,
  name_abbreviation: textOrNull,
  jurisdiction_url: anything,
};

const JURISDICTION = objectOf(JURISDICTION_ENTRIES);
const jurisdictions = v.nullish(v.array(JURISDICTION, "a list"), null);
const COURT = objectOf({ ...COURT_ENTRIES, jurisdiction: textOrNull });
/** The fields of a reporter that the interface and the static site have. */
const REPORTER_ENTRIES = {
  id,
  full_name: textOrNull,
  short_name: textOrNull,
  start_year: numberOrNull,
  end_year: numberOrNull,
  jurisdictions,
};
const REPORTER = objectOf(REPORTER_ENTRIES);
const STATIC_REPORTER = objectOf({ ...REPORTER_ENTRIES, slug: filled });
/** The fields of a volume that the interface and the static site have. */
const VOLUME_ENTRIES = {
  volume_number: textOrNull,
  title: textOrNull,
  publisher: textOrNull,
  publication_year: numberOrNull,
  start_year: numberOrNull,
  end_year: numberOrNull,
  series_volume_number: textOrNull,
  jurisdictions,
};
const VOLUME = objectOf({
  ...VOLUME_ENTRIES,
  barcode: filled,
  nominative_volume_number: textOrNull,
  nominative_name: textOrNull,
  reporter: textOrNull,
  reporter_url: anything,
});
const NOMINATIVE = objectOf({
  volume_number: textOrNull,
  nominative_name: textOrNull,
  short_name: textOrNull,
});
const STATIC_VOLUME = objectOf({
  ...VOLUME_ENTRIES,
  id: filled,
  nominative_reporter: v.nullish(NOMINATIVE, null),
  volume_folder: filledOrNull,
  reporter_slug: filledOrNull,
  last_updated: filledOrNull,
});
const CASE_TOTAL = objectOf({ id, case_count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });
const BULK = objectOf({
  id,
  download_url: filled,
  file_name: text,
  export_date: textOrNull,
  public: v.nullish(v.boolean("true or false"), false),
  filter_type: textOrNull,
  filter_id: idOrNull,
  body_format: textOrNull,
});

/** A listed bulk file and its address. */
export interface ListedBulkFile {
  readonly bulk: BulkRecord;
  readonly downloadUrl: string;
}

/** A volume of the static site. In a zip, folder, reporter and date may be missing. */
export interface StaticVolume {
  /** Its `reporterId` and `reporterName` are null, since the row does not have them. */
  readonly volume: VolumeRecord;
  readonly folder: string | null;
  readonly reporterSlug: string | null;
  readonly lastUpdated: string | null;
}

/** A function that reads a value by a schema, after `boundJson`. */
function reader<const Schema extends v.GenericSchema, Made>(
  schema: Schema,
  make: (fields: v.InferOutput<Schema>) => Made,
): (raw: unknown) => Reading<Made> {
  return (raw) => {
    const bounded = boundJson(raw);
    const reading = bounded.ok ? readWith(schema, bounded.record) : bounded;
    return reading.ok ? { ok: true, record: make(reading.record) } : reading;
  };
}

export const readJurisdiction = reader(JURISDICTION, (fields): JurisdictionRecord => fields);

/** Reads a court. Its jurisdiction is given by name and address only. */
export const readCourt = reader(COURT, ({ jurisdiction, jurisdictionUrl, ...fields }): CourtRecord => {
  const slug = nameInAddress(jurisdictionUrl, "jurisdictions") ?? (slugify(jurisdiction ?? "") || null);
  return { ...fields, jurisdictionId: null, jurisdictionSlug: slug };
});

/** Reads a reporter. In the interface it has no slug. */
export const readReporter = reader(REPORTER, (fields): ReporterRecord => ({ ...fields, slug: null }));

/** Reads a volume. Its reporter's id is only in an address. */
export const readVolume = reader(
  VOLUME,
  ({ reporter, reporterUrl, ...fields }): VolumeRecord => ({
    ...fields,
    reporterId: idInAddress(reporterUrl, "reporters"),
    reporterName: reporter,
  }),
);

/** Reads a record of the bulk collection; without `public` it is private. */
export const readBulkRecord = reader(
  BULK,
  ({ downloadUrl, ...bulk }): ListedBulkFile => ({ downloadUrl, bulk }),
);

/** Reads a row of `JurisdictionsMetadata.json`. */
export const readStaticJurisdiction = reader(JURISDICTION, whitelist);

/** Reads the number of cases in a row of `JurisdictionsMetadata.json`. */
export const readCaseTotal = reader(
  CASE_TOTAL,
  ({ id, caseCount }): CaseTotal => ({ jurisdictionId: id, cases: caseCount }),
);

/** Reads a row of `ReportersMetadata.json`, or a `ReporterMetadata.json`. */
export const readStaticReporter = reader(STATIC_REPORTER, (fields): ReporterRecord => whitelistAll(fields));

/** Reads a row of a `VolumesMetadata.json`, or a `VolumeMetadata.json`; `id` is the barcode. */
export const readStaticVolume = reader(
  STATIC_VOLUME,
  ({ id, nominativeReporter, volumeFolder, reporterSlug, lastUpdated, ...fields }): StaticVolume => {
    const nominative = {
      nominativeVolumeNumber: nominativeReporter?.volumeNumber ?? null,
      nominativeName: nominativeReporter?.nominativeName ?? nominativeReporter?.shortName ?? null,
    };
    const volume = { ...fields, barcode: id, ...nominative, reporterId: null, reporterName: null };
    return { volume: whitelistAll(volume), folder: volumeFolder, reporterSlug, lastUpdated };
  },
);

function whitelist(jurisdiction: JurisdictionRecord): JurisdictionRecord {
  const slug = jurisdiction.slug ?? (slugify(jurisdiction.name ?? "") || null);
  return { ...jurisdiction, slug, whitelisted: true };
}

function whitelistAll<T extends { readonly jurisdictions: readonly JurisdictionRecord[] | null }>(
  record: T,
): T {
  return { ...record, jurisdictions: record.jurisdictions?.map(whitelist) ?? null };
}
