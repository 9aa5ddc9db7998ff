/** Faults, F7: `verify --read-data-subset`, a share of the bodies and archives each night. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { changeBytes } from "../support/archives.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";
import { type RanHere, runHere } from "../support/run-here.ts";
import { runSql } from "../support/sql.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { smallCorpus } from "./small-corpus.ts";

const NIGHTS = 4;
const CASES = Array.from({ length: 30 }, (_, index) => index + 1);
const UNITS = Array.from({ length: 20 }, (_, index) => `place-${index}/text`);

const small = smallCorpus();

interface Stored {
  readonly db: string;
  readonly data: string;
  readonly archives: readonly string[];
}

/** A corpus with an archive for each unit. */
function storedCorpus(): Stored {
  const data = join(tempFolder(), "data");
  mkdirSync(join(data, "bulk"), { recursive: true });
  const bytes = readFileSync(small.archive);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const path = makeCorpus(bulkCases(1, CASES.length));
  const db = new Database(path);
  const note = db.prepare(`
    INSERT INTO download (source, unit, url, path, bytes, sha256, downloaded_at)
    VALUES ('bulk', ?, 'http://127.0.0.1/', ?, ${bytes.length}, '${sha256}', '2020')
  `);
  const archives = UNITS.map((unit, index) => {
    const archive = join(data, "bulk", `${index}.zip`);
    copyFileSync(small.archive, archive);
    note.run(unit, archive);
    return archive;
  });
  db.close();
  return { db: path, data, archives };
}

function damageBodies({ db }: Stored, which: string): void {
  const damaged = "CAST(substr(data, 1, 20) || x'ff' || substr(data, 22) AS BLOB)";
  runSql(db, `UPDATE case_body SET data = ${damaged} WHERE ${which}`);
}

/** One byte in the middle: the size stays. */
function damageArchive(path: string): void {
  changeBytes(path, (bytes) => {
    const at = bytes.length >> 1;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  });
}

function verify({ db, data }: Stored, ...options: string[]): Promise<RanHere> {
  return runHere(["verify", "--db", db, "--data-dir", data, ...options]);
}

interface Night {
  readonly code: number;
  readonly cases: readonly number[];
  readonly archives: readonly string[];
}

/** What each night finds: the cases whose bodies, and the archives, that are damaged. */
async function nightsOf(stored: Stored): Promise<Night[]> {
  const nights: Night[] = [];
  for (let night = 1; night <= NIGHTS; night++) {
    const { code, stdout } = await verify(stored, "--json", "--read-data-subset", `${night}/${NIGHTS}`);
    const found: { checks: { problems: { caseId: number | null; archive: string | null }[] }[] } =
      JSON.parse(stdout);
    const problems = found.checks.flatMap((check) => check.problems);
    nights.push({
      code,
      cases: problems.flatMap(({ caseId }) => caseId ?? []),
      archives: problems.flatMap(({ archive }) => archive ?? []),
    });
  }
  return nights;
}

test("F7: verify reads each body and each archive in one of T nights", async () => {
  const stored = storedCorpus();
  damageBodies(stored, "1 = 1");
  for (const archive of stored.archives) damageArchive(archive);
  const nights = await nightsOf(stored);
  for (const { cases, archives } of nights) {
    expect(cases.length).toBeGreaterThan(0);
    expect(archives.length).toBeGreaterThan(0);
  }
  expect(nights.flatMap(({ cases }) => cases).toSorted((a, b) => a - b)).toEqual(CASES);
  expect(nights.flatMap(({ archives }) => archives).toSorted()).toEqual(stored.archives.toSorted());
  expect(await nightsOf(stored)).toEqual(nights);
});

test("F7: verify finds one damaged body and one damaged archive in their nights, and says what it read", async () => {
  const stored = storedCorpus();
  const whole = await verify(stored, "--read-data-subset", "2/4");
  expect(whole.code).toBe(0);
  expect(whole.stdout).toMatch(/^bodies: ok \(8 of 30 cases, share 2\/4; /m);
  expect(whole.stdout).toMatch(/^archives: ok \(20 kept, \d+ read, share 2\/4\)$/m);
  damageBodies(stored, "case_id = 6");
  const [damaged = ""] = stored.archives;
  damageArchive(damaged);
  const nights = await nightsOf(stored);
  expect(nights.map(({ cases }) => cases)).toEqual([[], [], [6], []]);
  expect(nights.flatMap(({ archives }) => archives)).toEqual([damaged]);
  expect(
    nights.map(({ code, cases, archives }) => [code, cases.length > 0 ? 1 : archives.length > 0 ? 3 : 0]),
  ).toEqual(nights.map(({ code }) => [code, code]));
  // one that is gone or shorter is missed in no night
  changeBytes(damaged, (bytes) => bytes.subarray(0, -1));
  for (const { archives } of await nightsOf(stored)) expect(archives).toEqual([damaged]);
});

test.each(["0/3", "4/3", "1/10001", "1", "1/", "/3", "-1/3", "1.5/3", "5%", "a/b", ""])(
  "verify refuses the share %j: exit 2",
  async (share) => {
    const { code, stdout, stderr } = await runHere(["verify", ...small.flags, "--read-data-subset", share]);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: `caselaw: Cannot use --read-data-subset "${share}": not N/T with 1 <= N <= T <= 10000\n`,
    });
  },
);

test("verify refuses a share beside --deep: exit 2", async () => {
  const ended = await runHere(["verify", ...small.flags, "--deep", "--read-data-subset", "1/3"]);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("--read-data-subset") });
});
