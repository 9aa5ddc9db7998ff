/** Faults, F3 and F4: what `verify --repair` repairs, what it leaves, and that a kill in between loses nothing. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { type Verification, type VerifyOptions, verifyCorpus } from "../../src/maintenance/verify.ts";
import { repairCorpus } from "../../src/maintenance/verify-repair.ts";
import { RunLock } from "../../src/store/database/lock.ts";
import { rebuildIndexes } from "../../src/store/maintenance/repair.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeBagZip } from "../support/archives.ts";
import { makeCorpus } from "../support/corpus.ts";
import { dumpCorpus } from "../support/dump.ts";
import { bulkCases } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { runSql } from "../support/sql.ts";
import { expectWhole, pageBytesOf, problemsIn } from "../support/verify.ts";

async function repair(
  path: string,
  reported: string[] = [],
  options: Partial<VerifyOptions> = {},
): Promise<Verification> {
  return repairCorpus(path, {
    depth: "all",
    ...options,
    dataFolder: join(path, "..", "data"),
    signal: new AbortController().signal,
    report: async (line) => void reported.push(line),
  });
}

describe("F3: repairCorpus", () => {
  test.each([
    [
      "a deleted row",
      "DELETE FROM case_words WHERE rowid = (SELECT date_rowid FROM court_case WHERE id = 2)",
    ],
    ["all rows deleted", "DELETE FROM case_words"],
    ["a citation lost in its table", "DELETE FROM citation WHERE case_id = 2"],
    ["a citation changed in its table", "UPDATE citation SET cite = '9 Ill. 8' WHERE case_id = 2"],
    ["the words of names lost", "DELETE FROM name_word"],
    ["their trigrams lost", "INSERT INTO name_trigrams (name_trigrams) VALUES ('delete-all')"],
    ["a hash of a text changed", "UPDATE text_hash SET sha256 = zeroblob(32) WHERE case_id = 2"],
    [
      "a hash under another id, and the root",
      "UPDATE text_hash SET case_id = 77 WHERE case_id = 2; INSERT INTO corpus VALUES ('text_root', '00')",
    ],
    ["a stray row", "INSERT INTO case_words (rowid, names) VALUES (77, 'stray')"],
    [
      "another row's words",
      "DELETE FROM case_words WHERE rowid = (SELECT date_rowid FROM court_case WHERE id = 2); INSERT INTO case_words (rowid, names) SELECT date_rowid, 'other' FROM court_case WHERE id = 2",
    ],
    [
      "a lost reference",
      "UPDATE corpus SET value = value; DELETE FROM case_words_docsize WHERE id = (SELECT date_rowid FROM court_case WHERE id = 3)",
    ],
    ["words lost from the index's own tables", "DELETE FROM case_words_data WHERE id > 100"],
    [
      "a byte flipped in them",
      "UPDATE case_words_data SET block = CAST(substr(block, 1, 60) || x'7a' || substr(block, 62) AS BLOB) WHERE id > 100",
    ],
    ["their structure lost", "UPDATE case_words_data SET block = x'00' WHERE id = 10"],
  ])("repairs %s, and the corpus is as it was", async (_what, statement) => {
    const path = makeCorpus(bulkCases(1, 30));
    const before = dumpCorpus(path);
    runSql(path, statement);
    const after = await repair(path);
    expect(problemsIn(after)).toEqual([]);
    expect(dumpCorpus(path)).toEqual(before);
    await expectWhole(path);
  });

  test("a name changed past the writer is found by its new words, and named until an import replaces it", async () => {
    const path = makeCorpus(bulkCases(1, 3));
    runSql(path, "UPDATE court_case SET name = 'Other v. State', decision_date = '1950-01-01' WHERE id = 2");
    expect(problemsIn(await repair(path))).toEqual(["bodies: case 2: a value in its row is damaged"]);
    using v1 = openV1(path);
    expect(v1.list("cases", { search: "other" }).count).toBe(1);
  });

  test("a damaged value of a row is named, and the next import of the archive brings it back", async () => {
    const options = runOptions();
    const archive = await makeBagZip(join(options.dataFolder, "Illinois-20200302-text.zip"), {
      lines: bulkCases(1, 8),
    });
    await importAt([archive], options);
    const before = dumpCorpus(options.corpusPath);
    const damages = [
      "first_page = '332'",
      "docket_number = docket_number || ' '",
      "volume_barcode = '32044078495512'",
      "last_updated = '2099-01-01T00:00:00+00:00'",
      "updated_instant = '2099'",
      "court_id = court_id + 1",
      "extra = replace(extra, 'Ill. 7', 'Ill. 3')",
    ];
    const set = damages.map((damage, at) => `UPDATE court_case SET ${damage} WHERE id = ${at + 1}`);
    runSql(options.corpusPath, ...set);
    const named = damages.map((_, at) => `bodies: case ${at + 1}: a value in its row is damaged`);
    const found = problemsIn(await verifyCorpus(options.corpusPath, { depth: "sample" }));
    expect(found).toEqual(expect.arrayContaining(named));
    const reported: string[] = [];
    expect(problemsIn(await repair(options.corpusPath, reported))).toEqual(expect.arrayContaining(named));
    expect(reported).toContain("the rows of 7 cases are still damaged: sync or import their archives again");
    await importAt([archive], options);
    expect({ ...dumpCorpus(options.corpusPath), changes: [] }).toEqual({ ...before, changes: [] });
    await expectWhole(options.corpusPath);
  });

  test("does nothing to a sound corpus", async () => {
    const path = makeCorpus(bulkCases(1, 3));
    const before = readFileSync(path);
    const reported: string[] = [];
    expect((await repair(path, reported)).verdict).toBe("ok");
    expect(reported).toEqual([]);
    expect(readFileSync(path)).toEqual(before);
  });

  test("a rebuild that ends half-way leaves the indexes as they were, and the next one completes them", async () => {
    const path = makeCorpus(bulkCases(1, 30));
    const before = dumpCorpus(path);
    runSql(path, "DELETE FROM case_words WHERE rowid % 2 = 0");
    const damaged = dumpCorpus(path);
    let calls = 0;
    const endsHalfWay = () => {
      // each body is tried once and then read
      if (++calls > 45) throw new Error("ended");
      return { parties: [], opinions: [], headMatter: "", attorneys: [], judges: [], corrections: "" };
    };
    const readers = { readBody: endsHalfWay, readJoined: endsHalfWay };
    expect(() => rebuildIndexes(path, readers)).toThrow("ended");
    expect(dumpCorpus(path)).toEqual(damaged);
    await repair(path);
    expect(dumpCorpus(path)).toEqual(before);
  });

  test("takes a damaged body out, repairs the rest, and the next import brings it back", async () => {
    const options = runOptions();
    const archive = await makeBagZip(join(options.dataFolder, "Illinois-20200302-text.zip"), {
      lines: bulkCases(1, 5),
    });
    await importAt([archive], options);
    const before = dumpCorpus(options.corpusPath);
    runSql(
      options.corpusPath,
      "UPDATE case_body SET data = x'00' WHERE case_id = 1",
      "DELETE FROM case_words",
    );
    const reported: string[] = [];
    const after = await repair(options.corpusPath, reported);
    expect(problemsIn(after)).toEqual([
      "bodies: case 1: its damaged body was removed; sync or import its archive again",
    ]);
    expect(after.verdict).toBe("corpus at fault");
    expect(problemsIn(await verifyCorpus(options.corpusPath, { depth: "all" }))).toEqual([]);
    expect(reported).toContain(
      "the damaged bodies of 1 case were removed: sync or import their archives again",
    );
    const { total } = await importAt([archive], options);
    expect(total).toMatchObject({ changed: 1, unchanged: 4 });
    expect({ ...dumpCorpus(options.corpusPath), changes: [] }).toEqual({ ...before, changes: [] });
    await expectWhole(options.corpusPath);
  });

  test("says what it cannot repair, and repairs the rest", async () => {
    const path = makeCorpus(bulkCases(1, 3));
    runSql(path, "DELETE FROM contribution WHERE case_id = 1", "DELETE FROM case_words");
    const reported: string[] = [];
    expect(problemsIn(await repair(path, reported))).toEqual(["counts: case 1 is in no unit"]);
    expect(reported.at(-1)).toMatch(/^not repaired \(counts\): restore a backup/);
  });

  test("is refused while another run holds the corpus", async () => {
    const path = makeCorpus(bulkCases(1, 3));
    using _held = new RunLock(`${path}.lock`, "corpus", "import");
    await expect(repair(path)).rejects.toMatchObject({ code: "conflict" });
  });
});

test("F3: a repair of a sample rebuilds the rows of every case", async () => {
  const path = makeCorpus(bulkCases(1, 12));
  const before = dumpCorpus(path);
  runSql(path, "DELETE FROM case_words");
  const reported: string[] = [];
  const sample = { depth: "sample", completeUpTo: 1, sampleCases: 2 } as const;
  expect((await repair(path, reported, sample)).verdict).toBe("ok");
  expect(reported).toEqual(["rebuilding the indexes of words"]);
  expect(dumpCorpus(path)).toEqual(before);
});

test("F4: repairCorpus leaves a file with damaged tables as it is", async () => {
  const path = makeCorpus(bulkCases(1, 80));
  const db = new Database(path);
  const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'court_case'").pluck().get();
  db.close();
  const bytes = readFileSync(path);
  const size = pageBytesOf(path);
  bytes.fill(0xa5, (Number(page) - 1) * size, Number(page) * size);
  writeFileSync(path, bytes);
  const reported: string[] = [];
  expect((await repair(path, reported)).verdict).toBe("corpus at fault");
  expect(reported).toEqual([expect.stringMatching(/^the file itself is damaged/)]);
  expect(readFileSync(path)).toEqual(bytes);
});
