/**
 * Reads complete cases with the origins of their parts, as the writer needs them, and writes them back.
 *
 * Citations of new cases are collected and written in the order of their normal form. The index of normal forms is much larger than the
 * memory for its pages, so in any other order each citation would read and write another page.
 */
import { crc32 } from "node:zlib";
import type { Database, Statement } from "better-sqlite3";
import { splitExtras } from "../../domain/case.ts";
import type { BodyForm } from "../../domain/casebody.ts";
import { type Citation, compareText, normaliseCitation } from "../../domain/citation.ts";
import { instantKey } from "../../domain/decision-date.ts";
import { type Unpack, unpackerOf } from "../codec/codec.ts";
import { readObject, readObjects, readValue, run } from "../database/statement-cache.ts";
import { forgetTextRoot } from "../ledger/text-root.ts";
import type { Origin } from "../ledger/units.ts";
import type { ResolvedVolume } from "../references/volume-resolver.ts";
import { CaseCounts, type CountedCase } from "./case-counts.ts";
import { allCitations, NUMBER_COLUMNS, numberColumns, packExtras, unpackExtras } from "./extras.ts";
import { type StoredCase, type StoredForm, sourceForm } from "./merge-case.ts";

/** What the row of a case has besides the stored case. */
interface CasePlace {
  readonly day: number | null;
  readonly dateRowid: number;
  readonly volume: ResolvedVolume;
  /** The indexed form; null without a body. */
  readonly textForm: BodyForm | null;
  readonly bodyChars: number | null;
  /** Where the sentences of that form end (text-ends.ts); null without a body. */
  readonly textEnds: Uint8Array | null;
  /** SHA-256 of its text as it is shown; null without a body. */
  readonly textHash: Uint8Array | null;
}

/** The columns of `court_case` but the checksum. */
function rowOf({ metadata, origin, partOrigins, hashDiffers, derived }: StoredCase, place: CasePlace) {
  const { citations } = metadata;
  const extras = { values: splitExtras(metadata).extras, origins: partOrigins, citations };
  return {
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
    jurisdiction_id: metadata.jurisdictionId,
    court_id: metadata.courtId,
    volume_number: metadata.volumeNumber,
    reporter_name: metadata.reporterName,
    volume_barcode: place.volume.barcode,
    reporter_id: place.volume.reporterId,
    resolved: place.volume.resolved,
    last_updated: metadata.lastUpdated,
    updated_instant: instantKey(metadata.lastUpdated),
    unit_id: origin.unitId,
    text_form: place.textForm,
    body_chars: place.bodyChars,
    text_ends: place.textEnds,
    hash_differs: Number(hashDiffers),
    extra: derived?.extras ?? packExtras(extras),
  };
}

type UncheckedRow = ReturnType<typeof rowOf>;

interface CaseRow extends UncheckedRow {
  readonly checksum: number;
}

/** The columns that the checksum covers, with `extra`: those that are shown or filtered by. */
const CHECKED = columnsIn(`
  id, day, name, name_abbreviation, decision_date, docket_number, first_page, last_page, jurisdiction_id, court_id,
  volume_number, reporter_name, volume_barcode, reporter_id, resolved, last_updated, updated_instant, unit_id,
  hash_differs, body_chars
`);
/** The columns in the order of the values of `ADD`, `id` first. */
const COLUMNS = [
  ...CHECKED,
  ...Object.values(NUMBER_COLUMNS),
  ...columnsIn("date_rowid, text_form, text_ends, extra, checksum"),
];

function columnsIn(names: string): (keyof CaseRow)[] {
  return names.trim().split(/,\s+/) as (keyof CaseRow)[];
}

/** The checksum of a row that was already damaged when it was written again. No row has it. */
const DAMAGED = -1;

/**
 * The checksum of a row, by which `verify` finds a value that was damaged in the file. The date rowid, the numbers of `analysis` and
 * the ends of sentences are checked against what they come from, bodies and long extras by the checksums of their compression.
 */
function checksumOf(row: UncheckedRow): number {
  // joined text, because JSON would show halves of letters that the file does not store
  const text = CHECKED.map((column) => (row as CaseRow)[column] ?? "\0").join("\n");
  return crc32(row.extra, crc32(text));
}

