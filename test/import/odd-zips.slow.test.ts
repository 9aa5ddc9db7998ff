/**
 * Zips that are cut, odd or made to do harm, through a complete import (docs/faults.md, "A1", "A3" and "X1"): imported
 * or refused completely.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import {
  bagMembers,
  changeBytes,
  type Members,
  makeBagZip,
  volumeMembers,
  writeZip,
} from "../support/archives.ts";
import { type Dump, dumpCorpus } from "../support/dump.ts";
import { bulkCase, bulkCases, staticCases, staticHtml } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";
import { LEGAL_FORMS, manyEntries, REFUSED_FORMS } from "../support/zip-forms.ts";

const ZEBRA = { id: 77, slug: "zebra", name: "Z.", name_long: "Zebra" };
const NEWER = "Illinois-20200604-text";

interface Kind {
  /** Members of the n-th archive, each of other cases; those of the first are the newer release of a stored unit. */
  readonly members: (n: number) => Promise<Members> | Members;
  /** An entry in the middle. */
  readonly entry: string;
  readonly cases: number;
}

const BAG: Kind = {
  members: (n) =>
    bagMembers({ top: NEWER, lines: n === 0 ? bulkCases(1, 30) : bulkCases(n * 100, n * 100 + 29) }),
  entry: `${NEWER}/bagit.txt`,
  cases: 30,
};
const VOLUME: Kind = {
  members: (n) => {
    const ids = [1001, 1002, 1003].map((id) => id + n * 10);
    const html = Object.fromEntries(ids.map((id) => [`${id}-01`, staticHtml(`word${id}`)]));
    return volumeMembers({ cases: staticCases(...ids), html, volume: { id: `3204400000000${n}` } });
  },
  entry: "json/1002-01.json",
  cases: 3,
};
const KINDS: readonly (readonly [string, Kind])[] = [
  ["bag", BAG],
  ["volume", VOLUME],
];

function makeSibling(folder: string): Promise<string> {
  return makeBagZip(join(folder, "Zebra-20190416-text.zip"), {
    lines: [bulkCase(900, { jurisdiction: ZEBRA })],
  });
}

/** A corpus that holds an older release of the bag, and the dump of what it is with the sibling too. */
async function prepare(): Promise<{ readonly corpus: string; readonly expected: Dump }> {
  const [folder, options] = [tempFolder(), runOptions()];
  await importAt(
    [await makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines: bulkCases(1, 20) })],
    options,
  );
  const corpus = join(folder, "older.db");
  copyFileSync(options.corpusPath, corpus);
  await importAt([await makeSibling(folder)], options);
  return { corpus, expected: dumpCorpus(options.corpusPath) };
}

/** Imports a folder with one good archive into an older corpus: only that one is imported; returns the errors. */
async function refuseAll(folder: string, count: number): Promise<readonly string[]> {
  const { corpus, expected } = await prepare();
  const options = runOptions();
  copyFileSync(corpus, options.corpusPath);
  await makeSibling(folder);
  const report = await importAt([folder], options);
  expect(hasFaults(report)).toBe(true);
  expect(report.total).toMatchObject({ failed: count, read: 1, added: 1, changed: 0, removed: 0 });
  const failed = report.archives.filter(({ status }) => status === "failed");
  for (const one of failed) expect(one).toMatchObject({ read: 0, rejects: null });
  expect(dumpCorpus(options.corpusPath)).toEqual(expected);
  await expectWhole(options.corpusPath);
  return failed.map(({ error }) => error ?? "");
}

test.each(KINDS)(
  "A1: importPaths refuses a %s cut at any sixteenth, leaves the corpus as before, and imports the other one",
  async (_, { members }) => {
    const folder = tempFolder();
    const complete = readFileSync(await writeZip(join(tempFolder(), "x.zip"), await members(0)));
    for (let sixteenth = 0; sixteenth < 16; sixteenth++) {
      const path = join(folder, String(sixteenth).padStart(2, "0"), `${NEWER}.zip`);
      mkdirSync(join(path, ".."));
      writeFileSync(path, complete.subarray(0, Math.floor((complete.length * sixteenth) / 16)));
    }
    for (const error of await refuseAll(folder, 16)) expect(error).toMatch(/^Cannot .*-text\.zip.*: \S/);
  },
);

test.each(KINDS)(
  "A3: importPaths takes a %s in every legal form, completely and without a fault",
  async (_, { members, cases }) => {
    const [folder, options] = [tempFolder(), runOptions()];
    const forms = Object.values(LEGAL_FORMS);
    for (const [index, { options: packing, arrange }] of forms.entries()) {
      const content = await members(index);
      const path = join(folder, String(index), `${NEWER}.zip`);
      await writeZip(path, arrange?.(content) ?? content, packing);
    }
    const report = await importAt([folder], { ...options, shrink: "allowed" });
    expect(hasFaults(report)).toBe(false);
    expect(report.archives.map(({ status, added }) => [status, added])).toEqual(
      forms.map(() => ["imported", cases]),
    );
  },
);

test.each(KINDS)(
  "A3, X1: importPaths refuses every illegal form of a %s by its name, and imports the other one",
  async (_, { members, entry }) => {
    const folder = tempFolder();
    const forms = Object.values(REFUSED_FORMS);
    for (const [index, { change }] of forms.entries()) {
      const path = join(folder, String(index).padStart(2, "0"), `${NEWER}.zip`);
      await writeZip(path, await members(0));
      changeBytes(path, (bytes) => change(bytes, entry));
    }
    const errors = await refuseAll(folder, forms.length);
    expect(errors).toEqual(forms.map(({ named }) => expect.stringMatching(named)));
  },
);

test("X1: importPaths refuses a directory of a million entries by the limit, and imports the other one", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "1.zip"), manyEntries(1_000_000));
  const [error] = await refuseAll(folder, 1);
  expect(error).toContain("1000000 entries, over the limit of 500000");
});
