/** Reads complete cases with the origins of their parts, as the writer needs them, and writes them back. */
import type { Database } from "better-sqlite3";
import { type CaseExtras, splitExtras } from "../../domain/case.ts";
import type { Citation } from "../../domain/citation.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import { decisionDay } from "../../domain/decision-date.ts";
import { instantKey } from "../../domain/instant.ts";
import type { BodyForm } from "../database/dictionary-store.ts";
import { Dictionaries, type Unpack } from "../database/dictionary-store.ts";
import type { ResolvedVolume } from "../references/volume-resolver.ts";
import { CaseCounts } from "./case-counts.ts";
import { packExtras, type StoredText, unpackExtras } from "./extras.ts";
import { type CaseFields, isSameCase, type StoredCase, type StoredForm } from "./merge-case.ts";

interface CaseRow {
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

interface FormRow {
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
const HAS_CASE = "SELECT 1 FROM court_case WHERE id = :id";
const READ_CITATIONS = `
  SELECT type, cite
    FROM citation
   WHERE case_id = :id
   ORDER BY seq
`;
const READ_FORMS = `
  SELECT form, unit_id, last_updated, data
    FROM case_body
   WHERE case_id = :id
`;
const WRITE_CASE = `
  INSERT OR REPLACE INTO court_case
    (id, rank, day, name, name_abbreviation, decision_date, docket_number, first_page, last_page,
     jurisdiction_id, court_id, volume_number, reporter_name, volume_barcode, reporter_id, resolved,
     last_updated, updated_instant, unit_id, text_form, body_chars, hash_differs)
  VALUES
    (:id, :dateRowid, :day, :name, :nameAbbreviation, :decisionDate, :docketNumber, :firstPage, :lastPage,
     :jurisdictionId, :courtId, :volumeNumber, :reporterName, :barcode, :reporterId, :resolved,
     :lastUpdated, :updatedInstant, :unitId, :textForm, :bodyChars, :hashDiffers)
`;
const DELETE_CITATIONS = "DELETE FROM citation WHERE case_id = :id";
const WRITE_CITATION = `
  INSERT INTO citation (case_id, seq, type, cite, normal)
  VALUES (:id, :seq, :type, :cite, :normal)
`;
const DELETE_EXTRA = "DELETE FROM case_extra WHERE case_id = :id";
const WRITE_EXTRA = "INSERT INTO case_extra (case_id, data) VALUES (:id, :data)";
const WRITE_FORM = `
  INSERT OR REPLACE INTO case_body (case_id, form, unit_id, last_updated, data)
  VALUES (:id, :form, :unitId, :lastUpdated, :data)
`;
const DELETE_FORMS = "DELETE FROM case_body WHERE case_id = :id";
const DELETE_CASE = "DELETE FROM court_case WHERE id = :id";

/** A stored case with its date rowid and the other columns that are derived from it. */
export interface IndexedCase {
  readonly stored: StoredCase;
  readonly dateRowid: number;
  /** The indexed form; null without a body. */
  readonly textForm: BodyForm | null;
  readonly volume: ResolvedVolume;
}

/** The columns of a case's row that are derived from the case. */
export interface DerivedColumns {
  readonly dateRowid: number;
  readonly volume: ResolvedVolume;
  readonly textForm: BodyForm | null;
  readonly bodyChars: number | null;
}

export class CaseRepository {
  readonly #statements;
  /** Flush them before the transaction ends. */
  readonly counts: CaseCounts;
  /** Unpacks the data of a form. */
  readonly unpack: Unpack;

  constructor(db: Database) {
    this.unpack = new Dictionaries(db).unpack;
    this.counts = new CaseCounts(db);
    this.#statements = {
      hasCase: db.prepare<{ id: number }, number>(HAS_CASE).pluck(),
      readCase: db.prepare<{ id: number }, CaseRow>(READ_CASE),
      readCitations: db.prepare<{ id: number }, Citation>(READ_CITATIONS),
      readForms: db.prepare<{ id: number }, FormRow>(READ_FORMS),
      writeCase: db.prepare(WRITE_CASE),
      deleteCitations: db.prepare(DELETE_CITATIONS),
      writeCitation: db.prepare(WRITE_CITATION),
      deleteExtra: db.prepare(DELETE_EXTRA),
      writeExtra: db.prepare(WRITE_EXTRA),
      writeForm: db.prepare(WRITE_FORM),
      deleteForms: db.prepare(DELETE_FORMS),
      deleteCase: db.prepare(DELETE_CASE),
    };
  }

