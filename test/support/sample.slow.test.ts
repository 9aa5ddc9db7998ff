/** The tracked sample: what the generator makes, well-formed, as odd as promised, and of a bearable size. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open-archive.ts";
import { readHtmlBody, readXmlBody } from "../../src/casebody/read-body.ts";
import { flatText } from "../../src/domain/casebody.ts";
import { isJsonObject } from "../../src/domain/json.ts";
import { differences } from "./make-sample.ts";
import type { SampleCase } from "./sample/cases.ts";
import { readValue } from "./sample/compare.ts";
import { makeSample, sampleCases } from "./sample/sample.ts";
import { writeHtml } from "./sample/write-html.ts";
import { writeText } from "./sample/write-text.ts";
import { writeXml } from "./sample/write-xml.ts";

const TRACKED = fileURLToPath(new URL("../../data/sample/", import.meta.url));

let files: Map<string, Buffer>;
let bulk: SampleCase[];
let site: SampleCase[];

beforeAll(async () => {
  files = await makeSample();
  ({ bulk, site } = sampleCases());
});

function bags(): string[] {
  return [...files.keys()].filter((path) => path.startsWith("bulk/"));
}

async function linesOf(path: string): Promise<Record<string, unknown>[]> {
  const value = await readValue(path, files.get(path) ?? Buffer.alloc(0));
  const lines = Array.isArray(value) ? value.find(([name]) => String(name).endsWith(".xz"))?.[1] : [];
  return Array.isArray(lines) ? lines.filter(isJsonObject) : [];
}

test("the tracked sample is what the generator makes, by value", async () => {
  expect(await differences(TRACKED, files)).toEqual([]);
});

test("differences tells an absent, a foreign and a changed file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "caselaw-sample-"));
  try {
    writeFileSync(join(folder, "courts.json"), "[]");
    writeFileSync(join(folder, "stray.json"), "[]");
    const one = new Map([...files].filter(([path]) => path === "courts.json" || path === "bulk.json"));
    expect(await differences(folder, one)).toEqual([
      "stray.json: no file of the sample",
      "courts.json: differs",
      "bulk.json: absent",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the generator makes the same bytes twice", async () => {
  const again = await makeSample();
  expect([...again.keys()]).toEqual([...files.keys()]);
  for (const [path, bytes] of again) expect(files.get(path)?.equals(bytes), path).toBe(true);
});

test("the sample stays below 1 MB", () => {
  const total = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  expect(total).toBeLessThan(1_000_000);
});

test("every archive passes the product's own proof", async () => {
  for (const path of [...files.keys()].filter((name) => name.endsWith(".zip"))) {
    await using archive = await openArchive(join(TRACKED, path));
    await expect(archive.validate(), path).resolves.toMatchObject({ bytes: files.get(path)?.length });
  }
});

test("ids are unique, and the two formats of a jurisdiction hold the same cases", async () => {
  const ids = [...bulk, ...site].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const [text, xml] = await Promise.all(["text", "xml"].map(idsIn));
  expect(text).toEqual(xml);
  expect(text?.length).toBe(bulk.length);
});

async function idsIn(format: string): Promise<unknown[]> {
  const paths = bags().filter((path) => path.endsWith(`-${format}.zip`));
  const lines = await Promise.all(paths.map(linesOf));
  return lines.flat().map((line) => line.id);
}

test("bulk.json lists every archive under its true name", async () => {
  const listed = await readValue("bulk.json", files.get("bulk.json") ?? Buffer.alloc(0));
  const names = Array.isArray(listed) ? listed.map((record) => `bulk/${record.file_name}`) : [];
  expect(names.toSorted()).toEqual(bags().toSorted());
});

test("the product reads from XML and HTML the very text that the sample gives", () => {
  for (const { id, body } of [...bulk, ...site]) {
    const text = writeText(body);
    for (const generation of ["2018", "2020", "2022"] as const) {
      expect(readXmlBody(writeXml(body, generation)), `case ${id}, ${generation}`).toEqual(text);
    }
    expect(readHtmlBody(writeHtml(body, "x_0001")), `case ${id}, HTML`).toEqual(text);
  }
});

test("analysis, where given, has the hash and the code points of the text", async () => {
  const lines = (await Promise.all(bags().map(linesOf))).flat();
  const texts = new Map(bulk.map(({ id, body }) => [id, flatText(writeText(body))]));
  const withAnalysis = lines.filter((line) => isJsonObject(line.analysis));
  expect(withAnalysis.length).toBeGreaterThan(300);
  for (const { id, analysis } of withAnalysis) {
    const text = texts.get(Number(id)) ?? "";
    const sha256 = createHash("sha256").update(text, "utf8").digest("hex");
    expect(analysis, `case ${id}`).toMatchObject({ sha256, char_count: [...text].length });
  }
});

describe("the sample has", () => {
  test.each([
    ["an impossible day", (one: SampleCase) => one.decisionDate === "1909-02-30"],
    ["a case without a date", (one: SampleCase) => one.decisionDate === null],
    ["years alone", (one: SampleCase) => /^\d{4}$/.test(one.decisionDate ?? "")],
    ["months alone", (one: SampleCase) => /^\d{4}-\d\d$/.test(one.decisionDate ?? "")],
    ["a roman first page", (one: SampleCase) => one.firstPage === "xi"],
    ["a citation before the official one", (one: SampleCase) => one.citations[0]?.type === "parallel"],
    ["nominative citations", (one: SampleCase) => one.citations.some(({ type }) => type === "nominative")],
    ["vendor citations", (one: SampleCase) => one.citations.some(({ type }) => type === "vendor")],
    ["a case without opinions", (one: SampleCase) => one.body.opinions.length === 0],
    ["an opinion without text", (one: SampleCase) => writeText(one.body).opinions[0]?.text === ""],
    ["several opinions", (one: SampleCase) => one.body.opinions.length > 1],
    ["an opinion without a type", (one: SampleCase) => one.body.opinions[0]?.type === null],
    [
      "two authors",
      (one: SampleCase) => writeText(one.body).opinions[0]?.author === "WHITTEMORE, J. and NYE, J.:",
    ],
    ["no author", (one: SampleCase) => writeText(one.body).opinions[0]?.author === null],
    ["corrections", (one: SampleCase) => one.body.corrections.length > 0],
    ["footnotes", (one: SampleCase) => writeXml(one.body, "2022").includes("<footnote label=")],
    [
      "page numbers inside words",
      (one: SampleCase) => /\w<page-number[^>]*>\*\d+<\/page-number>\w/.test(writeXml(one.body, "2022")),
    ],
    ["block quotations", (one: SampleCase) => writeXml(one.body, "2022").includes("<blockquote")],
    [
      "an image",
      (one: SampleCase) => writeXml(one.body, "2022").includes('<img src="data:image/png;base64,'),
    ],
    ["soft hyphens", (one: SampleCase) => writeXml(one.body, "2018").includes("\u00ad")],
    ["curly apostrophes", (one: SampleCase) => flatText(writeText(one.body)).includes("’")],
    ["a character beyond U+FFFF", (one: SampleCase) => flatText(writeText(one.body)).includes("🐑")],
    ["sections and paragraphs", (one: SampleCase) => /§.*¶|¶.*§/s.test(flatText(writeText(one.body)))],
    ["accents in names", (one: SampleCase) => /[éíñüá]/.test(one.nameAbbreviation)],
    [
      "citations of its own cases",
      (one: SampleCase) => one.citesTo.some(({ caseIds }) => caseIds.length > 0),
    ],
    [
      "citations of other books",
      (one: SampleCase) => one.citesTo.some(({ caseIds }) => caseIds.length === 0),
    ],
  ])("%s", (_, holds) => {
    expect(bulk.some(holds)).toBe(true);
  });

  test("two cases under one citation", () => {
    const cites = bulk.flatMap(({ citations }) => citations.map(({ cite }) => cite));
    expect(cites.filter((cite, i) => cites.indexOf(cite) !== i)).toEqual(["61 Frankl. 75"]);
  });

  test("something for the searches of the demo, a different number each", () => {
    const texts = bulk.map(({ body }) => flatText(writeText(body)).toLowerCase());
    const count = (...words: RegExp[]) =>
      texts.filter((text) => words.every((word) => word.test(text))).length;
    const found = [
      count(/mill dam/),
      count(/negligen/, /railroad/),
      count(/trover/),
      count(/trover/, /^(?!.*\bhorse)/s),
      count(/statute of frauds/),
    ];
    expect(Math.min(...found)).toBeGreaterThan(4);
    expect(new Set(found).size).toBe(found.length);
  });
});
