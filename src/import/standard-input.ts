/**
 * JSON lines from standard input, stored in a temporary file while they are imported.
 *
 * A stream cannot be read twice, and an import reads twice: nothing is written before all bytes are validated
 * (docs/interface.md, "Import guarantees"). The file is in the data folder; that of a dry run, which writes nothing there, in the
 * system's temporary folder. The next run that imports files removes a file that a killed run left.
 */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ArchiveContents, Checksum } from "../domain/bulk-file.ts";
import { asUnavailable, CaselawError, messageOf } from "../domain/errors.ts";
import { removeUnfinished, UnfinishedOutput } from "../store/database/unfinished.ts";
import type { Identity } from "./unit/identify.ts";

/** The path that means standard input; a file of that name is `./-`. */
export const STANDARD_INPUT = "-";

/** The copy of standard input on disk; disposing removes it. */
export interface InputCopy extends AsyncDisposable {
  readonly path: string;
}

/** The target of the copy, which is never published: it stays an unfinished output. */
function copyTarget(folder: string): string {
  return join(folder, "stdin");
}

/** Removes the copies that killed runs left. The caller has locked the data folder. */
export function removeInputCopies(dataFolder: string): void {
  removeUnfinished(copyTarget(dataFolder));
}

/**
 * Copies standard input to a file, to its end.
 *
 * @param dataFolder locked by this run; null for a dry run
 * @throws CaselawError `unavailable` when the file cannot be written or the input cannot be read; the signal's reason
 */
export async function copyInput(
  input: AsyncIterable<Uint8Array>,
  dataFolder: string | null,
  signal: AbortSignal,
): Promise<InputCopy> {
  try {
    const folder = dataFolder ?? (await mkdtemp(join(tmpdir(), "caselaw-stdin-")));
    const unfinished = new UnfinishedOutput(copyTarget(folder));
    const remove = async (): Promise<void> => {
      unfinished[Symbol.dispose]();
      if (dataFolder === null) await rm(folder, { recursive: true, force: true });
    };
    const { path } = unfinished;
    try {
      await pipeline(Readable.from(input, { objectMode: false }), createWriteStream(path, { flags: "wx" }), {
        signal,
      });
    } catch (error) {
      await remove();
      throw error;
    }
    return { path, [Symbol.asyncDispose]: remove };
  } catch (error) {
    signal.throwIfAborted();
    throw asUnavailable(error, "store standard input", dataFolder ?? undefined);
  }
}

/** A path as the user gave it, and for standard input the path of its copy. */
interface Paths {
  readonly path: string;
  readonly inputCopy?: string;
}

/** Standard input may only be lines. @throws CaselawError `invalid` */
export function checkLines(contents: ArchiveContents, path: string): void {
  if (contents.layout === "lines" && contents.bag === null) return;
  throw new CaselawError("invalid", `Cannot read "${path}": a zip, where lines of JSON were expected`);
}

/** Names the unit of standard input, which has no path, by its content: the same lines are the same unit. */
export function nameByContent(identity: Identity, { inputCopy }: Paths, { sha256 }: Checksum): Identity {
  return inputCopy === undefined ? identity : { ...identity, unit: `stdin/${sha256.slice(0, 16)}` };
}

/** The message of an error, with the given path instead of the copy's. */
export function messageFor({ path, inputCopy }: Paths, error: CaselawError): string {
  return inputCopy === undefined ? messageOf(error) : messageOf(error).replaceAll(inputCopy, path);
}
