/**
 * Makes the bags of a collection, several at once, each by a process of its own. A bag gets its final name when it is
 * complete, so the next run after a kill makes only the bags that are missing.
 */
import { fork } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { packXz, zipBag } from "../make-corpus.ts";
import type { CaseMaker } from "./case.ts";
import type { CollectionPlan } from "./collection.ts";
import { JURISDICTIONS } from "./jurisdictions.ts";
import { linesOf } from "./lines.ts";

/** A bag on disk. */
export interface MadeArchive {
  readonly path: string;
  readonly cases: number;
  readonly jsonlBytes: number;
  readonly bytes: number;
}

/** What a process is asked for. */
export interface ArchiveTask {
  readonly plan: CollectionPlan;
  readonly folder: string;
  /** The jurisdiction's place in the list. */
  readonly jurisdiction: number;
}

const RELEASE = "20210421";
/** Of xz: 1 takes twice as long, which is longer than all else, and saves a tenth of the size. */
const PRESET = 0;
const MAKER = join(import.meta.dirname, "archive-process.ts");

/**
 * Makes the bags that are missing, the largest first, and returns all of them.
 *
 * @param home folder of the collection
 * @param report is called with each bag that was made
 * @param writers processes
 */
export async function makeArchives(
  plan: CollectionPlan,
  home: string,
  report: (made: MadeArchive) => void,
  writers = availableParallelism(),
): Promise<readonly MadeArchive[]> {
  const folder = join(home, "archives");
  mkdirSync(folder, { recursive: true });
  const left = [...JURISDICTIONS.keys()].map((jurisdiction) => ({ plan, folder, jurisdiction }));
  const missing = left.filter((task) => findArchive(task) === null);
  const write = async (): Promise<void> => {
    using maker = startMaker();
    for (let task = missing.shift(); task !== undefined; task = missing.shift()) {
      await maker.make(task);
      const made = findArchive(task);
      if (made === null) throw new Error(`No archive was made: ${archivePath(task)}`);
      report(made);
    }
  };
  await Promise.all(Array.from({ length: Math.min(writers, missing.length) }, write));
  return left.flatMap((task) => findArchive(task) ?? []);
}

/** Makes one bag, in this process. */
export async function makeArchive(task: ArchiveTask, maker: CaseMaker): Promise<void> {
  const { jurisdiction } = task;
  const path = archivePath(task);
  const packed = `${path}.data.jsonl.xz`;
  let cases = 0;
  function* lines(): Generator<string> {
    for (const line of linesOf(maker, jurisdiction)) {
      cases++;
      yield line;
    }
  }
  const jsonlBytes = await packXz(lines(), packed, PRESET);
  writeFileSync(notePath(path), JSON.stringify({ cases, jsonlBytes }));
  await zipBag(path, bagName(task), packed);
  rmSync(packed);
}

/** The bag where it is complete, else null. */
function findArchive(task: ArchiveTask): MadeArchive | null {
  const path = archivePath(task);
  if (!existsSync(path)) return null;
  return { path, ...JSON.parse(readFileSync(notePath(path), "utf8")), bytes: statSync(path).size };
}

/** A process that makes one bag after the other. It ends with this one, because its channel does. */
function startMaker(): Disposable & { make: (task: ArchiveTask) => Promise<void> } {
  const child = fork(MAKER, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const make = (task: ArchiveTask): Promise<void> =>
    new Promise((resolve, reject) => {
      child.once("message", () => {
        child.removeAllListeners("exit");
        resolve();
      });
      child.once("exit", (code) => reject(new Error(`Cannot make ${archivePath(task)}: status ${code}`)));
      child.send(task);
    });
  return { make, [Symbol.dispose]: () => child.disconnect() };
}

function bagName({ jurisdiction }: ArchiveTask): string {
  return `${JURISDICTIONS[jurisdiction]?.slug ?? "unknown"}_xml_${RELEASE}`;
}

function archivePath(task: ArchiveTask): string {
  return join(task.folder, `${bagName(task)}.zip`);
}

function notePath(path: string): string {
  return `${path}.made.json`;
}
