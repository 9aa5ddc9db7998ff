/**
 * A corpus opened for writing: the operations of imports and syncs. Each operation is one transaction; batches share larger ones.
 * This module knows neither archives nor sources: units have names, and batches have origins.
 */
import type { BulkFile, BulkRecord, Offer, SourceName } from "../../domain/bulk-file.ts";
import type { CaseMetadata, JurisdictionRecord, ReferenceRecords } from "../../domain/case.ts";
import type { RunResult } from "../../domain/ledger.ts";
import type { KnownBulkFile } from "../../domain/records.ts";
import { addDictionary, type Dictionary, newestDictionary } from "../codec/codec.ts";
import { openForWriting } from "../database/open-database.ts";
import { WriteTransactions } from "../database/write-transactions.ts";
import {
  type Downloads,
  downloadsOf,
  type Ledger,
  ledgerOf,
  type NotedDownload,
  type Tried,
  type TryOutcome,
} from "../ledger/ledger.ts";
import {
  type ArchiveState,
  type ImportedArchive,
  type ImportLog,
  importLogOf,
  type Runs,
  runsOf,
  type Unit,
  Units,
} from "../ledger/units.ts";
import { ReferenceWriter, stampOfArchive, stampOfListing } from "../references/reference-writer.ts";
import {
  type BatchOrigin,
  CaseWriter,
  type IncomingCase,
  type Outcome,
  type ReadBody,
} from "./case-writer.ts";
import { contributionsOf, type KnownUnits } from "./known-units.ts";
import { type OutdatedIndex, outdatedIndexOf, STEP_CASES } from "./outdated-index.ts";

export class CorpusWriter implements Disposable {
  readonly path: string;
  /** What the corpus knows of units, with what was written and not committed yet. */
  readonly known: KnownUnits;
  readonly #db;
  readonly #units: Units;
  readonly #references: ReferenceWriter;
  readonly #cases: CaseWriter;
  readonly #log: ImportLog;
  readonly #downloads: Downloads;
  readonly #ledger: Ledger;
  readonly #runs: Runs;
  readonly #outdated: OutdatedIndex;
  readonly #transactions: WriteTransactions;

  /** @param indexBytes as of `IndexWriter` @throws CaselawError as `openForWriting` */
  constructor(path: string, readBody: ReadBody, indexBytes?: number) {
    this.path = path;
    this.#db = openForWriting(path);
    this.#units = new Units(this.#db);
    this.#references = new ReferenceWriter(this.#db);
    const parts = { references: this.#references, units: this.#units, readBody };
    this.#cases = new CaseWriter(this.#db, { ...parts, indexBytes });
    this.#log = importLogOf(this.#db);
    this.#downloads = downloadsOf(this.#db);
    this.known = {
      units: this.#units,
      contributions: contributionsOf(this.#db),
      imports: this.#log,
      downloads: this.#downloads,
    };
    this.#ledger = ledgerOf(this.#db);
    this.#runs = runsOf(this.#db);
    this.#outdated = outdatedIndexOf(this.#db);
    this.#transactions = new WriteTransactions(path, this.#db, {
      flush: () => this.#cases.flush(),
      rolledBack: () => {
        this.#units.forget();
        this.#references.forget();
        this.#cases.forget();
      },
    });
  }

  /** Commits what was written, so that readers see it. Small writes of archives share transactions of at most some seconds. */
  commit(): void {
    this.#transactions.commit();
  }

