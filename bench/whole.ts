/** Makes the collection of the real size and shape, or finds it, and measures what people do with it. */
import { buildProgram } from "./measure/build.ts";
import { digits, megabytes, table } from "./measure/numbers.ts";
import { readSetting } from "./measure/setting.ts";
import { readSamples } from "./queries/samples.ts";
import { measureQueries } from "./queries.ts";
import { type Collection, makeCollection } from "./whole/collection.ts";
import { measureCommands } from "./whole/commands.ts";
import { measureLoad } from "./whole/load.ts";
import { WHOLE_CASES } from "./whole/years.ts";

const PARTS = ["queries", "commands", "load"] as const;

export async function benchWhole(args: readonly string[]): Promise<void> {
  const {
    folder: home,
    cases,
    skip,
    only,
    runs,
    seconds,
  } = readSetting(args, { cases: WHOLE_CASES, runs: 20 });
  const made = await makeCollection(home, cases);
  process.stdout.write(`${sizesOf(made)}\n`);
  const parts = PARTS.filter((part) => !skip.has(part) && (only.length === 0 || only.includes(part)));
  if (parts.length === 0) return;
  const { corpus, folder } = made;
  const samples = readSamples(corpus);
  const program = buildProgram({ skip: new Set() });
  for (const part of parts) {
    if (part === "queries") measureQueries(corpus, samples, runs);
    if (part === "commands") process.stdout.write(`\n${await measureCommands(program, folder, samples)}`);
    if (part === "load")
      process.stdout.write(`\n${await measureLoad({ program, folder, samples, seconds })}`);
  }
}

function sizesOf(made: Collection): string {
  const { early, all } = made.rates;
  const rows = [
    ["cases", digits(made.cases)],
    ["JSON lines, MB", megabytes(made.jsonlBytes)],
    ["archives, MB", megabytes(made.archiveBytes)],
    ["corpus, MB", megabytes(made.corpusBytes)],
    ["corpus / JSON lines", digits(made.corpusBytes / made.jsonlBytes)],
    ["import, s", digits(made.importSeconds)],
    ["import, cases/s", digits(all)],
    ["import, cases/s up to 100,000", digits(early)],
    ["rate of all / rate up to 100,000", digits(early === null ? null : all / early)],
  ];
  return table(`Collection ${made.corpus}`, ["", ""], rows);
}
