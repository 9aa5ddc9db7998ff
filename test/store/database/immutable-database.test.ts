/** A connection without locks returns the same rows as the driver, from one state, or fails. */
import { appendFileSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openImmutable } from "../../../src/store/database/immutable-database.ts";
import { asCorpusError } from "../../../src/store/database/open-database.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { bulkCases } from "../../support/records.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { pageBytesOf } from "../../support/verify.ts";

const CASES = "SELECT id, name FROM court_case WHERE id >= :from ORDER BY id";
const CHANGED = { code: "conflict", message: expect.stringContaining("it was changed meanwhile") };

/** A corpus of three cases, opened by both drivers. */
function open(): { path: string; both: Database.Database[]; db: Database.Database } {
  const path = makeCorpus(bulkCases(1, 3));
  const db = openImmutable(path);
  return { path, db, both: [db, new Database(path, { readonly: true })] };
}

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test("an immutable connection returns the same rows as the driver", () => {
  const { both } = open();
  const [ours, theirs] = both.map((db) => [
    db.prepare(CASES).all({ from: 2, unused: 1 }),
    db.prepare(CASES).get({ from: 9 }),
    db.prepare(CASES).pluck().all({ from: 1 }),
    db.prepare(CASES).pluck().get({ from: 9 }),
    db.prepare(CASES).raw().get({ from: 1 }),
    [...db.prepare(CASES).iterate({ from: 2 })],
    db.prepare("SELECT ? AS a, x'0102' AS b, NULL AS c, 0.5 AS d").get("one"),
    db.prepare("SELECT x'0102'").pluck().get(),
    db.prepare("SELECT x'0102', 'a'").raw().all(),
    db.pragma("user_version", { simple: true }),
    db.pragma("integrity_check"),
    db.transaction(() => db.prepare(CASES).all({ from: 1 })).deferred(),
  ]);
  expect(ours).toEqual(theirs);
  for (const db of both) db.close();
});

test.each<[string, (path: string) => void]>([
  ["a writer's log", (path) => writeFileSync(`${path}-wal`, "log")],
  ["a journal", (path) => writeFileSync(`${path}-journal`, "journal")],
  ["another size", (path) => appendFileSync(path, Buffer.alloc(pageBytesOf(path)))],
  ["another time", (path) => utimesSync(path, 1, 1)],
  ["another file", (path) => replaceFile(path)],
  ["no file", (path) => rmSync(path)],
])("K4: after %s nothing more is read", (_what, change) => {
  const { path, db } = open();
  const statement = db.prepare(CASES);
  expect(statement.all({ from: 1 })).toHaveLength(3);
  const rows = statement.iterate({ from: 1 });
  rows.next();
  change(path);
  expect(thrownBy(() => [...rows])).toMatchObject(CHANGED);
  expect(thrownBy(() => statement.all({ from: 1 }))).toMatchObject(CHANGED);
  expect(thrownBy(() => statement.get({ from: 1 }))).toMatchObject(CHANGED);
  expect(thrownBy(() => db.prepare(CASES))).toMatchObject(CHANGED);
  db.close();
});

test("K4: a change during an iteration is noticed, even if the caller stops early", () => {
  const { path, db } = open();
  const takeOne = (): void => {
    for (const _ of db.prepare(CASES).iterate({ from: 1 })) {
      writeFileSync(`${path}-wal`, "log");
      break;
    }
  };
  expect(thrownBy(takeOne)).toMatchObject(CHANGED);
  db.close();
});

test("K4: a damaged file is reported as damaged", () => {
  const path = makeCorpus(bulkCases(1, 30));
  const bytes = readFileSync(path);
  bytes.fill(0xa5, pageBytesOf(path));
  writeFileSync(path, bytes);
  const error = thrownBy(() => openImmutable(path).prepare(CASES).all({ from: 1 }));
  expect(asCorpusError(path, error)).toMatchObject({ code: "corrupt" });
  truncateSync(path, 1000);
  const cut = thrownBy(() => openImmutable(path).prepare(CASES).all({ from: 1 }));
  expect(asCorpusError(path, cut)).toMatchObject({ code: "corrupt" });
});

test("a path with characters of a URL is a path", () => {
  const path = join(tempFolder(), "a b?mode=rw#c%20&d.db");
  writeFileSync(path, readFileSync(makeCorpus(bulkCases(1, 3))));
  const db = openImmutable(path);
  expect(db.prepare(CASES).all({ from: 1 })).toHaveLength(3);
  db.close();
});

test("a backup of an immutable connection stops when its progress throws", async () => {
  const { path, db } = open();
  const target = join(tempFolder(), "copy.db");
  let calls = 0;
  const progress = (): number => {
    if (++calls === 3) throw new Error("stopped");
    return 1;
  };
  await expect(db.backup(target, { progress })).rejects.toThrow("stopped");
  await db.backup(target, { progress: () => 1_000 });
  const copy = new Database(target);
  expect(copy.prepare(CASES).all({ from: 1 })).toHaveLength(3);
  copy.close();
  db.close();
  expect(readFileSync(path).length).toBeGreaterThan(0);
});

function replaceFile(path: string): void {
  const bytes = readFileSync(path);
  rmSync(path);
  writeFileSync(path, bytes);
}
