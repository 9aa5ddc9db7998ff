/** The tables of a published index, each read on first use and kept until the index has another version. */
import { CaselawError } from "../../domain/errors.ts";
import type { Court, Jurisdiction, Reporter } from "../../domain/records.ts";
import { MAX_HITS } from "../layout/mapping.ts";
import { readTable, type TableName, type Tables } from "../layout/tables.ts";
import { filtered, termsOf } from "../query/query.ts";
import type { EngineIndex } from "./engine-index.ts";

/** Small tables, which almost every answer needs: they are read together. */
const SMALL: readonly TableName[] = ["jurisdictions", "courts", "reporters"];

export interface References {
  readonly jurisdictions: ReadonlyMap<number, Jurisdiction>;
  readonly courts: ReadonlyMap<number, Court>;
  readonly reporters: ReadonlyMap<number, Reporter>;
}

export class TableCache {
  readonly #index: EngineIndex;
  #version = "";
  #generation = "";
  #tables: Partial<Tables> = {};
  #references: References | null = null;

  constructor(index: EngineIndex) {
    this.#index = index;
  }

  /** @throws CaselawError `unavailable` if the state that is read has been replaced twice */
  get<T extends TableName>(table: T): Tables[T] {
    this.#refresh();
    const known = this.#tables[table];
    if (known !== undefined) return known;
    this.#read(SMALL.includes(table) ? SMALL : [table]);
    const read = this.#tables[table];
    if (read !== undefined) return read;
    // a publication keeps the tables of the one before it
    throw new CaselawError(
      "unavailable",
      "Cannot read the index any longer: it was published twice meanwhile",
    );
  }

  /** By id. */
  references(): References {
    this.#refresh();
    this.#references ??= {
      jurisdictions: byId(this.get("jurisdictions")),
      courts: byId(this.get("courts")),
      reporters: byId(this.get("reporters")),
    };
    return this.#references;
  }

  #read(tables: readonly TableName[]): void {
    const { hits } = this.#index.search("tables", {
      query: filtered([{ term: { version: this.#version } }, termsOf("table", tables)]),
      sort: [{ table: "asc" }, { part: "asc" }],
      size: MAX_HITS - 1,
    });
    for (const table of tables) {
      const parts = hits
        .filter(({ source }) => source.table === table)
        .map(({ source }) => String(source.data));
      if (parts.length > 0) this.#tables = { ...this.#tables, [table]: readTable(table, parts) };
    }
  }

  #refresh(): void {
    const { generation, tables: version } = this.#index.state;
    if (this.#version === version && this.#generation === generation) return;
    this.#version = version;
    this.#generation = generation;
    this.#tables = {};
    this.#references = null;
  }
}

function byId<T extends { readonly id: number }>(records: readonly T[]): ReadonlyMap<number, T> {
  return new Map(records.map((one) => [one.id, one]));
}
