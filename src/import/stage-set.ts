/**
 * Stages a set of CourtListener's tables: reads each table once, and joins their rows to decisions in the staging file. A row that cannot
 * be read is a reject with its file and line, and the run goes on.
 */

import { statSync } from "node:fs";
import { readBzip2 } from "../archive/bzip2.ts";
import { readFileChunks } from "../archive/folder.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { CaselawError } from "../domain/errors.ts";
import { courtMapper, type KnownCourts } from "../sources/courtlistener/courts.ts";
import { openTable, type Table } from "../sources/courtlistener/csv.ts";
import { citeOf, harvardCaseOf, type Row, withOneText } from "../sources/courtlistener/read-cluster.ts";
import { TABLE_COLUMNS, type TableName } from "../sources/courtlistener/tables.ts";
import { KnownCases } from "../store/staging/match-clusters.ts";
import { StagingWriter } from "../store/staging/staging-file.ts";
import type { RejectFile } from "./rejects.ts";
import type { ProgressEvent } from "./run.ts";
import { IdSet } from "./seen-cases.ts";
import { type TableSelection, type TableSet, tablesOf } from "./tables/find-set.ts";

export interface StagingOptions {
  readonly path: string;
  readonly checksum: string;
  readonly selection: TableSelection;
  /** Null before the first import. */
  readonly corpusPath: string | null;
  /** Null in a dry run. */
  readonly rejects: RejectFile | null;
  readonly jobs: number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (event: ProgressEvent) => void;
}

/** What a staging found. */
export interface StagedReport {
  readonly rejected: number;
  /** How many clusters are a case of another source, by the rule that matched them. */
  readonly rules: ReadonlyMap<string, number>;
  /** Courts that no other source has, with decisions. */
  readonly otherCourts: readonly string[];
}

/** Types of citations by which a decision is found in another source: not vendors, whose numbers name a document, nor journals. */
const FINDING_TYPES = new Set(["1", "2", "3", "4", "5", "8"]);

/** No known decision is as long. Three times as many take 450 MB more, because several copies of a text are in memory. */
const MAX_OPINION_CHARS = 6_000_000;

/** Decisions without a known court whose ids are kept: each court is compared with all of them. */
const MAX_UNPLACED = 100_000;

/** Reads one row. @returns why it is rejected; null: it is staged, or not selected */
type ReadRow = (row: Row, line: number) => string | null;

/**
 * @throws CaselawError `corrupt` if a file cannot be read to its end, or lacks a column that is needed; `unavailable`; the signal's
 *   reason
 */
export async function stageSet(set: TableSet, options: StagingOptions): Promise<StagedReport> {
  const { path, checksum, selection, corpusPath, rejects } = options;
  using writer = new StagingWriter(path);
  using known = new KnownCases(corpusPath);
  const readers = new TableReaders(writer, selection, known.courts());
  let [rejected, rejectedDecisions, rejectedParts, unplaced] = [0, 0, 0, 0];
  const reject = (file: string, line: number, reason: string, text: string): void => {
    rejected++;
    rejects?.add({ file, entry: null, line, caseId: null, reason, text });
  };
  for (const table of tablesOf(selection)) {
    const file = set.files.get(table);
    if (file === undefined) continue;
    const before = rejected;
    await readRows(file, table, readers.of[table], reject, options);
    if (table === "opinion-clusters") rejectedDecisions += rejected - before;
    if (TABLES_OF_PARTS.has(table)) rejectedParts += rejected - before;
    if (table !== "citations") continue;
    const clusters = set.files.get("opinion-clusters") ?? "";
    for (const { id, docketId, line } of readers.withoutDocket()) {
      reject(clusters, line, `cluster ${id}: its docket ${docketId} is missing`, "");
      // with so many, no case is removed at all
      if (++unplaced > MAX_UNPLACED) continue;
      for (const caseId of known.casesOf(id)) writer.addUnplaced(caseId);
    }
    writer.finishMetadata();
    readers.match(known);
  }
  const report = { rejected, rules: writer.rules(), otherCourts: readers.otherCourts() };
  await writer.finish({
    ...{ checksum, release: set.release, bytes: set.bytes, number: known.imports() },
    hasAllDecisions: rejectedDecisions === 0 && unplaced <= MAX_UNPLACED,
    hasAllParts: rejectedParts === 0,
  });
  return report;
}

/** Their rejects are missing parts of decisions. A decision whose court or docket is rejected has all its parts, but no place. */
const TABLES_OF_PARTS: ReadonlySet<TableName> = new Set([
  "people-db-people",
  "citations",
  "opinions",
  "parentheticals",
]);

