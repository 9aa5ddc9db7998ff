/** Reference records as columns of their tables. */
import type { CourtRecord, JurisdictionRecord, ReporterRecord, VolumeRecord } from "../../domain/case.ts";

export type ReferenceKind = "jurisdiction" | "court" | "reporter" | "volume";

/** The column of each table that is its primary key. */
export const KEY_COLUMNS = { jurisdiction: "id", court: "id", reporter: "id", volume: "barcode" } as const;

/** A value of a reference record in its column. */
export type ReferenceValue = string | number | null;

/** By column. */
export type ReferenceFields = Readonly<Record<string, ReferenceValue>>;

export function fieldsOfJurisdiction(record: JurisdictionRecord): ReferenceFields {
  const { slug, name, nameLong, whitelisted } = record;
  return { slug, name, name_long: nameLong, whitelisted: whitelisted === null ? null : Number(whitelisted) };
}

export function fieldsOfCourt(record: CourtRecord): ReferenceFields {
  return {
    given_slug: record.slug,
    name: record.name,
    name_abbreviation: record.nameAbbreviation,
    jurisdiction_id: record.jurisdictionId,
    jurisdiction_slug: record.jurisdictionSlug,
  };
}

export function fieldsOfReporter(record: ReporterRecord): ReferenceFields {
  return {
    slug: record.slug,
    full_name: record.fullName,
    short_name: record.shortName,
    start_year: record.startYear,
    end_year: record.endYear,
    jurisdictions: idsOf(record.jurisdictions),
  };
}

export function fieldsOfVolume(record: VolumeRecord): ReferenceFields {
  return {
    volume_number: record.volumeNumber,
    title: record.title,
    publisher: record.publisher,
    publication_year: record.publicationYear,
    start_year: record.startYear,
    end_year: record.endYear,
    nominative_volume_number: record.nominativeVolumeNumber,
    nominative_name: record.nominativeName,
    series_volume_number: record.seriesVolumeNumber,
    reporter_id: record.reporterId,
    reporter_name: record.reporterName,
    jurisdictions: idsOf(record.jurisdictions),
  };
}

/** Converts columns to a reporter, without its jurisdictions. */
export function reporterOf(id: number, fields: ReferenceFields): ReporterRecord {
  return {
    id,
    slug: textIn(fields.slug),
    fullName: textIn(fields.full_name),
    shortName: textIn(fields.short_name),
    startYear: numberIn(fields.start_year),
    endYear: numberIn(fields.end_year),
    jurisdictions: null,
  };
}

export function textIn(column: ReferenceValue | undefined): string | null {
  return column === null || column === undefined ? null : String(column);
}

export function numberIn(column: ReferenceValue | undefined): number | null {
  return column === null || column === undefined ? null : Number(column);
}

/** The ids in a `jurisdictions` column. */
export function readIds(column: ReferenceValue | undefined): number[] {
  // our own JSON, written by idsOf
  return typeof column === "string" ? (JSON.parse(column) as number[]) : [];
}

function idsOf(jurisdictions: readonly JurisdictionRecord[] | null): string | null {
  return jurisdictions === null ? null : JSON.stringify(jurisdictions.map((jurisdiction) => jurisdiction.id));
}
