/** Faults, F2 to F4: what `verifyCorpus` finds, and that it finds nothing where nothing is wrong. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { CaselawError } from "../../src/domain/errors.ts";
import { type VerifyOptions, verifyCorpus } from "../../src/maintenance/verify.ts";
import { packText } from "../../src/store/codec/codec.ts";
import { line, textBody, xmlBody } from "../corpus/records.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";
import { listing } from "../support/run.ts";
import { runSql } from "../support/sql.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole, pageBytesOf, problemsIn } from "../support/verify.ts";

const XML =
  '<casebody firstpage="1" lastpage="2"><opinion type="majority"><p id="b1">Spoken.</p></opinion></casebody>';
const RECORDS = [
  line(1, { casebody: textBody("Head one.", "The mill dam of one.") }),
  line(2, {
    casebody: textBody("Head two.", "Two words, and two more words."),
    name: 'O\'Brien v. "Quoted"',
  }),
  line(3, { casebody: xmlBody(XML), decision_date: null }),
  line(4, { decision_date: "1988-05", cites_to: [{ cite: "1 Mass. 1", case_ids: [1] }] }),
];

/** Of case 2, packed. */
const OTHER_BODY = Buffer.from(
  packText(
    JSON.stringify({
      ...{ parties: [], attorneys: [], judges: [], corrections: "", headMatter: "Head two." },
      opinions: [{ type: "majority", author: null, text: "Changed." }],
    }),
  ),
).toString("hex");

/** A sample asks the index case by case, `all` reads the complete index. */
const WAYS: readonly (readonly [string, VerifyOptions])[] = [
  ["a sample", { depth: "sample", sampleCases: 10, completeUpTo: 0 }],
  ["all cases", { depth: "all" }],
];

async function problems(path: string, options: VerifyOptions = { depth: "all" }): Promise<string[]> {
  return problemsIn(await verifyCorpus(path, options));
}

