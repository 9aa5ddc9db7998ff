/**
 * A case as a flat row: the columns of `csv`, of `jsonl --flat` and of the Parquet table `cases`.
 *
 * A column has the value of one field of the interface's record. `volume_barcode` and `reporter_id`, which the record has
 * only in its URLs, come from the case itself, surnames from the names in the body. Values that the source does not have are null.
 */
import type { BodyFormat, CaseWithBody } from "../corpus/bodies.ts";
import { type V1Case, type V1Casebody, type V1TextBody, v1Case } from "../v1/records.ts";
import { authorSurname, judgeSurnames } from "./names/surnames.ts";

/**
 * `json`: any object or list, as JSON text; `texts`: a list of texts; `fields`: a list of objects with text fields. In CSV
 * and flat JSON all three are JSON text; in Parquet the last two are lists.
 */
export type ColumnKind =
  | "integer"
  | "text"
  | "boolean"
  | "json"
  | "texts"
  | { readonly fields: readonly string[] };

/** A case, and its record in the interface. */
export interface FlatRow {
  readonly one: CaseWithBody;
  readonly record: V1Case;
}

/** @param baseUrl the beginning of every address, without a slash at the end; empty: relative addresses */
export function flatRow(one: CaseWithBody, baseUrl: string): FlatRow {
  return { one, record: v1Case(one, baseUrl) };
}

export interface FlatColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly value: (row: FlatRow) => unknown;
}

const RECORD_COLUMNS: readonly FlatColumn[] = [
  { name: "id", kind: "integer", value: ({ record }) => record.id },
  { name: "url", kind: "text", value: ({ record }) => record.url },
  { name: "frontend_url", kind: "text", value: ({ record }) => record.frontend_url },
  { name: "name", kind: "text", value: ({ record }) => record.name },
  { name: "name_abbreviation", kind: "text", value: ({ record }) => record.name_abbreviation },
  { name: "decision_date", kind: "text", value: ({ record }) => record.decision_date },
  { name: "docket_number", kind: "text", value: ({ record }) => record.docket_number },
  { name: "first_page", kind: "text", value: ({ record }) => record.first_page },
  { name: "last_page", kind: "text", value: ({ record }) => record.last_page },
  { name: "citations", kind: { fields: ["type", "cite"] }, value: ({ record }) => record.citations },
  { name: "volume_barcode", kind: "text", value: ({ one }) => one.volume.barcode },
  { name: "volume_url", kind: "text", value: ({ record }) => record.volume.url },
  { name: "volume_number", kind: "text", value: ({ record }) => record.volume.volume_number },
  { name: "reporter_id", kind: "integer", value: ({ one }) => one.reporter.id },
  { name: "reporter_url", kind: "text", value: ({ record }) => record.reporter.url },
  { name: "reporter_full_name", kind: "text", value: ({ record }) => record.reporter.full_name },
  { name: "court_id", kind: "integer", value: ({ record }) => record.court.id },
  { name: "court_url", kind: "text", value: ({ record }) => record.court.url },
  { name: "court_slug", kind: "text", value: ({ record }) => record.court.slug },
  { name: "court_name", kind: "text", value: ({ record }) => record.court.name },
  { name: "court_name_abbreviation", kind: "text", value: ({ record }) => record.court.name_abbreviation },
  { name: "jurisdiction_id", kind: "integer", value: ({ record }) => record.jurisdiction.id },
  { name: "jurisdiction_url", kind: "text", value: ({ record }) => record.jurisdiction.url },
  { name: "jurisdiction_slug", kind: "text", value: ({ record }) => record.jurisdiction.slug },
  { name: "jurisdiction_name", kind: "text", value: ({ record }) => record.jurisdiction.name },
  { name: "jurisdiction_name_long", kind: "text", value: ({ record }) => record.jurisdiction.name_long },
  {
    name: "jurisdiction_whitelisted",
    kind: "boolean",
    value: ({ record }) => record.jurisdiction.whitelisted,
  },
  { name: "cites_to", kind: "json", value: ({ record }) => record.cites_to },
  { name: "analysis", kind: "json", value: ({ record }) => record.analysis },
  { name: "last_updated", kind: "text", value: ({ record }) => record.last_updated },
  { name: "provenance", kind: "json", value: ({ record }) => record.provenance },
  {
    name: "notes",
    kind: { fields: ["fault", "text", "source"] },
    value: ({ record }) => record.notes ?? [],
  },
];

const STATUS: FlatColumn = {
  name: "casebody_status",
  kind: "text",
  value: ({ record }) => record.casebody?.status,
};

const TEXT_COLUMNS: readonly FlatColumn[] = [
  STATUS,
  { name: "head_matter", kind: "text", value: ({ record }) => textBody(record.casebody)?.head_matter },
  {
    name: "opinions",
    kind: { fields: ["type", "author", "text"] },
    value: ({ record }) => textBody(record.casebody)?.opinions,
  },
  { name: "corrections", kind: "text", value: ({ record }) => textBody(record.casebody)?.corrections },
  { name: "parties", kind: "texts", value: ({ record }) => textBody(record.casebody)?.parties },
  { name: "attorneys", kind: "texts", value: ({ record }) => textBody(record.casebody)?.attorneys },
  { name: "judges", kind: "texts", value: ({ record }) => textBody(record.casebody)?.judges },
  {
    name: "author_surnames",
    kind: "texts",
    value: ({ record }) => textBody(record.casebody)?.opinions.map(({ author }) => authorSurname(author)),
  },
  {
    name: "judge_surnames",
    kind: "texts",
    value: ({ record }) => {
      const judges = textBody(record.casebody)?.judges;
      return judges === undefined ? null : judgeSurnames(judges);
    },
  },
];

const MARKUP_COLUMNS: readonly FlatColumn[] = [
  STATUS,
  { name: "casebody", kind: "text", value: ({ record }) => record.casebody?.data },
];

/** @param bodyFormat null: no bodies */
export function flatColumns(bodyFormat: BodyFormat | null): readonly FlatColumn[] {
  if (bodyFormat === null) return RECORD_COLUMNS;
  return [...RECORD_COLUMNS, ...(bodyFormat === "text" ? TEXT_COLUMNS : MARKUP_COLUMNS)];
}

/** The value of a column; lists and objects are JSON text. */
export function plainValue({ value }: FlatColumn, row: FlatRow): string | number | boolean | null {
  const found = value(row) ?? null;
  if (typeof found === "string" || typeof found === "number" || typeof found === "boolean") return found;
  return found === null ? null : JSON.stringify(found);
}

/** The structured body; null if the case has no body in this form. */
function textBody(casebody: V1Casebody | undefined): V1TextBody | null {
  const data = casebody?.data ?? null;
  return data === null || typeof data === "string" ? null : data;
}
