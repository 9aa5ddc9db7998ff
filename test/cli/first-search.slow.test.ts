/** A search while an import runs: it answers with what is in already, and says so. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { renderPage } from "../../src/pages/render-page.ts";
import { startChild } from "../support/children.ts";
import { HANG_MS } from "../support/hang.ts";
import { runHere } from "../support/run-here.ts";
import { SAMPLE_SITE, startSampleSite } from "../support/sample-site.ts";
import { tempFolder } from "../support/temp-folder.ts";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;
const NOTE = /^caselaw: an import is running \(sync, since \d{4}-\d\d-\d\dT[\d:.]+Z\): (\d+) cases so far\n/;

test("a search while an import runs answers from what is in, and says how many cases that is", async () => {
  const folder = tempFolder();
  const never = { body: readFileSync(join(SAMPLE_SITE, "sarat-cc", "1-2.zip")), stallAfter: 1_000 };
  const list = readFileSync(join(SAMPLE_SITE, "VolumesMetadata.json"));
  const site = await startSampleSite({
    "/sarat-cc/1-2.zip": [never],
    "/VolumesMetadata.json": [{ body: list, stallAfter: 10 }],
  });
  const search = (...args: string[]) => runHere(["search", ...args], { folder });

  const first = startChild(process.execPath, [MAIN, "sync", "--source-url", site.url], { folder });
  await vi.waitFor(
    async () =>
      expect((await search("court")).stderr).toMatch(
        /\n {2}A run is making it: caselaw sync, process \d+, since .*\. Ask again in a while\.\n$/,
      ),
    { timeout: HANG_MS },
  );
  first.kill("SIGKILL");
  await once(first, "exit");
  site.script.set("/VolumesMetadata.json", [{ body: list }]);

  const child = startChild(process.execPath, [MAIN, "sync", "--source-url", site.url], { folder });
  await vi.waitFor(
    async () => {
      const { stdout, stderr } = await search("court", "--format", "json");
      const { count } = JSON.parse(stdout);
      expect(count).toBeGreaterThan(0);
      expect(NOTE.exec(stderr)?.[1]).toBe(String(count));
    },
    { timeout: HANG_MS, interval: 100 },
  );
  expect((await search("court", "--quiet")).stderr).toBe("");
  const page = (): string => {
    using corpus = openCorpus(join(folder, "data", "caselaw.db"));
    const asked = { path: "/", query: "search=court", baseUrl: "http://127.0.0.1" };
    return JSON.stringify(renderPage(corpus, asked));
  };
  expect(page()).toMatch(/An import is running: \d+ cases so far\./);

  // a killed run has no end in the log, and its lock is left
  child.kill("SIGKILL");
  await vi.waitFor(async () => expect((await search("court")).stderr).toBe(""), { timeout: HANG_MS });
  expect(page()).not.toContain("An import is running");
});
