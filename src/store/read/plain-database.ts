/** Writes an exported database: a new file, written once. It needs no log, because nobody reads it before it is complete. */
import Database from "better-sqlite3";
import { PLAIN_INDEXES, PLAIN_SCHEMA } from "./plain-schema.ts";

type Value = string | number | null;
/** A row by column. Every column must have a value. */
export type PlainRow = Readonly<Record<string, Value>>;

/** The columns of each table. */
const COLUMNS = {
  jurisdictions: ["id", "slug", "name", "name_long", "whitelisted"],
  courts: ["id", "slug", "name", "name_abbreviation", "jurisdiction_id"],
  reporters: ["id", "full_name", "short_name", "start_year", "end_year"],
  volumes: [
    "barcode",
    "volume_number",
    "title",
    "publisher",
    "publication_year",
    "start_year",
    "end_year",
    "nominative_volume_number",
    "nominative_name",
    "series_volume_number",
    "reporter_id",
    "reporter",
  ],
  cases: [
    "id",
    "url",
    "name",
    "name_abbreviation",
    "decision_date",
    "decision_year",
    "docket_number",
    "first_page",
    "last_page",
    "volume_barcode",
    "volume_number",
    "reporter_id",
    "reporter",
    "court_id",
    "jurisdiction_id",
    "last_updated",
    "cites_to",
    "analysis",
    "provenance",
    "casebody_status",
    "head_matter",
    "corrections",
    "parties",
    "attorneys",
    "judges",
  ],
  opinions: ["case_id", "seq", "type", "author", "text"],
  citations: ["case_id", "seq", "type", "cite"],
  edges: [
    "case_id",
    "seq",
    "cite",
    "standard_cite",
    "cited_case_id",
    "source",
    "pin_pages",
    "year",
    "times",
    "opinion_index",
  ],
} as const;

export type PlainTable = keyof typeof COLUMNS;

export class PlainDatabase implements Disposable {
  readonly #db: Database.Database;
  readonly #inserts: ReadonlyMap<string, Database.Statement<[PlainRow]>>;

  /** @param path a file that does not exist */
  constructor(path: string) {
    this.#db = new Database(path);
    this.#db.pragma("journal_mode = OFF");
    this.#db.pragma("synchronous = OFF");
    this.#db.pragma("page_size = 8192");
    // a case may refer to a record that is not in the corpus
    this.#db.pragma("foreign_keys = OFF");
    this.#db.exec(PLAIN_SCHEMA);
    this.#inserts = new Map(
      Object.entries(COLUMNS).map(([table, columns]) => [
        table,
        this.#db.prepare<[PlainRow]>(
          `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((one) => `:${one}`).join(", ")})`,
        ),
      ]),
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
