/** What a corpus knows of units: their contributions, imports and downloads. */

import type { Database } from "better-sqlite3";
import { closeOnError, openForReading } from "../database/open-database.ts";
import { type Downloads, downloadsOf } from "../ledger/ledger.ts";
import { type ImportLog, importLogOf, Units } from "../ledger/units.ts";
import { CASE_SQL } from "./case-sql.ts";

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

/** Which units contributed which cases, each with the digest of its record. */
interface ContributionKey {
  readonly unitId: number;
  readonly caseId: number;
}

interface Contribution extends ContributionKey {
  readonly digest: Uint8Array;
}

const UPDATE = "UPDATE contribution SET digest = :digest WHERE unit_id = :unitId AND case_id = :caseId";
/** Not as one statement with ON CONFLICT: SQLite would copy each page that it changes, so that it could undo it. */
const ADD = "INSERT INTO contribution (unit_id, case_id, digest) VALUES (:unitId, :caseId, :digest)";
const DIGEST = "SELECT digest FROM contribution WHERE unit_id = :unitId AND case_id = :caseId";
const REMOVE = "DELETE FROM contribution WHERE unit_id = :unitId AND case_id = :caseId";
const IS_CONTRIBUTED = "SELECT 1 FROM contribution WHERE case_id = :caseId LIMIT 1";
const IS_CONTRIBUTED_ELSEWHERE = `
  SELECT 1
    FROM contribution
   WHERE case_id = :caseId AND unit_id <> :unitId
   LIMIT 1
`;
const IDS = "SELECT case_id FROM contribution WHERE unit_id = :unitId ORDER BY case_id";
const COUNT = "SELECT count(*) FROM contribution WHERE unit_id = :unitId";

export type Contributions = ReturnType<typeof contributionsOf>;

/** Reads and writes the contributions of an open corpus; writing needs a writer's connection. */
export function contributionsOf(db: Database) {
  const reads = {
    digest: db.prepare<ContributionKey, Buffer>(DIGEST).pluck(),
    isContributed: db.prepare<{ caseId: number }, number>(IS_CONTRIBUTED).pluck(),
    isContributedElsewhere: db.prepare<ContributionKey, number>(IS_CONTRIBUTED_ELSEWHERE).pluck(),
    ids: db.prepare<{ unitId: number }, number>(IDS).pluck(),
    count: db.prepare<{ unitId: number }, number>(COUNT).pluck(),
  };
  const update = db.prepare<Contribution>(UPDATE);
  const add = db.prepare<Contribution>(ADD);
  const remove = db.prepare(REMOVE);
  return {
    note: (contribution: Contribution): void => {
      if (update.run(contribution).changes === 0) add.run(contribution);
    },
    remove: (contribution: ContributionKey): void => void remove.run(contribution),
    digest: (contribution: ContributionKey): Uint8Array | undefined => reads.digest.get(contribution),
    /** Whether the unit's record of the case has this digest. */
    has: (contribution: Contribution): boolean =>
      reads.digest.get(contribution)?.equals(contribution.digest) === true,
    /** Whether any unit contributed the case. */
    isContributed: (of: { caseId: number }): boolean => reads.isContributed.get(of) !== undefined,
    isContributedElsewhere: (contribution: ContributionKey): boolean =>
      reads.isContributedElsewhere.get(contribution) !== undefined,
    /** Ascending. */
    ids: (of: { unitId: number }): Iterable<number> => reads.ids.iterate(of),
    count: (of: { unitId: number }): number => reads.count.get(of) ?? 0,
  };
}
