/** Writes an exported database: a new file, filled once, without a log, since nobody sees it before it is whole. */
import Database from "better-sqlite3";
import { PLAIN_INDEXES, PLAIN_SCHEMA } from "./plain-schema.ts";

type Value = string | number | null;
/** A row by its columns; each must be given. */
export type PlainRow = Readonly<Record<string, Value>>;

/** The columns of each table, in the order in which a row of it is bound. */
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

  /** @param path a file that is not there yet */
  constructor(path: string) {
    this.#db = new Database(path);
    this.#db.pragma("journal_mode = OFF");
    this.#db.pragma("synchronous = OFF");
    this.#db.pragma("page_size = 8192");
    // a case may name a record that the corpus does not hold
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

  /** Writes rows, all of them or none. */
  write(rows: Iterable<readonly [PlainTable, PlainRow]>): void {
    this.#db.transaction(() => {
      for (const [table, row] of rows) this.#inserts.get(table)?.run(row);
    })();
  }

  /** Makes indexes and views. The file is whole then. */
  finish(): void {
    this.#db.exec(PLAIN_INDEXES);
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}
