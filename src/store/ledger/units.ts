/**
 * Units, the mismatches of their archives, and the imports into them. A unit is what one archive contains and its next release replaces; the
 * import log has a row for each imported archive, written when its import ended. The table `run` has a row for each run that wrote to the corpus,
 * with its start, and its end unless it was killed.
 */
import type { Database } from "better-sqlite3";
import { isNewerArchive, type Stamp } from "../../domain/decision-date.ts";
import type { ImportCounts, LoggedRun, RunResult } from "../../domain/ledger.ts";
import { dropEarlyIndex, isInFirstImport } from "../database/file-layout.ts";
import { readObject, readObjects, readValue, run, selectFrom, upsert } from "../database/statement-cache.ts";
import { writeFacetBlocks } from "../dates/facet-blocks.ts";
import { noteTextRoot } from "./text-root.ts";

/** The contribution that a value comes from: its unit, and the `last_updated` of its record. */
export interface Origin {
  readonly unitId: number;
  readonly lastUpdated: string | null;
}

export interface Unit {
  readonly id: number;
  readonly source: string;
  readonly name: string;
  /** Of the newest archive that was read to its end; null before that. */
  readonly sha256: string | null;
  readonly release: string | null;
  /** 1 if that archive had no missing cases, so that cases which it lacks are removed from the unit. */
  readonly hasAllCases: number;
  /** Cases that the archive lists and that could not be imported. */
  readonly missing: number;
}

const ADD = "INSERT INTO unit (source, name) VALUES (:source, :name)";
export const ALL_UNITS =
  "SELECT id, source, name, sha256, release, complete AS hasAllCases, missing FROM unit";
const FIND = `${ALL_UNITS} WHERE source = :source AND name = :name`;
const COUNT = "SELECT count(*) FROM unit WHERE source = :source";
const NAMES = "SELECT name FROM unit WHERE source = :source ORDER BY name";
const GET = `${ALL_UNITS} WHERE id = :id`;
const ADVANCE = `
  UPDATE unit
     SET sha256 = :sha256, release = :release, complete = :hasAllCases, expected = :expected, missing = :missing
   WHERE id = :id
`;
const CLEAR_MISMATCHES = "DELETE FROM mismatch WHERE unit_id = :id";
const ADD_MISMATCH = "INSERT OR IGNORE INTO mismatch (unit_id, name, kind) VALUES (:id, :name, :kind)";
/**
 * `+` before a parameter, in a statement with ORDER BY: otherwise SQLite (ENABLE_STAT4, even without statistics) plans the
 * statement again for each new value, which took 20 of 25 µs.
 */
const MISMATCHES = "SELECT name, kind FROM mismatch WHERE unit_id = +:id ORDER BY name, kind";

/** A name that an archive lists but lacks, or contains but does not list. */
export interface UnitMismatch {
  readonly name: string;
  readonly kind: string;
}

/** The state of a unit after an archive was read to its end. */
export interface ArchiveState extends Pick<Unit, "sha256" | "release" | "hasAllCases" | "missing"> {
  readonly expected: number;
  readonly mismatches: readonly UnitMismatch[];
}

export class Units {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  claim(source: string, name: string): Unit {
    if (this.find(source, name) === null) run(this.#db, ADD, { source, name });
    const unit = this.find(source, name);
    if (unit === null) throw new Error(`unit ${source} ${name} vanished`);
    return unit;
  }

