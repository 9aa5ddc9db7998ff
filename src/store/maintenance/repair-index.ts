/**
 * Rebuilds what can be derived from the stored cases: index rows, counts and resolved references.
 *
 * Each step is a transaction: a killed run leaves the corpus as it was before the current step.
 */
import type { Database } from "better-sqlite3";
import { TOUCH } from "../database/corpus-state.ts";
import { guarded, openForWriting } from "../database/open-database.ts";
import { rewriteFacetBlocks } from "../database/write-facet-blocks.ts";
import { Units } from "../ledger/units.ts";
import { ReferenceWriter } from "../references/reference-writer.ts";
import { recount } from "../write/case-counts.ts";
import { CaseRepository } from "../write/case-repository.ts";
import type { ReadBody } from "../write/case-row-writer.ts";
import { CaseWriter } from "../write/case-writer.ts";
import { CorpusWriter } from "../write/corpus-writer.ts";
import { IndexWriter } from "../write/index-writer.ts";
import { sourceForm } from "../write/merge-case.ts";
import { rebuildTrigrams } from "../write/name-words.ts";
import { SET_VOLUMES_CHANGED } from "../write/outdated-index.ts";
import { LEFT_ROWS } from "./check-counts.ts";

/** Cases rebuilt at a time. */
const CHUNK = 2_000;

const MADE_BY = "SELECT sql FROM sqlite_schema WHERE name = :index";
const NEXT_BY_DATE_ROWID = `
  SELECT id, date_rowid AS dateRowid
    FROM court_case
   WHERE date_rowid > :after
   ORDER BY date_rowid
   LIMIT :limit
`;

interface CaseAtRowid {
  readonly id: number;
  readonly dateRowid: number;
}

/**
 * Rebuilds the rows of these cases, deletes index rows that belong to no case, and resolves references again.
 *
 * @param caseIds at most a few thousand, all with readable bodies
 * @throws CaselawError as `openForWriting`; an error for which `isDamage` is true if the index cannot be written; nothing was
 *   changed then
 */
export function repairCases(path: string, caseIds: readonly number[], readBody: ReadBody): void {
  inTransaction(path, (db) => {
    const orphans = db.prepare<[], number>(LEFT_ROWS).pluck().all();
    const remove = db.prepare("DELETE FROM case_words WHERE rowid = :dateRowid");
    for (const dateRowid of orphans) remove.run({ dateRowid });
    rebuildTrigrams(db);
    writerOf(db, readBody).refresh(caseIds);
    recount(db);
    rewriteFacetBlocks(db);
    db.prepare(SET_VOLUMES_CHANGED).run();
  });
  using writer = new CorpusWriter(path, readBody);
  writer.reindexOutdatedCases();
}

/**
 * Rebuilds both indexes of words in one transaction: readers see the old ones until the new ones are complete.
 *
 * @returns number of cases that were skipped because their body cannot be read
 * @throws CaselawError as `openForWriting`, `corrupt` if the file cannot be written
 */
export function rebuildIndexes(path: string, readBody: ReadBody): number {
  let skipped = 0;
  inTransaction(path, (db) => {
    db.exec("DELETE FROM name_word");
    for (const index of ["case_words", "name_trigrams"] as const) {
      const sql = db.prepare<{ index: string }, string>(MADE_BY).pluck().get({ index });
      if (sql === undefined) throw new Error(`the schema has no ${index}`);
      db.exec(`DROP TABLE ${index}`);
      db.exec(sql);
    }
    const writer = writerOf(db, readBody);
    for (const cases of inChunks(db)) {
      const readable = cases.filter((caseId) => isReadable(db, caseId, readBody));
      skipped += cases.length - readable.length;
      writer.refresh(readable);
    }
    db.prepare("DELETE FROM index_outdated").run();
    recount(db);
    rewriteFacetBlocks(db);
  });
  return skipped;
}

/** Returns a writer of cases for use inside the caller's transaction. */
export function writerOf(db: Database, readBody: ReadBody): CaseWriter {
  return new CaseWriter(db, {
    index: new IndexWriter(db),
    references: new ReferenceWriter(db),
    units: new Units(db),
    readBody,
  });
}

function* inChunks(db: Database): Generator<number[]> {
  const next = db.prepare<{ after: number; limit: number }, CaseAtRowid>(NEXT_BY_DATE_ROWID);
  let after = -1;
  for (;;) {
    // read before writing: a case whose date was changed outside of this program gets another date rowid
    const cases = next.all({ after, limit: CHUNK });
    const last = cases.at(-1);
    if (last === undefined) return;
    after = last.dateRowid;
    yield cases.map(({ id }) => id);
  }
}

function isReadable(db: Database, caseId: number, readBody: ReadBody): boolean {
  try {
    const cases = new CaseRepository(db);
    const placed = cases.read(caseId);
    if (placed === null || placed.textForm === null) return true;
    const { textForm, stored } = placed;
    const form = sourceForm(stored.forms, textForm);
    const data = stored.forms.get(form)?.data;
    if (data === null || data === undefined) return false;
    readBody(form, cases.unpack(data));
    return true;
  } catch {
    return false;
  }
}

/** Runs `work` in one transaction of a new connection, which also rewrites the row 'state'. @throws CaselawError as `openForWriting` */
export function inTransaction(path: string, work: (db: Database) => void): void {
  guarded(path, () => {
    const db = openForWriting(path);
    try {
      db.transaction(() => {
        db.prepare(TOUCH).run({ id: crypto.randomUUID() });
        work(db);
      }).immediate();
    } finally {
      db.close();
    }
  });
}
