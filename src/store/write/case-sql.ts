/** The rows of a case and the statements that read and write them. */
import { crc32 } from "node:zlib";
import type { BodyForm } from "../../domain/casebody.ts";
import type { Origin } from "../ledger/units.ts";
import { NUMBER_COLUMNS, type NumberColumns, type StoredText } from "./extras.ts";

/** A row of `court_case`. */
export interface CaseRow extends NumberColumns {
  readonly id: number;
  readonly date_rowid: number;
  readonly day: number | null;
  readonly name: string;
  readonly name_abbreviation: string;
  readonly decision_date: string | null;
  readonly docket_number: string;
  readonly first_page: string;
  readonly last_page: string;
  readonly jurisdiction_id: number | null;
  readonly court_id: number | null;
  readonly volume_number: string | null;
  readonly reporter_name: string | null;
  readonly volume_barcode: string | null;
  readonly reporter_id: number | null;
  /** 1 if `reporter_id` was found by name, plus 2 if `volume_barcode` was. */
  readonly resolved: number;
  readonly last_updated: string | null;
  readonly updated_instant: string | null;
  readonly unit_id: number;
  readonly text_form: BodyForm | null;
  readonly body_chars: number | null;
  readonly text_ends: Uint8Array | null;
  readonly hash_differs: number;
  readonly extra: StoredText;
  readonly checksum: number;
}

export interface FormRow extends Origin {
  readonly form: BodyForm;
  readonly data: Uint8Array | null;
}

/** What is shown or filtered by, except `extra`: what the checksum covers. */
const CHECKED = [
  "id",
  "day",
  "name",
  "name_abbreviation",
  "decision_date",
  "docket_number",
  "first_page",
  "last_page",
  "jurisdiction_id",
  "court_id",
  "volume_number",
  "reporter_name",
  "volume_barcode",
  "reporter_id",
  "resolved",
  "last_updated",
  "updated_instant",
  "unit_id",
  "hash_differs",
  "body_chars",
] as const satisfies readonly (keyof CaseRow)[];

/** The columns in the order of the values of `addCase`, `id` first. */
export const CASE_COLUMNS = [
  ...CHECKED,
  "date_rowid",
  "text_form",
  ...Object.values(NUMBER_COLUMNS),
  "text_ends",
  "extra",
  "checksum",
] as const satisfies readonly (keyof CaseRow)[];

export const CASE_SQL = {
  hasCase: "SELECT 1 FROM court_case WHERE id = :id",
  // `+`: without it SQLite plans these statements again for each new value (ledger/units.ts)
  readCase: "SELECT * FROM court_case WHERE id = +:id",
  readCitations: `
    SELECT type, cite
      FROM citation
     WHERE case_id = +:id
     ORDER BY seq
  `,
  readForms: `
    SELECT form, unit_id AS unitId, last_updated AS lastUpdated, data
      FROM case_body
     WHERE case_id = +:id
  `,
  // plain INSERT and UPDATE: with INSERT OR REPLACE, SQLite copies each page that it changes, so that it could undo the statement;
  // two thirds of what an import wrote were such copies
  addCase: `
    INSERT INTO court_case (${CASE_COLUMNS.join(", ")})
    VALUES (${CASE_COLUMNS.map(() => "?").join(", ")})
  `,
  updateCase: `
    UPDATE court_case
       SET ${CASE_COLUMNS.slice(1)
         .map((column) => `${column} = :${column}`)
         .join(", ")}
     WHERE id = :id
  `,
  deleteCase: "DELETE FROM court_case WHERE id = :id",
  writeCitation: `
    INSERT INTO citation (case_id, seq, type, cite, normal)
    VALUES (:id, :seq, :type, :cite, :normal)
  `,
  deleteCitations: "DELETE FROM citation WHERE case_id = :id",
  writeForm: `
    INSERT INTO case_body (case_id, form, unit_id, last_updated, data)
    VALUES (:id, :form, :unitId, :lastUpdated, :data)
  `,
  deleteForms: "DELETE FROM case_body WHERE case_id = :id",
} as const;

/** The checksum of a row that was already damaged when it was written again. No row has it. */
export const DAMAGED = -1;

/**
 * The checksum of a row, by which `verify` finds a value that was damaged in the file. The date rowid, the numbers of `analysis` and
 * the ends of sentences are checked against what they come from, bodies and long extras by the checksums of their compression.
 */
export function checksumOf(row: Omit<CaseRow, "checksum">): number {
  // joined text, because JSON would show halves of letters that the file does not store
  const text = CHECKED.map((column) => row[column] ?? "\0").join("\n");
  return crc32(row.extra, crc32(text));
}