  /** The compression dictionary of new bodies; null if there is none. */
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
      const mentioned = mentionedBy(batch.map(({ prepared }) => prepared.record));
      this.#references.mergeMentioned(mentioned, stampOfArchive(origin.release, origin.sha256));
      this.#flushReferences();
      return this.#cases.write(batch, origin, new Date().toISOString());
    });
    this.#commitIfLarge();
    return outcomes;
  }

  /** Merges the reference records of a source's listings. */
  writeListings(references: ReferenceRecords, bulkRecords: readonly BulkRecord[]): void {
    this.#transactions.step(() => {
      this.#references.merge(references, stampOfListing());
      this.#flushReferences();
      for (const record of bulkRecords) this.#downloads.writeBulkRecord(record);
    });
    this.reindexOutdatedCases();
  }

  /** Merges the reference records of an archive's metadata file. */
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
      this.#log.add(archive);
      if (state !== null) this.#units.advance(archive.unitId, { ...archive, ...state });
    });
    this.#commitIfLarge();
  }

  /** Brings cases up to date that changed references outdated. Once a run: it reads all cases that name a reporter or volume without its id. */
  reindexOutdatedCases(): void {
    const step = (work: () => void): void => this.#transactions.step(work);
    this.commit();
    this.#transactions.join(() => this.#outdated.addChangedReferences(() => this.#references.resolver));
    this.#outdated.refresh(step, (ids) => this.#cases.refresh(ids));
  }

  noteDownload(download: NotedDownload, bulk: { id: number; path: string } | null): void {
    this.#transactions.step(() => {
      this.#downloads.note(download);
      if (bulk !== null) this.#downloads.noteBulkPath(bulk);
    });
  }

  /** Deletes the download record of a unit, so that the next run downloads it again. */
  forgetDownload(of: { source: string; unit: string }): void {
    this.#transactions.step(() => this.#downloads.forget(of));
  }

  /** Adds a bag from disk to the bulk collection, unless the collection contains it. */
  noteBag(bag: KnownBulkFile): void {
    if (!this.#downloads.knowsBag(bag)) this.#transactions.step(() => this.#downloads.writeBag(bag));
  }

  beginRun(command: string): void {
    this.#transactions.step(() => this.#runs.begin(command, new Date().toISOString()));
  }

  endRun(result: RunResult): void {
    if (this.#runs.isFirstEnd(result)) {
      // the pages that a merge frees are all over the file, so it follows what is written next to each other
      this.#transactions.step(() => this.#runs.writeMissing());
      while (this.#transactions.step(() => this.#runs.continueMerge()));
    }
    this.#transactions.step(() => {
      this.#ledger.noteRepaired();
      this.#runs.end(result, new Date().toISOString());
    });
  }

  /** Records what a source lists in the ledger. */
  noteOffer(source: SourceName, { files, totals }: Pick<Offer, "files" | "totals">): void {
    this.#transactions.step(() => {
      const now = new Date().toISOString();
      this.#ledger.list(source, files, now);
      this.#ledger.writeTotals(source, totals, now);
    });
  }

  /** The outcome of the last attempt to sync a unit; null without an attempt. */
  outcomeOf(file: BulkFile): TryOutcome | null {
    return this.#ledger.outcomeOf(file);
  }

  noteTried(tried: Tried): void {
    this.#transactions.step(() => this.#ledger.note(tried, new Date().toISOString()));
  }

  /** Commits and closes. Without readers one file remains; with readers the write-ahead log is folded in and truncated. */
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

/**
 * Courts, jurisdictions, reporters and volumes that these cases mention, each once, with null for unknown fields. The jurisdictions of a
 * reporter or volume are those of its cases.
 */
function mentionedBy(records: Iterable<CaseMetadata>): ReferenceRecords {
  const jurisdictions = new Map<string, ReferenceRecords["jurisdictions"][number]>();
  const courts = new Map<string, ReferenceRecords["courts"][number]>();
  const reporters = new Map<number, ReferenceRecords["reporters"][number]>();
  const volumes = new Map<string, ReferenceRecords["volumes"][number]>();
  const within = new JurisdictionsOf();
  for (const { jurisdiction, court, volume } of records) {
    if (jurisdiction !== null) jurisdictions.set(JSON.stringify(jurisdiction), jurisdiction);
    if (court !== null) {
      const placed = { ...court, jurisdictionId: court.jurisdictionId ?? jurisdiction?.id ?? null };
      courts.set(JSON.stringify(placed), placed);
    }
    const { reporterId, reporterName, barcode, volumeNumber } = volume;
    if (reporterId !== null) {
      const jurisdictions = within.add(`reporter ${reporterId}`, jurisdiction);
      reporters.set(reporterId, {
        ...UNKNOWN_REPORTER,
        id: reporterId,
        fullName: reporterName,
        jurisdictions,
      });
    }
    if (barcode !== null) {
      const jurisdictions = within.add(`volume ${barcode}`, jurisdiction);
      const named = { barcode, volumeNumber, reporterId, reporterName, jurisdictions };
      volumes.set(barcode, { ...UNKNOWN_VOLUME, ...named });
    }
  }
  return {
    jurisdictions: [...jurisdictions.values()],
    courts: [...courts.values()],
    reporters: [...reporters.values()],
    volumes: [...volumes.values()],
  };
}

/** The jurisdictions of the cases of each reporter or volume. */
class JurisdictionsOf {
  readonly #byOwner = new Map<string, JurisdictionRecord[]>();

  /** Adds a jurisdiction; returns those of the owner so far, null when there are none. */
  add(owner: string, jurisdiction: JurisdictionRecord | null): readonly JurisdictionRecord[] | null {
    const list = this.#byOwner.get(owner) ?? [];
    if (jurisdiction === null) return list.length === 0 ? null : list;
    this.#byOwner.set(owner, list);
    if (list.every(({ id }) => id !== jurisdiction.id)) list.push(jurisdiction);
    return list;
  }
}

const UNKNOWN_REPORTER = {
  slug: null,
  shortName: null,
  startYear: null,
  endYear: null,
} as const;

const UNKNOWN_VOLUME = {
  title: null,
  publisher: null,
  publicationYear: null,
  startYear: null,
  endYear: null,
  nominativeVolumeNumber: null,
  nominativeName: null,
  seriesVolumeNumber: null,
} as const;
