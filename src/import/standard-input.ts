/**
 * JSON lines from standard input, kept in a file as long as they are imported.
 *
 * A stream cannot be read twice, and an import reads twice: nothing is written before all is proved (docs/interface.md, "Import
 * guarantees"). So it goes to disk first, in constant memory, below the data folder where archives are as well; a dry run,
 * which writes nothing there, uses the system's folder. A file that a killed run left is removed by the next run that imports
 * files.
 */
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ArchiveContents, Checksum } from "../domain/archive-contents.ts";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import type { Identity } from "./unit/identify.ts";

/** What stands for standard input among the paths; a file of that name is `./-`. */
export const STANDARD_INPUT = "-";

/** Standard input on disk; disposing removes it. */
export interface Spool extends AsyncDisposable {
  readonly path: string;
}

/** Where standard input is kept during a run that holds the data folder. */
export function spoolFolder(dataFolder: string): string {
  return join(dataFolder, ".stdin");
}

/** Removes what a killed run left; to be called by who holds the data folder. */
export async function sweepSpool(dataFolder: string): Promise<void> {
  await rm(spoolFolder(dataFolder), { recursive: true, force: true });
}

/**
 * Reads standard input to its end.
 *
 * @param dataFolder held by this run; null for a dry run
 * @throws CaselawError `unavailable` when the disk does not take it or the input cannot be read; the signal's reason
 */
export async function spoolInput(
  input: AsyncIterable<Uint8Array>,
  dataFolder: string | null,
  signal: AbortSignal,
): Promise<Spool> {
  const folder = dataFolder === null ? null : spoolFolder(dataFolder);
  try {
    const own = folder ?? (await mkdtemp(join(tmpdir(), "caselaw-stdin-")));
    const remove = (): Promise<void> => rm(own, { recursive: true, force: true });
    const path = join(own, "data.jsonl");
    try {
      await mkdir(own, { recursive: true });
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
    if (systemCodeOf(error) === undefined) throw error;
    throw new CaselawError("unavailable", `Cannot keep standard input: ${messageOf(error)}`, {
      ...(folder === null ? {} : { at: { file: folder } }),
      cause: error,
    });
  }
}

/** The task's two names: as it was given, and where a stream's bytes are meanwhile. */
interface Names {
  readonly path: string;
  readonly spool?: string;
}

/** What comes through a pipe is lines: a zip is read from its end. @throws CaselawError `invalid` */
export function refuseAllButLines(contents: ArchiveContents, path: string): void {
  if (contents.layout === "lines" && contents.bag === null) return;
  throw new CaselawError("invalid", `Cannot read "${path}": a zip, where lines of JSON were expected`);
}

/**
 * A stream has no path that would name its unit, as a bare file's does: its content does. So the same lines are the same
 * unit whenever they come, and two streams are two.
 */
export function namedByStream(identity: Identity, { spool }: Names, { sha256 }: Checksum): Identity {
  return spool === undefined ? identity : { ...identity, unit: `stdin/${sha256.slice(0, 16)}` };
}

/** The message of a fault, without the name of a file that will be gone. */
export function messageWithout({ path, spool }: Names, error: CaselawError): string {
  return spool === undefined ? messageOf(error) : messageOf(error).replaceAll(spool, path);
}
