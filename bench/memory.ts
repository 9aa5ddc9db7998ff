/** Most memory that an import and its processes hold, for a small archive and for a large one. */
import { importArgs } from "./import/peers.ts";
import { makeBag, SHORT_WORDS, USUAL_BAG } from "./make-corpus.ts";
import { digits, median, megabytes, table } from "./measure/numbers.ts";
import { type Cost, runTree } from "./measure/run-tree.ts";
import { readSetting, type Setting, scratch } from "./measure/setting.ts";

/** 10 MB of JSON lines. */
const SMALL_CASES = 700;

export async function benchMemory(args: readonly string[]): Promise<void> {
  const setting = readSetting(args, { cases: 30_000 });
  const rows: string[][] = [];
  for (const cases of [Math.min(SMALL_CASES, setting.cases), setting.cases]) {
    const bag = await makeBag(setting.folder, {
      ...{ ...USUAL_BAG, cases },
      ...(setting.short ? { words: SHORT_WORDS } : {}),
    });
    const costs = await importRuns(setting, bag.path);
    const peak = (of: (cost: Cost) => number | null): string =>
      megabytes(median(costs.map((cost) => of(cost) ?? Number.NaN)));
    rows.push([
      `${cases} cases`,
      megabytes(bag.jsonlBytes),
      peak(({ treeBytes }) => treeBytes),
      peak(({ largestBytes }) => largestBytes),
      digits(median(costs.map(({ wallSeconds }) => wallSeconds))),
    ]);
  }
  const columns = ["import of", "MB of JSONL", "tree MB", "largest process MB", "wall s"];
  process.stdout.write(table(`Peak memory, medians of ${setting.runs}`, columns, rows));
}

async function importRuns(setting: Setting, bag: string): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (let run = 0; run < setting.runs; run++) {
    using home = scratch(setting, "memory");
    costs.push(await runTree({ program: process.execPath, args: importArgs(bag, home.path, setting) }));
  }
  return costs;
}
