/**
 * Reads complete cases with the origins of their parts, as the writer needs them, and writes them back.
 *
 * Citations of new cases are collected and written in the order of their normal form. The index of normal forms is much larger than the
 * memory for its pages, so in any other order each citation would read and write a page of its own.
 */
import type { Database, Statement } from "better-sqlite3";
import { type CaseExtras, splitExtras } from "../../domain/case.ts";
import type { BodyForm } from "../../domain/casebody.ts";
import { type Citation, compareText, normaliseCitation } from "../../domain/citation.ts";
import { instantKey } from "../../domain/decision-date.ts";
import { type Unpack, unpackerOf } from "../codec/codec.ts";
import { readObject, readObjects, readValue, run } from "../database/statement-cache.ts";
import type { ResolvedVolume } from "../references/volume-resolver.ts";
import { CaseCounts } from "./case-counts.ts";
import { CASE_COLUMNS, CASE_SQL, type CaseRow, checksumOf, DAMAGED, type FormRow } from "./case-sql.ts";
import { type NumberColumns, numberColumns, packExtras, unpackExtras } from "./extras.ts";
import type { CaseFields, StoredCase } from "./merge-case.ts";

/** A stored case with its date rowid and the other columns that are derived from it. */
export interface IndexedCase {
  readonly stored: StoredCase;
  readonly dateRowid: number;
  /** The indexed form; null without a body. */
  readonly textForm: BodyForm | null;
  /** Where the sentences of that form end (text-ends.ts); null without a body. */
  readonly textEnds: Uint8Array | null;
  readonly volume: ResolvedVolume;
  /** The row's columns, which must be those of the stored `analysis`. */
  readonly numbers: NumberColumns;
  /** The citations in the table `citation`, which must be those in the row. */
  readonly tableCitations: readonly Citation[];
}

/** The columns of a case's row that are derived from the case. */
interface DerivedColumns {
  readonly day: number | null;
  readonly dateRowid: number;
  readonly volume: ResolvedVolume;
  readonly textForm: BodyForm | null;
  readonly bodyChars: number | null;
  readonly textEnds: Uint8Array | null;
}

interface CitationRow extends Citation {
  readonly id: number;
  readonly seq: number;
  /** Null: the citation has no normal form. */
  readonly normal: string | null;
}

export class CaseRepository {
  /** Unpacks the data of a form. */
  readonly unpack: Unpack;
  readonly #db: Database;
  readonly #addCase: Statement<unknown[]>;
  readonly #counts: CaseCounts;
  #citations: CitationRow[] = [];
  /** The cases of these citations. */
  readonly #citing = new Set<number>();

  constructor(db: Database) {
    this.unpack = unpackerOf(db);
    this.#counts = new CaseCounts(db);
    this.#db = db;
    this.#addCase = db.prepare(CASE_SQL.addCase);
  }

