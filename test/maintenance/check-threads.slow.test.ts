/** A verification by several threads: what one thread finds, in the same order. */
import { readFileSync, writeFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { type Verification, type VerifyOptions, verifyCorpus } from "../../src/maintenance/verify.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { pageBytesOf } from "../support/page-bytes.ts";
import { bulkCases } from "../support/records.ts";
import { problemsIn } from "../support/verify.ts";

const CASES = 450;
const DEEP: VerifyOptions = { depth: "all" };
/** More cases than a thread looks up at a time. */
const SAMPLE: VerifyOptions = { depth: "sample", sampleCases: CASES, completeUpTo: 0 };

function changedCorpus(...statements: string[]): string {
  const path = makeCorpus(bulkCases(1, CASES));
  const db = new Database(path);
  // FTS5's own tables too
  db.unsafeMode();
  for (const statement of statements) db.exec(statement);
  db.close();
  return path;
}

/** Verifies with three threads. */
async function verified(path: string, options: VerifyOptions): Promise<Verification> {
  const found = await verifyCorpus(path, { ...options, threads: 3 });
  expect(found).toEqual(await verifyCorpus(path, { ...options, threads: 0 }));
  return found;
}

test.each([DEEP, SAMPLE])("threads find a corpus sound ($depth)", async (options) => {
  const { verdict, checks } = await verified(changedCorpus(), options);
  expect(verdict).toBe("ok");
  expect(checks.find(({ check }) => check === "bodies")?.note).toContain(`${CASES} of ${CASES} cases`);
});

test.each([DEEP, SAMPLE])("threads report problems in the order of the cases ($depth)", async (options) => {
  const path = changedCorpus(
    "UPDATE court_case SET name = 'Other' WHERE id % 40 = 0",
    "UPDATE case_body SET data = x'00' WHERE case_id % 90 = 0",
    "DELETE FROM contribution WHERE case_id = 7",
    "INSERT INTO case_words (rowid, names) VALUES (77, 'stray')",
  );
  const found = problemsIn(await verified(path, options));
  expect(found).toContain("counts: case 7 is in no unit");
  const ids = found.flatMap((one) => /^index words: case (\d+): its row/.exec(one)?.[1] ?? []).map(Number);
  expect(ids.length).toBeGreaterThan(6);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test("threads find the same in an index of another format, which only FTS5 reads", async () => {
  const path = changedCorpus(
    "UPDATE court_case SET name = 'Other' WHERE id = 40",
    "UPDATE case_words_data SET block = substr(block, 1, length(block) - 3) WHERE id = (1 << 37) + 3",
  );
  expect((await verified(path, DEEP)).verdict).toBe("corpus at fault");
});

test("threads find the same in a file with a damaged page", async () => {
  const path = changedCorpus();
  const bytes = readFileSync(path);
  const size = pageBytesOf(path);
  const step = Math.ceil(bytes.length / size / 12);
  for (let page = 1; page < bytes.length / size; page += step) {
    const damaged = Buffer.from(bytes);
    damaged.fill(0xa5, page * size, (page + 1) * size);
    writeFileSync(path, damaged);
    await verified(path, DEEP);
  }
});

test("threads judge one state while a writer goes on", async () => {
  const path = changedCorpus();
  using writer = openTestWriter(path);
  const found = verifyCorpus(path, { ...DEEP, threads: 2 });
  let isDone = false;
  void found.finally(() => {
    isDone = true;
  });
  for (let unit = 0; !isDone && unit < 1_000; unit++) {
    importRecords(writer, { records: bulkCases(1_000 + unit, 1), unit: `other ${unit}` });
    await nextTurn();
  }
  expect(problemsIn(await found)).toEqual([]);
});

test.each(["before", "while"])("threads stop with the signal's reason, %s they run", async (when) => {
  const reason = new Error("enough");
  const stop = new AbortController();
  if (when === "before") stop.abort(reason);
  const found = verifyCorpus(changedCorpus(), { ...DEEP, threads: 2, signal: stop.signal });
  await nextTurn();
  stop.abort(reason);
  await expect(found).rejects.toBe(reason);
});
