/**
 * The stages of an import, each done alone, spread over two cores: the sum of all, and the floor, which is that of the parts that
 * nobody can leave out.
 *
 * Decode, lines, JSON, rows, compression and index are the floor. Reading the bodies and checking the records are not: how much
 * of it is needed is the importer's own affair. Making the words is reckoned in and shown without as well.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { digits, median, megabytes, table } from "../measure/numbers.ts";
import { runTree } from "../measure/run-tree.ts";
import { isInstalled, ROOT, type Setting, scratch } from "../measure/setting.ts";
import { PEERS } from "./peers.ts";

const PROGRAM = join(ROOT, "bench", "import", "stage-process.ts");
const IN_FLOOR = ["lines", "json", "rows", "compress", "index"];
/** Shown beside: not in the floor. */
const BESIDE = ["record", "body"];
/** Shown for comparison: the import does not do it. */
const COMPARED = "fts5";
const TELLING: Readonly<Record<string, string>> = {
  decode: "decode, as the import does",
  xz: "decode, xz -dc",
  lines: "lines",
  json: "JSON.parse",
  rows: "rows into tables and their indexes",
  compress: "compression of bodies",
  index: "index of words, as the import builds it",
  fts5: "index of words by FTS5, tuned (not in the import)",
  tokens: "words: folding, splitting, stemming",
  record: "checks and digests of records (not in the floor)",
  body: "reading bodies (not in the floor)",
};
const CORES = 2;

export interface FloorInput {
  readonly bag: string;
  readonly corpus: string;
  readonly jsonlBytes: number;
  /** Median wall seconds of the import. */
  readonly importSeconds: number;
}

export async function measureFloor(setting: Setting, input: FloorInput): Promise<string> {
  const names = ["decode", ...IN_FLOOR, COMPARED, "tokens", ...BESIDE];
  const runs = new Map<string, number[]>(names.map((name) => [name, []]));
  const hasXz = isInstalled("xz") && isInstalled("unzip");
  if (hasXz) runs.set("xz", []);
  for (let run = 0; run < setting.runs; run++) {
    for (const [name, seconds] of runs) {
      seconds.push(name === "xz" ? await xzSeconds(setting, input) : stageSeconds(name, setting, input));
    }
  }
  const cpu = new Map([...runs].map(([name, seconds]) => [name, median(seconds)]));
  return `${stageTable(cpu, input)}\n${floorTable(cpu, input)}`;
}

function stageSeconds(name: string, setting: Setting, { bag, corpus }: FloorInput): number {
  using folder = scratch(setting, `stage-${name}`);
  const ended = spawnSync(process.execPath, [PROGRAM, name, bag, corpus, folder.path], { encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`stage ${name}: ${ended.stderr}`);
  return Number(ended.stdout);
}

async function xzSeconds(setting: Setting, { bag }: FloorInput): Promise<number> {
  const xz = PEERS[0];
  if (xz === undefined) throw new Error("xz is not among the peers");
  using folder = scratch(setting, "stage-xz");
  return (await runTree(xz.command(bag, folder.path))).cpuSeconds;
}

function stageTable(cpu: ReadonlyMap<string, number>, { jsonlBytes }: FloorInput): string {
  const rows = Object.keys(TELLING).flatMap((name) => {
    const seconds = cpu.get(name);
    return seconds === undefined
      ? []
      : [[TELLING[name] ?? name, digits(seconds), megabytes(jsonlBytes / seconds)]];
  });
  return table("Each part alone (medians)", ["part", "CPU s", "MB/s of JSONL"], rows);
}

/** With our decoder and with the quickest; with the words' making and without. */
function floorTable(cpu: ReadonlyMap<string, number>, { importSeconds }: FloorInput): string {
  const of = (name: string): number => cpu.get(name) ?? 0;
  const rest = IN_FLOOR.reduce((sum, name) => sum + of(name), 0);
  const rows = ["decode", ...(cpu.has("xz") ? ["xz"] : [])].flatMap((decoder) =>
    [of("tokens"), 0].map((tokens) => {
      const floor = (of(decoder) + rest + tokens) / CORES;
      const name = `${TELLING[decoder]}; ${tokens === 0 ? "words given" : "words made"}`;
      return [name, digits(floor), digits(importSeconds / floor)];
    }),
  );
  const all = (rest + of("decode") + of("tokens") + BESIDE.reduce((sum, name) => sum + of(name), 0)) / CORES;
  const withFts5 = all + (of(COMPARED) - of("index")) / CORES;
  rows.unshift(
    ["all stages of the import", digits(all), digits(importSeconds / all)],
    ["these, with the index by FTS5", digits(withFts5), digits(importSeconds / withFts5)],
  );
  return table(
    `Stages and floor: the sum of the parts' CPU / ${CORES}`,
    ["parts", "seconds", "import wall / parts"],
    rows,
  );
}
