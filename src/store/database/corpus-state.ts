/** Which state the corpus is in: another one after every transaction that wrote, so that what was read can be kept. */
import type { Database } from "better-sqlite3";
import { readRows } from "../search/statement-cache.ts";

/** Which state of the corpus an answer is of. */
export interface CorpusState {
  /** Another one after every transaction that wrote. */
  readonly state: string;
  /** Number of the newest row of the change log, 0 before the first. */
  readonly lastChange: number;
}

/** A UUID, which stays the corpus's own. */
const ID_LENGTH = 36;
/** Where the number of the transaction begins, behind two UUIDs. */
const NUMBER_AT = 75;

/**
 * To be run by every transaction that writes: keeps the corpus's id, so that a write-ahead log of another corpus is
 * recognised (docs/faults.md, "F2"), and makes the state a new one, numbered, so that missing transactions are counted
 * (docs/faults.md, "F6").
 */
export const TOUCH = `
  UPDATE corpus
     SET value = substr(value, 1, ${ID_LENGTH}) || ' ' || :id || ' ' || (CAST(substr(value, ${NUMBER_AT}) AS INTEGER) + 1)
   WHERE key = 'state'
`;

const STATE_ALONE = "SELECT value FROM corpus WHERE key = 'state'";
const STATE = `
  SELECT (SELECT value FROM corpus WHERE key = 'state') AS state,
         coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change_log'), 0) AS lastChange
`;

export function readState(db: Database): CorpusState {
  return db.prepare<[], CorpusState>(STATE).get() ?? { state: "", lastChange: 0 };
}

/** The corpus's id and the number of its last transaction; 0 before the first one that was counted. */
export function commitIn(state: string): { readonly corpus: string; readonly commit: number } {
  return { corpus: state.slice(0, ID_LENGTH), commit: Number(state.slice(NUMBER_AT - 1)) };
}

/** The state as a word, for what is asked with every question. */
export function stateOf(db: Database): string {
  return String(readRows(db, STATE_ALONE, {})[0]?.[0] ?? "");
}
