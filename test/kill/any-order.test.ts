/** Faults, C4: the same archives in other orders, few or many at a time, by `import` and by `sync`, with a kill in between. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { startBulkService } from "../support/bulk-service.ts";
import { type Dump, dumpCorpus } from "../support/dump.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { makeBulkArchive, makeVolume, publishBulk, RELEASES } from "../support/two-releases.ts";
import { expectWhole } from "../support/verify.ts";

const PRELOAD = new URL("../support/preload-kill.ts", import.meta.url).href;

/** Runs the command, killed at that COMMIT first, in a folder of its own; comes to what the corpus holds then. */
async function dumpAfter(folder: string, command: readonly string[], killAt: number): Promise<Dump> {
  const corpus = join(folder, "test.db");
  const args = [...command, "--db", corpus, "--data-dir", join(folder, "data")];
  const kill = { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_KINDS: "commit", KILL_AT: String(killAt) };
  expect((await runCli(args, { environment: kill })).code).toBeNull();
  expect(await runHere(args)).toMatchObject({ code: 0 });
  await expectWhole(corpus);
  // what was changed on the way is of the order; what is held is not
  return { ...dumpCorpus(corpus), changes: [] };
}

test("C4: import comes to one corpus whatever the order of the archives, with a kill in between", async () => {
  const root = tempFolder();
  const source = join(root, "source");
  const archives: string[] = [];
  for (const release of RELEASES) {
    for (const format of ["text", "xml"] as const)
      archives.push(await makeBulkArchive(source, release, format));
    archives.push(await makeVolume(join(source, release, "1.zip"), release));
  }
  const orders = [archives, archives.toReversed(), [2, 5, 0, 4, 3, 1].map((at) => archives[at] ?? "")];
  const dumps: Dump[] = [];
  for (const [index, order] of orders.entries())
    dumps.push(await dumpAfter(join(root, `order${index}`), ["import", ...order], 13 + 9 * index));
  for (const dump of dumps.slice(1)) expect(dump).toEqual(dumps[0]);
});

test("C4: sync comes to one corpus with one connection, with eight, and as import does, with a kill in between", async () => {
  const root = tempFolder();
  const source = join(root, "source");
  await publishBulk(source, RELEASES[1]);
  await using stack = new AsyncDisposableStack();
  const service = await startBulkService(source);
  stack.defer(() => service.close());
  const sync = (jobs: string) => ["sync", "--source", "bulk", "--source-url", service.url, "--jobs", jobs];
  const one = await dumpAfter(join(root, "one"), sync("1"), 9);
  const eight = await dumpAfter(join(root, "eight"), sync("8"), 14);
  expect(eight).toEqual(one);
  const imported = await dumpAfter(join(root, "imported"), ["import", join(source, "bulk")], 11);
  expect(imported.records.cases).toEqual(one.records.cases);
  expect(imported.words).toEqual(one.words);
  expect(imported.bodies).toEqual(one.bodies);
});
