/** Syncs that stop, or download only: the corpus is the same in the end. */
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import { sync } from "../../src/sync/sync.ts";
import { contributedIds, dumpCorpus, readChanges } from "../support/dump.ts";
import { importAt, listing, syncAt, syncOptions } from "../support/run.ts";
import { openSite } from "../support/two-releases.ts";
import { downloadsOf } from "../support/volume-site.ts";

test("sync that only downloads imports nothing; an import of what it kept, and a sync, come to the same", async () => {
  const { site } = await openSite();
  const options = syncOptions("static", site.url);
  const downloaded = await syncAt({ ...options, steps: "download" });
  expect(downloaded.archives).toEqual([]);
  expect(contributedIds(options.corpusPath)).toEqual([]);
  const report = await importAt([join(options.dataFolder, "static")], options);
  expect(hasFaults(report)).toBe(false);
  const changes = readChanges(options.corpusPath);
  const synced = await syncAt(options);
  expect(synced.archives.map(({ status }) => status)).toEqual(["unchanged", "unchanged"]);
  expect(downloadsOf(site)).toHaveLength(2);
  expect(readChanges(options.corpusPath)).toEqual(changes);
  const other = syncOptions("static", site.url);
  await syncAt(other);
  expect(dumpCorpus(other.corpusPath)).toEqual(dumpCorpus(options.corpusPath));
});

test("sync stops at the signal, leaves nothing unfinished under a final name, and goes on in the next run", async () => {
  const { site } = await openSite();
  const options = syncOptions("static", site.url);
  for (const kind of ["download", "downloaded", "archive"]) {
    const stop = new AbortController();
    const run = sync({
      ...options,
      signal: stop.signal,
      onProgress: (event) => {
        if (event.kind === kind) stop.abort(new Error(`stopped at ${kind}`));
      },
    });
    const [result] = await Promise.allSettled([run]);
    if (result?.status === "rejected") expect(String(result.reason)).toContain(`stopped at ${kind}`);
  }
  await syncAt(options);
  const undisturbed = syncOptions("static", site.url);
  await syncAt(undisturbed);
  expect(dumpCorpus(options.corpusPath)).toEqual(dumpCorpus(undisturbed.corpusPath));
  expect(listing(dirname(options.corpusPath)).filter((name) => /part|lock|-wal/.test(name))).toEqual([]);
});
