/**
 * Records in the interface's shape: its keys in its order, every URL under the base URL in force (docs/interface.md,
 * "Collections and records"). This is where our values become snake_case JSON.
 */
import type { JsonObject } from "../domain/json.ts";
import type {
  Case,
  CitationOfCase,
  Court,
  Jurisdiction,
  KnownBulkFile,
  Reporter,
  Volume,
} from "../domain/listing.ts";

export interface JurisdictionAnswer {
  readonly url: string | null;
  readonly id: number | null;
  readonly slug: string | null;
  readonly name: string | null;
  readonly name_long: string | null;
  readonly whitelisted: boolean;
}

export interface CourtAnswer {
  readonly id: number;
  readonly url: string;
  readonly name: string | null;
  readonly name_abbreviation: string | null;
  readonly jurisdiction: string | null;
  readonly jurisdiction_url: string | null;
  readonly slug: string;
}

export interface ReporterAnswer {
  readonly id: number;
  readonly url: string;
  readonly full_name: string | null;
  readonly short_name: string | null;
  readonly start_year: number | null;
  readonly end_year: number | null;
  readonly jurisdictions: readonly JurisdictionAnswer[];
}

export interface VolumeAnswer {
  readonly url: string;
  readonly barcode: string;
  readonly volume_number: string | null;
  readonly title: string | null;
  readonly publisher: string | null;
  readonly publication_year: number | null;
  readonly start_year: number | null;
  readonly end_year: number | null;
  readonly nominative_volume_number: string | null;
  readonly nominative_name: string | null;
  readonly series_volume_number: string | null;
  readonly reporter: string | null;
  readonly reporter_url: string | null;
  readonly jurisdictions: readonly JurisdictionAnswer[];
}

export interface CitationAnswer {
  readonly type: string;
  readonly cite: string;
  readonly case_id: number;
  readonly case_url: string;
}

export interface BulkAnswer {
  readonly id: number;
  readonly download_url: string;
  readonly file_name: string;
  readonly export_date: string | null;
  readonly public: boolean;
  readonly filter_type: string | null;
  readonly filter_id: number | null;
  readonly body_format: string | null;
}

export interface CaseAnswer {
  readonly id: number;
  readonly url: string;
  readonly frontend_url: string;
  readonly name: string;
  readonly name_abbreviation: string;
  readonly decision_date: string | null;
  readonly docket_number: string;
  readonly first_page: string;
  readonly last_page: string;
  readonly citations: readonly { readonly type: string; readonly cite: string }[];
  readonly volume: { readonly url: string | null; readonly volume_number: string | null };
  readonly reporter: { readonly url: string | null; readonly full_name: string | null };
  readonly court: {
    readonly url: string | null;
    readonly id: number | null;
    readonly slug: string | null;
    readonly name: string | null;
    readonly name_abbreviation: string | null;
  };
  readonly jurisdiction: JurisdictionAnswer;
  readonly cites_to?: readonly JsonObject[];
  /** HTML fragments around the matches of a search, when asked for. */
  readonly preview?: readonly string[];
  readonly analysis?: JsonObject;
  readonly last_updated?: string;
  readonly provenance?: JsonObject;
  readonly casebody?: CasebodyAnswer;
}

/** The structured body in the interface's shape. */
export interface TextBodyAnswer {
  readonly parties: readonly (string | null)[];
  readonly opinions: readonly {
    readonly type: string | null;
    readonly author: string | null;
    readonly text: string;
  }[];
  readonly head_matter: string;
  readonly attorneys: readonly (string | null)[];
  readonly judges: readonly (string | null)[];
  readonly corrections: string;
}

export interface CasebodyAnswer {
  readonly status: "ok" | "error_auth_required" | "error_format_unavailable";
  readonly data: TextBodyAnswer | string | null;
}

const NO_JURISDICTION: JurisdictionAnswer = {
  url: null,
  id: null,
  slug: null,
  name: null,
  name_long: null,
  whitelisted: false,
};
const NO_COURT = { url: null, id: null, slug: null, name: null, name_abbreviation: null };

/** The address of a record, or null when the record is unknown. */
function urlOf(baseUrl: string, collection: string, key: string | number | null): string | null {
  return key === null ? null : `${baseUrl}/v1/${collection}/${encodeURIComponent(key)}/`;
}

