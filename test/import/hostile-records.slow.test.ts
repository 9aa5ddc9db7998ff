/** Records and bodies made to do harm, or only odd, through a complete import (docs/faults.md, "Records" and "Hostile input"). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ArchiveReport } from "../../src/import/report.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { contributedIds, dumpCorpus } from "../support/dump.ts";
import { bulkCase, bulkCases, textBody } from "../support/records.ts";
import { importAt, only, readRejects, runOptions } from "../support/run.ts";
import { startScriptedServer } from "../support/scripted-server.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";

interface Taken {
  readonly report: ArchiveReport;
  readonly corpusPath: string;
  /** `2: reason` */
  readonly rejects: readonly string[];
}

/** Imports lines, each as bytes or a record, and a good record behind them; the corpus is sound, a copy changes nothing. */
async function importLines(lines: readonly unknown[]): Promise<Taken> {
  const options = runOptions();
  const bytes = [...lines, bulkCase(900)].flatMap((line) => [
    Buffer.isBuffer(line) ? line : Buffer.from(typeof line === "string" ? line : JSON.stringify(line)),
    Buffer.from("\n"),
  ]);
  const path = join(tempFolder(), "data.jsonl");
  writeFileSync(path, Buffer.concat(bytes));
  const report = only(await importAt([path], options));
  const rejects = readRejects(report.rejects).map(({ line, reason }) => `${line}: ${reason}`);
  await expectWhole(options.corpusPath);
  const dump = dumpCorpus(options.corpusPath);
  writeFileSync(path, Buffer.concat([...bytes, Buffer.from("\n")]));
  const again = only(await importAt([path], options));
  expect(again).toMatchObject({ added: 0, changed: 0, rejected: report.rejected });
  expect(dumpCorpus(options.corpusPath)).toEqual(dump);
  expect(contributedIds(options.corpusPath)).toContain(900);
  return { report, corpusPath: options.corpusPath, rejects };
}

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

// larger ones are in test/cli/hostile-archives.slow.test.ts
test("X8: importPaths imports wide and long bodies completely, and rejects only those that are too deep", async () => {
  const body = (inner: string) => ({ casebody: { status: "ok", data: `<casebody>${inner}</casebody>` } });
  const image = `<img src="data:image/png;base64,${"A".repeat(10_000)}"/>`;
  const { rejects, corpusPath } = await importLines([
    bulkCase(1, body("<p>".repeat(1_000))),
    bulkCase(2, body(`<opinion>${"<p>x</p>".repeat(10_000)}</opinion>`)),
    bulkCase(3, body(`<p>a${image}b</p>`)),
    bulkCase(4, body(`<p>${"word ".repeat(20_000)}last</p>`)),
    bulkCase(5, { casebody: textBody(`${"word ".repeat(20_000)}last`).data }),
  ]);
  expect(rejects).toEqual([expect.stringMatching(/^1: .*nested more than 200 deep/)]);
  using corpus = openV1(corpusPath);
  expect(JSON.stringify(corpus.case(3, "text")?.casebody)).toContain('"ab"');
  expect(JSON.stringify(corpus.case(4, "text")?.casebody).length).toBeGreaterThan(100_000);
  expect(corpus.list("cases", { search: "last" }).results.map(({ id }) => id)).toEqual([4, 5]);
});
