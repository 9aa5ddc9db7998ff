/**
 * What a nightly sync of the complete static site costs: 40,000 volumes, nothing changed, then one in a hundred; beside it the
 * commands that read the state of every unit.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { SCHEMA_VERSION } from "../src/store/database/schema.ts";
import { digits, megabytes, table } from "./measure/numbers.ts";
import { runTree } from "./measure/run-tree.ts";
import { caselawArgs } from "./measure/setting.ts";
import { type Mirror, makeMirror } from "./night/mirror.ts";
import { startSite } from "./night/site.ts";
import { changedCount, volumesAfter } from "./night/volumes.ts";

/** Of a mirror that was made before. Its corpus has addresses with the port. */
interface Made {
  readonly port: number;
  /** How often its volumes changed. */
  readonly changes: number;
}

const OPTIONS = {
  volumes: { type: "string", default: "40000" },
  folder: { type: "string", default: join(tmpdir(), "caselaw-bench") },
} as const;
/** The lists of jurisdictions, reporters and volumes. */
const LISTS = 3;

export async function benchNight(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true });
  const count = Number(values.volumes);
  const folder = resolve(values.folder, `night-${count}-v${SCHEMA_VERSION}`);
  const mirror = { corpus: join(folder, "corpus.db"), dataFolder: join(folder, "data") };
  const before = await madeMirror(folder, mirror, count);
  const rows = [
    await measure("a night without changes", ["sync"], mirror, { count, ...before }, LISTS),
    await measure("coverage", ["coverage", "--json"], mirror, { count, ...before }, 0),
    await measure("stats", ["stats", "--json"], mirror, { count, ...before }, 0),
    await measure("verify", ["verify", "--json"], mirror, { count, ...before }, 0),
  ];
  const after = { ...before, changes: before.changes + 1 };
  noteMade(folder, after);
  const requests = LISTS + changedCount(count);
  rows.push(await measure("a night with 1 % changed", ["sync"], mirror, { count, ...after }, requests));
  const columns = ["", "wall s", "CPU s", "memory MB", "requests"];
  process.stdout.write(table(`${count} volumes, one run each`, columns, rows));
}

/** Makes the mirror, or finds it. */
async function madeMirror(folder: string, mirror: Mirror, count: number): Promise<Made> {
  const note = join(folder, "made.json");
  if (existsSync(note)) return JSON.parse(readFileSync(note, "utf8"));
  process.stderr.write(`making a mirror of ${count} volumes: ${folder}\n`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(mirror.dataFolder, { recursive: true });
  await using site = await startSite(volumesAfter(0, count), 0);
  await makeMirror(mirror, site);
  return noteMade(folder, { port: Number(new URL(site.url).port), changes: 0 });
}

function noteMade(folder: string, made: Made): Made {
  writeFileSync(join(folder, "made.json"), JSON.stringify(made));
  return made;
}

/** @throws Error when it makes another number of requests, since the mirror is then not what a sync leaves */
async function measure(
  name: string,
  args: readonly string[],
  { corpus, dataFolder }: Mirror,
  { port, changes, count }: Made & { readonly count: number },
  requests: number,
): Promise<string[]> {
  await using site = await startSite(volumesAfter(changes, count), port);
  const source = args.includes("sync") ? ["--source", "static", "--source-url", site.url] : [];
  const where = ["--db", corpus, "--data-dir", dataFolder];
  const cost = await runTree({
    program: process.execPath,
    args: caselawArgs(...args, ...source, ...where, "--quiet"),
  });
  if (site.requests !== requests)
    throw new Error(`${name}: ${site.requests} requests, not ${requests}; delete the folder of the mirror`);
  const { wallSeconds, cpuSeconds, largestBytes } = cost;
  return [name, digits(wallSeconds), digits(cpuSeconds), megabytes(largestBytes), String(site.requests)];
}
