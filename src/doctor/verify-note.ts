/** A note of the last verification, in the data folder: `verify` itself changes no corpus. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "../domain/json.ts";

export interface VerifyNote {
  /** The path of the corpus. */
  readonly corpus: string;
  /** ISO 8601 instant. */
  readonly at: string;
  readonly verdict: string;
}

const NAME = "last-verify.json";

/** Replaces the note. A folder that is missing or cannot be written has none: whoever verifies may have no rights there. */
export function writeVerifyNote(dataFolder: string, note: VerifyNote): void {
  const path = join(dataFolder, NAME);
  try {
    writeFileSync(`${path}.part`, `${JSON.stringify(note)}\n`);
    renameSync(`${path}.part`, path);
  } catch {
    // doctor then says that the corpus was not verified
  }
}

/** Null if there is none, or it cannot be read. */
export function readVerifyNote(dataFolder: string): VerifyNote | null {
  try {
    const note: unknown = JSON.parse(readFileSync(join(dataFolder, NAME), "utf8"));
    if (!isJsonObject(note)) return null;
    const { corpus, at, verdict } = note;
    if (typeof corpus !== "string" || typeof at !== "string" || typeof verdict !== "string") return null;
    return { corpus, at, verdict };
  } catch {
    return null;
  }
}
