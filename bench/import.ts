/**
 * How long an import takes, and what memory, compared with other programs: a new corpus, the same archive again, a later release with nothing and with a hundredth changed.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type MadeBag, makeBag, SHORT_WORDS, USUAL_BAG } from "./make-corpus.ts";
import { digits, median, megabytes, table } from "./measure/numbers.ts";
import { type Cost, runTree } from "./measure/run-tree.ts";
import { isInstalled, readSetting, type Setting, scratch } from "./measure/setting.ts";
import { type Importer, importArgs, ours, PEERS } from "./peers.ts";

const CHANGED_SHARE = 0.01;
const FIRST = "caselaw import";

interface Bags {
  readonly first: MadeBag;
  /** Null where they are not imported. */
  readonly later: { readonly again: MadeBag; readonly changed: MadeBag } | null;
}

export async function benchImport(args: readonly string[]): Promise<void> {
  const setting = readSetting(args, { cases: 30_000 });
  const bags = await makeBags(setting);
  process.stdout.write(describe(bags.first));
  using kept = scratch(setting, "ours");
  const costs = new Map<string, Cost[]>();
  for (let run = 0; run < setting.runs; run++) {
    for (const importer of importers(setting)) {
      using other = scratch(setting, "peer");
      const folder = importer.name === FIRST ? join(kept.path, String(run)) : other.path;
      note(costs, importer.name, await runTree(importer.command(bags.first.path, folder)));
    }
    await reimport(setting, bags, join(kept.path, String(run)), costs);
    if (run > 0) rmSync(join(kept.path, String(run - 1)), { recursive: true });
  }
  process.stdout.write(costTable(costs, bags.first));
}

async function makeBags(setting: Setting): Promise<Bags> {
  const { cases, short, folder } = setting;
  const plan = { ...USUAL_BAG, cases, ...(short ? { words: SHORT_WORDS } : {}) };
  process.stderr.write(`making archives of ${cases} cases in ${folder}, unless they are there\n`);
  const first = await makeBag(folder, plan);
  if (setting.skip.has("reimport")) return { first, later: null };
  const again = await makeBag(folder, { ...plan, release: "20200604" }, first);
  const changed = await makeBag(folder, { ...plan, release: "20201101", changed: CHANGED_SHARE });
  return { first, later: { again, changed } };
}

function importers(setting: Setting): readonly Importer[] {
  const peers = setting.skip.has("peers") ? [] : PEERS;
  const missing = peers.filter(({ needs }) => !needs.every(isInstalled));
  for (const { name, needs } of missing) {
    process.stderr.write(`left out: ${name}, because not all of these are installed: ${needs.join(", ")}\n`);
  }
  return [ours(setting), ...peers.filter((peer) => !missing.includes(peer))];
}

/** The corpus that the first import of this round made is imported into three times more. */
async function reimport(
  setting: Setting,
  { first, later }: Bags,
  folder: string,
  costs: Map<string, Cost[]>,
): Promise<void> {
  if (later === null) return;
  const rounds = [
    ["the same archive again", first],
    ["a later release, nothing changed", later.again],
    ["a later release, 1 % changed", later.changed],
  ] as const;
  for (const [name, bag] of rounds) {
    note(
      costs,
      name,
      await runTree({ program: process.execPath, args: importArgs(bag.path, folder, setting) }),
    );
  }
}

function note(costs: Map<string, Cost[]>, name: string, cost: Cost): void {
  costs.set(name, [...(costs.get(name) ?? []), cost]);
  process.stderr.write(`${name}: ${digits(cost.wallSeconds)} s\n`);
}

function medianWall(costs: ReadonlyMap<string, readonly Cost[]>, name: string): number {
  return median((costs.get(name) ?? []).map(({ wallSeconds }) => wallSeconds));
}

function costTable(costs: ReadonlyMap<string, readonly Cost[]>, bag: MadeBag): string {
  const own = medianWall(costs, FIRST);
  const rows = [...costs].map(([name, all]) => {
    const wall = medianWall(costs, name);
    return [
      name,
      digits(wall),
      digits(median(all.map(({ cpuSeconds }) => cpuSeconds))),
      digits(bag.cases / wall),
      digits(bag.jsonlBytes / 1e6 / wall),
      megabytes(median(all.map(({ treeBytes }) => treeBytes ?? Number.NaN))),
      megabytes(median(all.map(({ largestBytes }) => largestBytes ?? Number.NaN))),
      digits(wall / own),
    ];
  });
  const columns = [
    "whole process",
    "wall s",
    "CPU s",
    "cases/s",
    "MB/s",
    "tree MB",
    "largest MB",
    "wall / our import",
  ];
  return `${table(`Imports, medians of ${costs.get(FIRST)?.length} in turn`, columns, rows)}\n`;
}

function describe({ cases, jsonlBytes, textChars, xzBytes }: MadeBag): string {
  const each = (bytes: number): string => digits(bytes / cases / 1e3);
  const ratio = digits(jsonlBytes / xzBytes);
  return `${cases} cases: ${megabytes(jsonlBytes)} MB of JSON lines (${each(jsonlBytes)} KB a case, ${each(textChars)} KB of text), xz ${megabytes(xzBytes)} MB, ratio ${ratio}\n\n`;
}
