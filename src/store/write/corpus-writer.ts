/**
 * A corpus opened for writing: what an import and a sync do to it, each step one transaction, batches in groups.
 *
 * Nothing here knows of archives or sources: units have names, batches have origins.
 */
import type { BulkFile, BulkRecord, Offer, SourceName } from "../../domain/bulk-file.ts";
import type { KnownBulkFile } from "../../domain/listing.ts";
import type { ReferenceRecords } from "../../domain/reference.ts";
import { type DictionaryStore, dictionaryStoreOf } from "../database/dictionary-store.ts";
import { openForWriting, type WriterOptions } from "../database/open-database.ts";
import { WriteTransactions } from "../database/write-transactions.ts";
import { type Downloads, downloadsOf, type NotedDownload } from "../ledger/downloads.ts";
import {
  type ArchiveOfUnit,
  type ImportedArchive,
  type ImportLog,
  importLogOf,
} from "../ledger/import-log.ts";
import { type Ledger, ledgerOf, type Tried, type TryOutcome } from "../ledger/ledger.ts";
import { type RunResult, type Runs, runsOf } from "../ledger/runs.ts";
import { type ArchiveState, type Unit, type UnitMismatch, Units } from "../ledger/units.ts";
import { noteMoved } from "../references/reference-changes.ts";
import {
  type FieldStamp,
  ReferenceWriter,
  stampOfArchive,
  stampOfListing,
} from "../references/reference-writer.ts";
import { VolumeResolver } from "../references/volume-resolver.ts";
import type { ReadBody } from "./case-row-writer.ts";
import { type BatchOrigin, CaseWriter, type IncomingCase, type Outcome } from "./case-writer.ts";
import { type Contributions, contributionsOf } from "./contributions.ts";
import { IndexWriter } from "./index-writer.ts";
import { type OutdatedIndex, outdatedIndexOf } from "./outdated-index.ts";

/** Cases refreshed or removed in one transaction: a second's work at most, so that a stop is answered soon. */
const STEP_CASES = 500;

export class CorpusWriter implements Disposable {
  readonly path: string;
  /** What bodies are packed with. */
  readonly dictionaries: DictionaryStore;
  readonly #db;
  readonly #units: Units;
  readonly #references: ReferenceWriter;
  readonly #cases: CaseWriter;
  readonly #contributions: Contributions;
  readonly #log: ImportLog;
  readonly #downloads: Downloads;
  readonly #ledger: Ledger;
  readonly #runs: Runs;
  readonly #outdated: OutdatedIndex;
  readonly #transactions: WriteTransactions;

  /** @throws CaselawError as `openForWriting` */
  constructor(path: string, readBody: ReadBody, options: WriterOptions = {}) {
    this.path = path;
    this.#db = openForWriting(path, options);
    this.#units = new Units(this.#db);
    this.#references = new ReferenceWriter(this.#db);
    const index = new IndexWriter(this.#db, options.indexMemory);
    const parts = { index, references: this.#references, units: this.#units, readBody };
    this.#cases = new CaseWriter(this.#db, parts);
    this.#contributions = contributionsOf(this.#db);
    this.#log = importLogOf(this.#db);
    this.#downloads = downloadsOf(this.#db);
    this.#ledger = ledgerOf(this.#db);
    this.#runs = runsOf(this.#db);
    this.#outdated = outdatedIndexOf(this.#db);
    this.#transactions = new WriteTransactions(path, this.#db, {
      flush: () => this.#cases.flush(),
      undone: () => {
        this.#units.reload();
        this.#references.reload();
        this.#cases.forget();
      },
    });
    this.dictionaries = dictionaryStoreOf(this.#db, (work) => this.#transactions.step(work));
  }

  claimUnit(source: string, name: string): Unit {
    return this.#transactions.step(() => this.#units.claim(source, name));
  }

  findImport(archive: { sha256: string; unitId: number }): ImportedArchive | null {
    return this.#log.find(archive);
  }

  /**
   * Writes a batch and the reference records its cases mention; outcomes in the batch's order. It is committed with those
   * before and after it, at the latest before anything else is written.
   *
   * @throws CaselawError `unavailable`, `conflict`: then no batch since the last commit is in
   */
  writeBatch(batch: readonly IncomingCase[], mentioned: ReferenceRecords, origin: BatchOrigin): Outcome[] {
    const outcomes = this.#transactions.join(() => {
      this.#references.mergeMentioned(mentioned, stampOfArchive(origin.release, origin.sha256));
      this.#flushReferences();
      return this.#cases.write(batch, origin, new Date().toISOString());
    });
    if (this.#cases.isFull) this.#transactions.commit();
    return outcomes;
  }

