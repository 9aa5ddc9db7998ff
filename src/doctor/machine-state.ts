/** What the machine shows as numbers, for monitoring. */
import { resolve } from "node:path";
import type { CorpusLocation } from "../domain/corpus-source.ts";
import { freeBytes } from "../download/part.ts";
import { readVerifyNote, type VerifyNote } from "./verify-note.ts";

export interface MachineState {
  /** Of the data folder; null where it cannot be read. */
  readonly diskFreeBytes: number | null;
  /** The last verification of this corpus. */
  readonly verify: VerifyNote | null;
}

export async function machineState(corpus: CorpusLocation, dataFolder: string): Promise<MachineState> {
  const note = readVerifyNote(dataFolder);
  const isOurs = typeof corpus === "string" && note?.corpus === resolve(corpus);
  return { diskFreeBytes: await freeBytes(dataFolder).catch(() => null), verify: isOurs ? note : null };
}
