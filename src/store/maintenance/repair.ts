/**
 * Repairs a corpus: rebuilds from the stored cases what can be derived from them, and deletes what is damaged and cannot be rebuilt, with its
 * digests and import records, so that the next import or sync reads it again. Otherwise that run would skip archives and records that it knows.
 *
 * Each step is a transaction: a killed run leaves the corpus as it was before the current step.
 */
import type { Database } from "better-sqlite3";
import type { BodyForm } from "../../domain/casebody.ts";
import { TOUCH } from "../database/corpus-state.ts";
import { guarded, openForWriting, setIndexOptions } from "../database/open-database.ts";
import { readObjects, readValue, run } from "../database/statement-cache.ts";
import { deleteFacetBlocks, writeFacetBlocks } from "../dates/facet-blocks.ts";
import { forgetTextRoot, noteTextRoot } from "../ledger/text-root.ts";
import { ReferenceWriter } from "../references/reference-writer.ts";
import { recount } from "../write/case-counts.ts";
import { CaseRepository } from "../write/case-repository.ts";
import { CaseWriter } from "../write/case-writer.ts";
import { sourceForm } from "../write/merge-case.ts";
import type { BodyReaders } from "../write/prepare-case.ts";

const CHUNK = 2_000;

const MADE_BY = "SELECT sql FROM sqlite_schema WHERE name = :index";
const NEXT_BY_DATE_ROWID = `
  SELECT id, date_rowid AS dateRowid
    FROM court_case
   WHERE date_rowid > :after
   ORDER BY date_rowid
   LIMIT :limit
`;
const FORGET_DOWNLOAD = "DELETE FROM download WHERE path = :path";
const DELETE_FORM = "DELETE FROM case_body WHERE case_id = :caseId AND form = :form";
const SERVE_FROM = "UPDATE court_case SET text_form = :form WHERE id = :caseId";
const FORGET_DIGESTS = "UPDATE contribution SET digest = x'' WHERE case_id = :caseId";
const READ_AGAIN = `
  UPDATE import_log
     SET complete = 0
   WHERE unit_id IN (SELECT unit_id FROM contribution WHERE case_id = :caseId)
`;

/** Forms in order of preference for the indexed form. */
const FORMS: readonly BodyForm[] = ["text", "xml", "html"];

interface CaseAtRowid {
  readonly id: number;
  readonly dateRowid: number;
}

/**
 * Rebuilds the rows of all cases, both indexes of words, the counts and the hashes of texts in one transaction: readers see the old rows
 * until the new rows are complete. Cases whose body cannot be read are skipped.
 *
 * @throws CaselawError as `openForWriting`, `corrupt` if the file cannot be written
 */
export function rebuildIndexes(path: string, readers: BodyReaders): void {
  inTransaction(path, (db) => {
    db.exec("DELETE FROM name_word");
    for (const index of ["case_words", "name_trigrams"]) {
      const sql = readValue<string>(db, MADE_BY, { index });
      if (sql === undefined) throw new Error(`the schema has no ${index}`);
      db.exec(`DROP TABLE ${index}; ${sql}`);
    }
    setIndexOptions(db);
    const writer = writerOf(db, readers);
    const repository = new CaseRepository(db);
    const next = (after: number): CaseAtRowid[] =>
      readObjects(db, NEXT_BY_DATE_ROWID, { after, limit: CHUNK });
    // a case whose date was changed outside of this program gets another date rowid
    for (let cases = next(-1); cases.length > 0; cases = next(cases.at(-1)?.dateRowid ?? 0))
      writer.refresh(cases.map(({ id }) => id).filter((id) => isIndexable(repository, id, readers)));
    db.exec("DELETE FROM index_outdated");
    db.exec("DELETE FROM text_hash WHERE case_id NOT IN (SELECT id FROM court_case)");
    forgetTextRoot(db);
    noteTextRoot(db);
    recount(db);
    deleteFacetBlocks(db);
    writeFacetBlocks(db);
  });
}

export function forgetDownloads(path: string, files: readonly string[]): void {
  inTransaction(path, (db) => {
    for (const file of files) run(db, FORGET_DOWNLOAD, { path: file });
  });
}

/**
 * Deletes the forms of these cases' bodies that cannot be read, and marks the archives of the cases to be imported again. Until
 * then such a case has the remaining forms, or no body, and a damaged row stays as it is.
 *
 * @returns the ids of the cases whose forms were deleted
 * @throws CaselawError as `openForWriting`; an error for which `isDamage` is true if the rows themselves are damaged
 */
export function forgetDamaged(path: string, caseIds: readonly number[], readers: BodyReaders): number[] {
  let deleted: number[] = [];
  inTransaction(path, (db) => {
    deleted = caseIds.filter((caseId) => forgetCase(db, caseId, readers));
    writerOf(db, readers).refresh(caseIds);
    noteTextRoot(db);
  });
  return deleted;
}

function forgetCase(db: Database, caseId: number, readers: BodyReaders): boolean {
  const cases = new CaseRepository(db);
  const read = cases.read(caseId);
  if (read === null) return false;
  const { forms } = read.stored;
  const readable = readableForms(cases, forms, readers);
  for (const form of FORMS) if (!readable.includes(form)) run(db, DELETE_FORM, { caseId, form });
  const serving = read.row.text_form;
  const isServing = serving !== null && readable.includes(serving);
  run(db, SERVE_FROM, { caseId, form: isServing ? serving : (readable[0] ?? null) });
  run(db, READ_AGAIN, { caseId });
  run(db, FORGET_DIGESTS, { caseId });
  return [...forms.keys()].some((form) => !readable.includes(form));
}

/** Whether the indexed form of a case can be read, or the case has no body. */
function isIndexable(cases: CaseRepository, caseId: number, readers: BodyReaders): boolean {
  try {
    const read = cases.read(caseId);
    if (read === null || read.row.text_form === null) return true;
    const form = sourceForm(read.stored.forms, read.row.text_form);
    return isReadable(cases, form, read.stored.forms.get(form)?.data ?? null, readers);
  } catch {
    return false;
  }
}

function isReadable(
  cases: CaseRepository,
  form: BodyForm,
  data: Uint8Array | null,
  readers: BodyReaders,
): boolean {
  if (data === null) return false;
  try {
    readers.readBody(form, cases.unpack(data));
    return true;
  } catch {
    return false;
  }
}

function readableForms(
  cases: CaseRepository,
  forms: ReadonlyMap<BodyForm, { readonly data: Uint8Array | null }>,
  readers: BodyReaders,
): BodyForm[] {
  const readable = FORMS.filter((form) => isReadable(cases, form, forms.get(form)?.data ?? null, readers));
  // a text form without data is made from the HTML
  return forms.get("text")?.data === null && readable.includes("html") ? ["text", ...readable] : readable;
}

function writerOf(db: Database, readers: BodyReaders): CaseWriter {
  return new CaseWriter(db, {
    references: new ReferenceWriter(db),
    readers,
  });
}

/** Runs `work` in one transaction of a new connection, which also rewrites the row 'state'. @throws CaselawError as `openForWriting` */
export function inTransaction(path: string, work: (db: Database) => void): void {
  guarded(path, () => {
    const db = openForWriting(path);
    try {
      db.transaction(() => {
        run(db, TOUCH, { id: crypto.randomUUID() });
        work(db);
      }).immediate();
    } finally {
      db.close();
    }
  });
}