async function readRows(
  file: string,
  table: TableName,
  read: ReadRow,
  reject: (file: string, line: number, reason: string, text: string) => void,
  { jobs, signal, onProgress }: StagingOptions,
): Promise<void> {
  const total = statSync(file).size;
  let bytes = 0;
  const columns = columnsOf(table);
  const opened = await openTableFile(file, table, { jobs, onRead: (packed) => (bytes = packed) });
  const lacking = opened.missing.filter((column) => TABLE_COLUMNS[table].needed.includes(column));
  if (lacking.length > 0) {
    const fault = `it has no column ${lacking.join(", ")}`;
    throw new CaselawError("corrupt", `Cannot import "${file}": ${fault}`, { at: { file, line: 1 } });
  }
  for await (const batch of opened.batches()) {
    signal.throwIfAborted();
    for (const record of batch) {
      if (record.values === null) {
        reject(file, record.line, record.reason, record.text);
        continue;
      }
      const row = rowOf(columns, record.values);
      const reason = read(row, record.line);
      if (reason !== null) reject(file, record.line, reason, JSON.stringify(row).slice(0, KEPT_CHARS));
    }
    onProgress({ kind: "archive", path: file, read: null, bytes, total });
  }
}

/** Opens the file of a table, packed or not. @throws CaselawError `corrupt` without a header */
export async function openTableFile(
  file: string,
  table: TableName,
  options: { readonly jobs?: number | undefined; readonly onRead?: (packedBytes: number) => void } = {},
): Promise<Table> {
  const { jobs, ...hooks } = options;
  const bounded = { ...hooks, ...(jobs === undefined ? {} : { jobs }) };
  const chunks = file.endsWith(".bz2") ? readBzip2(file, bounded) : readFileChunks(file);
  return openTable(file, chunks, { selected: columnsOf(table), known: TABLE_COLUMNS[table].ignored });
}

/** Checks the selected courts by the table of courts. @throws CaselawError `invalid` for a court that it does not have */
export async function checkCourts(file: string, { courts }: TableSelection): Promise<void> {
  if (courts.length === 0) return;
  const unknown = new Set(courts);
  const at = columnsOf("courts").indexOf("id");
  for await (const batch of (await openTableFile(file, "courts")).batches())
    for (const { values } of batch) unknown.delete(values?.[at] ?? "");
  const [first] = unknown;
  if (first === undefined) return;
  throw new CaselawError("invalid", `Cannot import court "${first}": the table of courts has no such id`, {
    at: { file },
    hint: "Ids are those of CourtListener, such as scotus, ca9 or cal.",
  });
}

function columnsOf(table: TableName): readonly string[] {
  const { needed, optional } = TABLE_COLUMNS[table];
  return [...needed, ...optional];
}

const KEPT_CHARS = 4_000;

function rowOf(columns: readonly string[], values: readonly (string | null)[]): Row {
  const row: Record<string, string> = {};
  for (const [nth, column] of columns.entries()) {
    const value = values[nth];
    if (value != null && value !== "") row[column] = value;
  }
  return row;
}

/** Reads the rows of each table into the staging file. */
class TableReaders {
  readonly of: Readonly<Record<TableName, ReadRow>>;
  readonly #writer: StagingWriter;
  /** Ids in the corpus by the ids of CourtListener. */
  readonly #courtIds = new Map<string, number>();
  readonly #otherCourts = new Set<string>();
  readonly #usedCourts = new Set<string>();
  readonly #people = new Map<string, string>();
  readonly #clusters = new IdSet();
  readonly #dockets = new IdSet();
  readonly #notSelected = new IdSet();
  /** Clusters whose text another source has. */
  readonly #elsewhere = new IdSet();
  /** Clusters and opinions that are blocked: what they say of other decisions is not imported. */
  readonly #blocked = { clusters: new IdSet(), opinions: new IdSet() };

  constructor(writer: StagingWriter, selection: TableSelection, known: KnownCourts) {
    this.#writer = writer;
    const mapCourt = courtMapper(known);
    this.of = {
      courts: (row) => this.#readCourt(row, mapCourt),
      "people-db-people": ({ id = "", name_first, name_middle, name_last, name_suffix }) => {
        const parts = [name_first, name_middle, name_last, name_suffix];
        this.#people.set(id, parts.filter((part) => part !== undefined).join(" "));
        return null;
      },
      "opinion-clusters": (row, line) => this.#readCluster(row, line, selection),
      dockets: (row) => this.#readDocket(row, selection),
      citations: (row) => this.#readCitation(row),
      opinions: (row) => this.#readOpinion(row),
      parentheticals: (row) => this.#readParenthetical(row),
    };
  }

