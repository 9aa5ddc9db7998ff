/** Records and bodies at fault, odd, or made to do harm, through a complete import (docs/faults.md, "Records" and "Hostile input"). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type ArchiveReport, hasFaults, type RunReport } from "../../src/import/report.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeBagZip } from "../support/archives.ts";
import { contributedIds, dumpCorpus, readChanges } from "../support/dump.ts";
import { bulkCase, bulkCases, textBody, xmlBody } from "../support/records.ts";
import { importAt, only, readRejects, runOptions } from "../support/run.ts";
import { startScriptedServer } from "../support/scripted-server.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";

interface Taken {
  readonly run: RunReport;
  readonly report: ArchiveReport;
  readonly corpusPath: string;
  /** `2: reason` */
  readonly rejects: readonly string[];
}

/**
 * Imports lines, each as bytes or a record, and a good record behind them; the corpus is sound, and the same file, or a copy with
 * an empty line, changes nothing.
 */
async function importLines(lines: readonly unknown[], next: "copy" | "same" = "copy"): Promise<Taken> {
  const options = runOptions();
  const bytes = [...lines, bulkCase(900)].flatMap((line) => [
    Buffer.isBuffer(line) ? line : Buffer.from(typeof line === "string" ? line : JSON.stringify(line)),
    Buffer.from("\n"),
  ]);
  const path = join(tempFolder(), "data.jsonl");
  writeFileSync(path, Buffer.concat(bytes));
  const run = await importAt([path], options);
  const report = only(run);
  const rejects = readRejects(report.rejects).map(({ line, reason }) => `${line}: ${reason}`);
  await expectWhole(options.corpusPath);
  const dump = dumpCorpus(options.corpusPath);
  if (next === "copy") writeFileSync(path, Buffer.concat([...bytes, Buffer.from("\n")]));
  const again = only(await importAt([path], options));
  const rejected = next === "copy" ? report.rejected : 0;
  expect(again).toMatchObject({ added: 0, changed: 0, rejected });
  expect(dumpCorpus(options.corpusPath)).toEqual(dump);
  expect(contributedIds(options.corpusPath)).toContain(900);
  return { run, report, corpusPath: options.corpusPath, rejects };
}

test("R1: importPaths rejects lines that are no records, counts blank ones and takes their neighbours", async () => {
  const [a, b, c] = bulkCases(1, 3).map((record) => JSON.stringify(record));
  const bad = ["not JSON", '{"id": 7, "na', "[1]", "12", "{} {}"];
  const { report, rejects, corpusPath, run } = await importLines([a, "", "  ", ...bad, `${b}\r`, c]);
  expect(report).toMatchObject({ added: 4, rejected: 5, read: 9, status: "imported" });
  expect(rejects.map((reject) => reject.split(":")[0])).toEqual(["4", "5", "6", "7", "8"]);
  expect(hasFaults(run)).toBe(true);
  expect(contributedIds(corpusPath)).toEqual([1, 2, 3, 900]);
});

test("R4: importPaths keeps an equal record of one id once", async () => {
  const { report, rejects } = await importLines([bulkCase(1), bulkCase(2), bulkCase(1)]);
  expect(report).toMatchObject({ read: 4, added: 3, unchanged: 1, rejected: 0 });
  expect(rejects).toEqual([]);
});

