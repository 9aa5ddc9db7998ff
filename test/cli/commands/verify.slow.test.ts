/**
 * `caselaw verify` and `caselaw backup`: what they print and their exit codes; docs/faults.md, "F1" and "F4", for all commands.
 */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { changeBytes } from "../../support/archives.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { bulkCases } from "../../support/records.ts";
import { runHere } from "../../support/run-here.ts";
import { runSql } from "../../support/sql.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { pageBytesOf } from "../../support/verify.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

/** A corpus of the test's own, with an archive that a sync noted in its data folder. */
function ownCorpus(): { readonly db: string; readonly archive: string; readonly flags: readonly string[] } {
  const folder = tempFolder();
  const [db, archive] = [join(folder, "corpus.db"), join(folder, "data", "bulk", "Georgia.zip")];
  copyFileSync(corpus.db, db);
  mkdirSync(dirname(archive), { recursive: true });
  copyFileSync(corpus.archive, archive);
  const bytes = readFileSync(archive);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  runSql(
    db,
    `INSERT INTO download (source, unit, url, path, bytes, sha256, downloaded_at)
     VALUES ('bulk', 'ga/text', 'http://127.0.0.1/', '${archive}', ${bytes.length}, '${sha256}', '2020')`,
  );
  return { db, archive, flags: ["--db", db, "--data-dir", join(folder, "data")] };
}

describe("caselaw verify", () => {
  test("prints a line a check and exits 0", async () => {
    const { flags } = ownCorpus();
    for (const options of [[], ["--deep"]]) {
      const { code, stdout, stderr } = await runHere(["verify", ...options, ...flags]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/^file: ok\npages: ok\n(?:.+: ok.*\n)+archives: ok \(1 kept\)\nNo problem\n$/);
    }
  });

  test("F3: exits 1 and names the case", async () => {
    const { db, flags } = ownCorpus();
    runSql(db, "UPDATE court_case SET name = 'Other' WHERE id = 2");
    const { code, stdout } = await runHere(["verify", ...flags]);
    expect(code).toBe(1);
    expect(stdout).toContain("index words: 2 problems (5 of 5 cases)\n  case 2: its row in case_words");
    const quiet = await runHere(["verify", "--quiet", ...flags]);
    expect(quiet.stdout.split("\n")[0]).toMatch(/^index words: case 2: /);
    const json = await runHere(["verify", "--json", ...flags]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ verdict: "corpus at fault" });
  });

  test.each([
    [
      "a byte",
      (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte))),
      /SHA-256/,
    ],
    ["its end", (bytes: Buffer) => bytes.subarray(0, -1), /bytes, \d+ were downloaded/],
  ])(
    "F4: exits 3 for a kept archive altered in %s; --repair lets the next sync download it",
    async (_what, alter, message) => {
      const { archive, flags } = ownCorpus();
      changeBytes(archive, alter);
      const { code, stdout } = await runHere(["verify", ...flags]);
      expect([code, stdout]).toEqual([3, expect.stringMatching(message)]);
      expect(stdout).toContain(archive);
      const repaired = await runHere(["verify", "--repair", ...flags]);
      expect([repaired.code, repaired.stderr]).toEqual([0, expect.stringMatching(/the next sync downloads/)]);
    },
  );

  test("F4: an archive that was removed after its import is no fault, one that never was imported is", async () => {
    const { db, archive, flags } = ownCorpus();
    rmSync(archive);
    expect(await runHere(["verify", ...flags])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/1 removed after import/),
    });
    runSql(db, `UPDATE download SET sha256 = '${"0".repeat(64)}'`);
    expect(await runHere(["verify", ...flags])).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/it does not exist/),
    });
  });

  test("--deep: an archive whose bag does not fit its manifest is reported, though its SHA-256 is the noted one", async () => {
    const { db, archive, flags } = ownCorpus();
    changeBytes(archive, (bytes) => Buffer.concat([bytes, Buffer.from("more")]));
    const bytes = readFileSync(archive);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    runSql(db, `UPDATE download SET bytes = ${bytes.length}, sha256 = '${sha256}'`);
    expect(await runHere(["verify", ...flags])).toMatchObject({ code: 0 });
    expect(await runHere(["verify", "--deep", ...flags])).toMatchObject({ code: 3 });
  });

  test("--repair repairs the index and exits 0", async () => {
    const { db, flags } = ownCorpus();
    runSql(db, "DELETE FROM case_words");
    const { code, stdout } = await runHere(["verify", "--repair", ...flags]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nNo problem\n$/)]);
    expect(
      (await runHere(["list", "cases", "--search", "letters", "--format", "jsonl", ...flags])).stdout,
    ).toMatch(/^{"id":1,/);
  });
});

