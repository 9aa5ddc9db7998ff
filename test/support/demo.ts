/**
 * The demo of the README's first command, on the sample of real law: the nightly job, which downloads a volume, then
 * `caselaw demo`, as a user would type them. A loopback service plays the publisher; nothing leaves this machine.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";
import { startStaticSite } from "./static-site.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const DB = "data/demo.db";
const DATA_DIR = "data/demo";

/** Shows a command and runs it; throws when it does not end well. */
async function show(args: readonly string[]): Promise<void> {
  const shown = args.map((arg) => (/[^\w./:=-]/.test(arg) ? `'${arg}'` : arg)).join(" ");
  process.stdout.write(`\n$ caselaw ${shown}\n`);
  const code = await runProgram(args, ROOT);
  if (code !== 0) throw new Error(`caselaw ${shown} ended with ${code}`);
}

for (const path of [DB, DATA_DIR]) rmSync(join(ROOT, path), { recursive: true, force: true });
const site = await startStaticSite(join(ROOT, "data", "real", "static"));
try {
  process.stdout.write(
    "A small service on this machine plays the publisher, static.case.law, with one volume.\n",
  );
  const place = ["--db", DB, "--data-dir", DATA_DIR];
  await show(["sync", "--volume", "charlton/1", "--source-url", site.url, ...place]);
  // the same corpus: the volume is known, the bag is new
  await show(["demo"]);
} finally {
  await site.close();
}
