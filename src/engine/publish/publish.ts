/**
 * Publishes a corpus to a search engine: brings the index up to date with the change log.
 *
 * 1. The cases that changed since the last publication are written, those that are gone are deleted. Now and then the index is
 *    marked with how far the writing has come, so that a run that was killed goes on from there.
 * 2. The changes and the tables are written.
 * 3. The index is marked with the number of the last change. Only then does a reader see the new tables and the number.
 *
 * Every write can be repeated, so a run can end at any point.
 */

import { readJoinedBody } from "../../casebody/read-body.ts";
import type { EngineLocation } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import { byId } from "../../domain/records.ts";
import { realName } from "../../store/database/corpus-file.ts";
import { RunLock } from "../../store/database/lock.ts";
import { type CorpusFile, openCorpusFile } from "../../store/read/corpus-reader.ts";
import { EngineClient } from "../client/engine-client.ts";
import { documentOf } from "../layout/case-document.ts";
import { type IndexState, nameOf, partsOf, type TableName, type Tables } from "../layout/index-state.ts";
import type { IndexKind, Shape } from "../layout/mapping.ts";
import { changeDocument } from "../read/change-log.ts";
import { type BulkWriter, bulkWriter } from "./bulk-writer.ts";
import { Generations, type Target } from "./generations.ts";
import { verifyEngine } from "./verify.ts";

/** The cluster to publish to, and how. */
export interface PublishOptions {
  readonly engine: EngineLocation;
  /**
   * `update`: writes what changed; `rebuild`: writes all cases to a new index, which replaces the old one when it is complete;
   * `repair`: compares every case first, and writes those that differ.
   */
  readonly mode: "update" | "rebuild" | "repair";
  readonly shape: Shape;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PublishProgress) => void;
}

/** How far a publication has come. */
export interface PublishProgress {
  /** Cases written and deleted so far. */
  readonly cases: number;
  /** Cases to write and delete. */
  readonly total: number;
}

/** What a publication wrote. */
export interface Published {
  /** The name of the indices without their kind. */
  readonly generation: string;
  readonly written: number;
  readonly deleted: number;
  readonly changes: number;
  /** The number of the last change before this run, and now. */
  readonly since: number;
  readonly until: number;
}

/** Cases that are read at once: their bodies may be megabytes each. */
const PAGE = 50;
const CHANGES = 5_000;
/** Time between two notes of how far the writing has come. */
const NOTE_MS = 15_000;

/**
 * @throws CaselawError as `openCorpusFile`; `conflict` if another run publishes the corpus; `invalid` if the index is of another
 *   corpus, or of a newer state of this one; `unreachable`; `unavailable`; the signal's reason
 */
export async function publishCorpus(corpusPath: string, options: PublishOptions): Promise<Published> {
  using _lock = new RunLock(
    `${realName(corpusPath)}.publish.lock`,
    `the publication of "${corpusPath}"`,
    "publish",
  );
  using reader = openCorpusFile(corpusPath, { readBody: readJoinedBody });
  using _held = reader.hold();
  await using client = new EngineClient(options.engine);
  const { engine, mode, shape } = options;
  const generations = new Generations(client, engine.index);
  const target = await generations.target(reader, shape, mode === "rebuild" ? mode : "goes on");
  return await new Publication(reader, client, generations, target, options).run();
}

class Publication {
  readonly #reader: CorpusFile;
  readonly #client: EngineClient;
  readonly #generations: Generations;
  readonly #options: PublishOptions;
  readonly #isRead: boolean;
  /** The state of the index, as last read or written. */
  #state: IndexState;
  readonly #until: number;
  #written = 0;
  #deleted = 0;
  #changes = 0;

  constructor(
    reader: CorpusFile,
    client: EngineClient,
    generations: Generations,
    { state, isRead }: Target,
    options: PublishOptions,
  ) {
    this.#reader = reader;
    this.#client = client;
    this.#generations = generations;
    this.#options = options;
    this.#isRead = isRead;
    this.#state = state;
    this.#until = reader.state().lastChange;
  }

