/** The statements that read and write the rows of a case, and the rows that they return. */
import type { BodyForm } from "../../domain/casebody.ts";
import type { Origin } from "../ledger/units.ts";
import type { NumberColumns } from "./extra-fields.ts";
import type { StoredText } from "./extras.ts";

/** A case's row with its extras. */
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
  readonly resolved: number;
  readonly last_updated: string | null;
  readonly unit_id: number;
  readonly text_form: BodyForm | null;
  readonly body_chars: number | null;
  readonly updated_instant: string | null;
  readonly hash_differs: number;
  readonly extra: StoredText;
  readonly checksum: number;
}

export interface FormRow extends Origin {
  readonly form: BodyForm;
  readonly data: Buffer | null;
}

const IDS = "SELECT value FROM json_each(:ids)";

export const CASE_SQL = {
  hasCase: "SELECT 1 FROM court_case WHERE id = ?",
  // for any number of cases: with `= :id` SQLite plans a statement again for each new value, which takes longer than reading the rows
  readCases: `
    SELECT *
      FROM court_case
     WHERE id IN (${IDS})
  `,
  readCitations: `
    SELECT case_id AS caseId, type, cite
      FROM citation
     WHERE case_id IN (${IDS})
     ORDER BY case_id, seq
  `,
  readForms: `
    SELECT case_id AS caseId, form, unit_id AS unitId, last_updated AS lastUpdated, data
      FROM case_body
     WHERE case_id IN (${IDS})
  `,
  // plain INSERT and UPDATE: with INSERT OR REPLACE, SQLite copies each page that it changes, so that it could undo the statement;
  // two thirds of what an import wrote were such copies
  addCase: `
    INSERT INTO court_case
      (id, date_rowid, day, name, name_abbreviation, decision_date, docket_number, first_page, last_page,
       jurisdiction_id, court_id, volume_number, reporter_name, volume_barcode, reporter_id, resolved,
       last_updated, updated_instant, unit_id, text_form, body_chars, hash_differs,
       word_count, char_count, cardinality, ocr_confidence, pagerank_percentile, pagerank_raw, extra, checksum)
    VALUES
      (:id, :dateRowid, :day, :name, :nameAbbreviation, :decisionDate, :docketNumber, :firstPage, :lastPage,
       :jurisdictionId, :courtId, :volumeNumber, :reporterName, :barcode, :reporterId, :resolved,
       :lastUpdated, :updatedInstant, :unitId, :textForm, :bodyChars, :hashDiffers,
       :word_count, :char_count, :cardinality, :ocr_confidence, :pagerank_percentile, :pagerank_raw, :extra, :checksum)
  `,
  updateCase: `
    UPDATE court_case
       SET date_rowid = :dateRowid, day = :day, name = :name, name_abbreviation = :nameAbbreviation,
           decision_date = :decisionDate, docket_number = :docketNumber, first_page = :firstPage, last_page = :lastPage,
           jurisdiction_id = :jurisdictionId, court_id = :courtId, volume_number = :volumeNumber,
           reporter_name = :reporterName, volume_barcode = :barcode, reporter_id = :reporterId, resolved = :resolved,
           last_updated = :lastUpdated, updated_instant = :updatedInstant, unit_id = :unitId, text_form = :textForm,
           body_chars = :bodyChars, hash_differs = :hashDiffers, word_count = :word_count, char_count = :char_count,
           cardinality = :cardinality, ocr_confidence = :ocr_confidence, pagerank_percentile = :pagerank_percentile,
           pagerank_raw = :pagerank_raw, extra = :extra, checksum = :checksum
     WHERE id = :id
  `,
  deleteCase: "DELETE FROM court_case WHERE id = :id",
  deleteCitations: "DELETE FROM citation WHERE case_id = :id",
  writeForm: `
    INSERT INTO case_body (case_id, form, unit_id, last_updated, data)
    VALUES (:id, :form, :unitId, :lastUpdated, :data)
  `,
  deleteForms: "DELETE FROM case_body WHERE case_id = :id",
} as const;