export function jurisdictionAnswer(record: Jurisdiction, baseUrl: string): JurisdictionAnswer {
  const { id, slug, name, nameLong, whitelisted } = record;
  return { url: urlOf(baseUrl, "jurisdictions", slug), id, slug, name, name_long: nameLong, whitelisted };
}

export function courtAnswer(record: Court, baseUrl: string): CourtAnswer {
  return {
    id: record.id,
    url: `${baseUrl}/v1/courts/${encodeURIComponent(record.slug)}/`,
    name: record.name,
    name_abbreviation: record.nameAbbreviation,
    jurisdiction: record.jurisdiction?.name ?? null,
    jurisdiction_url: urlOf(baseUrl, "jurisdictions", record.jurisdiction?.slug ?? null),
    slug: record.slug,
  };
}

export function reporterAnswer(record: Reporter, baseUrl: string): ReporterAnswer {
  return {
    id: record.id,
    url: `${baseUrl}/v1/reporters/${record.id}/`,
    full_name: record.fullName,
    short_name: record.shortName,
    start_year: record.startYear,
    end_year: record.endYear,
    jurisdictions: record.jurisdictions.map((one) => jurisdictionAnswer(one, baseUrl)),
  };
}

export function volumeAnswer(record: Volume, baseUrl: string): VolumeAnswer {
  return {
    url: `${baseUrl}/v1/volumes/${encodeURIComponent(record.barcode)}/`,
    barcode: record.barcode,
    volume_number: record.volumeNumber,
    title: record.title,
    publisher: record.publisher,
    publication_year: record.publicationYear,
    start_year: record.startYear,
    end_year: record.endYear,
    nominative_volume_number: record.nominativeVolumeNumber,
    nominative_name: record.nominativeName,
    series_volume_number: record.seriesVolumeNumber,
    reporter: record.reporterName,
    reporter_url: urlOf(baseUrl, "reporters", record.reporterId),
    jurisdictions: record.jurisdictions.map((one) => jurisdictionAnswer(one, baseUrl)),
  };
}

export function citationAnswer({ type, cite, caseId }: CitationOfCase, baseUrl: string): CitationAnswer {
  return { type, cite, case_id: caseId, case_url: `${baseUrl}/v1/cases/${caseId}/` };
}

export function bulkAnswer(record: KnownBulkFile, baseUrl: string): BulkAnswer {
  return {
    id: record.id,
    download_url: `${baseUrl}/v1/bulk/${record.id}/download/`,
    file_name: record.fileName,
    export_date: record.exportDate,
    public: record.public,
    filter_type: record.filterType,
    filter_id: record.filterId,
    body_format: record.bodyFormat,
  };
}

/**
 * A case without its body; what the source did not give is not there.
 *
 * @param preview null when none is asked for (docs/formats.md, "Records and key order of the publisher")
 */
export function caseAnswer(
  record: Case,
  baseUrl: string,
  preview: readonly string[] | null = null,
): CaseAnswer {
  const { court, jurisdiction, volume, reporter } = record;
  return {
    id: record.id,
    url: `${baseUrl}/v1/cases/${record.id}/`,
    frontend_url: `${baseUrl}/cases/${record.id}/`,
    name: record.name,
    name_abbreviation: record.nameAbbreviation,
    decision_date: record.decisionDate,
    docket_number: record.docketNumber,
    first_page: record.firstPage,
    last_page: record.lastPage,
    citations: record.citations.map(({ type, cite }) => ({ type, cite })),
    volume: { url: urlOf(baseUrl, "volumes", volume.barcode), volume_number: volume.volumeNumber },
    reporter: { url: urlOf(baseUrl, "reporters", reporter.id), full_name: reporter.fullName },
    court:
      court === null
        ? NO_COURT
        : {
            url: urlOf(baseUrl, "courts", court.slug),
            id: court.id,
            slug: court.slug,
            name: court.name,
            name_abbreviation: court.nameAbbreviation,
          },
    jurisdiction: jurisdiction === null ? NO_JURISDICTION : jurisdictionAnswer(jurisdiction, baseUrl),
    ...(record.citesTo === null ? {} : { cites_to: record.citesTo }),
    ...(preview === null ? {} : { preview }),
    ...(record.analysis === null ? {} : { analysis: record.analysis }),
    ...(record.lastUpdated === null ? {} : { last_updated: record.lastUpdated }),
    ...(record.provenance === null ? {} : { provenance: record.provenance }),
  };
}
