/** Reads units, contributions and imports, for dry runs. */

import { openForReading } from "../database/open-database.ts";
import { type ImportedArchive, type ImportLog, importLogOf } from "../ledger/import-log.ts";
import { type Unit, Units } from "../ledger/units.ts";
import { type Contributions, contributionsOf } from "../write/contributions.ts";

export class UnitView implements Disposable {
  readonly path: string;
  readonly #db;
  readonly #units: Units;
  readonly #contributions: Contributions;
  readonly #log: ImportLog;
  readonly #hasCase;

  /** @throws CaselawError as `openForReading` */
  constructor(path: string) {
    this.path = path;
    this.#db = openForReading(path);
    this.#units = new Units(this.#db);
    this.#contributions = contributionsOf(this.#db);
    this.#log = importLogOf(this.#db);
    this.#hasCase = this.#db
      .prepare<{ id: number }, number>("SELECT 1 FROM court_case WHERE id = :id")
      .pluck();
  }

  findUnit(source: string, name: string): Unit | null {
    return this.#units.find(source, name);
  }

  findImport(archive: { sha256: string; unitId: number }): ImportedArchive | null {
    return this.#log.find(archive);
  }

  countContributions(unitId: number): number {
    return this.#contributions.count({ unitId });
  }

  contributedIds(unitId: number): Iterable<number> {
    return this.#contributions.ids({ unitId });
  }

  hasCase(id: number): boolean {
    return this.#hasCase.get({ id }) !== undefined;
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}
