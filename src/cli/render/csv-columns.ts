/**
 * The columns of CSV: nested records flattened to what names them, lists joined by `; `, unknown values empty.
 *
 * Of a case, `reporter` is the full name, `court` and `jurisdiction` the names. With `full_case` a last column
 * `casebody` follows: the markup, or head matter, opinions and corrections as one text.
 */

import { flatText } from "../../domain/casebody.ts";
import type { Collection, V1Records } from "../../v1/collection-names.ts";
import type { V1Casebody, V1Jurisdiction, V1TextBody } from "../../v1/records.ts";

type Value = string | number | boolean | null;
export type Columns<T> = Readonly<Record<string, (record: T) => Value>>;

export const CSV_COLUMNS: { readonly [C in Collection]: Columns<V1Records[C]> } = {
  cases: {
    id: (one) => one.id,
    name: (one) => one.name,
    name_abbreviation: (one) => one.name_abbreviation,
    decision_date: (one) => one.decision_date,
    docket_number: (one) => one.docket_number,
    first_page: (one) => one.first_page,
    last_page: (one) => one.last_page,
    citations: (one) => one.citations.map(({ cite }) => cite).join("; "),
    volume_number: (one) => one.volume.volume_number,
    reporter: (one) => one.reporter.full_name,
    court: (one) => one.court.name,
    jurisdiction: (one) => one.jurisdiction.name,
    url: (one) => one.url,
  },
  courts: {
    id: (one) => one.id,
    url: (one) => one.url,
    name: (one) => one.name,
    name_abbreviation: (one) => one.name_abbreviation,
    jurisdiction: (one) => one.jurisdiction,
    jurisdiction_url: (one) => one.jurisdiction_url,
    slug: (one) => one.slug,
  },
  jurisdictions: {
    url: (one) => one.url,
    id: (one) => one.id,
    slug: (one) => one.slug,
    name: (one) => one.name,
    name_long: (one) => one.name_long,
    whitelisted: (one) => one.whitelisted,
  },
  reporters: {
    id: (one) => one.id,
    url: (one) => one.url,
    full_name: (one) => one.full_name,
    short_name: (one) => one.short_name,
    start_year: (one) => one.start_year,
    end_year: (one) => one.end_year,
    jurisdictions: (one) => slugsOf(one.jurisdictions),
  },
  volumes: {
    url: (one) => one.url,
    barcode: (one) => one.barcode,
    volume_number: (one) => one.volume_number,
    title: (one) => one.title,
    publisher: (one) => one.publisher,
    publication_year: (one) => one.publication_year,
    start_year: (one) => one.start_year,
    end_year: (one) => one.end_year,
    nominative_volume_number: (one) => one.nominative_volume_number,
    nominative_name: (one) => one.nominative_name,
    series_volume_number: (one) => one.series_volume_number,
    reporter: (one) => one.reporter,
    reporter_url: (one) => one.reporter_url,
    jurisdictions: (one) => slugsOf(one.jurisdictions),
  },
  citations: {
    type: (one) => one.type,
    cite: (one) => one.cite,
    case_id: (one) => one.case_id,
    case_url: (one) => one.case_url,
  },
  bulk: {
    id: (one) => one.id,
    download_url: (one) => one.download_url,
    file_name: (one) => one.file_name,
    export_date: (one) => one.export_date,
    public: (one) => one.public,
    filter_type: (one) => one.filter_type,
    filter_id: (one) => one.filter_id,
    body_format: (one) => one.body_format,
  },
};

/** The column of the body, for questions with `full_case`. */
export const CASEBODY_COLUMN: Columns<object> = {
  casebody: (record) => {
    const data = hasCasebody(record) ? record.casebody.data : null;
    return data === null || typeof data === "string" ? data : flatTextOf(data);
  },
};

/** The flat text of a body as it is answered (domain/casebody, `flatText`). */
export function flatTextOf({ head_matter, ...body }: V1TextBody): string {
  return flatText({ ...body, headMatter: head_matter });
}

function hasCasebody(record: object): record is { readonly casebody: V1Casebody } {
  return "casebody" in record;
}

function slugsOf(jurisdictions: readonly V1Jurisdiction[]): string {
  return jurisdictions.map(({ slug, name }) => slug ?? name ?? "").join("; ");
}
