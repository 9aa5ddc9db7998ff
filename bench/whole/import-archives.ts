/**
 * Imports the bags of a collection with the command line, as a user does. Writes samples of the progress to a file next to the
 * corpus, because an import must keep its rate as the corpus grows. The next run after a kill continues the import.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { caselawArgs } from "../measure/setting.ts";

/** One run of `caselaw import`. */
export interface ImportRun {
  /** Cases read since the start of the run, every 30 seconds and at the end. */
  readonly samples: readonly Sample[];
  /** Whether it came to the end of all archives. */
  readonly isFinished: boolean;
}

export interface Sample {
  readonly cases: number;
  readonly seconds: number;
}

/** Of the errors that the import printed, how many are shown when it fails. */
const SHOWN_LINES = 5;

/**
 * @param folder of the collection
 * @returns all runs that this corpus needed, the last one finished
 * @throws Error with the import's last messages when it ends with another status than 0
 */
export async function importArchives(folder: string): Promise<readonly ImportRun[]> {
  const note = join(folder, "import.json");
  const before = readRuns(note);
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  const paths = ["--db", join(folder, "corpus.db"), "--data-dir", data];
  const args = caselawArgs("import", join(folder, "archives"), ...paths, "--log-format", "json");
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  const samples: Sample[] = [];
  const lines: string[] = [];
  const write = (isFinished: boolean): readonly ImportRun[] => {
    const runs = [...before, { samples, isFinished }];
    writeFileSync(note, JSON.stringify(runs, null, 1));
    return runs;
  };
  for await (const line of createInterface({ input: child.stderr })) {
    lines.splice(0, lines.length - SHOWN_LINES + 1);
    lines.push(line);
    const sample = sampleIn(line);
    if (sample === null) continue;
    samples.push(sample);
    write(false);
  }
  const status = await ended;
  if (status !== 0) throw new Error(`Cannot import ${folder}: status ${status}: ${lines.join(" / ")}`);
  return write(true);
}

/** Cases a second from the start up to a number of them; NaN when the run has not so many. */
export function rateUpTo({ samples }: ImportRun, cases: number): number {
  const sample = samples.find((one) => one.cases >= cases);
  return sample === undefined ? Number.NaN : sample.cases / sample.seconds;
}

/** How far a run came. */
export function endOf({ samples }: ImportRun): Sample {
  return samples.at(-1) ?? { cases: 0, seconds: 0 };
}

function readRuns(note: string): readonly ImportRun[] {
  return existsSync(note) ? JSON.parse(readFileSync(note, "utf8")) : [];
}

/** How far the import is by a line of its log (src/cli/render/run-log.ts); null for other lines. */
function sampleIn(line: string): Sample | null {
  if (!line.startsWith("{")) return null;
  const { event, cases_read, read, seconds } = JSON.parse(line);
  if (event === "progress") return { cases: cases_read, seconds };
  return event === "summary" ? { cases: read, seconds } : null;
}
