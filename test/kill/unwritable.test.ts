/** Faults, D3: places that cannot be written are found before the first request or row, for root too. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeBagZip } from "../support/archives.ts";
import { contributedIds } from "../support/dump.ts";
import { bulkCases } from "../support/records.ts";
import { listing } from "../support/run.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openSite } from "../support/two-releases.ts";

test("D3: sync and import find a data folder or a corpus that cannot be made before they ask or read", async () => {
  const [{ site }, root] = [await openSite(), tempFolder()];
  const file = join(root, "file");
  writeFileSync(file, "a file");
  const archive = await makeBagZip(join(root, "Illinois-20190416-text.zip"), { lines: bulkCases(1, 3) });
  const places = [
    ["--db", join(root, "c.db"), "--data-dir", file],
    ["--db", join(root, "c.db"), "--data-dir", join(file, "data")],
    ["--db", join(file, "c.db"), "--data-dir", join(root, "data")],
    ["--db", root, "--data-dir", join(root, "data")],
  ];
  const before = listing(root);
  for (const place of places) {
    for (const command of [
      ["sync", "--source-url", site.url],
      ["download", "--source-url", site.url],
      ["import", archive],
    ]) {
      const { code, stdout, stderr } = await runHere([...command, ...place]);
      expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^caselaw: Cannot [^\n]*: [^\n]*\n( {2}[^\n]*\n)?$/);
      expect(listing(root), [...command, ...place].join(" ")).toEqual(before);
    }
  }
  expect(site.requests).toEqual([]);
});

test("D3: import whose rejects cannot be written ends with 1 and one line, and the next run goes on", async () => {
  const root = tempFolder();
  const archive = await makeBagZip(join(root, "Illinois-20190416-text.zip"), {
    lines: [...bulkCases(1, 3), "{"],
  });
  const args = ["import", archive, "--db", join(root, "c.db"), "--data-dir", join(root, "data")];
  mkdirSync(join(root, "data"));
  writeFileSync(join(root, "data", "rejects"), "a file where a folder should be");
  const { code, stderr } = await runHere(args);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^caselaw: Cannot [^\n]*rejects[^\n]*\n$/);
  rmSync(join(root, "data", "rejects"));
  expect((await runHere(args)).code).toBe(3);
  expect(contributedIds(join(root, "c.db"))).toEqual([1, 2, 3]);
});
