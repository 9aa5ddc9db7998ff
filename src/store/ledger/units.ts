/** Units: what is imported as one piece and replaced by its next release; and what their archives lack. */
import type { Database } from "better-sqlite3";

export interface Unit {
  readonly id: number;
  readonly source: string;
  readonly name: string;
  /** Of the newest archive that was read to its end; null until then. */
  readonly sha256: string | null;
  readonly release: string | null;
  /** 1 when nothing was missing in that archive, so that what it does not hold is gone. */
  readonly hasAllCases: number;
}

const FIND =
  "SELECT id, source, name, sha256, release, whole AS hasAllCases FROM unit WHERE source = :source AND name = :name";
const ADD = "INSERT INTO unit (source, name) VALUES (:source, :name)";
const ALL = "SELECT id, source, name, sha256, release, whole AS hasAllCases FROM unit";
const ADVANCE = `
  UPDATE unit
     SET sha256 = :sha256, release = :release, whole = :hasAllCases, expected = :expected, missing = :missing
   WHERE id = :id
`;
const CLEAR_MISMATCHES = "DELETE FROM mismatch WHERE unit_id = :id";
const ADD_MISMATCH = "INSERT OR IGNORE INTO mismatch (unit_id, name, kind) VALUES (:id, :name, :kind)";
const MISMATCHES = "SELECT name, kind FROM mismatch WHERE unit_id = :id ORDER BY name, kind";

/** A name that an archive lists and lacks, or the other way round. */
export interface UnitMismatch {
  readonly name: string;
  readonly kind: string;
}

/** What an archive that was read to its end says of its unit. */
export interface ArchiveState extends Pick<Unit, "sha256" | "release" | "hasAllCases"> {
  /** Cases that it says it has. */
  readonly expected: number;
  /** Of these, cases that could not be taken. */
  readonly missing: number;
  readonly mismatches: readonly UnitMismatch[];
}

export class Units {
  readonly #statements;
  readonly #byId = new Map<number, Unit>();

  constructor(db: Database) {
    this.#statements = {
      find: db.prepare<{ source: string; name: string }, Unit>(FIND),
      add: db.prepare(ADD),
      all: db.prepare<[], Unit>(ALL),
      advance: db.prepare(ADVANCE),
      clearMismatches: db.prepare(CLEAR_MISMATCHES),
      addMismatch: db.prepare(ADD_MISMATCH),
      mismatches: db.prepare<{ id: number }, UnitMismatch>(MISMATCHES),
    };
    this.reload();
  }

  reload(): void {
    this.#byId.clear();
    for (const unit of this.#statements.all.iterate()) this.#byId.set(unit.id, unit);
  }

  /** The unit of that name, made when there is none. */
  claim(source: string, name: string): Unit {
    if (this.#statements.find.get({ source, name }) === undefined) this.#statements.add.run({ source, name });
    const unit = this.#statements.find.get({ source, name });
    if (unit === undefined) throw new Error(`unit ${source} ${name} vanished`);
    this.#byId.set(unit.id, unit);
    return unit;
  }

  find(source: string, name: string): Unit | null {
    return this.#statements.find.get({ source, name }) ?? null;
  }

  get(id: number): Unit {
    const unit = this.#byId.get(id);
    if (unit === undefined) throw new Error(`no unit ${id}`);
    return unit;
  }

  /** Notes that an archive of the unit was read to its end. */
  advance(id: number, { sha256, release, hasAllCases, expected, missing, mismatches }: ArchiveState): void {
    this.#statements.advance.run({ id, sha256, release, hasAllCases, expected, missing });
    this.#statements.clearMismatches.run({ id });
    for (const { name, kind } of mismatches) this.#statements.addMismatch.run({ id, name, kind });
    this.#byId.set(id, { ...this.get(id), sha256, release, hasAllCases });
  }

  /** What the unit's newest archive lacks. */
  mismatches(id: number): UnitMismatch[] {
    return this.#statements.mismatches.all({ id });
  }
}
