/** Which state the corpus is in: another one after every transaction that wrote, so that what was read can be kept. */
import type { Database } from "better-sqlite3";
import { readRows } from "./prepared.ts";

/** Which state of the corpus an answer is of. */
export interface CorpusState {
  /** Another one after every transaction that wrote. */
  readonly state: string;
  /** Number of the newest row of the change log, 0 before the first. */
  readonly lastChange: number;
}

const STATE_ALONE = "SELECT value FROM corpus WHERE key = 'state'";
const STATE = `
  SELECT (SELECT value FROM corpus WHERE key = 'state') AS state,
         coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change_log'), 0) AS lastChange
`;

export function readState(db: Database): CorpusState {
  return db.prepare<[], CorpusState>(STATE).get() ?? { state: "", lastChange: 0 };
}

/** The state as a word, for what is asked with every question. */
export function stateOf(db: Database): string {
  return String(readRows(db, STATE_ALONE, {})[0]?.[0] ?? "");
}
