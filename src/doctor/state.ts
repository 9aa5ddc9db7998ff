/** What a corpus and the machine show as numbers, for monitoring; and the note of the last verification. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CorpusLocation } from "../domain/corpus-source.ts";
import { isJsonObject } from "../domain/json.ts";
import type { CoverageState } from "../domain/ledger.ts";
import { freeBytes } from "../download/part.ts";
import type { V1Run } from "../v1/stats.ts";
import type { V1 } from "../v1/v1.ts";

export interface CorpusState {
  readonly cases: number;
  /** Records that the last import of each unit rejected. */
  readonly rejects: number;
  /** Size of the corpus file, and the unused part of it. */
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

/** The last sync that ended well, or in which only some archives or records failed. */
export function lastSyncOf(runs: readonly V1Run[]): V1Run | undefined {
  return runs.find(
    ({ command, outcome }) => command === "sync" && (outcome === "done" || outcome === "faulty"),
  );
}

export interface MachineState {
  /** Free space of the data folder; null where it cannot be read. */
  readonly diskFreeBytes: number | null;
  /** The last verification of this corpus. */
  readonly verify: VerifyNote | null;
}

export async function machineState(corpus: CorpusLocation, dataFolder: string): Promise<MachineState> {
  const note = readVerifyNote(dataFolder);
  const isOfCorpus = typeof corpus === "string" && note?.corpus === resolve(corpus);
  return { diskFreeBytes: await freeBytes(dataFolder).catch(() => null), verify: isOfCorpus ? note : null };
}

/** A note of the last verification, in the data folder: `verify` itself changes no corpus. */
export interface VerifyNote {
  readonly corpus: string;
  /** ISO 8601 instant. */
  readonly at: string;
  readonly verdict: string;
}

export function verifyNotePath(dataFolder: string): string {
  return join(dataFolder, "last-verify.json");
}

/** Null if there is none, or it cannot be read. */
export function readVerifyNote(dataFolder: string): VerifyNote | null {
  try {
    const note: unknown = JSON.parse(readFileSync(verifyNotePath(dataFolder), "utf8"));
    if (!isJsonObject(note)) return null;
    const { corpus, at, verdict } = note;
    if (typeof corpus !== "string" || typeof at !== "string" || typeof verdict !== "string") return null;
    return { corpus, at, verdict };
  } catch {
    return null;
  }
}
