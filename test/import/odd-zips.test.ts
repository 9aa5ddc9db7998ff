/**
 * Bags whose zip is cut, odd or made to do harm, through a complete import (docs/faults.md, "A1", "A3" and "X1"): imported or
 * refused completely. Volumes are in test/cli/hostile-archives.slow.test.ts.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import { bagMembers, changeBytes, type Members, makeBagZip, writeZip } from "../support/archives.ts";
import { dumpCorpus } from "../support/dump.ts";
import { bulkCase, bulkCases } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";
import { LEGAL_FORMS, REFUSED_FORMS } from "../support/zip-forms.ts";

const ZEBRA = { id: 77, slug: "zebra", name: "Z.", name_long: "Zebra" };
const NEWER = "Illinois-20200604-text";

/** The n-th bag, each of other cases; the first is the newer release of a stored unit. */
function bag(n = 0): Promise<Members> {
  return bagMembers({ top: NEWER, lines: bulkCases(n * 100 + 1, n * 100 + 30) });
}

/** Imports a folder with one good archive into an older corpus: only that one is imported; returns the errors. */
async function refuseAll(folder: string, count: number): Promise<readonly string[]> {
  const [older, options] = [runOptions(), runOptions()];
  const first = join(tempFolder(), "Illinois-20190416-text.zip");
  await importAt([await makeBagZip(first, { lines: bulkCases(1, 20) })], older);
  cpSync(older.corpusPath, options.corpusPath);
  const lines = [bulkCase(900, { jurisdiction: ZEBRA })];
  await importAt([await makeBagZip(join(folder, "Zebra-20190416-text.zip"), { lines })], older);
  const report = await importAt([folder], options);
  expect(hasFaults(report)).toBe(true);
  expect(report.total).toMatchObject({ failed: count, read: 1, added: 1, changed: 0, removed: 0 });
  const failed = report.archives.filter(({ status }) => status === "failed");
  for (const one of failed) expect(one).toMatchObject({ read: 0, rejects: null });
  expect(dumpCorpus(options.corpusPath)).toEqual(dumpCorpus(older.corpusPath));
  await expectWhole(options.corpusPath);
  return failed.map(({ error }) => error ?? "");
}

test("A1: importPaths refuses a bag cut at any sixteenth, leaves the corpus as before, and imports the other one", async () => {
  const folder = tempFolder();
  const complete = readFileSync(await writeZip(join(tempFolder(), "x.zip"), await bag()));
  for (let sixteenth = 0; sixteenth < 16; sixteenth++) {
    const path = join(folder, String(sixteenth).padStart(2, "0"), `${NEWER}.zip`);
    mkdirSync(join(path, ".."));
    writeFileSync(path, complete.subarray(0, Math.floor((complete.length * sixteenth) / 16)));
  }
  for (const error of await refuseAll(folder, 16)) expect(error).toMatch(/^Cannot .*-text\.zip.*: \S/);
});

test("A3: importPaths takes a bag in every legal form, completely and without a fault", async () => {
  const folder = tempFolder();
  const forms = Object.values(LEGAL_FORMS);
  for (const [index, { options, arrange }] of forms.entries()) {
    const content = await bag(index);
    await writeZip(join(folder, String(index), `${NEWER}.zip`), arrange?.(content) ?? content, options);
  }
  const report = await importAt([folder], { ...runOptions(), shrink: "allowed" });
  expect(hasFaults(report)).toBe(false);
  expect(report.archives.map(({ status, added }) => [status, added])).toEqual(
    forms.map(() => ["imported", 30]),
  );
});

test("A3, X1: importPaths refuses every illegal form of a bag by its name, and imports the other one", async () => {
  const folder = tempFolder();
  const forms = Object.values(REFUSED_FORMS);
  for (const [index, { change }] of forms.entries()) {
    const path = join(folder, String(index).padStart(2, "0"), `${NEWER}.zip`);
    await writeZip(path, await bag());
    changeBytes(path, (bytes) => change(bytes, `${NEWER}/bagit.txt`));
  }
  const errors = await refuseAll(folder, forms.length);
  expect(errors).toEqual(forms.map(({ named }) => expect.stringMatching(named)));
});
