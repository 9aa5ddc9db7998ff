/** The state of the corpus as a word: another one after every transaction that wrote, so that what was read can be kept. */
import type { Database } from "better-sqlite3";
import { readRows } from "./prepared.ts";

const STATE = "SELECT value FROM corpus WHERE key = 'state'";

export function stateOf(db: Database): string {
  return String(readRows(db, STATE, {})[0]?.[0] ?? "");
}
