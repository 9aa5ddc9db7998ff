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
import { sweepUnfinished, UnfinishedOutput } from "../store/database/unfinished.ts";
import type { Identity } from "./unit/identify.ts";

/** The path that means standard input; a file of that name is `./-`. */
export const STANDARD_INPUT = "-";

/** Standard input on disk; disposing removes it. */
export interface Spool extends AsyncDisposable {
  readonly path: string;
}

/** Its unfinished output is the file of a run that has locked the data folder. */
function spoolIn(folder: string): string {
  return join(folder, "stdin");
}

/** Removes the files that a killed run left. The caller has locked the data folder. */
export function sweepSpool(dataFolder: string): void {
  sweepUnfinished(spoolIn(dataFolder));
}

/**
 * Reads standard input to its end.
 *
 * @param dataFolder locked by this run; null for a dry run
 * @throws CaselawError `unavailable` when the file cannot be written or the input cannot be read; the signal's reason
 */
export async function spoolInput(
  input: AsyncIterable<Uint8Array>,
  dataFolder: string | null,
  signal: AbortSignal,
): Promise<Spool> {
  try {
    const folder = dataFolder ?? (await mkdtemp(join(tmpdir(), "caselaw-stdin-")));
    const unfinished = new UnfinishedOutput(spoolIn(folder));
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

/** The path as it was given, and the temporary file of standard input. */
interface Names {
  readonly path: string;
  readonly spool?: string;
}

/** Standard input may only be lines. @throws CaselawError `invalid` */
export function refuseAllButLines(contents: ArchiveContents, path: string): void {
  if (contents.layout === "lines" && contents.bag === null) return;
  throw new CaselawError("invalid", `Cannot read "${path}": a zip, where lines of JSON were expected`);
}

/** Names the unit of standard input, which has no path, by its content: the same lines are the same unit again. */
export function namedByStream(identity: Identity, { spool }: Names, { sha256 }: Checksum): Identity {
  return spool === undefined ? identity : { ...identity, unit: `stdin/${sha256.slice(0, 16)}` };
}

/** The message of an error, with the given path instead of the temporary file's. */
export function messageWithout({ path, spool }: Names, error: CaselawError): string {
  return spool === undefined ? messageOf(error) : messageOf(error).replaceAll(spool, path);
}
