/** Makes the collection of the real size and shape, or finds it; prints where it is and its sizes. */
import { digits, megabytes, table } from "./measure/numbers.ts";
import { makeCollection } from "./whole/collection.ts";
import { readCollectionSetting } from "./whole/plan.ts";

export async function benchWhole(args: readonly string[]): Promise<void> {
  const setting = readCollectionSetting(args);
  const made = await makeCollection(setting);
  if (made === null) {
    process.stdout.write(`archives: ${setting.folder}/archives\n`);
    return;
  }
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
  process.stdout.write(table(`Collection ${made.corpus}`, ["", ""], rows));
}