  /** Merges what a source's own listings say. */
  writeListings(references: ReferenceRecords, bulkRecords: readonly BulkRecord[]): void {
    this.#transactions.step(() => {
      this.#mergeReferences(references, stampOfListing());
      for (const record of bulkRecords) this.#downloads.writeBulkRecord(record);
    });
    this.reindexOutdatedCases();
  }

  /** Merges what an archive's own metadata file says. */
  writeArchiveReferences(references: ReferenceRecords, origin: BatchOrigin): void {
    this.#transactions.step(() =>
      this.#mergeReferences(references, stampOfArchive(origin.release, origin.sha256)),
    );
  }

  /** The last complete import of these very bytes into the unit of that name. */
  findImportOf(archive: ArchiveOfUnit): ImportedArchive | null {
    return this.#log.findOf(archive);
  }

  countContributions(unitId: number): number {
    return this.#contributions.count({ unitId });
  }

  /** Whether a record of this digest is what the unit holds of the case. */
  holds({ digest, ...holding }: { unitId: number; caseId: number; digest: Uint8Array }): boolean {
    const stored = this.#contributions.digest(holding);
    return stored !== undefined && Buffer.compare(stored, digest) === 0;
  }

  /** Ids of the cases that the unit holds, ascending. */
  contributedIds(unitId: number): Iterable<number> {
    return this.#contributions.ids({ unitId });
  }

  /** Takes cases out of a unit; returns how many left the corpus because no other unit holds them. */
  releaseCases(caseIds: readonly number[], unitId: number): number {
    let removed = 0;
    for (let from = 0; from < caseIds.length; from += STEP_CASES) {
      const step = caseIds.slice(from, from + STEP_CASES);
      removed += this.#transactions.step(() => this.#cases.release(step, unitId, new Date().toISOString()));
    }
    return removed;
  }

  /**
   * Ends an archive: its log row and the unit's new state.
   *
   * @param state of the unit; null leaves it as it is
   */
  finishArchive(archive: ImportedArchive, state: Omit<ArchiveState, "sha256" | "release"> | null): void {
    this.#transactions.step(() => {
      this.#log.add(archive);
      if (state !== null) this.#units.advance(archive.unitId, { ...archive, ...state });
    });
    this.reindexOutdatedCases();
  }

  /** Makes anew what changed reference records left stale. A run that was stopped leaves it to the next. */
  reindexOutdatedCases(): void {
    this.#transactions.step(() => this.#outdated.addMisplaced(() => new VolumeResolver(this.#references)));
    for (let ids = this.#outdated.next(STEP_CASES); ids.length > 0; ids = this.#outdated.next(STEP_CASES)) {
      this.#transactions.step(() => {
        noteMoved(this.#db, ids, () => this.#cases.refresh(ids));
        this.#outdated.done(ids.at(-1) ?? 0);
      });
    }
  }

  findDownload(of: { source: string; unit: string }): NotedDownload | null {
    return this.#downloads.find(of);
  }

  noteDownload(download: NotedDownload, bulk: { id: number; path: string } | null): void {
    this.#transactions.step(() => {
      this.#downloads.note(download);
      if (bulk !== null) this.#downloads.noteBulkPath(bulk);
    });
  }

  /** Forgets what was downloaded of a unit, so that the next run downloads it again. */
  forgetDownload(of: { source: string; unit: string }): void {
    this.#transactions.step(() => this.#downloads.forget(of));
  }

  /** Enters a bag from disk into the bulk collection, unless it stands there already. */
  noteBag(bag: KnownBulkFile): void {
    if (!this.#downloads.knowsBag(bag)) this.#transactions.step(() => this.#downloads.writeBag(bag));
  }

  /** What the newest archive of a unit lacks; nothing when the unit is not known. */
  mismatchesOf(of: { source: string; name: string }): UnitMismatch[] {
    const unit = this.#units.find(of.source, of.name);
    return unit === null ? [] : this.#units.mismatches(unit.id);
  }

  beginRun(command: string): void {
    this.#transactions.step(() => this.#runs.begin(command, new Date().toISOString()));
  }

  endRun(result: RunResult): void {
    this.#transactions.step(() => this.#runs.end(result, new Date().toISOString()));
  }

  /** Enters what a source offers into the ledger. */
  noteOffer(source: SourceName, { files, totals }: Pick<Offer, "files" | "totals">): void {
    this.#transactions.step(() => {
      const now = new Date().toISOString();
      this.#ledger.list(files, now);
      this.#ledger.writeTotals(source, totals, now);
    });
  }

  /** How the last try to have a unit ended; null when there was none. */
  outcomeOf(file: BulkFile): TryOutcome | null {
    return this.#ledger.outcomeOf(file);
  }

  noteTried(tried: Tried): void {
    this.#transactions.step(() => this.#ledger.note(tried, new Date().toISOString()));
  }

  /** Leaves one file when no reader is left; beside readers the write-ahead log is folded in and cut. */
  [Symbol.dispose](): void {
    this.#transactions.close();
  }

  #mergeReferences(records: ReferenceRecords, stamp: FieldStamp): void {
    this.#references.merge(records, stamp);
    this.#flushReferences();
  }

  #flushReferences(): void {
    const { renamedCourts, volumesChanged } = this.#references.flush();
    // a court's cases are looked for in the index
    if (renamedCourts.length > 0) this.#cases.flush();
    for (const courtId of renamedCourts) this.#outdated.addCourt(courtId);
    if (!volumesChanged) return;
    this.#cases.forgetResolved();
    this.#outdated.volumesChanged();
  }
}