  find(source: string, name: string): Unit | null {
    return readObject(this.#db, FIND, { source, name }) ?? null;
  }

  count(source: string): number {
    return readValue(this.#db, COUNT, { source }) ?? 0;
  }

  names(source: string): string[] {
    return readObjects<{ name: string }>(this.#db, NAMES, { source }).map(({ name }) => name);
  }

  get(id: number): Unit {
    const unit = readObject<Unit>(this.#db, GET, { id });
    if (unit === undefined) throw new Error(`no unit ${id}`);
    return unit;
  }

  advance(id: number, { sha256, release, hasAllCases, expected, missing, mismatches }: ArchiveState): void {
    run(this.#db, ADVANCE, { id, sha256, release, hasAllCases, expected, missing });
    run(this.#db, CLEAR_MISMATCHES, { id });
    for (const { name, kind } of mismatches) run(this.#db, ADD_MISMATCH, { id, name, kind });
  }

  mismatches(id: number): UnitMismatch[] {
    return readObjects(this.#db, MISMATCHES, { id });
  }
}

/** The Caselaw Access Project's text and metadata of a decision are kept where CourtListener has it too. */
export function precedenceOf({ source }: Pick<Unit, "source">): number {
  return source === "courtlistener" ? 0 : 1;
}

/** The stamp of a stored contribution: release and hash are those of the archive that its unit was last read from. */
export function stampOf(units: Units, { unitId, lastUpdated }: Origin): Stamp {
  const unit = units.get(unitId);
  return { precedence: precedenceOf(unit), lastUpdated, release: unit.release, sha256: unit.sha256 ?? "" };
}

/** The stamp that a contribution will have after the import of an archive has ended. */
export function stampAfter(
  units: Units,
  origin: Origin,
  archive: { readonly unitId: number; readonly release: string | null; readonly sha256: string },
): Stamp {
  const stamp = stampOf(units, origin);
  const { unitId } = origin;
  return unitId === archive.unitId && isNewerArchive({ ...archive, hasAllCases: 1 }, units.get(unitId))
    ? { ...stamp, release: archive.release, sha256: archive.sha256 }
    : stamp;
}

/** A row of the import log: the outcomes of the records of an archive; read = added + changed + unchanged + rejected. */
export interface ImportedArchive extends ImportCounts {
  readonly unitId: number;
  readonly path: string;
  readonly sha256: string;
  readonly release: string | null;
  readonly bytes: number;
  /** Whether no record is missing because bytes were, so that the archive need not be imported again. */
  readonly complete: boolean;
  readonly finishedAt: string;
}

/** An archive by its hash, and the unit into which it is imported. */
export interface ArchiveOfUnit {
  readonly sha256: string;
  readonly source: string;
  readonly name: string;
}

/** The last complete import of an archive with this hash into the unit. */
export function findImport(db: Database, archive: ArchiveOfUnit): ImportedArchive | null {
  // `+` before a parameter: as in `MISMATCHES`
  const find = `
    ${selectFrom(db, "import_log")}
     WHERE sha256 = +:sha256 AND complete = 1
       AND unit_id = (SELECT id FROM unit WHERE source = :source AND name = :name)
     ORDER BY id DESC
     LIMIT 1
  `;
  const row = readObject<ImportedArchive>(db, find, archive);
  return row === undefined ? null : { ...row, complete: Boolean(row.complete) };
}

const IS_OF_LAST_SET = `
  SELECT :sha256 IN (
    SELECT sha256 FROM import_log
     WHERE complete = 1 AND unit_id = (SELECT id FROM unit WHERE source = :source AND name = :name)
     ORDER BY id DESC
     LIMIT 2
  )
`;

/** Whether a set of tables, which is logged under two checksums, is the last imported set: no other selection was imported after it. */
export function isLastSet(db: Database, set: ArchiveOfUnit): boolean {
  return readValue(db, IS_OF_LAST_SET, set) === 1;
}

const LAST_RUN = "SELECT max(id) FROM run";

export function noteImport(db: Database, archive: ImportedArchive): void {
  upsert(db, "import_log", ["id"], { ...archive, runId: readValue(db, LAST_RUN) ?? null });
}

const END = `
  UPDATE run
     SET finished_at = :at, outcome = :outcome, error = :error, archives = :archives, read = :read, added = :added,
         changed = :changed, unchanged = :unchanged, removed = :removed, rejected = :rejected
   WHERE id = (${LAST_RUN})
`;
/** For a run that has ended: changes it only if no other run has begun. */
const FAULT = `UPDATE run SET outcome = 'faulty', error = :error WHERE id = (${LAST_RUN}) AND outcome = 'done'`;

/** Only one run writes at a time, so the last one in the table is the current one. */
export function beginRun(db: Database, command: string): void {
  upsert(db, "run", ["id"], { command, startedAt: new Date().toISOString() });
}

export function endRun(db: Database, result: RunResult): void {
  if (isFirstEnd(db, result)) dropEarlyIndex(db);
  if (isFinished(result)) {
    writeFacetBlocks(db);
    noteTextRoot(db);
  }
  run(db, END, { ...result, at: new Date().toISOString() });
}

/** Whether the first import of the corpus ends with this result. */
export function isFirstEnd(db: Database, result: RunResult): boolean {
  return isFinished(result) && isInFirstImport(db);
}

/** A run that was stopped is continued, and each of its transactions would rewrite the indexes. */
function isFinished({ outcome }: RunResult): boolean {
  return outcome === "done" || outcome === "faulty";
}

/** The last run, which ended well, is faulty after all: something failed that belongs to it. */
export function noteRunFault(db: Database, error: string): void {
  run(db, FAULT, { error });
}

export function lastRuns(db: Database, limit: number): LoggedRun[] {
  return readObjects(db, `${selectFrom(db, "run")} ORDER BY id DESC LIMIT :limit`, { limit });
}
