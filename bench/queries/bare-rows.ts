/**
 * A page of cases by SQL alone, with the best plan known, as objects of the interface's contents: what the layers above
 * the driver are measured against.
 */
import type Database from "better-sqlite3";
import { type StoredText, unpackExtras } from "../../src/store/write/extras.ts";

/** Columns of a case and what it refers to, for a statement in which `c` is the case. */
export const COLUMNS = `
  c.id, c.name, c.name_abbreviation, c.decision_date, c.docket_number, c.first_page, c.last_page, c.volume_number,
  c.volume_barcode, c.reporter_name, c.last_updated, c.court_id, c.jurisdiction_id, c.extra
`;

interface Row {
  readonly court_id: number | null;
  readonly jurisdiction_id: number | null;
  readonly extra: StoredText;
}

export type BareRecord = Readonly<Record<string, unknown>>;
export type Values = Readonly<Record<string, string | number>>;

/** Runs statements whose columns are `COLUMNS`; courts and jurisdictions are read once. */
export class BareRows {
  readonly #db: Database.Database;
  readonly #courts: ReadonlyMap<number, unknown>;
  readonly #jurisdictions: ReadonlyMap<number, unknown>;

  constructor(db: Database.Database) {
    this.#db = db;
    this.#courts = byId(db, "SELECT id, slug, name, name_abbreviation FROM court");
    this.#jurisdictions = byId(db, "SELECT id, slug, name, name_long, whitelisted FROM jurisdiction");
  }

  read(sql: string, values: Values): BareRecord[] {
    return this.#db
      .prepare<Values, Row>(sql)
      .all(values)
      .map(({ extra, court_id, jurisdiction_id, ...fields }) => {
        const { citations, values } = unpackExtras(extra);
        return {
          ...fields,
          citations,
          court: this.#courts.get(court_id ?? 0) ?? null,
          jurisdiction: this.#jurisdictions.get(jurisdiction_id ?? 0) ?? null,
          cites_to: values.citesTo,
          analysis: values.analysis,
        };
      });
  }
}

function byId(db: Database.Database, sql: string): Map<number, unknown> {
  return new Map(
    db
      .prepare<[], { id: number }>(sql)
      .all()
      .map((row) => [row.id, row]),
  );
}
