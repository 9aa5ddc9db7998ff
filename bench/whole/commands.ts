/** What the commands of every day cost on a collection: wall time and the most memory of the whole process, one run each. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { digits, megabytes, table } from "../measure/numbers.ts";
import { runTree } from "../measure/run-tree.ts";
import type { Samples } from "../queries/samples.ts";

interface Measured {
  readonly name: string;
  readonly args: readonly string[];
}

/** Where a command may write; removed after it. */
const OUTPUT = "output";

/**
 * @param program the compiled main module
 * @param folder of the collection: the corpus, and room for a copy of it
 */
export async function measureCommands(program: string, folder: string, samples: Samples): Promise<string> {
  const rows: string[][] = [];
  const where = ["--db", join(folder, "corpus.db"), "--data-dir", join(folder, "data"), "--quiet"];
  for (const { name, args } of commandsOf(folder, samples)) {
    const cost = await runTree({ program: process.execPath, args: [program, ...args, ...where] });
    rows.push([name, ...[cost.wallSeconds, cost.cpuSeconds].map(digits), megabytes(cost.treeBytes)]);
    process.stderr.write(`${rows.at(-1)?.join(" | ")}\n`);
    rmSync(join(folder, OUTPUT), { recursive: true, force: true });
  }
  return table("Commands, one run each", ["command", "wall s", "CPU s", "memory MB"], rows);
}

function commandsOf(folder: string, of: Samples): Measured[] {
  const output = join(folder, OUTPUT);
  const [word = "court", cite = "1 U.S. 1"] = [of.usual[0], of.cites[0]];
  const [jurisdiction = "ill"] = of.jurisdictions.slice(5);
  const exported = (format: string, ...more: string[]): Measured =>
    measured(`export --format ${format}, one jurisdiction`, [
      ...["export", "--format", format, "--to", output, "--jurisdiction", jurisdiction],
      ...more,
    ]);
  return [
    measured("stats", ["stats", "--json"]),
    measured("coverage", ["coverage", "--json"]),
    measured("changes --since 0", ["changes", "--since", "0", "--json"]),
    measured("show", ["show", cite]),
    measured("cites --cited-by", ["cites", cite, "--cited-by", "--json"]),
    measured("trends, one word", ["trends", word, "--json"]),
    measured("trends by jurisdiction", ["trends", word, "--by", "jurisdiction", "--json"]),
    exported("jsonl"),
    exported("csv"),
    exported("parquet"),
    exported("sqlite"),
    measured("verify", ["verify", "--json"]),
    measured("backup", ["backup", output]),
    measured("verify, a thirtieth of all bodies", ["verify", "--read-data-subset", "1/30", "--json"]),
  ];
}

function measured(name: string, args: readonly string[]): Measured {
  return { name, args };
}