  otherCourts(): readonly string[] {
    return [...this.#usedCourts].filter((court) => this.#otherCourts.has(court)).sort();
  }

  /** Finds the stored case for each staged cluster. */
  match(known: KnownCases): void {
    known.match(this.#writer, { courtIds: this.#courtIds, onOther: (id) => this.#elsewhere.add(id) });
  }

  /** The clusters whose dockets are not in the table. */
  *withoutDocket(): ReturnType<StagingWriter["clustersWithoutDocket"]> {
    for (const cluster of this.#writer.clustersWithoutDocket())
      if (!this.#notSelected.has(cluster.docketId)) yield cluster;
  }

  #readCourt(
    { id = "", full_name: fullName = "", citation_string: abbreviation = "", jurisdiction: kind = "" }: Row,
    mapCourt: ReturnType<typeof courtMapper>,
  ): string | null {
    if (id === "") return "a court without an id";
    const mapped = mapCourt({ id, fullName, abbreviation, kind });
    this.#courtIds.set(id, mapped.court.id);
    if (!mapped.isKnown) this.#otherCourts.add(id);
    this.#writer.addCourt(id, JSON.stringify(mapped));
    return null;
  }

  #readCluster(row: Row, line: number, { from }: TableSelection): string | null {
    const [id, docketId] = [idIn(row.id), idIn(row.docket_id)];
    if (id === null || docketId === null) return "a cluster without an id, or without a docket";
    const { date_filed: date = null } = row;
    if (date !== null && !/^\d{4}-\d{2}-\d{2}$/.test(date)) return `not a date: "${date.slice(0, 40)}"`;
    if (from !== null && (date ?? "") < from) return null;
    this.#clusters.add(id);
    const isBlocked = row.blocked === "t";
    if (isBlocked) this.#blocked.clusters.add(id);
    this.#dockets.add(docketId);
    const name = row.case_name ?? row.case_name_full ?? "";
    this.#writer.addCluster({
      id,
      docketId,
      line,
      named: harvardCaseOf(row),
      date,
      name,
      blocked: Number(isBlocked),
      data: JSON.stringify(row),
    });
    return null;
  }

  #readDocket(row: Row, { courts }: TableSelection): string | null {
    const { court_id: courtId = "", docket_number: number = "" } = row;
    const id = idIn(row.id);
    if (id === null) return "a docket without an id";
    if (!this.#dockets.has(id)) return null;
    if (!this.#courtIds.has(courtId))
      return `its court "${courtId.slice(0, 40)}" is not in the table of courts`;
    if (courts.length > 0 && !courts.includes(courtId)) {
      this.#notSelected.add(id);
      return null;
    }
    this.#usedCourts.add(courtId);
    this.#writer.addDocket({ id, courtId, number });
    return null;
  }

  #readCitation(row: Row): string | null {
    const clusterId = idIn(row.cluster_id);
    if (clusterId === null) return "a citation without a cluster";
    if (!this.#clusters.has(clusterId)) return null;
    const { volume = "", reporter = "", page = "", type = "" } = row;
    const normal = FINDING_TYPES.has(type) ? normaliseCitation(citeOf(row)) : "";
    const data = JSON.stringify({ volume, reporter, page, type });
    this.#writer.addCitation({ clusterId, normal: normal === "" ? null : normal, data });
    return null;
  }

  #readOpinion(row: Row): string | null {
    const [id, clusterId] = [idIn(row.id), idIn(row.cluster_id)];
    if (id === null || clusterId === null) return "an opinion without an id, or without a cluster";
    if (!this.#clusters.has(clusterId)) return null;
    if (this.#blocked.clusters.has(clusterId)) this.#blocked.opinions.add(id);
    if (this.#elsewhere.has(clusterId)) {
      this.#writer.addOpinion({ id, clusterId, data: null });
      return null;
    }
    const opinion = withOneText(row);
    const chars = Object.values(opinion).reduce((sum, value) => sum + value.length, 0);
    if (chars > MAX_OPINION_CHARS) return `an opinion of ${chars} characters, more than ${MAX_OPINION_CHARS}`;
    const author = row.author_str ?? this.#people.get(row.author_id ?? "") ?? "";
    const data = JSON.stringify({ ...opinion, author_str: author });
    this.#writer.addOpinion({ id, clusterId, data });
    return null;
  }

  #readParenthetical(row: Row): string | null {
    const [described, describing] = [idIn(row.described_opinion_id), idIn(row.describing_opinion_id)];
    if (described === null || describing === null) return "a parenthetical without its two opinions";
    if (this.#blocked.opinions.has(describing)) return null;
    const score = Number(row.score ?? 0);
    this.#writer.addParenthetical({
      described,
      describing,
      score: Number.isFinite(score) ? score : 0,
      text: row.text ?? "",
    });
    return null;
  }
}

/** An id of a row; null for anything else. */
function idIn(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
