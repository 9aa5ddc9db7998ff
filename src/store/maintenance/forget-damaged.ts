/**
 * Deletes what is damaged and cannot be rebuilt from the corpus, with its digests and import records, so that the next import or
 * sync reads it again. Otherwise that run would skip archives and records that it knows.
 */
import type { Database } from "better-sqlite3";
import type { BodyForm } from "../../domain/casebody.ts";
import { CaseRepository } from "../write/case-repository.ts";
import type { ReadBody } from "../write/case-row-writer.ts";
import { inTransaction, writerOf } from "./repair-index.ts";

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

/** Deletes the download records of these files, so that the next sync downloads them again. */
export function forgetDownloads(path: string, files: readonly string[]): void {
  inTransaction(path, (db) => {
    const forget = db.prepare(FORGET_DOWNLOAD);
    for (const file of files) forget.run({ path: file });
  });
}

/**
 * Deletes the forms of these cases' bodies that cannot be read, and marks the archives of the cases to be imported again. Until
 * then such a case has the remaining forms, or no body, and a damaged row stays as it is.
 *
 * @returns the ids of the cases whose forms were deleted
 * @throws CaselawError as `openForWriting`; an error for which `isDamage` is true if the rows themselves are damaged
 */
export function forgetDamaged(path: string, caseIds: readonly number[], readBody: ReadBody): number[] {
  const deleted: number[] = [];
  inTransaction(path, (db) => {
    for (const caseId of caseIds) if (forgetCase(db, caseId, readBody)) deleted.push(caseId);
    writerOf(db, readBody).refresh(caseIds);
  });
  return deleted;
}

/** Returns whether forms were deleted. */
function forgetCase(db: Database, caseId: number, readBody: ReadBody): boolean {
  const cases = new CaseRepository(db);
  const placed = cases.read(caseId);
  if (placed === null) return false;
  const { forms } = placed.stored;
  const readable = FORMS.filter((form) =>
    isReadable(forms.get(form)?.data ?? null, (data) => readBody(form, cases.unpack(data))),
  );
  // a text form without data is made from the HTML
  if (forms.get("text")?.data === null && readable.includes("html")) readable.unshift("text");
  const remove = db.prepare(DELETE_FORM);
  for (const form of FORMS) if (!readable.includes(form)) remove.run({ caseId, form });
  const isServing = placed.textForm !== null && readable.includes(placed.textForm);
  const form = isServing ? placed.textForm : (readable[0] ?? null);
  db.prepare(SERVE_FROM).run({ caseId, form });
  db.prepare(READ_AGAIN).run({ caseId });
  db.prepare(FORGET_DIGESTS).run({ caseId });
  return [...forms.keys()].some((form) => !readable.includes(form));
}

function isReadable(data: Uint8Array | null, read: (data: Uint8Array) => unknown): boolean {
  if (data === null) return false;
  try {
    read(data);
    return true;
  } catch {
    return false;
  }
}