  read(id: number): IndexedCase | null {
    // most cases of an import are new, and a statement with many columns costs the driver 17 µs even without a row
    if (this.#statements.hasCase.get({ id }) === undefined) return null;
    const row = this.#statements.readCase.get({ id });
    if (row === undefined) return null;
    const extras = unpackExtras(row.extra);
    const forms = this.#statements.readForms.all({ id });
    return {
      dateRowid: row.rank,
      textForm: row.text_form,
      volume: resolvedVolumeOf(row),
      stored: {
        metadata: { ...fieldsOfRow(row, this.#statements.readCitations.all({ id })), ...extras.values },
        origin: { unitId: row.unit_id, lastUpdated: row.last_updated },
        partOrigins: extras.origins,
        forms: new Map(forms.map((form) => [form.form, storedForm(form)])),
        hashDiffers: row.hash_differs === 1,
      },
    };
  }

  /** Whether two states of a case have the same content. */
  isSame(a: StoredCase, b: StoredCase): boolean {
    return isSameCase(a, b, this.unpack);
  }

  /** Replaces all rows of a case except its index rows. */
  replace(stored: StoredCase, place: DerivedColumns): void {
    const { id } = stored.metadata;
    this.counts.remove(id);
    this.#statements.deleteCitations.run({ id });
    this.#statements.deleteExtra.run({ id });
    this.add(stored, place);
  }

  /** Writes all rows of a new case except its index rows. */
  add(stored: StoredCase, place: DerivedColumns): void {
    const { metadata, origin, partOrigins, forms, hashDiffers } = stored;
    const { id } = metadata;
    const { extras, rest } = splitExtras(metadata);
    const { citations, volume, ...columns } = rest;
    const day = decisionDay(metadata.decisionDate);
    this.counts.add({ ...metadata, reporterId: place.volume.reporterId, day });
    this.#statements.writeCase.run({
      ...columns,
      day,
      volumeNumber: volume.volumeNumber,
      reporterName: volume.reporterName,
      barcode: place.volume.barcode,
      reporterId: place.volume.reporterId,
      resolved: Number(place.volume.reporterFound) + 2 * Number(place.volume.barcodeFound),
      updatedInstant: instantKey(metadata.lastUpdated),
      unitId: origin.unitId,
      dateRowid: place.dateRowid,
      textForm: place.textForm,
      bodyChars: place.bodyChars,
      hashDiffers: Number(hashDiffers),
    });
    for (const [seq, { type, cite }] of citations.entries()) {
      this.#statements.writeCitation.run({ id, seq, type, cite, normal: normaliseCitation(cite) || null });
    }
    const extra = packExtras({ values: extras, origins: partOrigins });
    if (extra !== null) this.#statements.writeExtra.run({ id, data: extra });
    for (const [form, { origin: from, data }] of forms) {
      this.#statements.writeForm.run({ id, form, unitId: from.unitId, lastUpdated: from.lastUpdated, data });
    }
  }

  remove(id: number): void {
    this.counts.remove(id);
    this.#statements.deleteCitations.run({ id });
    this.#statements.deleteExtra.run({ id });
    this.#statements.deleteForms.run({ id });
    this.#statements.deleteCase.run({ id });
  }
}

function fieldsOfRow(row: CaseRow, citations: readonly Citation[]): Omit<CaseFields, keyof CaseExtras> {
  return {
    id: row.id,
    name: row.name,
    nameAbbreviation: row.name_abbreviation,
    decisionDate: row.decision_date,
    docketNumber: row.docket_number,
    firstPage: row.first_page,
    lastPage: row.last_page,
    citations,
    volume: {
      barcode: row.resolved & 2 ? null : row.volume_barcode,
      volumeNumber: row.volume_number,
      reporterId: row.resolved & 1 ? null : row.reporter_id,
      reporterName: row.reporter_name,
    },
    lastUpdated: row.last_updated,
    courtId: row.court_id,
    jurisdictionId: row.jurisdiction_id,
  };
}

function resolvedVolumeOf(row: CaseRow): ResolvedVolume {
  return {
    reporterId: row.reporter_id,
    barcode: row.volume_barcode,
    reporterFound: (row.resolved & 1) !== 0,
    barcodeFound: (row.resolved & 2) !== 0,
  };
}

function storedForm(row: FormRow): StoredForm {
  return { origin: { unitId: row.unit_id, lastUpdated: row.last_updated }, data: row.data };
}
