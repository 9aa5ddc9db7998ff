/**
 * Reads the static site's metadata files: reporters, jurisdictions, volumes (docs/formats.md, "Static metadata and case files"
 * and "What a static case file lacks").
 *
 * Most of these jurisdictions have no slug; it is made from the name until a list has it. All of them are whitelisted
 * (docs/interface.md, "Sources").
 */
import * as v from "valibot";
import type { CaseTotal } from "../domain/bulk-file.ts";
import type { JurisdictionRecord, ReporterRecord, VolumeRecord } from "../domain/case.ts";
import { slugify } from "../domain/citation.ts";
import type { Reading } from "./bounded-json.ts";
import { filled, id, objectOf, textOrNull } from "./fields.ts";
import {
  JURISDICTION,
  jurisdictionOf,
  REPORTER_ENTRIES,
  readRecord,
  reporterOf,
  VOLUME_ENTRIES,
  volumeOf,
} from "./read-reference.ts";

const REPORTER = objectOf({ ...REPORTER_ENTRIES, slug: filled });
const CASE_TOTAL = objectOf({ id, case_count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });
const NOMINATIVE = objectOf({
  volume_number: textOrNull,
  nominative_name: textOrNull,
  short_name: textOrNull,
});
const VOLUME = objectOf({
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
  return readRecord(CASE_TOTAL, raw, (given) => ({
    jurisdictionId: given.id,
    cases: given.case_count,
  }));
}

/** Reads a row of `ReportersMetadata.json`, or a `ReporterMetadata.json`. */
export function readStaticReporter(raw: unknown): Reading<ReporterRecord> {
  return readRecord(REPORTER, raw, (given) => opened(reporterOf(given, given.slug)));
}

/** Reads a row of a `VolumesMetadata.json`, or a `VolumeMetadata.json`; `id` is the barcode. */
export function readStaticVolume(raw: unknown): Reading<StaticVolume> {
  return readRecord(VOLUME, raw, (given) => ({
    volume: staticVolumeOf(given),
    folder: given.volume_folder || null,
    reporterSlug: given.reporter_slug || null,
    lastUpdated: given.last_updated || null,
  }));
}

function staticVolumeOf(given: v.InferOutput<typeof VOLUME>): VolumeRecord {
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
