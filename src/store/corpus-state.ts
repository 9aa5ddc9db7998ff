/** Which state the corpus is in. */
import type { Database } from "better-sqlite3";

/** Which state of the corpus an answer is of. */
export interface CorpusState {
  /** Another one after every transaction that wrote. */
  readonly state: string;
  /** Number of the newest row of the change log, 0 before the first. */
  readonly lastChange: number;
}

const STATE = `
  SELECT (SELECT value FROM corpus WHERE key = 'state') AS state,
         coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change_log'), 0) AS lastChange
`;

export function readState(db: Database): CorpusState {
  return db.prepare<[], CorpusState>(STATE).get() ?? { state: "", lastChange: 0 };
}
