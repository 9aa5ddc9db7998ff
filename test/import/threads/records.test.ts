import { expect, test } from "vitest";
import { parseRecord } from "../../../src/import/threads/records.ts";
import { madeId } from "../../../src/sources/made-records.ts";
import { metsDocument } from "../../support/mets.ts";

const document = Buffer.from(metsDocument());
const line = Buffer.from('\ufeff{"id": 1}');

test("parseRecord reads lines and case files as JSON, and a METS bag's documents as METS", () => {
  for (const place of [
    { entry: "data/data.jsonl.xz", line: 1 },
    { entry: "json/0001-01.json", line: null },
  ])
    expect(parseRecord(line, place)).toEqual({ id: 1 });
  const id = madeId("32044057891608_0001");
  expect(parseRecord(document, { entry: "bag/data/a.XML", line: null })).toMatchObject({ id });
});

test("parseRecord refuses XML where a line is, and JSON where a document is", () => {
  expect(() => parseRecord(document, { entry: null, line: 1 })).toThrow("not JSON");
  expect(() => parseRecord(line, { entry: "data/a.xml", line: null })).toThrow("METS document");
});
