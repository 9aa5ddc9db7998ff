/**
 * Statements kept by their text, for questions that are asked again and again: to prepare one costs as much as to read
 * some dozen rows by it.
 */
import type { Database, Statement } from "better-sqlite3";
import type { SortKey } from "../../domain/listing.ts";
import type { Parameters } from "./case-statement.ts";

/** Statements kept of a connection: texts depend on the shape of a question, and of shapes there are some dozens. */
const MAX_STATEMENTS = 100;

const kept = new WeakMap<Database, Map<string, Statement<[Parameters], SortKey>>>();

/** The rows of a statement as lists of their values. */
export function readRows(db: Database, sql: string, parameters: Parameters): SortKey[] {
  return prepared(db, sql).all(parameters);
}

function prepared(db: Database, sql: string): Statement<[Parameters], SortKey> {
  const statements = kept.get(db) ?? new Map<string, Statement<[Parameters], SortKey>>();
  kept.set(db, statements);
  const known = statements.get(sql);
  if (known !== undefined) return known;
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  const statement = db.prepare<Parameters, SortKey>(sql).raw();
  statements.set(sql, statement);
  return statement;
}
