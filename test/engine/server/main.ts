/**
 * `npm run engine [-- --nodes N]`: starts a search engine for trying things out, prints its addresses, and ends it with this
 * program. What is in it goes with it.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { endChildren } from "../../support/children.ts";
import { engineFiles, startEngine } from "../../support/engine.ts";

const { values } = parseArgs({ options: { nodes: { type: "string", default: "1" } } });
const files = await engineFiles();
if (files === null) process.exitCode = 1;
else {
  const folder = mkdtempSync(join(tmpdir(), "caselaw-engine-"));
  try {
    const { urls } = await startEngine(files, Number(values.nodes), folder);
    process.stdout.write(`${urls.join(",")}\n`);
    await Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
  } finally {
    await endChildren([]);
    rmSync(folder, { recursive: true, force: true });
  }
}
