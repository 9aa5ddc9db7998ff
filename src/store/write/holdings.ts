/** Which unit's archive holds which case, and the digest of what it says of it. */
import type { Database } from "better-sqlite3";

export interface Holding {
  readonly unitId: number;
  readonly caseId: number;
}

const NOTE = `
  INSERT INTO holding (unit_id, case_id, digest)
  VALUES (:unitId, :caseId, :digest)
  ON CONFLICT DO UPDATE SET digest = excluded.digest
`;
const DIGEST = "SELECT digest FROM holding WHERE unit_id = :unitId AND case_id = :caseId";
const REMOVE = "DELETE FROM holding WHERE unit_id = :unitId AND case_id = :caseId";
const IS_HELD = "SELECT 1 FROM holding WHERE case_id = :caseId LIMIT 1";
const HELD_ELSEWHERE = `
  SELECT 1
    FROM holding
   WHERE case_id = :caseId AND unit_id <> :unitId
   LIMIT 1
`;
const IDS = "SELECT case_id FROM holding WHERE unit_id = :unitId ORDER BY case_id";
const COUNT = "SELECT count(*) FROM holding WHERE unit_id = :unitId";

export interface Holdings {
  note(holding: Holding & { digest: Uint8Array }): void;
  remove(holding: Holding): void;
  digest(holding: Holding): Uint8Array | undefined;
  isHeld(of: { caseId: number }): boolean;
  isHeldElsewhere(holding: Holding): boolean;
  /** Ascending. */
  ids(of: { unitId: number }): Iterable<number>;
  count(of: { unitId: number }): number;
}

/** The holdings of an open corpus; the writing ones need a writer. */
export function holdingsOf(db: Database): Holdings {
  const reads = {
    digest: db.prepare<Holding, Buffer>(DIGEST).pluck(),
    isHeld: db.prepare<{ caseId: number }, number>(IS_HELD).pluck(),
    elsewhere: db.prepare<Holding, number>(HELD_ELSEWHERE).pluck(),
    ids: db.prepare<{ unitId: number }, number>(IDS).pluck(),
    count: db.prepare<{ unitId: number }, number>(COUNT).pluck(),
  };
  const note = db.prepare(NOTE);
  const remove = db.prepare(REMOVE);
  return {
    note: (holding) => void note.run(holding),
    remove: (holding) => void remove.run(holding),
    digest: (holding) => reads.digest.get(holding),
    isHeld: (of) => reads.isHeld.get(of) !== undefined,
    isHeldElsewhere: (holding) => reads.elsewhere.get(holding) !== undefined,
    ids: (of) => reads.ids.iterate(of),
    count: (of) => reads.count.get(of) ?? 0,
  };
}