  async run(): Promise<Published> {
    const [generations, options] = [this.#generations, this.#options];
    const since = this.#state.change;
    const { state, textRoot } = this.#reader.state();
    if (this.#state.state !== state || this.#state.unfinished !== null) {
      await this.#writeCases();
      await this.#writeChanges(since);
      await this.#complete({ state, textRoot });
    }
    if (options.mode === "repair" && this.#isRead) await this.#repair();
    if (!this.#isRead) {
      if ((await generations.countCases(this.#state)) !== this.#countAll()) {
        await generations.delete(this.#state);
        const message = `Cannot show the new index "${options.engine.index}": it has not the cases of the corpus`;
        throw new CaselawError("corrupt", message, { hint: "It was deleted. Run the command again." });
      }
      await generations.show(this.#state, await generations.current());
    }
    const { generation } = this.#state;
    return {
      ...{ generation, since, until: this.#until },
      ...{ written: this.#written, deleted: this.#deleted, changes: this.#changes },
    };
  }

  /**
   * An interrupted run is completed as of then; then the cases that changed since are written. Until all of it is visible, the index
   * keeps the number that it had, so a second interruption repeats some writes and leaves none out.
   */
  async #writeCases(): Promise<void> {
    const { unfinished, change } = this.#state;
    if (unfinished !== null) await this.#writeSpan(change, unfinished.until, unfinished.caseId);
    const from = unfinished?.until ?? change;
    if (from < this.#until) await this.#writeSpan(from, this.#until, -1);
  }

  async #writeSpan(since: number, until: number, after: number): Promise<void> {
    const [generations, options] = [this.#generations, this.#options];
    const bulk = this.#writer("cases", this.#until);
    // what this run writes is found again by the next one, also a case that is removed in between
    await generations.write({ ...this.#state, unfinished: { until, caseId: after } });
    const touched = () => this.#reader.changes.touched({ since, until });
    const total = since === 0 ? this.#countAll() : Iterator.from(touched()).reduce((count) => count + 1, 0);
    let noted = Date.now();
    let ids: number[] = [];
    const write = async (): Promise<void> => {
      const [last] = ids.slice(-1);
      await this.#writePage(bulk, ids);
      ids = [];
      options.onProgress?.({ cases: this.#written + this.#deleted, total });
      if (last === undefined || Date.now() - noted < NOTE_MS) return;
      await bulk.flush();
      await generations.write({ ...this.#state, unfinished: { until, caseId: last } });
      noted = Date.now();
    };
    for (const { caseId } of touched()) {
      if (caseId <= after) continue;
      options.signal?.throwIfAborted();
      ids.push(caseId);
      if (ids.length === PAGE) await write();
    }
    await write();
    await bulk.flush();
  }

  async #writePage(bulk: BulkWriter, ids: readonly number[]): Promise<void> {
    const cases = byId(this.#reader.casesOf(ids));
    const bodies = this.#reader.bodies(ids);
    for (const caseId of ids) {
      const record = cases.get(caseId);
      const id = String(caseId);
      if (record === undefined) {
        await bulk.add({ kind: "delete", id });
        this.#deleted++;
      } else {
        const document = documentOf(record, bodies.get(caseId), this.#state.averageTokens);
        await bulk.add({ kind: "index", id, document });
        this.#written++;
      }
    }
  }

  async #repair(): Promise<void> {
    const options = this.#options;
    const { problems } = await verifyEngine(this.#reader, options.engine, { ...options, depth: "all" });
    const ids = problems.map(({ caseId }) => caseId);
    const bulk = this.#writer("cases", this.#until);
    for (let at = 0; at < ids.length; at += PAGE) await this.#writePage(bulk, ids.slice(at, at + PAGE));
    await bulk.flush();
    await this.#generations.refresh(this.#state);
    const again = await verifyEngine(this.#reader, options.engine, { ...options, depth: "sample" });
    const differences = again.problems.length;
    if (differences === 0) return;
    throw new CaselawError(
      "corrupt",
      `Cannot repair index "${options.engine.index}": ${differences} differences are left`,
      { hint: 'Publish it again with `mode: "rebuild"`.' },
    );
  }

  async #writeChanges(since: number): Promise<void> {
    const bulk = this.#writer("changes", null);
    for (let from = since; ; ) {
      const changes = this.#reader.changes.read({ since: from, until: this.#until }, CHANGES);
      for (const change of changes)
        await bulk.add({ kind: "index", id: String(change.number), document: changeDocument(change) });
      this.#changes += changes.length;
      const last = changes.at(-1);
      if (last === undefined) break;
      from = last.number;
      this.#options.signal?.throwIfAborted();
    }
    await bulk.flush();
  }

  /** Writes the tables, and marks the index with the number of the last change. */
  async #complete(state: Pick<IndexState, "state" | "textRoot">): Promise<void> {
    const generations = this.#generations;
    const bulk = this.#writer("tables", null);
    const version = `${this.#until}-${Date.now().toString(36)}`;
    for (const [table, value] of readTables(this.#reader)) {
      for (const { id, document } of partsOf(version, table, value))
        await bulk.add({ kind: "index", id, document });
    }
    await bulk.flush();
    await generations.refresh(this.#state);
    const before = this.#state.tables;
    this.#state = { ...this.#state, ...state, change: this.#until, tables: version, unfinished: null };
    await generations.write(this.#state);
    // a reader that has just read the state before may still ask for its tables
    for (const id of await generations.oldTables(this.#state, [version, before]))
      await bulk.add({ kind: "delete", id });
    await bulk.flush();
  }

  #writer(kind: IndexKind, version: number | null): BulkWriter {
    const index = nameOf(this.#state.generation, kind);
    return bulkWriter(this.#client, { index, version, signal: this.#options.signal });
  }

  #countAll(): number {
    return this.#reader.stats("left out").cases;
  }
}

/** The tables of a publication, one after the other, so that only one is in memory. */
function* readTables(reader: CorpusFile): Generator<readonly [TableName, Tables[TableName]]> {
  yield ["jurisdictions", reader.jurisdictions()];
  yield ["courts", reader.courts()];
  yield ["reporters", reader.reporters()];
  yield ["volumes", reader.volumes()];
  yield ["bulkFiles", reader.bulkFiles()];
  yield ["coverage", reader.coverage()];
  yield ["unitJurisdictions", unitJurisdictions(reader)];
  const { byVolume: _byVolume, byJurisdiction, byReporter, ...stats } = reader.stats("left out");
  yield ["stats", { ...stats, byJurisdiction: [...byJurisdiction], byReporter: [...byReporter] }];
  yield ["referenceChanges", reader.changes.references()];
}

function unitJurisdictions(reader: CorpusFile): Tables["unitJurisdictions"] {
  const ids = reader.jurisdictions().map(({ id }) => id);
  return reader.coverage().units.flatMap(({ unitId, jurisdictionIds }) => {
    if (unitId === null || jurisdictionIds.length > 0) return [];
    const withCases = ids.filter((id) => reader.hasCaseOfJurisdiction({ unitId, jurisdictionId: id }));
    return [{ unitId, jurisdictionIds: withCases }];
  });
}
