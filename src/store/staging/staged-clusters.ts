/** Reads a finished staging file: the decisions of each court, with the rows of all tables that belong to them. */
import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { CLUSTER_IDS } from "../../domain/case-id.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { readObject, readObjects, readValue, readValues } from "../database/statement-cache.ts";
import { STAGING_ID, STAGING_VERSION, type StagedSet } from "./staging-file.ts";

/** A JSON text, packed unless it is short. */
export type PackedText = string | Uint8Array;

/** A cluster that is imported as a decision, with what it is joined to, as JSON texts. */
export interface JoinedCluster {
  readonly id: number;
  readonly line: number;
  readonly cluster: PackedText;
  readonly court: string;
  readonly docketNumber: string;
  readonly citations: readonly string[];
  readonly opinions: readonly PackedText[];
  readonly hasText: boolean;
  readonly caseId: number | null;
  readonly clusterIds: readonly number[];
  readonly parentheticals: readonly SaidOf[];
}

/** A parenthetical: what another decision says of this one. */
export interface SaidOf {
  readonly text: string;
  /** The id of the other decision. */
  readonly caseId: number;
}

/** Of each decision, those with the best scores. */
const MAX_PARENTHETICALS = 20;
const SAID_OF = `
  SELECT said.text, coalesce(matched.case_id, ${CLUSTER_IDS} + citing.cluster_id) AS caseId
    FROM opinion
    JOIN parenthetical AS said ON said.described = opinion.id
    JOIN opinion AS citing ON citing.id = said.describing
    LEFT JOIN matched ON matched.cluster_id = citing.cluster_id
   WHERE opinion.cluster_id IN (SELECT :id UNION SELECT cluster_id FROM matched WHERE first_id = :id)
     AND citing.cluster_id NOT IN (SELECT :id UNION SELECT cluster_id FROM matched WHERE first_id = :id)
   ORDER BY said.score DESC, said.rowid
   LIMIT ${MAX_PARENTHETICALS}
`;

const CASE_IDS = `
  SELECT ${CLUSTER_IDS} + of_court.cluster_id AS clusterCaseId, matched.case_id AS matchedCaseId
    FROM of_court LEFT JOIN matched ON matched.cluster_id = of_court.cluster_id
   WHERE court_id = :courtId
`;
const SET = `
  SELECT checksum, release, bytes, clusters, number, has_all_decisions AS hasAllDecisions, has_all_parts AS hasAllParts FROM "set"
`;
const OF_COURT = `
  SELECT cluster.id, cluster.line, cluster.data, court.data AS court, docket.number AS docketNumber,
         matched.case_id AS caseId, coalesce(matched.has_text, 0) AS isElsewhere
    FROM of_court
    JOIN cluster ON cluster.id = of_court.cluster_id
    JOIN docket ON docket.id = cluster.docket_id
    JOIN court ON court.id = of_court.court_id
    LEFT JOIN matched ON matched.cluster_id = cluster.id
   WHERE of_court.court_id = :court AND (matched.first_id IS NULL OR matched.first_id = cluster.id)
   ORDER BY of_court.cluster_id
`;

interface ClusterRow {
  readonly id: number;
  readonly line: number;
  readonly data: PackedText;
  readonly court: string;
  readonly docketNumber: string;
  readonly caseId: number | null;
  readonly isElsewhere: number;
}

const CITATIONS = "SELECT data FROM citation WHERE cluster_id = :id ORDER BY rowid";
const OPINIONS = "SELECT data FROM opinion WHERE cluster_id = :id AND data IS NOT NULL ORDER BY id";
const SAME_CASE =
  "SELECT cluster_id FROM matched WHERE first_id = :id AND cluster_id <> :id ORDER BY cluster_id";

/** A finished staging file, opened for reading. */
export class Staging implements Disposable {
  readonly db: Database.Database;

  private constructor(db: Database.Database) {
    this.db = db;
  }

