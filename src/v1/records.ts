/** Converts values to the interface's records (docs/interface.md, "Collections and records"): snake_case keys, and URLs below the base URL. */
import type { InferOutput } from "valibot";
import type { Body, BodyFormat, CaseWithBody } from "../corpus/bodies.ts";
import type { CaseBody } from "../domain/casebody.ts";
import type {
  Case,
  CitationOfCase,
  Court,
  Jurisdiction,
  KnownBulkFile,
  Reporter,
  Volume,
} from "../domain/records.ts";
import { notesOn } from "../notes/case-notes.ts";
import type {
  BULK_FILE,
  CASE,
  CITATION,
  COURT,
  JURISDICTION,
  NOTE,
  REPORTER,
  TEXT_BODY,
  VOLUME,
} from "./record-definitions.ts";

/** The same type with readonly fields. */
export type AsRead<T> = T extends object ? { readonly [Key in keyof T]: AsRead<T[Key]> } : T;

/** A jurisdiction. */
export type V1Jurisdiction = AsRead<InferOutput<typeof JURISDICTION>>;
/** A court. */
export type V1Court = AsRead<InferOutput<typeof COURT>>;
/** A reporter. */
export type V1Reporter = AsRead<InferOutput<typeof REPORTER>>;
/** A volume of a reporter. */
export type V1Volume = AsRead<InferOutput<typeof VOLUME>>;
/** A citation of a case. */
export type V1Citation = AsRead<InferOutput<typeof CITATION>>;
/** A bulk file (docs/interface.md, "Collections and records"). */
export type V1Bulk = AsRead<InferOutput<typeof BULK_FILE>>;
/** The body of a case as fields. */
export type V1TextBody = AsRead<InferOutput<typeof TEXT_BODY>>;
/** A known fault in the data of a case (docs/data-notes.md). */
export type V1Note = AsRead<InferOutput<typeof NOTE>>;
/** The body of a case in a format; its data is null if the status is not `ok`. */
export type V1Casebody<Format extends BodyFormat = BodyFormat> =
  | { readonly status: "ok"; readonly data: Format extends "text" ? V1TextBody : string }
  | { readonly status: "error_auth_required" | "error_format_unavailable"; readonly data: null };
/** A case (docs/interface.md, "Case record"), with its body in the format that the question names. */
export interface V1Case<Format extends BodyFormat = BodyFormat>
  extends Omit<AsRead<InferOutput<typeof CASE>>, "casebody"> {
  readonly casebody?: V1Casebody<Format>;
}

const NO_JURISDICTION: V1Jurisdiction = {
  url: null,
  id: null,
  slug: null,
  name: null,
  name_long: null,
  whitelisted: false,
};
const NO_COURT: V1Case["court"] = { url: null, id: null, slug: null, name: null, name_abbreviation: null };

function urlOf(baseUrl: string, collection: string, key: string | number): string {
  return `${baseUrl}/v1/${collection}/${typeof key === "number" ? key : encodeURIComponent(key)}/`;
}

/** Null for an unknown record. */
function urlOrNull(baseUrl: string, collection: string, key: string | number | null): string | null {
  return key === null ? null : urlOf(baseUrl, collection, key);
}

export function v1Jurisdiction(record: Jurisdiction, baseUrl: string): V1Jurisdiction {
  const { id, slug, name, nameLong, whitelisted } = record;
  return {
    url: urlOf(baseUrl, "jurisdictions", record.slug),
    id,
    slug,
    name,
    name_long: nameLong,
    whitelisted,
  };
}

export function v1Court(record: Court, baseUrl: string): V1Court {
  return {
    id: record.id,
    url: urlOf(baseUrl, "courts", record.slug),
    name: record.name,
    name_abbreviation: record.nameAbbreviation,
    jurisdiction: record.jurisdiction?.name ?? null,
    jurisdiction_url: urlOrNull(baseUrl, "jurisdictions", record.jurisdiction?.slug ?? null),
    slug: record.slug,
  };
}

export function v1Reporter(record: Reporter, baseUrl: string): V1Reporter {
  return {
    id: record.id,
    url: urlOf(baseUrl, "reporters", record.id),
    full_name: record.fullName,
    short_name: record.shortName,
    start_year: record.startYear,
    end_year: record.endYear,
    jurisdictions: record.jurisdictions.map((jurisdiction) => v1Jurisdiction(jurisdiction, baseUrl)),
  };
}

export function v1Volume(record: Volume, baseUrl: string): V1Volume {
  return {
    url: urlOf(baseUrl, "volumes", record.barcode),
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
    reporter_url: urlOrNull(baseUrl, "reporters", record.reporterId),
    jurisdictions: record.jurisdictions.map((jurisdiction) => v1Jurisdiction(jurisdiction, baseUrl)),
  };
}

export function v1Citation({ type, cite, caseId }: CitationOfCase, baseUrl: string): V1Citation {
  return { type, cite, case_id: caseId, case_url: urlOf(baseUrl, "cases", caseId) };
}

export function v1Bulk(record: KnownBulkFile, baseUrl: string): V1Bulk {
  return {
    id: record.id,
    download_url: `${urlOf(baseUrl, "bulk", record.id)}download/`,
    file_name: record.fileName,
    export_date: record.exportDate,
    public: record.public,
    filter_type: record.filterType,
    filter_id: record.filterId,
    body_format: record.bodyFormat,
  };
}

/** A case, without keys that the source lacks or that were not requested. */
export function v1Case(record: Case & Partial<CaseWithBody>, baseUrl: string): V1Case {
  const { court, jurisdiction, volume, reporter, body = null, preview = null } = record;
  const notes = notesOn(record);
  return {
    id: record.id,
    url: urlOf(baseUrl, "cases", record.id),
    frontend_url: `${baseUrl}/cases/${record.id}/`,
    name: record.name,
    name_abbreviation: record.nameAbbreviation,
    decision_date: record.decisionDate,
    docket_number: record.docketNumber,
    first_page: record.firstPage,
    last_page: record.lastPage,
    citations: record.citations,
    volume: { url: urlOrNull(baseUrl, "volumes", volume.barcode), volume_number: volume.volumeNumber },
    reporter: { url: urlOrNull(baseUrl, "reporters", reporter.id), full_name: reporter.fullName },
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
    jurisdiction: jurisdiction === null ? NO_JURISDICTION : v1Jurisdiction(jurisdiction, baseUrl),
    ...(record.citesTo === null ? {} : { cites_to: record.citesTo }),
    ...(preview === null ? {} : { preview }),
    ...(record.analysis === null ? {} : { analysis: record.analysis }),
    ...(record.lastUpdated === null ? {} : { last_updated: record.lastUpdated }),
    ...(record.provenance === null ? {} : { provenance: record.provenance }),
    ...(record.courtlistener === null ? {} : { courtlistener: record.courtlistener }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(body === null ? {} : { casebody: v1Casebody(body) }),
  };
}

const NOT_SHOWN = { withheld: "error_auth_required", unavailable: "error_format_unavailable" } as const;

function v1Casebody(body: Body): V1Casebody {
  if (body.state !== "shown") return { status: NOT_SHOWN[body.state], data: null };
  const { data } = body;
  return { status: "ok", data: typeof data === "string" ? data : v1TextBody(data) };
}

/** The structured body in the interface's shape. */
export function v1TextBody(body: CaseBody): V1TextBody {
  return {
    parties: body.parties,
    opinions: body.opinions.map(({ type, author, text }) => ({ type, author, text })),
    head_matter: body.headMatter,
    attorneys: body.attorneys,
    judges: body.judges,
    corrections: body.corrections,
  };
}
