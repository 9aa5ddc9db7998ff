/**
 * Fills the columns for numbers of `analysis` in a corpus that was written before version 8 (schema-8-to-14.ts), from the stored extras, in
 * steps. Each step notes in the corpus up to which id columns are still empty, so that the next run goes on after a kill.
 */
import type { Database } from "better-sqlite3";
import { NUMBER_COLUMNS, numberColumns } from "./extra-fields.ts";
import { type StoredText, unpackExtras } from "./extras.ts";

const STEP_CASES = 20_000;
const MISSING = "SELECT value FROM corpus WHERE key = 'numbers_missing_up_to'";
const SET_MISSING = "UPDATE corpus SET value = :id WHERE key = 'numbers_missing_up_to'";
const DONE = "DELETE FROM corpus WHERE key = 'numbers_missing_up_to'";
const NEXT = `
  SELECT case_id AS id, data
    FROM case_extra
   WHERE case_id <= :id
   ORDER BY case_id DESC
   LIMIT :limit
`;
const FILL = `
  UPDATE court_case
     SET ${Object.values(NUMBER_COLUMNS)
       .map((column) => `${column} = :${column}`)
       .join(", ")}
   WHERE id = :id
`;

/** @param step runs a function in its own transaction */
export function fillNumbers(db: Database, step: (work: () => void) => void, stepCases = STEP_CASES): void {
  const missing = db.prepare<[], number>(MISSING).pluck();
  for (let id = missing.get(); id !== undefined; id = missing.get()) {
    const upTo = id;
    step(() => fillUpTo(db, upTo, stepCases));
  }
}

function fillUpTo(db: Database, upTo: number, limit: number): void {
  const fill = db.prepare(FILL);
  const next = db.prepare<{ id: number; limit: number }, { id: number; data: StoredText }>(NEXT);
  const cases = next.all({ id: upTo, limit });
  for (const { id, data } of cases) {
    const numbers = numberColumns(unpackExtras(data).values);
    if (Object.values(numbers).some((value) => value !== null)) fill.run({ id, ...numbers });
  }
  const last = cases.at(-1);
  if (last === undefined) db.prepare(DONE).run();
  else db.prepare(SET_MISSING).run({ id: last.id - 1 });
}
