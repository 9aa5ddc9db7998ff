/** The statements that read and write the rows of a case, and the rows that they return. */
import type { BodyForm } from "../../domain/stored-body.ts";
import type { NumberColumns } from "./extra-fields.ts";
import type { StoredText } from "./extras.ts";

/** A case's row with its extras. */
export interface CaseRow extends NumberColumns {
  readonly id: number;
  readonly rank: number;
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
  readonly hash_differs: number;
  readonly extra: StoredText | null;
}

export interface FormRow {
  readonly form: BodyForm;
  readonly unit_id: number;
  readonly last_updated: string | null;
  readonly data: Buffer | null;
}

const READ_CASE = `
  SELECT c.*, e.data AS extra
    FROM court_case AS c
    LEFT JOIN case_extra AS e ON e.case_id = c.id
   WHERE c.id = :id
`;
/** Of several cases at a time, with their ids: a statement for each case takes ten times as long, for the names of its columns. */
const IDS = "SELECT value FROM json_each(:ids)";
const READ_CASES = `
  SELECT c.*, e.data AS extra
    FROM court_case AS c
    LEFT JOIN case_extra AS e ON e.case_id = c.id
   WHERE c.id IN (${IDS})
`;
const READ_CITATIONS_OF = `
  SELECT case_id AS caseId, type, cite
    FROM citation
   WHERE case_id IN (${IDS})
   ORDER BY case_id, seq
`;
const READ_FORMS_OF = `
  SELECT case_id AS caseId, form, unit_id, last_updated, data
    FROM case_body
   WHERE case_id IN (${IDS})
`;
const HAS_CASE = "SELECT 1 FROM court_case WHERE id = :id";
/** With the plus sign SQLite does not plan the statement again for each value: a third of the time. */
const READ_CITATIONS = `
  SELECT type, cite
    FROM citation
   WHERE case_id = +:id
   ORDER BY seq
`;
const READ_FORMS = `
  SELECT form, unit_id, last_updated, data
    FROM case_body
   WHERE case_id = :id
`;
/**
 * Plain INSERT and UPDATE. With INSERT OR REPLACE, SQLite copies each page that it changes, so that it could undo the statement:
 * two thirds of what an import wrote were such copies.
 */
const ADD_CASE = `
  INSERT INTO court_case
    (id, rank, day, name, name_abbreviation, decision_date, docket_number, first_page, last_page,
     jurisdiction_id, court_id, volume_number, reporter_name, volume_barcode, reporter_id, resolved,
     last_updated, updated_instant, unit_id, text_form, body_chars, hash_differs,
     word_count, char_count, cardinality, ocr_confidence, pagerank_percentile, pagerank_raw)
  VALUES
    (:id, :dateRowid, :day, :name, :nameAbbreviation, :decisionDate, :docketNumber, :firstPage, :lastPage,
     :jurisdictionId, :courtId, :volumeNumber, :reporterName, :barcode, :reporterId, :resolved,
     :lastUpdated, :updatedInstant, :unitId, :textForm, :bodyChars, :hashDiffers,
     :word_count, :char_count, :cardinality, :ocr_confidence, :pagerank_percentile, :pagerank_raw)
`;
const UPDATE_CASE = `
  UPDATE court_case
     SET rank = :dateRowid, day = :day, name = :name, name_abbreviation = :nameAbbreviation,
         decision_date = :decisionDate, docket_number = :docketNumber, first_page = :firstPage, last_page = :lastPage,
         jurisdiction_id = :jurisdictionId, court_id = :courtId, volume_number = :volumeNumber,
         reporter_name = :reporterName, volume_barcode = :barcode, reporter_id = :reporterId, resolved = :resolved,
         last_updated = :lastUpdated, updated_instant = :updatedInstant, unit_id = :unitId, text_form = :textForm,
         body_chars = :bodyChars, hash_differs = :hashDiffers, word_count = :word_count, char_count = :char_count,
         cardinality = :cardinality, ocr_confidence = :ocr_confidence, pagerank_percentile = :pagerank_percentile,
         pagerank_raw = :pagerank_raw
   WHERE id = :id
`;
const DELETE_CITATIONS = "DELETE FROM citation WHERE case_id = :id";
const DELETE_EXTRA = "DELETE FROM case_extra WHERE case_id = :id";
const WRITE_EXTRA = "INSERT INTO case_extra (case_id, data) VALUES (:id, :data)";
const WRITE_FORM = `
  INSERT INTO case_body (case_id, form, unit_id, last_updated, data)
  VALUES (:id, :form, :unitId, :lastUpdated, :data)
`;
const DELETE_FORMS = "DELETE FROM case_body WHERE case_id = :id";
const DELETE_CASE = "DELETE FROM court_case WHERE id = :id";

export const CASE_SQL = {
  hasCase: HAS_CASE,
  readCase: READ_CASE,
  readCitations: READ_CITATIONS,
  readForms: READ_FORMS,
  readCases: READ_CASES,
  readCitationsOf: READ_CITATIONS_OF,
  readFormsOf: READ_FORMS_OF,
  addCase: ADD_CASE,
  updateCase: UPDATE_CASE,
  deleteCitations: DELETE_CITATIONS,
  deleteExtra: DELETE_EXTRA,
  writeExtra: WRITE_EXTRA,
  writeForm: WRITE_FORM,
  deleteForms: DELETE_FORMS,
  deleteCase: DELETE_CASE,
} as const;
