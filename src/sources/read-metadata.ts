/**
 * Reads the static site's metadata files: reporters, jurisdictions, volumes (docs/formats.md, "Static metadata and case files"
 * and "What a static case file lacks").
 *
 * Most of these jurisdictions have no slug; it is made from the name until a list has it. All of them are whitelisted
 * (docs/interface.md, "Sources").
 */
import * as v from "valibot";
import type { CaseTotal } from "../domain/bulk-file.ts";
import type { JurisdictionRecord, ReporterRecord, VolumeRecord } from "../domain/reference.ts";
import { slugify } from "../domain/slug.ts";
import type { Reading } from "./bounded-json.ts";
import { filled, id, numberOrNull, objectOf, textOrNull } from "./fields.ts";
import { JURISDICTION, jurisdictionOf, jurisdictionsOrNull, mapped, readRecord } from "./read-reference.ts";

const REPORTER = objectOf({
  id,
  slug: filled,
  full_name: textOrNull,
  short_name: textOrNull,
  start_year: numberOrNull,
  end_year: numberOrNull,
  jurisdictions: jurisdictionsOrNull,
});
const CASE_TOTAL = objectOf({ id, case_count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });
const NOMINATIVE = objectOf({
  volume_number: textOrNull,
  nominative_name: textOrNull,
  short_name: textOrNull,
});
const VOLUME = objectOf({
  id: filled,
  volume_number: textOrNull,
  title: textOrNull,
  publisher: textOrNull,
  publication_year: numberOrNull,
  start_year: numberOrNull,
  end_year: numberOrNull,
  series_volume_number: textOrNull,
  nominative_reporter: v.nullish(NOMINATIVE, null),
  jurisdictions: jurisdictionsOrNull,
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
  return mapped(readRecord(JURISDICTION, raw), (given) => opened(jurisdictionOf(given)));
}

/** Reads the number of cases in a row of `JurisdictionsMetadata.json`. */
export function readCaseTotal(raw: unknown): Reading<CaseTotal> {
  return mapped(readRecord(CASE_TOTAL, raw), (given) => ({
    jurisdictionId: given.id,
    cases: given.case_count,
  }));
}

/** Reads a row of `ReportersMetadata.json`, or a `ReporterMetadata.json`. */
export function readStaticReporter(raw: unknown): Reading<ReporterRecord> {
  return mapped(readRecord(REPORTER, raw), (given) => ({
    id: given.id,
    slug: given.slug,
    fullName: given.full_name,
    shortName: given.short_name,
    startYear: given.start_year,
    endYear: given.end_year,
    jurisdictions: openedList(given.jurisdictions),
  }));
}

/** Reads a row of a `VolumesMetadata.json`, or a `VolumeMetadata.json`; `id` is the barcode. */
export function readStaticVolume(raw: unknown): Reading<StaticVolume> {
  return mapped(readRecord(VOLUME, raw), (given) => ({
    volume: volumeOf(given),
    folder: given.volume_folder || null,
    reporterSlug: given.reporter_slug || null,
    lastUpdated: given.last_updated || null,
  }));
}

function volumeOf(given: v.InferOutput<typeof VOLUME>): VolumeRecord {
  const nominative = given.nominative_reporter;
  return {
    barcode: given.id,
    volumeNumber: given.volume_number,
    title: given.title,
    publisher: given.publisher,
    publicationYear: given.publication_year,
    startYear: given.start_year,
    endYear: given.end_year,
    nominativeVolumeNumber: nominative?.volume_number ?? null,
    nominativeName: nominative?.nominative_name ?? nominative?.short_name ?? null,
    seriesVolumeNumber: given.series_volume_number,
    reporterId: null,
    reporterName: null,
    jurisdictions: openedList(given.jurisdictions),
  };
}

function openedList(given: v.InferOutput<typeof jurisdictionsOrNull>): readonly JurisdictionRecord[] | null {
  return given?.map((one) => opened(jurisdictionOf(one))) ?? null;
}

function opened(jurisdiction: JurisdictionRecord): JurisdictionRecord {
  const slug = jurisdiction.slug ?? (slugify(jurisdiction.name ?? "") || null);
  return { ...jurisdiction, slug, whitelisted: true };
}
