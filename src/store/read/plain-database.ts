/** Writes an exported database: a new file, written once. It needs no log, because nobody reads it before it is complete. */
import Database from "better-sqlite3";
import { PLAIN_INDEXES, PLAIN_SCHEMA } from "./plain-schema.ts";

type Value = string | number | null;
/** A row by column, with a value for every column of the schema; null as id of an opinion: the next number. */
export type PlainRow = Readonly<Record<string, Value>>;

const TABLES = [
  "jurisdictions",
  "courts",
  "reporters",
  "volumes",
  "cases",
  "opinions",
  "citations",
  "edges",
] as const;

export type PlainTable = (typeof TABLES)[number];

export class PlainDatabase implements Disposable {
  readonly #db: Database.Database;
  readonly #inserts: ReadonlyMap<PlainTable, Database.Statement<[PlainRow]>>;

  /** @param path a file that does not exist */
  constructor(path: string) {
    this.#db = new Database(path);
    this.#db.pragma("journal_mode = OFF");
    this.#db.pragma("synchronous = OFF");
    this.#db.pragma("page_size = 8192");
    // a case may refer to a record that is not in the corpus
    this.#db.pragma("foreign_keys = OFF");
    this.#db.exec(PLAIN_SCHEMA);
    const columnsOf = this.#db.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck();
    this.#inserts = new Map(
      TABLES.map((table) => {
        const values = columnsOf.all(table).map((name) => `:${name}`);
        return [table, this.#db.prepare<[PlainRow]>(`INSERT INTO ${table} VALUES (${values.join(", ")})`)];
      }),
    );
  }

  /** Writes rows in one transaction. */
  write(rows: Iterable<readonly [PlainTable, PlainRow]>): void {
    this.#db.transaction(() => {
      for (const [table, row] of rows) this.#inserts.get(table)?.run(row);
    })();
  }

  /** Creates indexes and views, which completes the file. */
  finish(): void {
    this.#db.exec(PLAIN_INDEXES);
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

export interface PlainColumn {
  readonly name: string;
  /** As declared. */
  readonly type: string;
  /** A part of the primary key. */
  readonly isKey: boolean;
  readonly isRequired: boolean;
}

/** The columns of each table. */
export function plainTables(): ReadonlyMap<PlainTable, readonly PlainColumn[]> {
  const db = new Database(":memory:");
  try {
    db.exec(PLAIN_SCHEMA);
    const columnsOf = db.prepare<[string], { name: string; type: string; pk: number; notnull: number }>(
      "SELECT name, type, pk, [notnull] FROM pragma_table_info(?)",
    );
    return new Map(
      TABLES.map((table) => {
        const columns = columnsOf.all(table).map(({ name, type, pk, notnull }) => ({
          ...{ name, type, isKey: pk > 0 },
          isRequired: pk > 0 || notnull > 0,
        }));
        return [table, columns];
      }),
    );
  } finally {
    db.close();
  }
}
