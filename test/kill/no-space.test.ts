/** Faults, D1 and D2: a disk that is full while downloading, and one that is full while writing the corpus. */
import { hash } from "node:crypto";
import { cpSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { makeBagZip } from "../support/archives.ts";
import { dumpCorpus } from "../support/dump.ts";
import { expectWholeCases } from "../support/kill-check.ts";
import { openKillPlace } from "../support/kill-place.ts";
import { limitFileBytes, limitPages } from "../support/no-space.ts";
import { type CallPoint, watchCalls } from "../support/patch-calls.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { type RanHere, runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openSite, RELEASES } from "../support/two-releases.ts";
import { expectWhole } from "../support/verify.ts";

const STEPS = 3;
/** Pages of 32 KiB. */
const PAGES_A_STEP = 3;

test("D1: sync that finds the disk full at any byte of a download says what was needed, and goes on from there", async () => {
  const [{ site }, root] = [await openSite(), tempFolder()];
  const folders = (name: string) => [
    "--db",
    join(root, name, "c.db"),
    "--data-dir",
    join(root, name, "data"),
  ];
  const argsFor = (name: string) => ["sync", "--source-url", site.url, "--jobs", "1", ...folders(name)];
  expect((await runHere(argsFor("calm"))).code).toBe(0);
  const calm = dumpCorpus(join(root, "calm", "c.db"));
  const { size } = statSync(join(root, "calm", "data", "static", "a2d", "1.zip"));
  for (let step = 0; step < STEPS; step++) {
    const bytes = Math.floor((size * step) / STEPS);
    const name = `full${step}`;
    const full = await runWithBytes(bytes, argsFor(name));
    expect(full).toMatchObject({ code: 1 });
    expect(full.stderr).toMatch(
      new RegExp(
        `\\ncaselaw: Cannot store .*1\\.zip: no space left on the device, ${size} more bytes needed\\n.*\\n$`,
      ),
    );
    expect(dumpCorpus(join(root, name, "c.db")).records.cases).toEqual([]);
    const before = site.requests.length;
    expect((await runHere(argsFor(name))).code).toBe(0);
    const asked = site.requests.slice(before).find(({ url }) => url === "/a2d/1.zip");
    expect(asked?.headers.range).toBe(bytes === 0 ? undefined : `bytes=${bytes}-`);
    expect(dumpCorpus(join(root, name, "c.db"))).toEqual(calm);
  }
});

async function runWithBytes(bytes: number, args: readonly string[]): Promise<RanHere> {
  using _limit = limitFileBytes(bytes);
  return await runHere(args);
}

test("D2: import that finds no space in the corpus at any page undoes that transaction, and the next run ends as ever", async () => {
  const root = tempFolder();
  const folder = join(root, "work");
  const [corpus, template] = [join(folder, "test.db"), join(root, "first")];
  const [first, second] = await longReleases(root);
  await importAt([first], runOptions(folder));
  cpSync(folder, template, { recursive: true });
  const args = ["import", second, "--db", corpus, "--data-dir", join(folder, "data")];
  expect((await runHere(args)).code).toBe(0);
  const after = dumpCorpus(corpus);
  const hit = new Set<string>();
  let pages = 0;
  for (; ; pages += PAGES_A_STEP) {
    rmSync(folder, { recursive: true });
    cpSync(template, folder, { recursive: true });
    const full = await runWithPages(pages, args, hit);
    if (full.code === 0) break;
    expect(full.code, full.stderr).toBe(1);
    expect(full.stderr).toMatch(/(^|\n)caselaw: Cannot use corpus ".*": no space is left\n$/);
    await expectWhole(corpus);
    expect((await runHere(args)).code).toBe(0);
    expect(dumpCorpus(corpus)).toEqual(after);
  }
  expect(pages).toBeGreaterThan(2 * PAGES_A_STEP);
  expect([...hit].join("\n")).toMatch(/COMMIT|INSERT INTO case_/);
});

/** Two releases of sixty cases of words that do not pack: the second changes all but five, which it lacks. */
async function longReleases(folder: string): Promise<[string, string]> {
  const wordy = (id: number, release: string, count: number): string =>
    Array.from({ length: count }, (_, n) => hash("sha256", `${id} ${release} ${n}`, "hex").slice(0, 9)).join(
      " ",
    );
  const make = (release: string, ids: readonly number[], count: number) =>
    makeBagZip(join(folder, `Illinois-${release}-text.zip`), {
      lines: ids.map((id) => bulkCase(id, { casebody: textBody(wordy(id, release, count)) })),
    });
  const ids = Array.from({ length: 60 }, (_, index) => index + 1);
  return [await make(RELEASES[0], ids, 50), await make(RELEASES[1], ids.slice(5), 400)];
}

async function runWithPages(pages: number, args: readonly string[], hit: Set<string>): Promise<RanHere> {
  using limit = limitPages(pages);
  const ended = await runHere(args);
  for (const sql of limit.hit) hit.add(sql);
  return ended;
}

/** Which statement a true limit hits is up to the pages at hand: a stand-in of the driver's error hits the one that is meant. */
const WHERE: readonly (readonly [string, RegExp])[] = [
  ["a batch", /^INSERT INTO case_body/],
  ["the index of words", /^INSERT INTO case_words \(rowid/],
  ["the change log", /^INSERT INTO change_log/],
  ["the removals", /^DELETE FROM court_case/],
  ["the import's log row", /^INSERT INTO import_log/],
];

test("D2: import that finds no space in a batch, the index, the logs, the removals undoes that step alone", async () => {
  const place = await openKillPlace("import");
  for (const [what, sql] of WHERE) {
    place.reset();
    const ended = await runFullAt(place.args, sql);
    expect({ what, code: ended.code }, ended.stderr).toEqual({ what, code: 1 });
    expect(ended.stderr, what).toMatch(/(^|\n)caselaw: Cannot use corpus ".*": no space is left\n$/);
    await expectWholeCases(place.corpus, place);
    expect(await runHere(place.args), what).toMatchObject({ code: 0 });
    expect(place.endState(), what).toEqual(place.after);
  }
});

async function runFullAt(args: readonly string[], sql: RegExp): Promise<RanHere> {
  let isHit = false;
  const isEnd = ({ kind, what }: CallPoint): boolean => kind === "statement" && !isHit && sql.test(what);
  const end = (): never => {
    isHit = true;
    throw new Database.SqliteError("database or disk is full", "SQLITE_FULL");
  };
  const undo = watchCalls({ isEnd, end });
  try {
    const ended = await runHere(args);
    expect(isHit, String(sql)).toBe(true);
    return ended;
  } finally {
    undo();
  }
}
