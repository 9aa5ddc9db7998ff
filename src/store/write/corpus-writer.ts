/**
 * A corpus opened for writing: the operations of imports and syncs. Each operation is one transaction; batches share larger ones.
 * This module knows neither archives nor sources: units have names, and batches have origins.
 */
import type { BulkRecord, Offer, SourceName } from "../../domain/bulk-file.ts";
import type { ReferenceRecords } from "../../domain/case.ts";
import type { RunResult } from "../../domain/ledger.ts";
import type { KnownBulkFile } from "../../domain/records.ts";
import { addDictionary, type Dictionary, newestDictionary } from "../codec/codec.ts";
import { continueMerge, createLateIndexes } from "../database/file-layout.ts";
import { openForWriting } from "../database/open-database.ts";
import { WriteTransactions } from "../database/write-transactions.ts";
import { writeFacetBlocks } from "../dates/facet-blocks.ts";
import {
  forgetDownload,
  knowsBag,
  type ListedUnit,
  type NotedDownload,
  noteListed,
  noteRepaired,
  noteTotals,
  noteTried,
  type Tried,
  writeBag,
  writeBulkPath,
  writeBulkRecord,
  writeDownload,
} from "../ledger/ledger.ts";
import {
  type ArchiveState,
  beginRun,
  endRun,
  type ImportedArchive,
  isFirstEnd,
  noteImport,
  type Unit,
  Units,
} from "../ledger/units.ts";
import { stampOfListing } from "../references/reference-reader.ts";
import { ReferenceWriter, stampOfArchive } from "../references/reference-writer.ts";
import { type BatchOrigin, CaseWriter, type IncomingCase, type Outcome } from "./case-writer.ts";
import { KnownUnits } from "./known-units.ts";
import { type OutdatedIndex, outdatedIndexOf, STEP_CASES } from "./outdated-index.ts";
import type { BodyReaders } from "./prepare-case.ts";

export class CorpusWriter implements Disposable {
  readonly path: string;
  /** What the corpus knows of units, with what was written and not committed yet. */
  readonly known: KnownUnits;
  readonly #db;
  readonly #units: Units;
  readonly #references: ReferenceWriter;
  readonly #cases: CaseWriter;
  readonly #outdated: OutdatedIndex;
  readonly #transactions: WriteTransactions;

