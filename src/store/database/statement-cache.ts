/**
 * Runs statements, which are cached by their text: preparing one costs as much as reading some dozen rows with it. A caller that reads row
 * by row prepares its own statement, because another use would end it. Results can be cached for one state of the corpus.
 */
import type { Database, RunResult, Statement } from "better-sqlite3";
import type { SortKey } from "../../domain/query.ts";

export type Parameters = Record<string, string | number | null>;

/** For each connection and form of rows. The text of a statement depends on the shape of a query, and there are some dozens of shapes. */
const MAX_STATEMENTS = 100;

/** The form of rows: lists of their values, their first values, or objects. */
type Form = "lists" | "values" | "objects";
type Statements = WeakMap<Database, Map<string, Statement<[object], unknown>>>;

const caches: Readonly<Record<Form, Statements>> = {
  lists: new WeakMap(),
  values: new WeakMap(),
  objects: new WeakMap(),
};

export function readRows<T = SortKey>(db: Database, sql: string, parameters: object = {}): T[] {
  return prepared<T>(db, sql, "lists").all(parameters);
}

export function readValues<T>(db: Database, sql: string, parameters: object = {}): T[] {
  return prepared<T>(db, sql, "values").all(parameters);
}

/** The first value of the first row. */
export function readValue<T>(db: Database, sql: string, parameters: object = {}): T | undefined {
  return prepared<T>(db, sql, "values").get(parameters);
}

export function readObjects<T>(db: Database, sql: string, parameters: object = {}): T[] {
  return prepared<T>(db, sql, "objects").all(parameters);
}

export function readObject<T>(db: Database, sql: string, parameters: object = {}): T | undefined {
  return prepared<T>(db, sql, "objects").get(parameters);
}

export function run(db: Database, sql: string, parameters: object = {}): RunResult {
  return prepared(db, sql, "objects").run(parameters);
}

/** The column of a field: `full_name` of `fullName`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const COLUMNS = "SELECT name FROM pragma_table_info(:table)";

/** A query for records of a table: each column is a field. @param without columns that are left out */
export function selectFrom(db: Database, table: string, without: readonly string[] = []): string {
  const columns = readValues<string>(db, COLUMNS, { table }).filter((column) => !without.includes(column));
  const fields = columns.map((column) => {
    const field = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return `${column} AS ${field}`;
  });
  return `SELECT ${fields.join(", ")} FROM ${table}`;
}

/** Writes a record with all its fields; a row with the same key keeps only its other columns. @param key columns */
export function upsert(db: Database, table: string, key: readonly string[], record: object): void {
  const fields = Object.keys(record);
  const columns = fields.map(columnOf);
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  const values = Object.entries(record).map(([field, value]) => [
    field,
    typeof value === "boolean" ? Number(value) : value,
  ]);
  run(
    db,
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${fields.map((field) => `:${field}`).join(", ")})
         ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${changes.join(", ")}`,
    Object.fromEntries(values),
  );
}

function prepared<T>(db: Database, sql: string, form: Form): Statement<[object], T> {
  const statements = caches[form].get(db) ?? new Map<string, Statement<[object], unknown>>();
  caches[form].set(db, statements);
  const known = statements.get(sql);
  if (known !== undefined) return known as Statement<[object], T>;
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  const statement = db.prepare<object, T>(sql);
  if (form === "lists") statement.raw();
  if (form === "values") statement.pluck();
  statements.set(sql, statement as Statement<[object], unknown>);
  return statement as Statement<[object], T>;
}

/** A cache of query results for one state of the corpus. Any write makes a new state, which empties the cache. */
export class SnapshotCache<T> {
  #state: string | null = null;
  readonly #results = new Map<string, T>();
  readonly #size: number;

  /** @param size results kept: enough for the walks that run at the same time */
  constructor(size: number) {
    this.#size = size;
  }

  /** Returns the cached result of a query, or computes it. The result that was used longest ago is dropped first. */
  get(state: string, query: string, compute: () => T): T {
    if (state !== this.#state) this.#results.clear();
    this.#state = state;
    const known = this.#results.get(query);
    const result = known === undefined ? compute() : known;
    this.#results.delete(query);
    this.#results.set(query, result);
    const [oldest] = this.#results.keys();
    if (this.#results.size > this.#size && oldest !== undefined) this.#results.delete(oldest);
    return result;
  }
}