const HAS_CASE = "SELECT 1 FROM court_case WHERE id = :id";
// `+`: without it SQLite plans these statements again for each new value (ledger/units.ts)
const READ = "SELECT * FROM court_case WHERE id = +:id";
const TEXT_FORM = "SELECT text_form FROM court_case WHERE id = +:id";
const READ_CITATIONS = "SELECT type, cite FROM citation WHERE case_id = +:id ORDER BY seq";
const READ_FORMS = `
  SELECT form, unit_id AS unitId, last_updated AS lastUpdated, data
    FROM case_body
   WHERE case_id = +:id
`;
// plain INSERT and UPDATE: with INSERT OR REPLACE, SQLite copies each page that it changes, so that it could undo the statement;
// two thirds of what an import wrote were such copies
const ADD = `INSERT INTO court_case (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})`;
const DELETE = "DELETE FROM court_case WHERE id = :id";
const ADD_CITATION = `
  INSERT INTO citation (case_id, seq, type, cite, normal)
  VALUES (:id, :seq, :type, :cite, :normal)
`;
const DELETE_CITATIONS = "DELETE FROM citation WHERE case_id = :id";
const ADD_FORM = `
  INSERT INTO case_body (case_id, form, unit_id, last_updated, data)
  VALUES (:id, :form, :unitId, :lastUpdated, :data)
`;
const DELETE_FORMS = "DELETE FROM case_body WHERE case_id = :id";
const ADD_HASH = "INSERT INTO text_hash (case_id, sha256) VALUES (:id, :textHash)";
const SET_HASH = `
  INSERT INTO text_hash (case_id, sha256)
  VALUES (:id, :textHash)
      ON CONFLICT DO UPDATE SET sha256 = excluded.sha256 WHERE sha256 IS NOT excluded.sha256
`;
const DELETE_HASH = "DELETE FROM text_hash WHERE case_id = :id";

interface FormRow extends Origin {
  readonly form: BodyForm;
  readonly data: Uint8Array | null;
}

interface CitationRow extends Citation {
  readonly id: number;
  readonly seq: number;
  /** Null: the citation has no normal form. */
  readonly normal: string | null;
}

export interface IndexedCase {
  readonly stored: StoredCase;
  readonly row: CaseRow;
  /** The citations in the table `citation`, which must be those in the row. */
  readonly tableCitations: readonly Citation[];
}

export function hasCase(db: Database, id: number): boolean {
  return readValue(db, HAS_CASE, { id }) !== undefined;
}

/** The stored form that is indexed of a case, packed; null without a body. */
export function indexedForm(db: Database, id: number): { form: BodyForm; data: Uint8Array } | null {
  const textForm = readValue<BodyForm | null>(db, TEXT_FORM, { id }) ?? null;
  if (textForm === null) return null;
  const forms = formsOf(readObjects(db, READ_FORMS, { id }));
  const form = sourceForm(forms, textForm);
  const data = forms.get(form)?.data ?? null;
  return data === null ? null : { form, data };
}

export class CaseRepository {
  readonly unpack: Unpack;
  readonly #db: Database;
  readonly #addCase: Statement<unknown[]>;
  readonly #counts: CaseCounts;
  #citations: CitationRow[] = [];
  #hashesChanged = false;
  readonly #citing = new Set<number>();

  constructor(db: Database) {
    this.unpack = unpackerOf(db);
    this.#counts = new CaseCounts(db);
    this.#db = db;
    this.#addCase = db.prepare(ADD);
  }