  /** @throws CaselawError `corrupt` for another file, or one that is not finished */
  static open(path: string): Staging {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    // most pages are read once
    db.pragma("cache_size = -2000");
    if (
      db.pragma("application_id", { simple: true }) === STAGING_ID &&
      db.pragma("user_version", { simple: true }) === STAGING_VERSION
    )
      return new Staging(db);
    db.close();
    throw new CaselawError("corrupt", `Cannot read "${path}": it is not a finished staging file`, {
      at: { file: path },
    });
  }

  /** The set of a finished file that can be read; null without such a file at this path. */
  static find(path: string): StagedSet | null {
    if (!existsSync(path)) return null;
    try {
      using staging = Staging.open(path);
      staging.courts();
      return staging.set;
    } catch {
      // an unfinished or damaged file, or one of another version, is rebuilt
      return null;
    }
  }

  get set(): StagedSet {
    type SetRow = Record<"checksum" | "release", string> &
      Record<"bytes" | "clusters" | "number" | "hasAllDecisions" | "hasAllParts", number>;
    const set = readObject<SetRow>(this.db, SET);
    if (set === undefined) throw new CaselawError("corrupt", "Cannot read the staging file: it names no set");
    return { ...set, hasAllDecisions: set.hasAllDecisions === 1, hasAllParts: set.hasAllParts === 1 };
  }

  /** The ids of the courts that have decisions. */
  courts(): readonly string[] {
    return readValues(
      this.db,
      "SELECT id FROM court WHERE EXISTS (SELECT 1 FROM of_court WHERE court_id = court.id) ORDER BY id",
    );
  }

  countOf(courtId: string): number {
    return readValue(this.db, "SELECT count(*) FROM of_court WHERE court_id = :courtId", { courtId }) ?? 0;
  }

  /** The approximate bytes of a court: its share of the bytes of the set. */
  bytesOf(courtId: string): number {
    const { bytes, clusters } = this.set;
    return clusters === 0 ? 0 : Math.round((bytes * this.countOf(courtId)) / clusters);
  }

  /** The ids of decisions whose court is not known. */
  unplaced(): readonly number[] {
    return readValues(this.db, "SELECT case_id FROM unplaced");
  }

  /** Yields the ids that the decisions of a court can have in the corpus: those of their clusters and of the cases that they match. */
  *caseIds(courtId: string): Generator<number> {
    const rows = this.db.prepare<object, { clusterCaseId: number; matchedCaseId: number | null }>(CASE_IDS);
    for (const { clusterCaseId, matchedCaseId } of rows.iterate({ courtId })) {
      yield clusterCaseId;
      if (matchedCaseId !== null) yield matchedCaseId;
    }
  }

  /** The decisions of a court, by the ids of their clusters. @throws CaselawError `corrupt` if the file is damaged */
  *clusters(court: string): Generator<JoinedCluster> {
    try {
      yield* this.#clusters(court);
    } catch (error) {
      throw damageOf(error);
    }
  }

  *#clusters(court: string): Generator<JoinedCluster> {
    const hasParentheticals = readValue(this.db, "SELECT 1 FROM parenthetical LIMIT 1") !== undefined;
    for (const row of this.db.prepare<{ court: string }, ClusterRow>(OF_COURT).iterate({ court })) {
      const { id, line, docketNumber, caseId } = row;
      yield {
        id,
        line,
        docketNumber,
        caseId,
        cluster: row.data,
        court: row.court,
        citations: readValues(this.db, CITATIONS, { id }),
        opinions: row.isElsewhere === 1 ? [] : readValues(this.db, OPINIONS, { id }),
        hasText: row.isElsewhere === 0,
        clusterIds: [id, ...(caseId === null ? [] : readValues<number>(this.db, SAME_CASE, { id }))],
        parentheticals: hasParentheticals ? readObjects(this.db, SAID_OF, { id }) : [],
      };
    }
  }

  [Symbol.dispose](): void {
    this.db.close();
  }
}

/** Runs code that fails only if a staging file is damaged. @throws CaselawError `corrupt` */
export function undamaged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw damageOf(error);
  }
}

function damageOf(error: unknown): CaselawError {
  return new CaselawError("corrupt", `Cannot read the staging file: ${messageOf(error)}`, { cause: error });
}
