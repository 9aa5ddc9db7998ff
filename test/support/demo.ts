/**
 * The demo of the README's first command: the nightly job and three searches on the bundled sample, as a user would
 * type them. A loopback service plays the publisher; nothing leaves this machine.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { startBulkService } from "./bulk-service.ts";
import { runProgram } from "./run-program.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const DB = "data/demo.db";
const DATA_DIR = "data/demo";
const SEARCHES = [
  ['"mill dam"'],
  ["negligen* railroad", "--jurisdiction", "frankl", "--decision-date-min", "1880"],
  ["trover -horse", "--ordering", "-decision_date"],
] as const;

const NEXT = `
That was the sample: four invented jurisdictions. Try it yourself:

  ./caselaw search '"statute of frauds" | (dower widow)' --db ${DB}
  ./caselaw list cases --court frankl-1 --format csv --db ${DB}
  ./caselaw show 91029219 --db ${DB}

Or search and read in a browser, at the address that this prints:

  ./caselaw serve --db ${DB}

And the real thing, from static.case.law (a volume is some megabytes, a reporter some gigabytes):

  ./caselaw sync --volume us/410        # volume 410 of the United States Reports
  ./caselaw search '"right of privacy"'
`;

/** Shows a command and runs it; throws when it does not end well. */
async function show(args: readonly string[]): Promise<void> {
  const shown = args.map((arg) => (/[^\w./:=-]/.test(arg) ? `'${arg}'` : arg)).join(" ");
  process.stdout.write(`\n$ caselaw ${shown}\n`);
  const code = await runProgram(args, ROOT);
  if (code !== 0) throw new Error(`caselaw ${shown} ended with ${code}`);
}

for (const path of [DB, DATA_DIR]) rmSync(join(ROOT, path), { recursive: true, force: true });
const service = await startBulkService(join(ROOT, "data", "sample"));
try {
  process.stdout.write("A small service on this machine plays the publisher and offers eight bulk files.\n");
  await show(["sync", "--source", "bulk", "--source-url", service.url, "--db", DB, "--data-dir", DATA_DIR]);
  for (const search of SEARCHES) await show(["search", ...search, "--page-size", "3", "--db", DB]);
  process.stdout.write(NEXT);
} finally {
  await service.close();
}