  read(id: number): IndexedCase | null {
    // most cases of an import are new, and a statement with many columns costs the driver 17 µs even without a row
    if (!hasCase(this.#db, id)) return null;
    if (this.#citing.has(id)) this.#writeCitations();
    const row = readObject<CaseRow>(this.#db, READ, { id });
    if (row === undefined) return null;
    const tableCitations = readObjects<Citation>(this.#db, READ_CITATIONS, { id });
    return { row, tableCitations, stored: storedCase(row, readObjects(this.#db, READ_FORMS, { id })) };
  }

  /** Writes the counts and the citations of new cases. Call this before the transaction ends and before citations are read. */
  flush(): void {
    this.#counts.flush();
    this.#writeCitations();
    if (this.#hashesChanged) forgetTextRoot(this.#db);
    this.#hashesChanged = false;
  }

  /** Discards what `flush` would write. Call this after a rollback. */
  forget(): void {
    this.#counts.forget();
    this.#forgetCitations();
    this.#hashesChanged = false;
  }

  /** Replaces all rows of a case except its index rows. @param before as `read` returned it */
  replace(stored: StoredCase, place: CasePlace, before: IndexedCase): void {
    const { id } = stored.metadata;
    this.#counts.remove(countedOf(before.row));
    this.#updateRow(before.row, this.#counted(stored, place));
    this.#setHash(SET_HASH, { id, textHash: place.textHash });
    this.#removeCitations(id);
    this.#addCitations(stored);
    if (isSameMap(stored.forms, before.stored.forms)) return;
    run(this.#db, DELETE_FORMS, { id });
    this.#addForms(stored);
  }

  /** Changes only what differs: for the columns of an index or a trigger SQLite copies each page, so that it could undo the statement. */
  #updateRow(before: CaseRow, row: CaseRow): void {
    const changed = COLUMNS.filter((column) => !isSameValue(before[column], row[column]));
    if (changed.length === 0) return;
    const set = changed.map((column) => `${column} = :${column}`).join(", ");
    run(this.#db, `UPDATE court_case SET ${set} WHERE id = :id`, row);
  }

  /** Writes all rows of a new case except its index rows. */
  add(stored: StoredCase, place: CasePlace): void {
    const row = this.#counted(stored, place);
    this.#addCase.run(COLUMNS.map((column) => row[column]));
    this.#setHash(ADD_HASH, { id: row.id, textHash: place.textHash });
    this.#addCitations(stored);
    this.#addForms(stored);
  }

  /** @param row as `read` returned it */
  remove(row: CaseRow): void {
    const { id } = row;
    this.#counts.remove(countedOf(row));
    this.#removeCitations(id);
    run(this.#db, DELETE_FORMS, { id });
    run(this.#db, DELETE, { id });
    this.#setHash(DELETE_HASH, { id });
  }

  #setHash(sql: string, values: object): void {
    if (run(this.#db, sql, values).changes > 0) this.#hashesChanged = true;
  }

  #counted(stored: StoredCase, place: CasePlace): CaseRow {
    const row = rowOf(stored, place);
    this.#counts.add(countedOf(row));
    return { ...row, checksum: stored.isDamaged ? DAMAGED : checksumOf(row) };
  }

  #addForms({ metadata: { id }, forms }: StoredCase): void {
    for (const [form, { origin, data }] of forms) run(this.#db, ADD_FORM, { id, form, data, ...origin });
  }

  #addCitations({ metadata }: StoredCase): void {
    const { id } = metadata;
    this.#citing.add(id);
    for (const [seq, { type, cite }] of allCitations(metadata).entries())
      this.#citations.push({ id, seq, type, cite, normal: normaliseCitation(cite) || null });
  }

  #removeCitations(id: number): void {
    if (this.#citing.has(id)) this.#writeCitations();
    run(this.#db, DELETE_CITATIONS, { id });
  }

  #writeCitations(): void {
    this.#citations.sort((a, b) => compareText(a.normal ?? "", b.normal ?? ""));
    for (const row of this.#citations) run(this.#db, ADD_CITATION, row);
    this.#forgetCitations();
  }

  #forgetCitations(): void {
    this.#citations = [];
    this.#citing.clear();
  }
}

function countedOf(row: UncheckedRow): CountedCase {
  const { jurisdiction_id: jurisdictionId, court_id: courtId, reporter_id: reporterId, day } = row;
  return { jurisdictionId, courtId, reporterId, day };
}

function storedCase(row: CaseRow, forms: readonly FormRow[]): StoredCase {
  const { values, origins, citations } = unpackExtras(row.extra);
  const metadata = {
    ...values,
    id: row.id,
    name: row.name,
    nameAbbreviation: row.name_abbreviation,
    decisionDate: row.decision_date,
    docketNumber: row.docket_number,
    firstPage: row.first_page,
    lastPage: row.last_page,
    citations,
    barcode: row.resolved & 2 ? null : row.volume_barcode,
    volumeNumber: row.volume_number,
    reporterId: row.resolved & 1 ? null : row.reporter_id,
    reporterName: row.reporter_name,
    lastUpdated: row.last_updated,
    courtId: row.court_id,
    jurisdictionId: row.jurisdiction_id,
  };
  return {
    metadata,
    origin: { unitId: row.unit_id, lastUpdated: row.last_updated },
    partOrigins: origins,
    forms: formsOf(forms),
    hashDiffers: row.hash_differs === 1,
    isDamaged: row.checksum !== checksumOf(row),
    derived: null,
  };
}

function formsOf(rows: readonly FormRow[]): Map<BodyForm, StoredForm> {
  return new Map(rows.map(({ form, data, ...origin }) => [form, { origin, data }]));
}

function isSameMap<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

function isSameValue(a: CaseRow[keyof CaseRow], b: CaseRow[keyof CaseRow]): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;
}