const OLD = { last_updated: "2023-01-01T00:00:00.5+00:00", docket_number: "old" };
const NEW = { last_updated: "2023-01-01T00:00:00.50001+00:00", docket_number: "new" };
test.each([
  ["the older first", OLD, NEW, "1: duplicate id, also line 3"],
  ["the newer first", NEW, OLD, "3: duplicate id, also line 1"],
  ["no last_updated", { docket_number: "old" }, { docket_number: "new" }, "1: duplicate id, also line 3"],
])("R4: importPaths keeps the newer of two records of one id, %s", async (_name, first, second, reject) => {
  const result = await importLines([bulkCase(1, first), bulkCase(2), bulkCase(1, second)], "same");
  expect(result.report).toMatchObject({ read: 4, added: 3, rejected: 1 });
  expect(result.rejects).toEqual([reject]);
  expect(contributedIds(result.corpusPath)).toEqual([1, 2, 900]);
  using corpus = openV1(result.corpusPath);
  expect(corpus.case(1)?.docket_number).toBe("new");
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
  expect(report).toMatchObject({ added: 3, rejected: 5 });
  expect(rejects.map((reject) => /record: (\S+):/.exec(reject)?.[1])).toEqual([
    "court",
    "name",
    "decision_date",
    "casebody.data",
    "citations[0].type",
  ]);
  expect(contributedIds(corpusPath)).toEqual([1, 2, 900]);
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
  expect(report).toMatchObject({ added: 3, hashDifferences: 1 });
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

test("R2: importPaths rejects invalid UTF-8 with the byte's place and drops a byte order mark", async () => {
  const [one, two] = bulkCases(1, 2).map((record) => Buffer.from(JSON.stringify(record)));
  const bad = Buffer.from(JSON.stringify(bulkCase(3, { name: "a?b" })));
  bad[bad.indexOf("a?b") + 1] = 0xff;
  const mark = Buffer.from("\ufeff");
  const { corpusPath, rejects } = await importLines([Buffer.concat([mark, one ?? mark]), bad, two]);
  expect(contributedIds(corpusPath)).toEqual([1, 2, 900]);
  expect(rejects).toEqual([expect.stringMatching(new RegExp(`^2: .*byte ${bad.indexOf(0xff)}\\b`))]);
});

test("R2: importPaths keeps NUL and finds the words after it, by search and by the contains-filters", async () => {
  const { corpusPath } = await importLines([
    bulkCase(1, { name: "before\u0000behind it", docket_number: "a\u0000nineteen" }),
  ]);
  using corpus = openV1(corpusPath);
  expect(corpus.case(1)?.name).toBe("before\u0000behind it");
  for (const filter of [{ search: "behind" }, { name: "behind it" }, { docket_number: "nineteen" }]) {
    expect(corpus.list("cases", filter).results.map(({ id }) => id)).toEqual([1]);
  }
});

test("R2: importPaths turns half a character into one U+FFFD, and ends a line at byte 0x0A only", async () => {
  const line = JSON.stringify(bulkCase(1, { name: "x" })).replace('"name":"x"', '"name":"a\\ud800b"');
  const raw = bulkCase(2, { name: "a\u2028b\u2029c\u0085d\ufffe𝒜\u202e\u001b[31m" });
  const { corpusPath, rejects } = await importLines([line, raw]);
  expect(rejects).toEqual([]);
  using corpus = openV1(corpusPath);
  expect(corpus.case(1)?.name).toBe("a\ufffdb");
  expect(corpus.case(2)?.name).toBe(raw.name);
});

test("R3: importPaths rejects ids that are no whole numbers and rounds none into another case", async () => {
  const wrong = ['"12"', "1.5", "-1", "0", "null", "9007199254740993", "1e400"];
  const lines = [...wrong.map((id) => `{"id": ${id}, "name": "wrong"}`), '{"name": "wrong"}', '{"id": 12.0}'];
  const { corpusPath, rejects } = await importLines([bulkCase(9007199254740991), ...lines]);
  const found = expect.stringMatching(
    /\bid: expected a (whole number from 1 to 9007199254740991|value), found /,
  );
  expect(rejects).toEqual(Array(8).fill(found));
  expect(contributedIds(corpusPath)).toEqual([12, 900, 9007199254740991]);
  using corpus = openV1(corpusPath);
  expect(corpus.case(9007199254740991)?.name).toBe("Case 9007199254740991 v. State");
});

test("R7: importPaths takes odd but well-formed XML, and all formats of it answer alike", async () => {
  const bodies = [
    '<x:casebody xmlns:x="u"><x:opinion>a</x:opinion></x:casebody>',
    '<casebody xmlns="other"><new><p>a<new>b</new></p></new><!-- c --><?pi x?></casebody>',
    "<casebody><opinion>direct<opinion><author>A</author></opinion></opinion></casebody>",
    '<casebody><opinion><footnote label="1"><p>1 a</p></footnote><footnote label="1"/></opinion></casebody>',
    '<casebody><p id="—&quot;&lt;">a<![CDATA[<b> & ]]></p></casebody>',
  ];
  const { corpusPath, report } = await importLines(
    bodies.map((data, index) => bulkCase(index + 1, { casebody: { status: "ok", data } })),
  );
  expect(report).toMatchObject({ added: 6, rejected: 0 });
  using corpus = openV1(corpusPath);
  for (const id of [1, 2, 3, 4, 5]) {
    expect(corpus.case(id, "xml")?.casebody).toEqual({ status: "ok", data: bodies[id - 1] });
    expect(JSON.stringify(corpus.case(id, "html")?.casebody)).not.toContain("<b>");
  }
});

test("X5: importPaths rejects JSON that nests too deep and passes over what is only large", async () => {
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
  const keys = Array.from({ length: 200_000 }, (_, index) => `"k${index}":0`).join(",");
  const { rejects, corpusPath } = await importLines([
    `{"id":1,"unknown":${nested(100_000)}}`,
    `{"id":2,"cites_to":[${nested(100_000)}]}`,
    `{"id":3,${keys}}`,
    `{"id":4,"unknown":${"9".repeat(100_000)}}`,
    `{"id":5,"unknown":${nested(99)}}`,
    `{"id":6,"unknown":${nested(100)}}`,
  ]);
  expect(rejects).toEqual(
    [1, 2, 6].map((line) => expect.stringMatching(`^${line}: .*nested deeper than 100`)),
  );
  expect(contributedIds(corpusPath)).toEqual([3, 4, 5, 900]);
});

test("X6: importPaths takes prototype keys for ordinary names, and a court of such a slug is that court", async () => {
  const names = ["__proto__", "constructor", "toString"];
  const keys = '"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"toString":5';
  const lines = names.map((slug, index) => {
    const court = { id: 20 + index, name: slug, name_abbreviation: slug, slug };
    const line = JSON.stringify(bulkCase(index + 1, { court, citations: [] }));
    return line.replace('"citations":[]', `${keys},"citations":[{"type":"official","cite":"1 A 1",${keys}}]`);
  });
  const { corpusPath } = await importLines(lines);
  expect(Reflect.get({}, "x")).toBeUndefined();
  using corpus = openV1(corpusPath);
  for (const [index, slug] of names.entries()) {
    expect(corpus.list("cases", { court: slug }).results.map(({ id }) => id)).toEqual([index + 1]);
  }
});

test("X7: importPaths rejects every document type declaration: no file is read, no request made", async () => {
  const server = await startScriptedServer({});
  onTestFinished(() => server.close());
  const secret = join(tempFolder(), "secret.txt");
  writeFileSync(secret, "s3cret words");
  const nested = ["b", "c", "d", "e"].map((name, index) => {
    const inner = `&${"abcd"[index]};`;
    return `<!ENTITY ${name} "${inner.repeat(10)}">`;
  });
  const types = [
    `<!DOCTYPE casebody [<!ENTITY a "aaaaaaaaaa">${nested.join("")}]>`,
    `<!DOCTYPE casebody [<!ENTITY e SYSTEM "file://${secret}">]>`,
    `<!DOCTYPE casebody [<!ENTITY e SYSTEM "${server.url}/e">]>`,
    `<!DOCTYPE casebody [<!ENTITY % p SYSTEM "${server.url}/p"> %p;]>`,
    `<!DOCTYPE casebody SYSTEM "${server.url}/x.dtd">`,
  ];
  const { rejects, corpusPath } = await importLines(
    types.map((type, index) =>
      bulkCase(index + 1, { casebody: { status: "ok", data: `${type}<casebody><p>&e;</p></casebody>` } }),
    ),
  );
  expect(rejects).toEqual(
    types.map((_, index) => expect.stringMatching(`^${index + 1}: .*document type decl`)),
  );
  expect(contributedIds(corpusPath)).toEqual([900]);
  expect(server.requests).toEqual([]);
});
