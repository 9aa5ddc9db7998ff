/**
 * The staging file of a set of CourtListener's tables: a temporary SQLite file in which rows of five tables are joined to decisions, because
 * neither the order of the tables nor that of their rows is promised, and they do not fit into memory.
 *
 * Rows are kept as JSON texts, packed unless they are short. The file gets its name when it is finished; an unfinished file is rebuilt.
 */
import { rmSync } from "node:fs";
import Database from "better-sqlite3";
import { publishFile } from "../../files/durable.ts";
import { packText } from "../codec/codec.ts";
import { readObjects, run } from "../database/statement-cache.ts";

/** `CLst`, so that no other SQLite file is taken for one. */
export const STAGING_ID = 0x43_4c_73_74;
/** The version of this layout, and of what is made of the rows: of the same version, a decision with the same rows is not read again. */
export const STAGING_VERSION = 6;

const TABLES = `
  CREATE TABLE "set" (checksum TEXT NOT NULL, release TEXT NOT NULL, bytes INTEGER NOT NULL, clusters INTEGER NOT NULL, number INTEGER NOT NULL, has_all_decisions INTEGER NOT NULL, has_all_parts INTEGER NOT NULL);
  CREATE TABLE court (id TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE docket (id INTEGER PRIMARY KEY, court_id TEXT NOT NULL, number TEXT NOT NULL);
  -- named: the publisher's case that it was made from
  CREATE TABLE cluster (
    id INTEGER PRIMARY KEY, docket_id INTEGER NOT NULL, line INTEGER NOT NULL,
    named INTEGER, date TEXT, name TEXT NOT NULL, blocked INTEGER NOT NULL, data NOT NULL
  );
  CREATE TABLE citation (cluster_id INTEGER NOT NULL, normal TEXT, data TEXT NOT NULL);
  -- data is null where another source has the text
  CREATE TABLE opinion (id INTEGER PRIMARY KEY, cluster_id INTEGER NOT NULL, data);
  -- what one opinion says of another
  CREATE TABLE parenthetical (described INTEGER NOT NULL, describing INTEGER NOT NULL, score REAL NOT NULL, text TEXT NOT NULL);
  -- which case of the corpus a cluster is, and by which rule
  CREATE TABLE matched (
    cluster_id INTEGER PRIMARY KEY,
    case_id INTEGER NOT NULL,
    rule TEXT NOT NULL,
    -- 1: another source has the text
    has_text INTEGER NOT NULL,
    -- the cluster that is imported for all clusters of the case
    first_id INTEGER
  );
  -- decisions whose court is not known
  CREATE TABLE unplaced (case_id INTEGER PRIMARY KEY);
  -- the clusters of each court
  CREATE TABLE of_court (court_id TEXT, cluster_id INTEGER, PRIMARY KEY (court_id, cluster_id)) WITHOUT ROWID;
`;

/** Rows in one transaction. */
const GROUP_ROWS = 20_000;
/** Shorter texts are stored unpacked. */
const MAX_PLAIN_LENGTH = 1_000;

/** A set of tables: what it was made from, and its date. */
export interface StagedSet {
  /** SHA-256 of what was staged: the hashes of the files and the selection. */
  readonly checksum: string;
  /** `YYYY-MM-DD` */
  readonly release: string;
  /** The size of the files. */
  readonly bytes: number;
  /** Decisions, of all courts. */
  readonly clusters: number;
  /** Greater than the numbers of the sets in the corpus. */
  readonly number: number;
  /** Whether no row of clusters is a reject. */
  readonly hasAllDecisions: boolean;
  /** Whether no row of the other tables is a reject. */
  readonly hasAllParts: boolean;
}

/** A row of the table of clusters. */
export interface StagedRow {
  readonly id: number;
  readonly docketId: number;
  readonly line: number;
  readonly named: number | null;
  /** `YYYY-MM-DD` */
  readonly date: string | null;
  readonly name: string;
  /** 1: at a party's request. */
  readonly blocked: number;
  /** JSON of the row. */
  readonly data: string;
}

/** A parenthetical: what one opinion says of another, by their ids. */
export interface Parenthetical {
  readonly described: number;
  readonly describing: number;
  readonly score: number;
  readonly text: string;
}

const ADD_SET = `
  INSERT INTO "set" (checksum, release, bytes, clusters, number, has_all_decisions, has_all_parts)
  VALUES (:checksum, :release, :bytes, (SELECT count(*) FROM of_court), :number, :hasAllDecisions, :hasAllParts)
`;
const ADD_CLUSTER = `
  INSERT OR REPLACE INTO cluster (id, docket_id, line, named, date, name, blocked, data)
  VALUES (:id, :docketId, :line, :named, :date, :name, :blocked, :data)
`;

/** A cluster whose docket is missing. */
interface ClusterWithoutDocket extends Pick<StagedRow, "id" | "docketId" | "line"> {}

const WITHOUT_DOCKET = `
  SELECT id, docket_id AS docketId, line
    FROM cluster
   WHERE id > :id AND docket_id NOT IN (SELECT id FROM docket)
   ORDER BY id
   LIMIT 10000
`;

