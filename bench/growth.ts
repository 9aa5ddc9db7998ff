/** Whether imports stay quick and corpora small as they grow: short cases, ten and a hundred times as many. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { makeBag, SHORT_WORDS, USUAL_BAG, USUAL_WORDS } from "./make-corpus.ts";
import { digits, median, megabytes, table } from "./measure/numbers.ts";
import { runTree } from "./measure/run-tree.ts";
import { readSetting, type Setting, scratch } from "./measure/setting.ts";
import { importArgs } from "./peers.ts";

/** `--cases` is the largest; the others are a tenth and a hundredth of it. */
const STEPS = [100, 10, 1];

interface Grown {
  readonly cases: number;
  readonly rate: number;
  readonly row: readonly string[];
}

export async function benchGrowth(args: readonly string[]): Promise<void> {
  const setting = readSetting(["--short", ...args], { cases: 1_000_000, runs: 1 });
  const grown: Grown[] = [];
  for (const step of STEPS) grown.push(await importOf(setting, Math.ceil(setting.cases / step)));
  const largest = grown.at(-1)?.rate ?? Number.NaN;
  const rows = grown.map(({ row, rate }) => [...row, digits(largest / rate)]);
  const columns = [
    "cases",
    "wall s",
    "cases/s",
    "tree MB",
    "corpus bytes a case",
    "largest's rate / this one's",
  ];
  process.stdout.write(table(`Imports of growing archives, medians of ${setting.runs}`, columns, rows));
}

async function importOf(setting: Setting, cases: number): Promise<Grown> {
  const words = setting.short ? SHORT_WORDS : USUAL_WORDS;
  const bag = await makeBag(setting.folder, { ...USUAL_BAG, cases, words, preset: 1 });
  const [seconds, memory]: [number[], number[]] = [[], []];
  let bytes = 0;
  for (let run = 0; run < setting.runs; run++) {
    using home = scratch(setting, "growth");
    const cost = await runTree({ program: process.execPath, args: importArgs(bag.path, home.path, setting) });
    seconds.push(cost.wallSeconds);
    memory.push(cost.treeBytes ?? Number.NaN);
    bytes = statSync(join(home.path, "corpus.db")).size;
  }
  const wall = median(seconds);
  const row = [
    String(cases),
    digits(wall),
    digits(cases / wall),
    megabytes(median(memory)),
    digits(bytes / cases),
  ];
  return { cases, rate: cases / wall, row };
}
