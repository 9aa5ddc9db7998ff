/** What a corpus shows of itself as numbers, for monitoring. */
import type { CoverageState } from "../domain/ledger.ts";
import type { V1Run } from "../v1/stats.ts";
import type { V1 } from "../v1/v1.ts";

export interface CorpusState {
  readonly cases: number;
  /** Records that the last import of each unit rejected. */
  readonly rejects: number;
  /** Of the corpus file, and of it unused. */
  readonly bytes: { readonly file: number; readonly free: number };
  /** Units that the sources list, by state; states without a unit are left out. */
  readonly units: Readonly<Partial<Record<CoverageState, number>>>;
  readonly changeNumber: number;
  /** ISO 8601 instant of the end of the last sync that ended well or with faults; null: none of the last ten runs. */
  readonly lastSync: string | null;
  readonly lastRun: Pick<V1Run, "command" | "outcome" | "started_at"> | null;
}

/** @throws CaselawError as every question */
export function corpusState(v1: V1): CorpusState {
  const { runs, totals, sizes, change_number } = v1.stats();
  const { states } = v1.coverage();
  const [lastRun] = runs;
  return {
    cases: totals.cases,
    rejects: totals.rejects,
    bytes: { file: sizes.file, free: sizes.free },
    units: Object.fromEntries(states.map(({ state, units }) => [state, units])),
    changeNumber: change_number,
    lastSync: lastSyncOf(runs)?.finished_at ?? null,
    lastRun: lastRun ?? null,
  };
}

/** The last sync that ended well, or that only some archives or records failed. */
export function lastSyncOf(runs: readonly V1Run[]): V1Run | undefined {
  return runs.find(
    ({ command, outcome }) => command === "sync" && (outcome === "done" || outcome === "faulty"),
  );
}
