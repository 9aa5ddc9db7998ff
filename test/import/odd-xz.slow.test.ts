/** Forms of xz that others than the publisher write, through a complete import (docs/faults.md, "A6"): every line is read. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeBagZip, toLines, toXz } from "../support/archives.ts";
import { contributedIds, dumpCorpus } from "../support/dump.ts";
import { bulkCase } from "../support/records.ts";
import { importAt, only, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { toXzOfBlocks } from "../support/xz-blocks.ts";

/** Names of two, three and four bytes a letter, unescaped. */
const NAME = "Müller v. Société “Ünïon” — 𝒜 §";
const IDS = Array.from({ length: 12 }, (_, index) => index + 1);
const LINES = toLines(IDS.map((id) => bulkCase(id, { name: NAME })));
const PADDING = Buffer.alloc(12);

/** The lines in parts that end anywhere: within a line, and within a letter. */
function chunksOf(bytes: Buffer): Buffer[] {
  const letter = bytes.indexOf("𝒜", 3000) + 2;
  const ends = [0, 1, 1000, letter, letter + 1, bytes.length];
  return ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
}

const FORMS: Readonly<Record<string, () => Promise<Buffer>>> = {
  "several blocks": () => toXzOfBlocks(chunksOf(LINES)),
  "several streams": async () => Buffer.concat(await Promise.all(chunksOf(LINES).map((one) => toXz(one)))),
  "zero padding behind": async () => Buffer.concat([await toXz(LINES), PADDING]),
  "several blocks, several streams and zero padding": async () => {
    const [first, ...rest] = chunksOf(LINES);
    const blocks = await toXzOfBlocks([first ?? LINES, ...rest.slice(0, 2)]);
    return Buffer.concat([blocks, PADDING, await toXz(Buffer.concat(rest.slice(2))), PADDING]);
  },
};

test.each(Object.entries(FORMS))(
  "A6: importPaths reads every line of raw UTF-8 in an xz of %s, bare and in a bag",
  async (_, pack) => {
    const folder = tempFolder();
    const payload = await pack();
    const bare = join(folder, "data.jsonl.xz");
    writeFileSync(bare, payload);
    const bag = await makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines: [], payload });
    const [plain, ...odd] = [runOptions(), runOptions(), runOptions()];
    const file = join(folder, "plain", "Illinois-20190416-text.zip");
    await importAt([await makeBagZip(file, { lines: [], payload: await toXz(LINES) })], plain);
    for (const [index, path] of [bare, bag].entries()) {
      const options = odd[index] ?? plain;
      const report = await importAt([path], options);
      expect(hasFaults(report)).toBe(false);
      expect(only(report)).toMatchObject({ status: "imported", read: 12, added: 12, rejected: 0 });
      expect(contributedIds(options.corpusPath)).toEqual(IDS);
      using corpus = openV1(options.corpusPath);
      expect(corpus.list("cases", { name: "société" }).results.map(({ name }) => name)).toEqual(
        IDS.map(() => NAME),
      );
    }
    expect(dumpCorpus(odd[1]?.corpusPath ?? "")).toEqual(dumpCorpus(plain.corpusPath));
  },
);

test("A6: importPaths refuses an xz whose last of several blocks is damaged, and takes no line of the others", async () => {
  const payload = await toXzOfBlocks(chunksOf(LINES));
  const folder = tempFolder();
  const at = payload.length - 80;
  payload[at] = (payload[at] ?? 0) ^ 0x10;
  writeFileSync(join(folder, "data.jsonl.xz"), payload);
  const options = runOptions();
  const report = await importAt([folder], options);
  expect(only(report)).toMatchObject({ status: "failed", read: 0 });
  expect(only(report).error).toMatch(/data\.jsonl\.xz.* at byte \d+/);
  expect(existsSync(options.corpusPath)).toBe(false);
});
