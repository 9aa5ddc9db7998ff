/** What a corpus knows of units: their contributions, imports and downloads. */
import { closeOnError, openForReading } from "../database/open-database.ts";
import { type Downloads, downloadsOf } from "../ledger/ledger.ts";
import { type ImportLog, importLogOf, Units } from "../ledger/units.ts";
import { CASE_SQL } from "./case-sql.ts";
import { type Contributions, contributionsOf } from "./contributions.ts";

/** Only reads. */
export interface KnownUnits {
  readonly units: Pick<Units, "count" | "find" | "mismatches">;
  readonly contributions: Pick<Contributions, "count" | "has" | "ids" | "isContributedElsewhere">;
  readonly imports: Pick<ImportLog, "find">;
  readonly downloads: Pick<Downloads, "find">;
}

/** Of a corpus that is not written. */
export interface OpenKnownUnits extends KnownUnits, Disposable {
  readonly path: string;
  hasCase(id: number): boolean;
}

/** @throws CaselawError as `openForReading` */
export function openKnownUnits(path: string, memory?: "little"): OpenKnownUnits {
  const db = openForReading(path, memory);
  return closeOnError(db, () => {
    const hasCase = db.prepare<[id: number], number>(CASE_SQL.hasCase).pluck();
    return {
      path,
      units: new Units(db),
      contributions: contributionsOf(db),
      imports: importLogOf(db),
      downloads: downloadsOf(db),
      hasCase: (id) => hasCase.get(id) !== undefined,
      [Symbol.dispose]: () => void db.close(),
    };
  });
}