describe("verifyCorpus", () => {
  test.each(WAYS)("finds a corpus sound by %s", async (_way, options) => {
    const path = makeCorpus(RECORDS);
    expect(await problems(path, options)).toEqual([]);
    expect(listing(join(path, ".."))).toEqual(["test.db"]);
  });

  test.each(WAYS)(
    "finds odd characters, empty fields and a word of a million letters sound by %s",
    async (_way, options) => {
      const long = "a".repeat(1_000_000);
      const odd = "ﬁ ς Σ İ ı ŉ soft\u00adhyphen \ue000x \ue001 \ue002 \ud800 𝒳";
      const path = makeCorpus([
        line(1, { name: "Nul\0Name", docket_number: "a\0b\0c", casebody: textBody(`be\0fore ${long}`, odd) }),
        line(2, {
          name: `İİ ẞ ${long.slice(0, 40_000)}`,
          docket_number: '"*^:-+',
          casebody: textBody("", ""),
        }),
        line(3, { name: "𝒳𝒳", name_abbreviation: "é", citations: [], court: null, jurisdiction: null }),
        line(4, { decision_date: "9999-12-31", cites_to: [{ cite: "***" }, { cite: "é 12" }] }),
      ]);
      expect(await problems(path, options)).toEqual([]);
    },
  );

  test("judges one state while a writer goes on", async () => {
    const path = makeCorpus(RECORDS);
    using writer = openTestWriter(path);
    const found = verifyCorpus(path, { depth: "all" });
    importRecords(writer, { records: bulkCases(11, 60), unit: "other" });
    expect(problemsIn(await found)).toEqual([]);
    await expectWhole(path);
  });

  test("lists a thousand problems of a kind and counts the rest", async () => {
    const path = makeCorpus(bulkCases(1, 1010));
    runSql(path, "DELETE FROM case_words");
    const found = await verifyCorpus(path, { depth: "sample" });
    expect(found.checks.find(({ check }) => check === "index rows")).toMatchObject({ more: 10 });
  });

  test("stops with the signal's reason", async () => {
    const reason = new Error("enough");
    const path = makeCorpus(bulkCases(1, 600));
    await expect(verifyCorpus(path, { depth: "all", signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });
});

describe.each(WAYS)("F3: an index out of step, seen by %s", (_way, options) => {
  test.each([
    [
      "a deleted row",
      "DELETE FROM case_words WHERE rowid = (SELECT date_rowid FROM court_case WHERE id = 2)",
    ],
    ["another name", "UPDATE court_case SET name = 'Other' WHERE id = 2"],
    ["another docket number", "UPDATE court_case SET docket_number = 'No. 77' WHERE id = 2"],
    ["another citation", "UPDATE citation SET cite = '9 Mass. 9' WHERE case_id = 2"],
    ["another date", "UPDATE court_case SET decision_date = '1999-01-01' WHERE id = 2"],
    ["another court", "UPDATE court_case SET court_id = NULL WHERE id = 2"],
  ])("names the case of %s", async (_what, statement) => {
    const path = makeCorpus(RECORDS);
    runSql(path, statement);
    const found = await problems(path, options);
    expect(found).not.toEqual([]);
    const ofIndex = found.filter((one) => one !== "bodies: case 2: a value in its row is damaged");
    for (const one of ofIndex)
      expect(one).toMatch(/^index (?:rows: the table of counts|(?:rows|words): case 2)\b/);
    expect(ofIndex.join("\n")).toContain("case 2");
  });

  const flipped = (column: string, at: string) =>
    `CAST(substr(${column}, 1, ${at} - 1) || x'ff' || substr(${column}, ${at} + 1) AS BLOB)`;

  test.each([
    [
      "a body changed past the writer",
      `UPDATE case_body SET data = x'${OTHER_BODY}' WHERE case_id = 2`,
      /^index words: case 2: its row in case_words differs from its text\nbodies: case 2: its text differs from its hash$/,
    ],
    [
      "another hash of a text",
      "UPDATE text_hash SET sha256 = zeroblob(32) WHERE case_id = 2",
      /^bodies: case 2: its text differs from its hash$/,
    ],
    [
      "a lost and a stray hash, and another root",
      `UPDATE text_hash SET case_id = 77 WHERE case_id = 2; INSERT INTO corpus VALUES ('text_root', '00')`,
      /^index rows: case 2 has no hash of its text\nindex rows: case 77 does not exist, but has a hash\nindex rows: the root of the texts/,
    ],
    [
      "a row without a case",
      "INSERT INTO case_words (rowid, names) VALUES (77, 'stray')",
      /^index rows: row 77 of case_words belongs to no case$/m,
    ],
    [
      "a body whose bytes are flipped",
      `UPDATE case_body SET data = ${flipped("data", "21")} WHERE case_id = 1`,
      /^bodies: case 1: its body as text cannot be read: [^\n]*$/,
    ],
    [
      "a byte flipped in the index's own tables",
      `UPDATE case_words_data SET block = ${flipped("block", "instr(block, x'696c6c')")} WHERE id > 100 AND instr(block, x'696c6c') > 0`,
      /./,
    ],
  ])("reports %s", async (_what, statement, found) => {
    const path = makeCorpus(RECORDS);
    runSql(path, statement);
    expect((await problems(path, options)).join("\n")).toMatch(found);
  });
});

test("F3: two words that changed places are seen by all cases", async () => {
  const path = makeCorpus(RECORDS);
  runSql(path, "UPDATE court_case SET name_abbreviation = '1 Case' WHERE id = 1");
  expect(await problems(path)).toContain("index words: case 1: its row in case_words differs from its text");
});

describe("counts", () => {
  test.each([
    ["DELETE FROM contribution WHERE case_id = 1", "counts: case 1 is in no unit"],
    [
      "UPDATE contribution SET case_id = 9 WHERE case_id = 1",
      "counts: unit test contains case 9, which does not exist",
    ],
    [
      "DELETE FROM change_log WHERE case_id = 1",
      "counts: the last change of case 1 in the change log is: none",
    ],
    [
      "UPDATE change_log SET kind = 'removed' WHERE case_id = 1",
      "counts: the change log has for case 1: removed after none",
    ],
    [
      "UPDATE change_log SET case_id = 9 WHERE case_id = 1",
      "counts: the last change of case 9 in the change log is: added, but the case is not stored",
    ],
    [
      "DELETE FROM import_log",
      "counts: unit test test was read from an archive that is not in the import log",
    ],
    [
      "UPDATE import_log SET read = 9",
      "counts: the counts of the import of test do not add up: read differs from added + changed + unchanged + rejected",
    ],
    [
      "PRAGMA foreign_keys = OFF; UPDATE citation SET case_id = 9 WHERE case_id = 1",
      "references: a row of citation refers to a missing row of court_case",
    ],
    ["DELETE FROM case_body WHERE case_id = 1", "bodies: case 1: its body as text is missing"],
    [
      "UPDATE court_case SET hash_differs = 1 WHERE id = 1",
      "bodies: case 1: the text matches `analysis.sha256`, but is recorded as not matching",
    ],
  ])("after %s", async (statement, wanted) => {
    const path = makeCorpus(RECORDS);
    runSql(path, statement);
    expect(await problems(path)).toContain(wanted);
  });
});

describe("F2: a log next to another corpus than its own", () => {
  /** A corpus with three transactions, each rewriting the row 'state', the last two still in the log. */
  function killedCorpus(): string {
    const path = makeCorpus(RECORDS);
    touch(path);
    const db = new Database(path);
    db.pragma("journal_mode = WAL");
    db.exec("UPDATE jurisdiction SET name_long = 'Other'");
    db.exec(TOUCH);
    const killed = join(tempFolder(), "killed.db");
    copyFileSync(path, killed);
    copyFileSync(`${path}-wal`, `${killed}-wal`);
    db.close();
    return killed;
  }
  const TOUCH =
    "UPDATE corpus SET value = substr(value, 1, 36) || ' ' || hex(randomblob(16)) WHERE key = 'state'";
  const touch = (path: string): void => runSql(path, TOUCH);

  test("is reported, and the file and the log stay as they are", async () => {
    const path = killedCorpus();
    const other = makeCorpus([line(7)]);
    touch(other);
    copyFileSync(other, path);
    const before = [readFileSync(path), readFileSync(`${path}-wal`)];
    const found = await verifyCorpus(path, { depth: "all" });
    expect(problemsIn(found)).toEqual([
      `file: the log "${path}-wal" belongs to another corpus than "${path}"`,
    ]);
    expect(found.verdict).toBe("corpus at fault");
    expect([readFileSync(path), readFileSync(`${path}-wal`)]).toEqual(before);
    expect(listing(join(path, "..")).filter((name) => name.includes("verify"))).toEqual([]);
  });

  test("the log that a writer is at is none", async () => {
    const path = makeCorpus(RECORDS);
    using writer = openTestWriter(path);
    writer.claimUnit("test", "more");
    expect(existsSync(`${path}-wal`)).toBe(true);
    await expectWhole(path);
  });
});

describe("F4: a damaged or wrong file", () => {
  test("every page overwritten in turn is reported, and nothing changed", async () => {
    const path = makeCorpus(RECORDS);
    const original = readFileSync(path);
    const free = new Set<number>();
    const size = pageBytesOf(path);
    for (let page = 1; page < original.length / size; page++) {
      const bytes = Buffer.from(original);
      bytes.fill(0xa5, page * size, (page + 1) * size);
      writeFileSync(path, bytes);
      const found = await verifyCorpus(path, { depth: page % 2 === 0 ? "sample" : "all" });
      if (found.verdict === "ok") free.add(page);
      expect(readFileSync(path).equals(bytes)).toBe(true);
    }
    expect([...free]).toEqual([]);
  });

  test("a bit flipped anywhere ends in a finding or in nothing, never in a bug (seed 7)", async () => {
    const path = makeCorpus(RECORDS);
    const original = readFileSync(path);
    let seed = 7;
    for (let tries = 0; tries < 60; tries++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const bytes = Buffer.from(original);
      const at = Math.floor((seed / 2 ** 32) * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (tries % 8));
      writeFileSync(path, bytes);
      await verifyCorpus(path, { depth: "all" }).catch((error: unknown) => {
        expect([at, error]).toEqual([at, expect.any(CaselawError)]);
      });
    }
  });
});
