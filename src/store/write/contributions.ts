/** Which units contributed which cases, each with the digest of its record. */
import type { Database } from "better-sqlite3";
import { rowStatement } from "./row-statement.ts";

export interface ContributionKey {
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
  const update = rowStatement<Contribution>(db, UPDATE);
  const add = rowStatement<Contribution>(db, ADD);
  const remove = db.prepare(REMOVE);
  return {
    note: (contribution: Contribution): void => {
      if (update(contribution).changes === 0) add(contribution);
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
