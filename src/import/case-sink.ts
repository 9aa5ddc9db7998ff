/** The target of an import: a corpus, or for a dry run only counts. */
import type { ReferenceRecords } from "../domain/case.ts";
import type { KnownBulkFile } from "../domain/records.ts";
import { type Dictionary, makeDictionary } from "../store/codec/codec.ts";
import type { ArchiveState, ImportedArchive, Unit } from "../store/ledger/units.ts";
import type { BatchOrigin, IncomingCase, Outcome } from "../store/write/case-writer.ts";
import type { CorpusWriter } from "../store/write/corpus-writer.ts";
import type { KnownUnits } from "../store/write/known-units.ts";
import { SeenCases } from "./seen-cases.ts";
import type { StoredUnit } from "./shrink.ts";

const NOWHERE = { entry: null, line: 0 };

type ArchiveOrigin = Omit<BatchOrigin, "unitId">;
type FinishedArchive = Omit<ImportedArchive, "unitId" | "finishedAt">;
type UnitState = Omit<ArchiveState, "sha256" | "release">;

/** One unit of a sink, as it is before the archive is imported. */
export interface SinkUnit extends StoredUnit {
  readonly state: Pick<Unit, "sha256" | "release" | "hasAllCases">;
  /** Null in a dry run before the first import. */
  readonly corpusPath: string | null;
  /** Null in a dry run if the corpus does not have the unit. */
  readonly unitId: number | null;
  /** Commits what was written, so that parsers see it. */
  commit(): void;
  findImport(sha256: string): ImportedArchive | null;
  /** Of the unit of sets. */
  isLastSet(sha256: string): boolean;
  /** The compression dictionary of bodies, which is made from `sample` if there is none. */
  dictionary(sample: () => Promise<readonly string[]>): Promise<Dictionary | null>;
  /** Whether this digest is now stored for a case of the unit. */
  isStored(caseId: number, digest: Uint8Array): boolean;
  writeReferences(references: ReferenceRecords, origin: ArchiveOrigin): void;
  /** Keeps nothing of the memory of the batch. */
  writeBatch(batch: readonly IncomingCase[], origin: ArchiveOrigin): readonly Outcome[];
  /** Removes all other cases from the unit; returns how many are no longer in the corpus. */
  releaseAllBut(isKept: (caseId: number) => boolean): number;
  /** @param state the new state of the unit; null: unchanged */
  finish(archive: FinishedArchive, state: UnitState | null): void;
}

export interface CaseSink {
  openUnit(source: string, name: string): SinkUnit;
  /** The units of a source that were imported. */
  unitNames(source: string): readonly string[];
  /** Adds a bag that no source lists to the bulk collection. */
  noteBag(bag: KnownBulkFile): void;
}

export function corpusSink(writer: CorpusWriter): CaseSink {
  return {
    noteBag: (bag) => writer.noteBag(bag),
    unitNames: (source) => writer.known.units.names(source),
    openUnit: (source, name) => {
      const unit = writer.claimUnit(source, name);
      const { id: unitId } = unit;
      const { contributions } = writer.known;
      return {
        name,
        state: unit,
        corpusPath: writer.path,
        unitId,
        commit: () => writer.commit(),
        dictionary: async (sample) => {
          const data = writer.dictionary === null ? makeDictionary(await sample()) : null;
          if (data !== null) writer.addDictionary(data);
          return writer.dictionary;
        },
        countContributions: () => contributions.count({ unitId }),
        contributedIds: () => contributions.ids({ unitId }),
        isLastSet: (sha256) => writer.known.isLastSet({ sha256, source, name }),
        findImport: (sha256) => writer.known.findImport({ sha256, source, name }),
        isStored: (caseId, digest) => contributions.has({ unitId, caseId, digest }),
        writeReferences: (references, origin) =>
          writer.writeArchiveReferences(references, { unitId, ...origin }),
        writeBatch: (batch, origin) => writer.writeBatch(batch, { unitId, ...origin }),
        releaseAllBut: (isKept) => {
          const removed = Iterator.from(contributions.ids({ unitId })).filter((caseId) => !isKept(caseId));
          return writer.releaseCases([...removed], unitId);
        },
        finish: (archive, state) =>
          writer.finishArchive({ ...archive, unitId, finishedAt: new Date().toISOString() }, state),
      };
    },
  };
}

/** @param corpus null before the first import */
export function dryRunSink(corpus: KnownUnits | null): CaseSink {
  /** Cases of this run: a case is counted as added once, even if several archives have it. */
  const seen = new SeenCases();
  return {
    noteBag: () => {},
    unitNames: (source) => corpus?.units.names(source) ?? [],
    openUnit: (source, name) => {
      const unit = corpus?.units.find(source, name) ?? null;
      const unitId = unit?.id ?? null;
      const contributedIds = (): Iterable<number> =>
        unitId === null ? [] : (corpus?.contributions.ids({ unitId }) ?? []);
      return {
        name,
        state: unit ?? { sha256: null, release: null, hasAllCases: 0 },
        corpusPath: corpus?.path ?? null,
        unitId,
        commit: () => {},
        dictionary: async () => null,
        countContributions: () => (unitId === null ? 0 : (corpus?.contributions.count({ unitId }) ?? 0)),
        contributedIds,
        isLastSet: (sha256) => corpus?.isLastSet({ sha256, source, name }) ?? false,
        findImport: (sha256) => corpus?.findImport({ sha256, source, name }) ?? null,
        // a parser checked it, and nothing was written since
        isStored: () => true,
        writeReferences: () => {},
        writeBatch: (batch) =>
          batch.map(({ prepared, repeated }) => {
            const { id } = prepared.record;
            const isKnown = seen.has(id) || corpus?.hasCase(id) === true;
            seen.note(id, NOWHERE);
            if (repeated) return "unchanged";
            return isKnown ? "changed" : "added";
          }),
        releaseAllBut: (isKept) => {
          let removed = 0;
          for (const id of contributedIds()) removed += Number(!isKept(id));
          return removed;
        },
        finish: () => {},
      };
    },
  };
}
