import { cpSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { optimize } from "../../../src/maintenance/upkeep.ts";
import { RunLock } from "../../../src/store/database/lock.ts";
import { makeBagZip } from "../../support/archives.ts";
import { dumpCorpus } from "../../support/dump.ts";
import { bulkCase, textBody } from "../../support/records.ts";
import { importAt, runOptions } from "../../support/run.ts";
import { runHere } from "../../support/run-here.ts";
import { readSql } from "../../support/sql.ts";
import { keptFolder, tempFolder } from "../../support/temp-folder.ts";
import { expectWhole } from "../../support/verify.ts";

const RELEASES = 6;
const CASES_A_RELEASE = 30;

const template = join(keptFolder(), "many.db");

/** Each release has more cases, and the index a segment more or one merged of four. */
beforeAll(async () => {
  const options = { ...runOptions(keptFolder()), corpusPath: template };
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");
  for (let release = 1; release <= RELEASES; release++) {
    const lines = Array.from({ length: release * CASES_A_RELEASE }, (_, at) =>
      bulkCase(at + 1, { casebody: textBody(`${words} own${at}`) }),
    );
    const path = join(keptFolder(), `Illinois-2020030${release}-text.zip`);
    await makeBagZip(path, { lines });
    await importAt([path], options);
  }
});

function copy(): string {
  const path = join(tempFolder(), "c.db");
  cpSync(template, path);
  return path;
}

const SEGMENTS = "SELECT count(DISTINCT segid) FROM case_words_idx";
const FREE_PAGES = "SELECT freelist_count FROM pragma_freelist_count";

test("optimize leaves each index one segment, no page free and every answer as it was: exit 0; one that is stopped leaves a whole corpus", async () => {
  const [path, stopped] = [copy(), copy()];
  const before = dumpCorpus(path);
  expect(() => optimize(stopped, AbortSignal.abort(new Error("stopped")))).toThrow("stopped");
  expect(dumpCorpus(stopped)).toEqual(before);
  await expectWhole(stopped);
  const bytes = statSync(path).size;
  expect(readSql(path, SEGMENTS)).not.toEqual([1]);
  const done = await runHere(["optimize", "--json", "--db", path]);
  expect(done).toMatchObject({ code: 0, stderr: "" });
  const answer = JSON.parse(done.stdout);
  expect(answer).toEqual({ bytes_before: bytes, bytes_after: statSync(path).size });
  expect(readSql(path, SEGMENTS)).toEqual([1]);
  expect(readSql(path, FREE_PAGES)).toEqual([0]);
  expect(dumpCorpus(path)).toEqual(before);
  await expectWhole(path);
});

test("optimize beside another run: exit 75, and without a corpus: exit 1, nothing made", async () => {
  const path = copy();
  using _lock = new RunLock(`${path}.lock`, "the corpus", "test");
  expect(await runHere(["optimize", "--db", path])).toMatchObject({ code: 75, stdout: "" });
  const none = await runHere(["optimize", "--db", join(tempFolder(), "none.db")]);
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("no such file") });
});
