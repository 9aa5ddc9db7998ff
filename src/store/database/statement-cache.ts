/**
 * Caches prepared statements by their text. Preparing a statement costs as much as reading some dozen rows with it.
 */
import type { Database, Statement } from "better-sqlite3";
import type { SortKey } from "../../domain/query.ts";

/** The named parameters of a statement. */
export type Parameters = Record<string, string | number | null>;

/** Per connection. The text of a statement depends on the shape of a query, and there are some dozens of shapes. */
const MAX_STATEMENTS = 100;

const cache = new WeakMap<Database, Map<string, Statement<[Parameters], SortKey>>>();

/** Runs a statement. Each row is a list of its values. */
export function readRows(db: Database, sql: string, parameters: Parameters): SortKey[] {
  return prepared(db, sql).all(parameters);
}

function prepared(db: Database, sql: string): Statement<[Parameters], SortKey> {
  const statements = cache.get(db) ?? new Map<string, Statement<[Parameters], SortKey>>();
  cache.set(db, statements);
  const known = statements.get(sql);
  if (known !== undefined) return known;
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  const statement = db.prepare<Parameters, SortKey>(sql).raw();
  statements.set(sql, statement);
  return statement;
}
