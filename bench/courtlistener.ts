/**
 * What a set of CourtListener's tables costs: staging and import of clusters of which half are cases of a made first corpus, next to
 * the volume zips of that corpus, and a later set in which one cluster in fifty has changed.
 */
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeSet, makeVolumes, type SetPlan } from "./listener/made-set.ts";
import { openTexts } from "./listener/texts.ts";
import { SHORT_WORDS } from "./make-corpus.ts";
import { digits, megabytes, table } from "./measure/numbers.ts";
import { type Cost, runTree } from "./measure/run-tree.ts";
import { caselawArgs, readSetting, scratch } from "./measure/setting.ts";

interface Ran extends Cost {
  /** Of the tables, until they are joined. */
  readonly stagingSeconds: number;
  /** Most that the staging file had. */
  readonly stagingBytes: number;
}

export async function benchCourtlistener(args: readonly string[]): Promise<void> {
  const setting = readSetting(args, { cases: 30_000, runs: 1 });
  const { cases: clusters, short } = setting;
  const home = join(setting.folder, `courtlistener-${clusters}${short ? "-short" : ""}`);
  process.stderr.write(
    `making tables and volumes of ${clusters} decisions in ${home}, unless they are there\n`,
  );
  const plan = { clusters, textOf: openTexts(short ? SHORT_WORDS : undefined) };
  const sets: readonly SetPlan[] = [
    { ...plan, release: "2025-03-31", edition: 0 },
    { ...plan, release: "2025-06-30", edition: 1 },
  ];
  const folders = sets.map(({ release }) => join(home, release));
  for (const [nth, set] of sets.entries()) await makeSet(folders[nth] ?? "", set);
  await makeVolumes(join(home, "volumes"), plan);
  const [first = "", later = ""] = folders;
  const rows: string[][] = [];
  for (let run = 0; run < setting.runs; run++) {
    using own = scratch(setting, "courtlistener");
    const volumes = await importInto(own.path, join(home, "volumes"));
    const set = await importInto(own.path, first);
    const update = await importInto(own.path, later);
    rows.push(rowOf("volume zips of the first source", volumes, clusters, volumes));
    rows.push(rowOf("the tables, half of them known", set, clusters, volumes));
    rows.push(rowOf("a later set, 2 % changed", update, clusters, set));
  }
  const columns = [
    "",
    "wall s",
    "staging s",
    "CPU s",
    "cases/s",
    "largest MB",
    "staging MB",
    "wall / before",
  ];
  process.stdout.write(table(`${clusters} decisions, ${setting.runs} runs in turn`, columns, rows));
}

async function importInto(folder: string, from: string): Promise<Ran> {
  const data = join(folder, "data");
  const report = join(folder, "report.json");
  mkdirSync(data, { recursive: true });
  const where = ["--db", join(folder, "corpus.db"), "--data-dir", data, "--report", report, "--quiet"];
  let stagingBytes = 0;
  const timer = setInterval(() => {
    for (const name of readdirSync(data).filter((one) => one.includes(".staging")))
      stagingBytes = Math.max(stagingBytes, sizeOf(join(data, name)));
  }, 100);
  const program = { program: process.execPath, args: caselawArgs("import", from, ...where) };
  const cost = await runTree(program).finally(() => clearInterval(timer));
  const { archives } = JSON.parse(readFileSync(report, "utf8"));
  const tables = archives.find(({ unit }: { unit: string }) => unit.startsWith("tables"));
  return { ...cost, stagingBytes, stagingSeconds: tables?.seconds ?? 0 };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function rowOf(name: string, ran: Ran, cases: number, before: Ran): string[] {
  const { wallSeconds, stagingSeconds, cpuSeconds, largestBytes, stagingBytes } = ran;
  return [
    name,
    ...[wallSeconds, stagingSeconds, cpuSeconds, cases / wallSeconds].map(digits),
    ...[megabytes(largestBytes), megabytes(stagingBytes), digits(wallSeconds / before.wallSeconds)],
  ];
}
