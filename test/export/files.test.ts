import { expect, test } from "vitest";
import { readableText, safeName } from "../../src/export/files.ts";
import { bulkCase, xmlBody } from "../support/records.ts";
import { exported, filesIn, textIn } from "./exporting.ts";

test("files has a file a case, by reporter and volume, named by citation", async () => {
  const { folder } = await exported({ format: "files" }, [
    bulkCase(1),
    bulkCase(2, { citations: [{ type: "official", cite: "1 Ill. 1" }] }),
    bulkCase(3, {
      citations: [],
      reporter: { full_name: "../../etc: Reports" },
      volume: { volume_number: "12" },
    }),
    bulkCase(4, {
      citations: [
        { type: "nominative", cite: "a/b" },
        { type: "official", cite: "CON" },
      ],
    }),
  ]);
  expect(filesIn(folder)).toEqual([
    "cases/Illinois Reports/0001/1 Ill. 1 (2).txt",
    "cases/Illinois Reports/0001/1 Ill. 1.txt",
    "cases/Illinois Reports/0001/CON-.txt",
    "cases/etc Reports/0012/case 3.txt",
    "dictionary.json",
    "index.jsonl",
    "manifest.json",
  ]);
  expect(textIn(folder, "cases/Illinois Reports/0001/1 Ill. 1.txt")).toBe(
    "Case 1 v. State\n1 Ill. 1\nIllinois Supreme Court\nDecided 1901-02-03\nNo. 1\n\nHead.\n\nMAJORITY\n\nall word1\n",
  );
});

test("files as HTML are pages that stand by themselves, and as XML the archive's own text", async () => {
  const cases = [bulkCase(1, { casebody: xmlBody("a"), name: "A & <B>" })];
  const html = await exported({ format: "files", question: { body_format: "html" } }, cases);
  const page = textIn(html.folder, "cases/Illinois Reports/0001/1 Ill. 1.html");
  expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
  expect(page).toContain("<title>A &amp; &lt;B&gt;</title>");
  expect(page).toContain("<h1>A &amp; &lt;B&gt;</h1>");
  expect(page).toContain(String(html.records[0]?.casebody?.data));
  const xml = await exported({ format: "files", question: { body_format: "xml" } }, cases);
  expect(textIn(xml.folder, "cases/Illinois Reports/0001/1 Ill. 1.xml")).toBe(xmlBody("a").data);
});

test("files names in its index the cases that have no such body", async () => {
  const { folder } = await exported({ format: "files", question: { body_format: "xml" } }, [bulkCase(1)]);
  expect(filesIn(folder)).toEqual(["dictionary.json", "index.jsonl", "manifest.json"]);
  expect(JSON.parse(textIn(folder, "index.jsonl"))).toMatchObject({ id: 1, path: null });
});

test.each([
  ["61 Frankl. 33", "61 Frankl. 33"],
  ["../../etc/passwd", "etc passwd"],
  ['a/b\\c:d*e?f"g<h>i|j\u0000k', "a b c d e f g h i j k"],
  ["..", "nothing"],
  ["§", "nothing"],
  ["NUL.x", "NUL.x-"],
  ["ends with a dot.", "ends with a dot"],
  ["-rf", "rf"],
  ["Ａ Ünï", "A Ünï"],
])("safeName makes %j into %j", (text, name) => {
  expect(safeName(text, "nothing")).toBe(name);
});

test("safeName keeps names short, in whole characters", () => {
  const name = safeName("ü".repeat(500), "nothing");
  expect(Buffer.byteLength(name)).toBe(120);
  expect(name).toMatch(/^ü+$/);
});

test("readableText puts facts, head matter and opinions below each other, and leaves out what is not there", async () => {
  const { cases } = await exported({ format: "jsonl", question: { full_case: true } });
  const [first, second] = cases.map(readableText);
  expect(first).toBe(
    'The "Anna", her tackle\r\n& crew\n1 Ill. 1\nIllinois Supreme Court\nDecided 1901-02-03\nNo. 1\n\nHead.\n\nMAJORITY\n\nall word1\n',
  );
  expect(second).toBe(
    "Case 2 v. State\n1 Ill. 1; § 7 / Ünï\nIllinois Supreme Court\nNo. 2\n\nDISSENT: X, J.\n\na\nb,“c”\n",
  );
});
