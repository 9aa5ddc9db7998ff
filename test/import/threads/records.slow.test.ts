/** Records at fault (docs/faults.md, "Records"): each is a reject with its place, and its neighbours are taken. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasFaults } from "../../../src/import/report.ts";
import { parseRecord } from "../../../src/import/threads/records.ts";
import { madeId } from "../../../src/sources/made-records.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { makeBagZip, toLines } from "../../support/archives.ts";
import { contributedIds, dumpCorpus, readChanges } from "../../support/dump.ts";
import { metsDocument } from "../../support/mets.ts";
import { bulkCase, bulkCases, textBody, xmlBody } from "../../support/records.ts";
import { importAt, only, readRejects, runOptions } from "../../support/run.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** Imports a file of lines; the report, and its rejects as `line: reason`. */
async function importLines(lines: readonly unknown[] | string) {
  const options = runOptions();
  const path = join(tempFolder(), "data.jsonl");
  writeFileSync(path, typeof lines === "string" ? lines : toLines(lines));
  const run = await importAt([path], options);
  const report = only(run);
  const rejects = readRejects(report.rejects).map(({ line, reason }) => `${String(line)}: ${String(reason)}`);
  return { ...options, path, run, report, rejects };
}

test("R1: importPaths rejects lines that are no records, counts blank ones and takes their neighbours", async () => {
  const [a, b, c] = bulkCases(1, 3).map((record) => JSON.stringify(record));
  const bad = ["not JSON", '{"id": 7, "na', "[1]", "12", "{} {}"];
  const { report, rejects, corpusPath, run } = await importLines(
    `${a}\n\n  \n${bad.join("\n")}\n${b}\r\n${c}`,
  );
  expect(report).toMatchObject({ added: 3, rejected: 5, read: 8, status: "imported" });
  expect(rejects.map((reject) => reject.split(":")[0])).toEqual(["4", "5", "6", "7", "8"]);
  expect(hasFaults(run)).toBe(true);
  expect(contributedIds(corpusPath)).toEqual([1, 2, 3]);
});

test("R4: importPaths keeps an equal record of one id once", async () => {
  const { report, rejects } = await importLines([bulkCase(1), bulkCase(2), bulkCase(1)]);
  expect(report).toMatchObject({ read: 3, added: 2, unchanged: 1, rejected: 0 });
  expect(rejects).toEqual([]);
});

const OLD = { last_updated: "2023-01-01T00:00:00.5+00:00", docket_number: "old" };
const NEW = { last_updated: "2023-01-01T00:00:00.50001+00:00", docket_number: "new" };
test.each([
  ["the older first", OLD, NEW, "1: duplicate id, also line 3"],
  ["the newer first", NEW, OLD, "3: duplicate id, also line 1"],
  ["no last_updated", { docket_number: "old" }, { docket_number: "new" }, "1: duplicate id, also line 3"],
])("R4: importPaths keeps the newer of two records of one id, %s", async (_name, first, second, reject) => {
  const result = await importLines([bulkCase(1, first), bulkCase(2), bulkCase(1, second)]);
  expect(result.report).toMatchObject({ read: 3, added: 2, rejected: 1 });
  expect(result.rejects).toEqual([reject]);
  const dump = dumpCorpus(result.corpusPath);
  expect(dump.records.cases).toEqual([
    expect.objectContaining({ id: 1, docket_number: "new" }),
    expect.objectContaining({ id: 2 }),
  ]);
  expect(only(await importAt([result.path], result))).toMatchObject({ status: "unchanged", unchanged: 2 });
  expect(dumpCorpus(result.corpusPath)).toEqual(dump);
});

test("R4: importPaths keeps the newer of two records of one id that lie batches apart", async () => {
  const lines = [bulkCase(1, NEW), ...bulkCases(2, 600), bulkCase(1, OLD)];
  const { corpusPath, rejects } = await importLines(lines);
  expect(rejects).toEqual(["601: duplicate id, also line 1"]);
  using corpus = openV1(corpusPath);
  expect(corpus.case(1)?.docket_number).toBe("new");
});

test("R5: importPaths takes what is missing as empty and rejects what has a wrong type, with its path", async () => {
  const { report, rejects, corpusPath } = await importLines([
    { id: 1 },
    bulkCase(2, { citations: null, court: null, name: null, whatever: { deep: [1] } }),
    bulkCase(3, { court: "x" }),
    bulkCase(4, { name: 5 }),
    bulkCase(5, { decision_date: 1988 }),
    bulkCase(6, { casebody: { status: "ok", data: 5 } }),
    bulkCase(7, { citations: [{ type: 1, cite: "1 A 1" }] }),
  ]);
  expect(report).toMatchObject({ added: 2, rejected: 5 });
  expect(rejects.map((reject) => /record: (\S+):/.exec(reject)?.[1])).toEqual([
    "court",
    "name",
    "decision_date",
    "casebody.data",
    "citations[0].type",
  ]);
  expect(contributedIds(corpusPath)).toEqual([1, 2]);
});