/** Writes a staging file. Rows of each table are added in any order; `finish…` is called when a table has been read. */
export class StagingWriter implements Disposable {
  readonly db: Database.Database;
  readonly path: string;
  #rows = 0;

  /** @param path of the finished file @throws the error of the driver, as all methods */
  constructor(path: string) {
    removeStaging(path);
    this.path = path;
    this.db = new Database(partOf(path));
    // the file is rebuilt after a kill; the driver refuses to be without a journal in its safe mode
    this.db.unsafeMode();
    this.db.pragma("journal_mode = OFF");
    this.db.pragma("synchronous = OFF");
    this.db.pragma("cache_size = -24576");
    this.db.pragma(`application_id = ${STAGING_ID}`);
    this.db.pragma(`user_version = ${STAGING_VERSION}`);
    this.db.exec(TABLES);
    this.db.exec("BEGIN");
  }

  addCourt(id: string, data: string): void {
    this.#add("INSERT OR REPLACE INTO court (id, data) VALUES (:id, :data)", { id, data });
  }

  addCluster(cluster: StagedRow): void {
    this.#add(ADD_CLUSTER, { ...cluster, data: packIfLong(cluster.data) });
  }

  addDocket(docket: { readonly id: number; readonly courtId: string; readonly number: string }): void {
    this.#add("INSERT OR REPLACE INTO docket (id, court_id, number) VALUES (:id, :courtId, :number)", docket);
  }

  /** @param normal normal form of the citation; null: it is not used to find the decision in another source */
  addCitation(citation: {
    readonly clusterId: number;
    readonly normal: string | null;
    readonly data: string;
  }): void {
    this.#add(
      "INSERT INTO citation (cluster_id, normal, data) VALUES (:clusterId, :normal, :data)",
      citation,
    );
  }

  /** @param opinion its data is null where another source has the text */
  addOpinion(opinion: {
    readonly id: number;
    readonly clusterId: number;
    readonly data: string | null;
  }): void {
    this.#add("INSERT OR REPLACE INTO opinion (id, cluster_id, data) VALUES (:id, :clusterId, :data)", {
      ...opinion,
      data: opinion.data === null ? null : packIfLong(opinion.data),
    });
  }

  addParenthetical(parenthetical: Parenthetical): void {
    this.#add(
      "INSERT INTO parenthetical (described, describing, score, text) VALUES (:described, :describing, :score, :text)",
      parenthetical,
    );
  }

  /** The clusters whose dockets were not staged: their rows, for rejects or because their courts are not selected. */
  *clustersWithoutDocket(): Generator<ClusterWithoutDocket> {
    const after = (id: number): ClusterWithoutDocket[] => readObjects(this.db, WITHOUT_DOCKET, { id });
    // page by page, because nothing can be written while rows are read
    for (let rows = after(0); rows.length > 0; rows = after(rows.at(-1)?.id ?? 0)) yield* rows;
  }

  /** Keeps the id of a decision whose court is not known: the corpus may have it in any court. */
  addUnplaced(caseId: number): void {
    this.#add("INSERT OR IGNORE INTO unplaced (case_id) VALUES (:caseId)", { caseId });
  }

  /** To be called when clusters, dockets and citations are read. */
  finishMetadata(): void {
    this.db.exec(`
      INSERT INTO of_court (court_id, cluster_id)
        SELECT docket.court_id, cluster.id FROM cluster JOIN docket ON docket.id = cluster.docket_id ORDER BY 1, 2;
      CREATE INDEX citation_cluster ON citation (cluster_id);
    `);
  }

  /** To be called when all tables are read; the file then has its name. */
  async finish(set: Omit<StagedSet, "clusters">): Promise<void> {
    this.db.exec(`
      CREATE INDEX opinion_cluster ON opinion (cluster_id);
      CREATE INDEX parenthetical_described ON parenthetical (described, score DESC);
    `);
    const [hasAllDecisions, hasAllParts] = [Number(set.hasAllDecisions), Number(set.hasAllParts)];
    run(this.db, ADD_SET, { ...set, hasAllDecisions, hasAllParts });
    this.db.exec("COMMIT");
    this.db.close();
    await publishFile(partOf(this.path), this.path);
  }

  /** How many clusters are a case of another source, by the rule that says so. */
  rules(): ReadonlyMap<string, number> {
    const rows = readObjects<{ rule: string; clusters: number }>(
      this.db,
      "SELECT rule, count(*) AS clusters FROM matched GROUP BY rule ORDER BY rule",
    );
    return new Map(rows.map(({ rule, clusters }) => [rule, clusters]));
  }

  [Symbol.dispose](): void {
    this.db.close();
  }

  #add(sql: string, values: object): void {
    run(this.db, sql, values);
    if (++this.#rows % GROUP_ROWS === 0) this.db.exec("COMMIT; BEGIN");
  }
}

export function removeStaging(path: string): void {
  for (const file of [path, partOf(path), `${partOf(path)}-journal`]) rmSync(file, { force: true });
}

function partOf(path: string): string {
  return `${path}.part`;
}

function packIfLong(text: string): string | Uint8Array {
  return text.length <= MAX_PLAIN_LENGTH ? text : packText(text, null);
}
