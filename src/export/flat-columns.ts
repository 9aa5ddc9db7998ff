/**
 * A case on one level: the columns of `csv`, of `jsonl --flat` and of the Parquet table `cases`.
 *
 * Each column holds what the interface's record has at one place, unchanged; null is null, and so is what the source did
 * not give. `reporter_id` and `volume_barcode` are read from the record's addresses, where they stand.
 */
import type { BodyFormat } from "../corpus/query/case-parameters.ts";
import type { CaseAnswer, CasebodyAnswer, TextBodyAnswer } from "../corpus/records.ts";

/**
 * `json`: any object or list, as JSON text; `texts`: a list of texts; `fields`: a list of objects whose fields are texts.
 * In CSV and flat JSON all three are JSON text, in Parquet the last two are lists.
 */
export type ColumnKind =
  | "integer"
  | "text"
  | "boolean"
  | "json"
  | "texts"
  | { readonly fields: readonly string[] };

export interface FlatColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly value: (one: CaseAnswer) => unknown;
}

const RECORD_COLUMNS: readonly FlatColumn[] = [
  { name: "id", kind: "integer", value: (one) => one.id },
  { name: "url", kind: "text", value: (one) => one.url },
  { name: "frontend_url", kind: "text", value: (one) => one.frontend_url },
  { name: "name", kind: "text", value: (one) => one.name },
  { name: "name_abbreviation", kind: "text", value: (one) => one.name_abbreviation },
  { name: "decision_date", kind: "text", value: (one) => one.decision_date },
  { name: "docket_number", kind: "text", value: (one) => one.docket_number },
  { name: "first_page", kind: "text", value: (one) => one.first_page },
  { name: "last_page", kind: "text", value: (one) => one.last_page },
  { name: "citations", kind: { fields: ["type", "cite"] }, value: (one) => one.citations },
  { name: "volume_barcode", kind: "text", value: (one) => keyIn(one.volume.url) },
  { name: "volume_url", kind: "text", value: (one) => one.volume.url },
  { name: "volume_number", kind: "text", value: (one) => one.volume.volume_number },
  { name: "reporter_id", kind: "integer", value: (one) => numberIn(one.reporter.url) },
  { name: "reporter_url", kind: "text", value: (one) => one.reporter.url },
  { name: "reporter_full_name", kind: "text", value: (one) => one.reporter.full_name },
  { name: "court_id", kind: "integer", value: (one) => one.court.id },
  { name: "court_url", kind: "text", value: (one) => one.court.url },
  { name: "court_slug", kind: "text", value: (one) => one.court.slug },
  { name: "court_name", kind: "text", value: (one) => one.court.name },
  { name: "court_name_abbreviation", kind: "text", value: (one) => one.court.name_abbreviation },
  { name: "jurisdiction_id", kind: "integer", value: (one) => one.jurisdiction.id },
  { name: "jurisdiction_url", kind: "text", value: (one) => one.jurisdiction.url },
  { name: "jurisdiction_slug", kind: "text", value: (one) => one.jurisdiction.slug },
  { name: "jurisdiction_name", kind: "text", value: (one) => one.jurisdiction.name },
  { name: "jurisdiction_name_long", kind: "text", value: (one) => one.jurisdiction.name_long },
  { name: "jurisdiction_whitelisted", kind: "boolean", value: (one) => one.jurisdiction.whitelisted },
  { name: "cites_to", kind: "json", value: (one) => one.cites_to },
  { name: "analysis", kind: "json", value: (one) => one.analysis },
  { name: "last_updated", kind: "text", value: (one) => one.last_updated },
  { name: "provenance", kind: "json", value: (one) => one.provenance },
];

const STATUS: FlatColumn = { name: "casebody_status", kind: "text", value: (one) => one.casebody?.status };

const TEXT_COLUMNS: readonly FlatColumn[] = [
  STATUS,
  { name: "head_matter", kind: "text", value: (one) => textBody(one.casebody)?.head_matter },
  {
    name: "opinions",
    kind: { fields: ["type", "author", "text"] },
    value: (one) => textBody(one.casebody)?.opinions,
  },
  { name: "corrections", kind: "text", value: (one) => textBody(one.casebody)?.corrections },
  { name: "parties", kind: "texts", value: (one) => textBody(one.casebody)?.parties },
  { name: "attorneys", kind: "texts", value: (one) => textBody(one.casebody)?.attorneys },
  { name: "judges", kind: "texts", value: (one) => textBody(one.casebody)?.judges },
];

const MARKUP_COLUMNS: readonly FlatColumn[] = [
  STATUS,
  { name: "casebody", kind: "text", value: (one) => one.casebody?.data },
];

/** @param bodyFormat null when cases come without their bodies */
export function flatColumns(bodyFormat: BodyFormat | null): readonly FlatColumn[] {
  if (bodyFormat === null) return RECORD_COLUMNS;
  return [...RECORD_COLUMNS, ...(bodyFormat === "text" ? TEXT_COLUMNS : MARKUP_COLUMNS)];
}

/** The value of a column where lists are text: a number, a text, true or false, or null. */
export function plainValue({ value }: FlatColumn, one: CaseAnswer): string | number | boolean | null {
  const found = value(one) ?? null;
  if (typeof found === "string" || typeof found === "number" || typeof found === "boolean") return found;
  return found === null ? null : JSON.stringify(found);
}

/** The structured body, where there is one. */
export function textBody(casebody: CasebodyAnswer | undefined): TextBodyAnswer | null {
  const data = casebody?.data ?? null;
  return data === null || typeof data === "string" ? null : data;
}

/** The last part of a record's address: `…/v1/reporters/315/` has `315`. */
export function keyIn(url: string | null): string | null {
  const key = /\/([^/]+)\/$/.exec(url ?? "")?.[1];
  return key === undefined ? null : decodeURIComponent(key);
}

export function numberIn(url: string | null): number | null {
  const key = keyIn(url);
  return key === null ? null : Number(key);
}