test("R5: importPaths keeps the stored body when a newer record has no body", async () => {
  const folder = tempFolder();
  const options = runOptions(folder);
  const make = (date: string, casebody: unknown) =>
    makeBagZip(join(folder, `Illinois-${date}-text.zip`), {
      lines: [bulkCase(1, { casebody, docket_number: date })],
    });
  await importAt([await make("20190416", textBody("kept"))], options);
  const bodies = [{ status: "error_auth_required", data: null }, { status: "ok", data: null }, null];
  for (const [index, body] of bodies.entries()) {
    const date = `2020041${index}`;
    expect(only(await importAt([await make(date, body)], options))).toMatchObject({
      changed: 1,
      rejected: 0,
    });
    using corpus = openV1(options.corpusPath);
    expect(corpus.case(1)?.docket_number).toBe(date);
    expect(corpus.list("cases", { search: "kept" }).count).toBe(1);
    expect(JSON.stringify(corpus.case(1, "text")?.casebody)).toContain("kept");
  }
});

test("R5: importPaths counts a text that does not fit its hash, and keeps the case", async () => {
  const { report, run } = await importLines([
    bulkCase(1, { analysis: { sha256: "0".repeat(64) } }),
    bulkCase(2, { analysis: {} }),
  ]);
  expect(report).toMatchObject({ added: 2, hashDifferences: 1 });
  expect(hasFaults(run)).toBe(false);
});

const BROKEN = [
  "<casebody><p></casebody>",
  "<casebody><p>a & b</p></casebody>",
  "<casebody><p>&nbsp;</p></casebody>",
  "<casebody><p>&#0;</p></casebody>",
  '<casebody><p a="1" a="2">x</p></casebody>',
  "<casebody/><casebody/>",
  "<casebody/>more",
  "",
  "<html><body/></html>",
];
test("R6: importPaths rejects XML that is not well-formed, and keeps the body stored before", async () => {
  const folder = tempFolder();
  const options = runOptions(folder);
  const make = (date: string, bodies: readonly unknown[]) =>
    makeBagZip(join(folder, `Illinois-${date}-xml.zip`), {
      lines: bodies.map((casebody, index) => bulkCase(index + 1, { casebody })),
    });
  await importAt(
    [
      await make(
        "20190416",
        BROKEN.map((_, index) => xmlBody(`kept${index}`)),
      ),
    ],
    options,
  );
  const broken = await make(
    "20200416",
    BROKEN.map((data) => ({ status: "ok", data })),
  );
  const run = await importAt([broken], options);
  expect(only(run)).toMatchObject({ rejected: BROKEN.length, removed: 0, changed: 0 });
  expect(hasFaults(run)).toBe(true);
  for (const { reason, case_id, file } of readRejects(only(run).rejects)) {
    expect(reason).toMatch(/^Cannot read the XML body/);
    expect(file).toBe(broken);
    expect(case_id).toBeGreaterThan(0);
  }
  expect(readChanges(options.corpusPath)).toHaveLength(BROKEN.length);
  using corpus = openV1(options.corpusPath);
  expect(corpus.list("cases", { search: "kept3" }).count).toBe(1);
});

test("importPaths gathers the rejects of one unit's archives of one run in one file", async () => {
  const folder = tempFolder();
  const options = runOptions(folder);
  const make = (date: string, id: number) =>
    makeBagZip(join(folder, `Illinois-${date}-text.zip`), {
      lines: [bulkCase(1), bulkCase(id, { name: 5 })],
    });
  const paths = [await make("20190416", 2), await make("20200416", 3)];
  const { archives } = await importAt(paths, options);
  expect(archives.map(({ rejects }) => rejects)).toEqual(
    paths.map(() => join(options.dataFolder, "rejects", "bulk", "ill", "text.jsonl")),
  );
});

const document = Buffer.from(metsDocument());

test("parseRecord reads lines and case files as JSON, and a METS bag's documents as METS", () => {
  expect(parseRecord(Buffer.from('\ufeff{"id": 1}'), { entry: "data/data.jsonl.xz", line: 1 })).toEqual({
    id: 1,
  });
  expect(parseRecord(Buffer.from('{"id": 1}'), { entry: "json/0001-01.json", line: null })).toEqual({
    id: 1,
  });
  expect(parseRecord(document, { entry: "bag/data/a.XML", line: null })).toMatchObject({
    id: madeId("32044057891608_0001"),
  });
});

test("parseRecord refuses XML where a line is, and JSON where a document is", () => {
  expect(() => parseRecord(document, { entry: null, line: 1 })).toThrow("not JSON");
  expect(() => parseRecord(Buffer.from("{}"), { entry: "data/a.xml", line: null })).toThrow("METS document");
});
