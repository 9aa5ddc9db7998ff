/** What a corpus knows of units: their contributions, imports and downloads. */

import { crc32 } from "node:zlib";
import type { Database } from "better-sqlite3";
import { type Allocate, type Unpack, unpackerOf } from "../codec/codec.ts";
import { openForReading } from "../database/open-database.ts";
import { readValue, run } from "../database/statement-cache.ts";
import {
  findDownload,
  type ListedUnit,
  type NotedDownload,
  outcomeOf,
  type TryOutcome,
} from "../ledger/ledger.ts";
import { type ArchiveOfUnit, findImport, type ImportedArchive, isLastSet, Units } from "../ledger/units.ts";
import { hasCase, indexedForm } from "./case-repository.ts";
import { type BodyReaders, type IndexedStored, indexText } from "./prepare-case.ts";

/** Only reads. */
export class KnownUnits implements Disposable {
  readonly path: string;
  readonly units: Pick<Units, "count" | "find" | "mismatches" | "names">;
  readonly contributions: Pick<Contributions, "count" | "has" | "ids" | "isContributedElsewhere">;
  readonly #db: Database;
  readonly #unpack: Unpack;

  constructor(path: string, db: Database) {
    this.path = path;
    this.#db = db;
    this.#unpack = unpackerOf(db);
    this.units = new Units(db);
    this.contributions = contributionsOf(db);
  }

  hasCase(id: number): boolean {
    return hasCase(this.#db, id);
  }

  /**
   * Makes what is indexed of the body of a stored case, for a record without one. Null without a body, or if it cannot be read: then the
   * writer reports it.
   */
  indexStored(id: number, readers: BodyReaders, allocate?: Allocate): IndexedStored | null {
    try {
      const stored = indexedForm(this.#db, id);
      if (stored === null) return null;
      const { form, data } = stored;
      const indexed = indexText({ form, text: this.#unpack(data) }, null, readers, allocate);
      return { form, checksum: crc32(data), indexed };
    } catch {
      return null;
    }
  }

  findImport(archive: ArchiveOfUnit): ImportedArchive | null {
    return findImport(this.#db, archive);
  }

  isLastSet(set: ArchiveOfUnit): boolean {
    return isLastSet(this.#db, set);
  }

  findDownload(unit: ListedUnit): NotedDownload | null {
    return findDownload(this.#db, unit);
  }

  outcomeOf(unit: ListedUnit): TryOutcome | null {
    return outcomeOf(this.#db, unit);
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

/** Opens a corpus for reading. @throws CaselawError as `openForReading` */
export function openKnownUnits(path: string, memory?: "little"): KnownUnits {
  return new KnownUnits(path, openForReading(path, memory));
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
/** No ON CONFLICT: SQLite would copy each page that the statement changes, so that it could undo the statement. */
const ADD = "INSERT INTO contribution (unit_id, case_id, digest) VALUES (:unitId, :caseId, :digest)";
const DIGEST = "SELECT digest FROM contribution WHERE unit_id = :unitId AND case_id = :caseId";
const REMOVE = "DELETE FROM contribution WHERE unit_id = :unitId AND case_id = :caseId";
const CONTRIBUTOR = `
  SELECT unit_id
    FROM contribution JOIN unit ON unit.id = unit_id
   WHERE case_id = :caseId
   ORDER BY source = 'courtlistener', unit_id
   LIMIT 1
`;
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
  const has = (sql: string, key: object): boolean => readValue(db, sql, key) !== undefined;
  const digestOf = ({ unitId, caseId }: ContributionKey): Buffer | undefined =>
    readValue(db, DIGEST, { unitId, caseId });
  return {
    note: (contribution: Contribution): void => {
      if (run(db, UPDATE, contribution).changes === 0) run(db, ADD, contribution);
    },
    remove: (contribution: ContributionKey): void => void run(db, REMOVE, contribution),
    digest: (contribution: ContributionKey): Uint8Array | undefined => digestOf(contribution),
    /** Whether the unit's record of the case has this digest. */
    has: (contribution: Contribution): boolean =>
      digestOf(contribution)?.equals(contribution.digest) === true,
    /** A unit that has the case, of another source than CourtListener if there is one. */
    contributor: (key: { caseId: number }): number | null => readValue(db, CONTRIBUTOR, key) ?? null,
    isContributedElsewhere: (contribution: ContributionKey): boolean =>
      has(IS_CONTRIBUTED_ELSEWHERE, contribution),
    ids: (key: { unitId: number }): Iterable<number> => db.prepare<object, number>(IDS).pluck().iterate(key),
    count: (key: { unitId: number }): number => readValue(db, COUNT, key) ?? 0,
  };
}
