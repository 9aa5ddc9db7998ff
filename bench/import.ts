/**
 * How long an import takes, with what memory, and how large the corpus is: a new corpus, the same archive again, a later release with
 * nothing and with a hundredth changed; beside it a pipe of other programs.
 */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type MadeBag, makeBag, SHORT_WORDS, USUAL_BAG } from "./make-corpus.ts";
import { digits, median, megabytes, table } from "./measure/numbers.ts";
import { type Command, type Cost, runTree } from "./measure/run-tree.ts";
import { caselawArgs, isInstalled, readSetting, SYSTEM_PATH, scratch } from "./measure/setting.ts";

const FIRST = "caselaw import";
const PEER = "sqlite-utils insert, enable-fts";
const PEER_NEEDS = ["unzip", "xz", "sqlite-utils"];
/** Indexes the name and the body as it stands, tags included: the pipe parses no XML. */
const PEER_SCRIPT = `
  unzip -p "$1" '*/data/data.jsonl.xz' | xz -dc | sqlite-utils insert "$2/corpus.db" cases - --nl --pk id
  sqlite-utils enable-fts "$2/corpus.db" cases name casebody
`;

export async function benchImport(args: readonly string[]): Promise<void> {
  const setting = readSetting(args, { cases: 30_000 });
  const { cases, short, folder } = setting;
  const plan = { ...USUAL_BAG, cases, ...(short ? { words: SHORT_WORDS } : {}) };
  process.stderr.write(`making archives of ${cases} cases in ${folder}, unless they are there\n`);
  const first = await makeBag(folder, plan);
  const later = {
    "the same archive again": first,
    "a later release, nothing changed": await makeBag(folder, { ...plan, release: "20200604" }),
    "a later release, 1 % changed": await makeBag(folder, { ...plan, release: "20201101", changed: 0.01 }),
  };
  process.stdout.write(describe(first));
  const withPeer = PEER_NEEDS.every(isInstalled);
  const costs = new Map<string, Cost[]>();
  const measure = async (name: string, command: Command): Promise<void> => {
    const cost = await runTree(command);
    costs.set(name, [...(costs.get(name) ?? []), cost]);
    process.stderr.write(`${name}: ${digits(cost.wallSeconds)} s\n`);
  };
  let corpusBytes = 0;
  for (let run = 0; run < setting.runs; run++) {
    using own = scratch(setting, "ours");
    using other = scratch(setting, "peer");
    await measure(FIRST, ours(first, own.path));
    corpusBytes = statSync(join(own.path, "corpus.db")).size;
    if (withPeer) await measure(PEER, peer(first, other.path));
    for (const [name, bag] of Object.entries(later)) await measure(name, ours(bag, own.path));
  }
  process.stdout.write(costTable(costs, first));
  const ratio = digits(corpusBytes / first.jsonlBytes);
  process.stdout.write(`corpus ${megabytes(corpusBytes)} MB, ${ratio} of its JSON lines\n`);
  if (!withPeer) process.stdout.write(`Without ${PEER}: it needs ${PEER_NEEDS.join(", ")}\n`);
}

function ours({ path }: MadeBag, folder: string): Command {
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  const where = ["--db", join(folder, "corpus.db"), "--data-dir", data, "--quiet"];
  return { program: process.execPath, args: caselawArgs("import", path, ...where) };
}

/** A failing part of the pipe fails the whole. */
function peer({ path }: MadeBag, folder: string): Command {
  const args = ["-o", "pipefail", "-e", "-c", PEER_SCRIPT, "bash", path, folder];
  return { program: "bash", args, env: { PATH: SYSTEM_PATH } };
}

function costTable(costs: ReadonlyMap<string, readonly Cost[]>, bag: MadeBag): string {
  const of = (all: readonly Cost[], value: (cost: Cost) => number | null): number =>
    median(all.map((cost) => value(cost) ?? Number.NaN));
  const own = of(costs.get(FIRST) ?? [], ({ wallSeconds }) => wallSeconds);
  const rows = [...costs].map(([name, all]) => {
    const wall = of(all, ({ wallSeconds }) => wallSeconds);
    return [
      name,
      ...[wall, of(all, ({ cpuSeconds }) => cpuSeconds), bag.cases / wall, bag.jsonlBytes / 1e6 / wall].map(
        digits,
      ),
      megabytes(of(all, ({ treeBytes }) => treeBytes)),
      megabytes(of(all, ({ largestBytes }) => largestBytes)),
      digits(wall / own),
    ];
  });
  const columns = ["whole process", "wall s", "CPU s", "cases/s", "MB/s", "tree MB", "largest MB"];
  const title = `Imports, medians of ${costs.get(FIRST)?.length} in turn`;
  return `${table(title, [...columns, "wall / our import"], rows)}\n`;
}

function describe({ cases, jsonlBytes, textChars, xzBytes }: MadeBag): string {
  const each = (bytes: number): string => digits(bytes / cases / 1e3);
  const ratio = digits(jsonlBytes / xzBytes);
  return `${cases} cases: ${megabytes(jsonlBytes)} MB of JSON lines (${each(jsonlBytes)} KB a case, ${each(textChars)} KB of text), xz ${megabytes(xzBytes)} MB, ratio ${ratio}\n\n`;
}
