/** Backups: of one moment, complete or missing, and never mixed with files next to the target; test/cli/commands/verify damages corpora. */
import { copyFileSync, linkSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { verifyCorpus } from "../../../src/maintenance/verify.ts";
import { type BackupOptions, backupCorpus } from "../../../src/store/maintenance/backup.ts";
import { importRecords, makeCorpus, openTestWriter } from "../../support/corpus.ts";
import { contributedIds, dumpCorpus } from "../../support/dump.ts";
import { bulkCases } from "../../support/records.ts";
import { listing } from "../../support/run.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { expectWhole, problemsIn } from "../../support/verify.ts";

const REFUSING: BackupOptions = { existing: "refused", signal: new AbortController().signal };
const REPLACING: BackupOptions = { ...REFUSING, existing: "replaced" };

describe("backupCorpus", () => {
  test("copies one moment while a writer goes on", async () => {
    const path = makeCorpus(bulkCases(1, 400));
    const before = dumpCorpus(path);
    const target = join(tempFolder(), "copy.db");
    using writer = openTestWriter(path);
    const copied = backupCorpus(path, target, REFUSING);
    for (let batch = 1; batch <= 5; batch++) {
      importRecords(writer, { records: bulkCases(batch * 1000, batch * 1000 + 20), unit: `unit ${batch}` });
      await new Promise(setImmediate);
    }
    await copied;
    const count = contributedIds(target).length;
    expect([400, 421, 442, 463, 484, 505]).toContain(count);
    if (count === 400) expect(dumpCorpus(target)).toEqual(before);
    await expectWhole(target);
  });

  test("makes one complete file with the same content, and refuses one that is there, unless it is to be replaced", async () => {
    const path = makeCorpus(bulkCases(1, 3));
    const target = makeCorpus(bulkCases(7, 9));
    const before = readFileSync(target);
    await expect(backupCorpus(path, target, REFUSING)).rejects.toThrow(/it exists; replace it/);
    expect(readFileSync(target)).toEqual(before);
    await backupCorpus(path, target, REPLACING);
    expect(listing(join(target, ".."))).toEqual(["test.db"]);
    expect(dumpCorpus(target)).toEqual(dumpCorpus(path));
    await expectWhole(target);
  });

  test("refuses the corpus itself, by any name", async () => {
    const path = makeCorpus(bulkCases(1, 3));
    const other = join(tempFolder(), "other.db");
    linkSync(path, other);
    for (const target of [path, other]) {
      await expect(backupCorpus(path, target, REPLACING)).rejects.toMatchObject({ code: "invalid" });
    }
  });

  test.each(["-wal", "-journal"])("F2: refuses a target with another file's %s", async (end) => {
    const path = makeCorpus(bulkCases(1, 3));
    const target = join(tempFolder(), "copy.db");
    writeFileSync(`${target}${end}`, "of another file");
    for (const options of [REFUSING, REPLACING]) {
      await expect(backupCorpus(path, target, options)).rejects.toThrow(/" exists: another program uses/);
    }
    expect(listing(join(target, ".."))).toEqual([`copy.db${end}`]);
  });

  test("F2: a copy that replaces a killed corpus is distinguished from the log that was left", async () => {
    const path = makeCorpus(bulkCases(1, 3));
    const target = join(tempFolder(), "copy.db");
    const touch =
      "UPDATE corpus SET value = substr(value, 1, 36) || ' ' || hex(randomblob(16)) WHERE key = 'state'";
    const db = new Database(path);
    db.exec(touch);
    await backupCorpus(path, target, REFUSING);
    db.pragma("journal_mode = WAL");
    db.exec(touch);
    copyFileSync(`${path}-wal`, `${target}-wal`);
    db.close();
    const found = await verifyCorpus(target, { depth: "sample" });
    expect(problemsIn(found)).toEqual([expect.stringMatching(/^file: the log .* belongs to another corpus/)]);
  });

  test.each([
    ["invalid", "a folder", (folder: string) => folder, /it is a folder/],
    ["invalid", "a device", () => "/dev/full", /it is not a file/],
    [
      "unavailable",
      "a place below a file",
      (folder: string) => join(folder, "file", "copy.db"),
      /is not a folder/,
    ],
    [
      "invalid",
      "a folder that is not there",
      (folder: string) => join(folder, "no", "copy.db"),
      /there is no folder/,
    ],
    ["invalid", "a file that is no corpus", (folder: string) => join(folder, "notes"), /is not a corpus/],
  ])("D3: says %s for %s and leaves nothing", async (code, _what, place, wanted) => {
    const path = makeCorpus(bulkCases(1, 3));
    const folder = tempFolder();
    writeFileSync(join(folder, "file"), "");
    writeFileSync(join(folder, "notes"), "SQLite format 3 is a fine thing to write about. ".repeat(9));
    const before = listing(folder);
    const copied = backupCorpus(path, place(folder), REPLACING);
    await expect(copied).rejects.toMatchObject({ code, message: expect.stringMatching(wanted) });
    expect(listing(folder)).toEqual(before);
  });

  test("O1: what others keep under the names of unfinished backups stays, and a link is followed", async () => {
    const path = makeCorpus(bulkCases(1, 3));
    const folder = tempFolder();
    for (const name of ["copy.db.part", "copy.db.part-wal"]) writeFileSync(join(folder, name), "mine");
    symlinkSync(makeCorpus(bulkCases(7, 9)), join(folder, "copy.db"));
    await backupCorpus(path, join(folder, "copy.db"), REPLACING);
    expect(listing(folder)).toEqual(["copy.db", "copy.db.part", "copy.db.part-wal"]);
    expect(readFileSync(join(folder, "copy.db.part"), "utf8")).toBe("mine");
    expect(lstatSync(join(folder, "copy.db")).isSymbolicLink()).toBe(true);
    expect(dumpCorpus(join(folder, "copy.db"))).toEqual(dumpCorpus(path));
  });

  test("of two backups to one target, the second reports the first", async () => {
    const path = makeCorpus(bulkCases(1, 400));
    const target = join(tempFolder(), "copy.db");
    const first = backupCorpus(path, target, REFUSING);
    await expect(backupCorpus(path, target, REFUSING)).rejects.toMatchObject({ code: "conflict" });
    await first;
    await expectWhole(target);
  });

  test("a stop leaves nothing", async () => {
    const path = makeCorpus(bulkCases(1, 400));
    const folder = tempFolder();
    const reason = new Error("stopped");
    const options = { existing: "refused", signal: AbortSignal.abort(reason) } as const;
    await expect(backupCorpus(path, join(folder, "copy.db"), options)).rejects.toBe(reason);
    expect(listing(folder)).toEqual([]);
  });
});
