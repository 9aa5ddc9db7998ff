/** Makes the collection of the real size and shape, or finds it, and measures what people do with it. */
import { openV1 } from "../src/v1/v1.ts";
import { buildProgram } from "./measure/build.ts";
import { digits, megabytes, table } from "./measure/numbers.ts";
import { readSamples } from "./queries/samples.ts";
import { measureQueries } from "./queries.ts";
import { type Collection, makeCollection } from "./whole/collection.ts";
import { measureCommands } from "./whole/commands.ts";
import { measureLoad } from "./whole/load.ts";
import { measureOverlap } from "./whole/overlap.ts";
import { readCollectionSetting } from "./whole/plan.ts";

export async function benchWhole(args: readonly string[]): Promise<void> {
  const setting = readCollectionSetting(args);
  const made = await makeCollection(setting);
  if (made === null) {
    process.stdout.write(`archives: ${setting.folder}/archives\n`);
    return;
  }
  process.stdout.write(`${sizesOf(made)}\n`);
  if (setting.parts.length === 0) return;
  const samples = readSamples(made.corpus);
  const program = buildProgram({ skip: new Set() });
  for (const part of setting.parts) {
    if (part === "queries") measureQueries(made.corpus, samples, setting.runs);
    if (part === "overlap") {
      using corpus = openV1(made.corpus);
      process.stdout.write(`\n${measureOverlap(made.corpus, samples, corpus)}`);
    }
    if (part === "commands")
      process.stdout.write(`\n${await measureCommands(program, setting.folder, samples)}`);
    if (part === "load")
      process.stdout.write(
        `\n${await measureLoad({ program, folder: setting.folder, samples, seconds: setting.seconds })}`,
      );
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