  /** @param indexBytes as of `IndexWriter` @throws CaselawError as `openForWriting` */
  constructor(path: string, readers: BodyReaders, indexBytes?: number) {
    this.path = path;
    this.#db = openForWriting(path);
    this.#units = new Units(this.#db);
    this.#references = new ReferenceWriter(this.#db);
    this.#cases = new CaseWriter(this.#db, { references: this.#references, readers, indexBytes });
    this.known = new KnownUnits(path, this.#db);
    this.#outdated = outdatedIndexOf(this.#db);
    this.#transactions = new WriteTransactions(path, this.#db, {
      flush: () => this.#cases.flush(),
      rolledBack: () => {
        this.#references.forget();
        this.#cases.forget();
      },
    });
  }

  /** Commits what was written, so that readers see it. Small writes of archives share transactions of at most some seconds. */
  commit(): void {
    this.#transactions.commit();
  }

  get dictionary(): Dictionary | null {
    return newestDictionary(this.#db);
  }

  addDictionary(data: Uint8Array): void {
    this.#transactions.step(() => addDictionary(this.#db, data));
  }

  claimUnit(source: string, name: string): Unit {
    return this.#transactions.join(() => this.#units.claim(source, name));
  }

  /**
   * Writes a batch and the reference records that its cases mention. The batches and ends of archives share a transaction, which is
   * committed when it is large or old, and before any other operation.
   *
   * @returns outcomes in the order of the batch
   * @throws CaselawError `unavailable`, `conflict`; the corpus then contains no batch since the last commit
   */
  writeBatch(batch: readonly IncomingCase[], origin: BatchOrigin): Outcome[] {
    const outcomes = this.#transactions.join(() => {
      const cases = batch.map(({ prepared }) => prepared.record);
      this.#references.mergeMentioned(cases, stampOfArchive(origin.release, origin.sha256));
      this.#flushReferences();
      return this.#cases.write(batch, origin, new Date().toISOString());
    });
    this.#commitIfLarge();
    return outcomes;
  }

  writeListings(references: ReferenceRecords, bulkRecords: readonly BulkRecord[]): void {
    this.#transactions.step(() => {
      this.#references.merge(references, stampOfListing());
      this.#flushReferences();
      for (const record of bulkRecords) writeBulkRecord(this.#db, record);
    });
    this.reindexOutdatedCases();
  }

  writeArchiveReferences(references: ReferenceRecords, origin: BatchOrigin): void {
    this.#transactions.join(() => {
      this.#references.merge(references, stampOfArchive(origin.release, origin.sha256));
      this.#flushReferences();
    });
  }

  /** Removes cases from a unit. Returns how many left the corpus because no other unit contributed them. */
  releaseCases(caseIds: readonly number[], unitId: number): number {
    let removed = 0;
    for (let from = 0; from < caseIds.length; from += STEP_CASES) {
      const step = caseIds.slice(from, from + STEP_CASES);
      removed += this.#transactions.step(() => this.#cases.release(step, unitId, new Date().toISOString()));
    }
    return removed;
  }

  /** Writes the log row of an archive and the new state of its unit. @param state null leaves the state unchanged */
  finishArchive(archive: ImportedArchive, state: Omit<ArchiveState, "sha256" | "release"> | null): void {
    this.#transactions.join(() => {
      noteImport(this.#db, archive);
      if (state !== null) this.#units.advance(archive.unitId, { ...archive, ...state });
    });
    this.#commitIfLarge();
  }

  /** Updates the cases that changed references made outdated. Once a run: it reads all cases that name a reporter or volume without its id. */
  reindexOutdatedCases(): void {
    const step = (work: () => void): void => this.#transactions.step(work);
    this.commit();
    this.#transactions.join(() => this.#outdated.addChangedReferences(() => this.#references.resolver));
    this.#outdated.refresh(step, (ids) => this.#cases.refresh(ids));
  }

  noteDownload(download: NotedDownload, bulk: { id: number; path: string } | null): void {
    this.#transactions.step(() => {
      writeDownload(this.#db, download);
      if (bulk !== null) writeBulkPath(this.#db, bulk);
    });
  }

  /** Deletes the download record of a unit, so that the next run downloads it again. */
  forgetDownload(unit: ListedUnit): void {
    this.#transactions.step(() => forgetDownload(this.#db, unit));
  }

  /** Adds a bag from disk to the bulk collection, unless the collection contains it. */
  noteBag(bag: KnownBulkFile): void {
    if (!knowsBag(this.#db, bag)) this.#transactions.step(() => writeBag(this.#db, bag));
  }

  beginRun(command: string): void {
    this.#transactions.step(() => beginRun(this.#db, command));
  }

  endRun(result: RunResult): void {
    if (isFirstEnd(this.#db, result)) {
      // the pages that a merge frees are all over the file, so it follows what is written next to each other
      this.#transactions.step(() => {
        createLateIndexes(this.#db);
        writeFacetBlocks(this.#db);
      });
      while (this.#transactions.step(() => continueMerge(this.#db)));
    }
    this.#transactions.step(() => {
      noteRepaired(this.#db);
      endRun(this.#db, result);
    });
  }

  noteOffer(source: SourceName, { files, totals }: Pick<Offer, "files" | "totals">): void {
    this.#transactions.step(() => {
      const instant = new Date().toISOString();
      noteListed(this.#db, source, files, instant);
      noteTotals(this.#db, source, totals, instant);
    });
  }

  noteTried(tried: Tried): void {
    this.#transactions.step(() => noteTried(this.#db, tried, new Date().toISOString()));
  }

  /** Commits and closes. Without readers one file remains; with readers the write-ahead log is checkpointed and truncated. */
  [Symbol.dispose](): void {
    this.#transactions.close();
  }

  #commitIfLarge(): void {
    if (this.#cases.isFull || this.#transactions.isOld) this.#transactions.commit();
  }

  #flushReferences(): void {
    const { renamedCourts, volumesChanged } = this.#references.flush();
    // addCourt finds cases in the index
    if (renamedCourts.length > 0) this.#cases.flush();
    for (const courtId of renamedCourts) this.#outdated.addCourt(courtId);
    if (volumesChanged) this.#outdated.volumesChanged();
  }
}