describe("F1 and F4: every command", () => {
  const READERS: readonly (readonly string[])[] = [
    ["list", "cases"],
    ["search", "letters"],
    ["show", "1"],
  ];
  /** Its readers are processes, so it is tried where opening fails and where reading does. */
  const SERVE = ["serve", "--port", "0"];
  const DAMAGES: readonly (readonly [string, (path: string) => void, RegExp])[] = [
    ["zero bytes", (path) => writeFileSync(path, ""), /it is an empty file/],
    ["a text", (path) => writeFileSync(path, "Some text.\n".repeat(2_000)), /file is not a database/],
    ["a folder", (path) => mkdirSync(path), /it is a folder/],
    ["another program's file", (path) => runSql(path, "CREATE TABLE x (y)"), /of another program/],
    ["a corpus whose first page is overwritten", (path) => overwrite(path, 0), /file is not a database/],
    [
      "a corpus cut to its first pages",
      (path) => truncateSync(copied(path), 3 * pageBytesOf(corpus.db)),
      /malformed/,
    ],
  ];

  function copied(path: string): string {
    copyFileSync(corpus.db, path);
    return path;
  }

  function overwrite(path: string, page: number): void {
    const size = pageBytesOf(corpus.db);
    changeBytes(copied(path), (bytes) => bytes.fill(0xa5, page * size, (page + 1) * size));
  }

  test.each(DAMAGES)("exits 1 for %s, says so, and leaves it as it is", async (what, make, message) => {
    const folder = tempFolder();
    const path = join(folder, "x.db");
    make(path);
    const state = (): string[] => readdirSync(folder).map((name) => `${name} ${hashOf(join(folder, name))}`);
    const before = state();
    const flags = ["--db", path, "--data-dir", join(folder, "data")];
    const commands = [
      ...READERS,
      ["import", corpus.archive],
      ["backup", join(folder, "copy.db")],
      ["verify"],
      ...(/zero|cut/.test(what) ? [SERVE] : []),
    ];
    for (const command of commands) {
      const { code, stdout, stderr } = await runHere([...command, ...flags]);
      expect([command, code, stdout + stderr]).toEqual([command, 1, expect.stringMatching(message)]);
    }
    expect(state()).toEqual(before);
  });

  test("exits 1 for a missing corpus and makes nothing", async () => {
    const folder = tempFolder();
    const flags = ["--db", join(folder, "no", "x.db"), "--data-dir", join(folder, "data")];
    const commands = [...READERS, ["backup", join(folder, "copy.db")], ["verify"], ["verify", "--repair"]];
    for (const command of commands) {
      const { code, stdout, stderr } = await runHere([...command, ...flags]);
      expect([command, code, stdout + stderr]).toEqual([command, 1, expect.stringMatching(/no such file/)]);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ["as it was", (_shm: string) => {}],
    ["deleted", (shm: string) => rmSync(shm)],
    ["filled with noise", (shm: string) => writeFileSync(shm, Buffer.alloc(32_768, 0xa5))],
  ])("F1: after a kill everything committed is there, its -shm %s", async (_what, spoil) => {
    const path = makeCorpus(bulkCases(1, 3));
    const db = new Database(path);
    db.pragma("journal_mode = WAL");
    db.exec("UPDATE jurisdiction SET name_long = 'Committed'");
    const killed = join(tempFolder(), "killed.db");
    for (const end of ["", "-wal", "-shm"]) copyFileSync(path + end, killed + end);
    db.close();
    spoil(`${killed}-shm`);
    const flags = ["--db", killed, "--data-dir", join(killed, "..", "data")];
    expect(await runHere(["verify", ...flags])).toMatchObject({ code: 0 });
    const asked = ["list", "jurisdictions", "--format", "jsonl", ...flags];
    expect((await runHere(asked)).stdout).toContain('"name_long":"Committed"');
    expect(existsSync(`${killed}-wal`)).toBe(false);
  });
});

function hashOf(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return "folder";
  }
}
