/** The first large archive gives the dictionary that its bodies, and all later ones, are packed with. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { verifyCorpus } from "../../src/maintenance/verify.ts";
import { packText, unpackerOf } from "../../src/store/codec/codec.ts";
import { makeBagZip } from "../support/archives.ts";
import { dumpCorpus } from "../support/dump.ts";
import { bulkCase, textBody, xmlBody } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { runSql } from "../support/sql.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole, problemsIn } from "../support/verify.ts";

/** So many cases of so many words, which are not packed, are an archive of more than a MiB. */
const [CASES, WORDS] = [40, 450];

/** Words that no other case has, between sentences that all share. */
function textOf(id: number, words: number): string {
  const strange = Array.from({ length: words }, (_, at) =>
    createHash("sha256").update(`${id} ${at}`).digest("hex"),
  );
  return `The judgment of the circuit court is affirmed for the reasons given below. ${strange.join(" ")}`;
}

async function makeArchive(words: number, body: typeof textBody | typeof xmlBody): Promise<string> {
  const lines = Array.from({ length: CASES }, (_, at) =>
    bulkCase(at + 1, { casebody: body(textOf(at + 1, words)) }),
  );
  const format = body === xmlBody ? "xml" : "text";
  const path = join(tempFolder(), `Illinois-20200302-${format}.zip`);
  await makeBagZip(path, { lines, payloadName: "data.jsonl" });
  return path;
}

function countPacked(path: string): Record<string, number> {
  const db = new Database(path, { readonly: true });
  const rows = db
    .prepare<[], { form: string; cases: number }>(
      "SELECT form, count(*) AS cases FROM case_body WHERE substr(data, 1, 1) <> x'28' GROUP BY form",
    )
    .all();
  db.close();
  return Object.fromEntries(rows.map(({ form, cases }) => [form, cases]));
}

test("a large archive packs its bodies with a dictionary, which later ones take and damage to one copy spares", async () => {
  const options = runOptions();
  const { corpusPath } = options;
  await importAt([await makeArchive(WORDS, xmlBody)], options);
  expect(countPacked(corpusPath)).toEqual({ xml: CASES });
  await importAt([await makeArchive(3, textBody)], options);
  expect(countPacked(corpusPath)).toEqual({ xml: CASES, text: CASES });
  await expectWhole(corpusPath);
  expect(JSON.stringify(dumpCorpus(corpusPath).bodies["7 xml"])).toContain(textOf(7, WORDS));

  runSql(corpusPath, "UPDATE dictionary SET data = zeroblob(100)");
  await expectWhole(corpusPath);
  runSql(corpusPath, "UPDATE dictionary SET copy = zeroblob(100)");
  const found = await verifyCorpus(corpusPath, { depth: "all", dataFolder: null });
  expect(problemsIn(found)).toContain(
    "bodies: case 7: its body as xml cannot be read: Cannot unpack a body: dictionary 1 is missing or damaged",
  );
});

test("a small archive packs each body by itself", async () => {
  const options = runOptions();
  await importAt([await makeArchive(3, xmlBody)], options);
  expect(countPacked(options.corpusPath)).toEqual({});
});

test("a body is the same case whether it is packed with a dictionary or not", async () => {
  const [path, options] = [await makeArchive(WORDS, textBody), runOptions()];
  await importAt([path], options);
  const before = dumpCorpus(options.corpusPath);
  packAlone(options.corpusPath);
  expect(countPacked(options.corpusPath)).toEqual({});
  runSql(options.corpusPath, "UPDATE contribution SET digest = x''; DELETE FROM import_log");
  expect((await importAt([path], options)).total).toMatchObject({ unchanged: CASES, changed: 0 });
  expect(dumpCorpus(options.corpusPath)).toEqual(before);
});

/** Packs every body again, without a dictionary. */
function packAlone(path: string): void {
  const db = new Database(path);
  const unpack = unpackerOf(db);
  const rows = db
    .prepare<[], { id: number; data: Uint8Array }>("SELECT rowid AS id, data FROM case_body")
    .all();
  const write = db.prepare("UPDATE case_body SET data = :data WHERE rowid = :id");
  for (const { id, data } of rows) write.run({ id, data: packText(unpack(data)) });
  db.close();
}