  read(id: number): IndexedCase | null {
    // most cases of an import are new, and a statement with many columns costs the driver 17 µs even without a row
    if (readValue(this.#db, CASE_SQL.hasCase, { id }) === undefined) return null;
    if (this.#citing.has(id)) this.#writeCitations();
    const row = readObject<CaseRow>(this.#db, CASE_SQL.readCase, { id });
    if (row === undefined) return null;
    const citations = readObjects<Citation>(this.#db, CASE_SQL.readCitations, { id });
    return indexedCase(row, citations, readObjects<FormRow>(this.#db, CASE_SQL.readForms, { id }));
  }

  /** Writes the counts and the citations of new cases. Call this before the transaction ends and before citations are read. */
  flush(): void {
    this.#counts.flush();
    this.#writeCitations();
  }

  /** Discards what `flush` would write. Call this after a rollback. */
  forget(): void {
    this.#counts.forget();
    this.#forgetCitations();
  }

  /** Replaces all rows of a case except its index rows. */
  replace(stored: StoredCase, place: DerivedColumns): void {
    const { id } = stored.metadata;
    this.#counts.remove(id);
    this.#removeParts(id);
    run(this.#db, CASE_SQL.updateCase, this.#row(stored, place));
    this.#addParts(stored);
  }

  /** Writes all rows of a new case except its index rows. */
  add(stored: StoredCase, place: DerivedColumns): void {
    const row = this.#row(stored, place);
    this.#addCase.run(CASE_COLUMNS.map((column) => row[column]));
    this.#addParts(stored);
  }

  remove(id: number): void {
    this.#counts.remove(id);
    this.#removeParts(id);
    run(this.#db, CASE_SQL.deleteCase, { id });
  }

  /** Counts the case and returns the values of its row. */
  #row(
    { metadata, origin, partOrigins, hashDiffers, isDamaged, derived }: StoredCase,
    place: DerivedColumns,
  ): CaseRow {
    const { volume, citations, jurisdictionId, courtId } = metadata;
    const { reporterId, barcode, reporterFound, barcodeFound } = place.volume;
    this.#counts.add({ jurisdictionId, courtId, reporterId, day: place.day });
    const extras = { values: splitExtras(metadata).extras, origins: partOrigins, citations };
    const row = {
      ...numberColumns(metadata),
      id: metadata.id,
      date_rowid: place.dateRowid,
      day: place.day,
      name: metadata.name,
      name_abbreviation: metadata.nameAbbreviation,
      decision_date: metadata.decisionDate,
      docket_number: metadata.docketNumber,
      first_page: metadata.firstPage,
      last_page: metadata.lastPage,
      jurisdiction_id: jurisdictionId,
      court_id: courtId,
      volume_number: volume.volumeNumber,
      reporter_name: volume.reporterName,
      volume_barcode: barcode,
      reporter_id: reporterId,
      resolved: Number(reporterFound) + 2 * Number(barcodeFound),
      last_updated: metadata.lastUpdated,
      updated_instant: instantKey(metadata.lastUpdated),
      unit_id: origin.unitId,
      text_form: place.textForm,
      body_chars: place.bodyChars,
      text_ends: place.textEnds,
      hash_differs: Number(hashDiffers),
      extra: derived?.extras ?? packExtras(extras),
    };
    return { ...row, checksum: isDamaged ? DAMAGED : checksumOf(row) };
  }

  #addParts({ metadata: { id, citations }, forms }: StoredCase): void {
    this.#citing.add(id);
    for (const [seq, { type, cite }] of citations.entries())
      this.#citations.push({ id, seq, type, cite, normal: normaliseCitation(cite) || null });
    for (const [form, { origin: from, data }] of forms) {
      run(this.#db, CASE_SQL.writeForm, {
        ...{ id, form, data },
        unitId: from.unitId,
        lastUpdated: from.lastUpdated,
      });
    }
  }

  #removeParts(id: number): void {
    if (this.#citing.has(id)) this.#writeCitations();
    run(this.#db, CASE_SQL.deleteCitations, { id });
    run(this.#db, CASE_SQL.deleteForms, { id });
  }

  #writeCitations(): void {
    this.#citations.sort((a, b) => compareText(a.normal ?? "", b.normal ?? ""));
    for (const row of this.#citations) run(this.#db, CASE_SQL.writeCitation, row);
    this.#forgetCitations();
  }

  #forgetCitations(): void {
    this.#citations = [];
    this.#citing.clear();
  }
}

function indexedCase(row: CaseRow, inTable: readonly Citation[], forms: readonly FormRow[]): IndexedCase {
  const extras = unpackExtras(row.extra);
  return {
    dateRowid: row.date_rowid,
    textForm: row.text_form,
    textEnds: row.text_ends,
    volume: resolvedVolumeOf(row),
    numbers: row,
    tableCitations: inTable,
    stored: {
      metadata: { ...fieldsOfRow(row, extras.citations), ...extras.values },
      origin: { unitId: row.unit_id, lastUpdated: row.last_updated },
      partOrigins: extras.origins,
      forms: new Map(
        forms.map(({ form, unitId, lastUpdated, data }) => [form, { origin: { unitId, lastUpdated }, data }]),
      ),
      hashDiffers: row.hash_differs === 1,
      isDamaged: row.checksum !== checksumOf(row),
      derived: null,
    },
  };
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
