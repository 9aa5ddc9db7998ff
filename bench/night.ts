/**
 * What a nightly sync of the complete static site costs: 40,000 volumes, nothing changed, then one in a hundred. A complete sync makes
 * the mirror; it is kept for the next time.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { SCHEMA_VERSION } from "../src/store/database/schema.ts";
import { startService } from "../test/support/service.ts";
import { digits, megabytes, table } from "./measure/numbers.ts";
import { type Cost, runTree } from "./measure/run-tree.ts";
import { caselawArgs } from "./measure/setting.ts";
import { changedCount, filesOf } from "./night-volumes.ts";

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
  const note = join(folder, "made.json");
  if (!existsSync(note)) {
    process.stderr.write(`making a mirror of ${count} volumes: ${folder}\n`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "data"), { recursive: true });
    const { port } = await sync(folder, count, { port: 0, changes: 0 });
    writeFileSync(note, JSON.stringify({ port, changes: 0 }));
  }
  const before: Made = JSON.parse(readFileSync(note, "utf8"));
  const unchanged = await sync(folder, count, before);
  const after = { ...before, changes: before.changes + 1 };
  writeFileSync(note, JSON.stringify(after));
  const changed = await sync(folder, count, after);
  const rows = [
    rowOf("a night without changes", unchanged, LISTS),
    rowOf("a night with 1 % changed", changed, LISTS + changedCount(count)),
  ];
  const columns = ["", "wall s", "CPU s", "memory MB", "requests"];
  process.stdout.write(table(`${count} volumes, one run each`, columns, rows));
}

interface Night {
  readonly cost: Cost;
  readonly requests: number;
  readonly port: number;
}

async function sync(folder: string, count: number, { port, changes }: Made): Promise<Night> {
  const files = filesOf(changes, count);
  const site = await startService((request, response) => {
    const body = files.get(request.url ?? "");
    if (body === undefined) response.writeHead(404).end();
    else void body().then((bytes) => response.writeHead(200, { "Content-Length": bytes.length }).end(bytes));
  }, port);
  const where = ["--db", join(folder, "corpus.db"), "--data-dir", join(folder, "data"), "--quiet"];
  const args = caselawArgs("sync", "--source", "static", "--source-url", site.url, ...where);
  const cost = await runTree({ program: process.execPath, args }).finally(() => site.close());
  return { cost, requests: site.requests.length, port: Number(new URL(site.url).port) };
}

/** @throws Error when it made another number of requests, since the mirror is then not what a sync leaves */
function rowOf(name: string, { cost, requests }: Night, expected: number): string[] {
  if (requests !== expected)
    throw new Error(`${name}: ${requests} requests, not ${expected}; delete the folder of the mirror`);
  const { wallSeconds, cpuSeconds, largestBytes } = cost;
  return [name, digits(wallSeconds), digits(cpuSeconds), megabytes(largestBytes), String(requests)];
}
