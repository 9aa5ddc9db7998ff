import { expect, test } from "vitest";
import { parseRecord } from "../../../src/import/threads/raw-record.ts";
import { madeId } from "../../../src/sources/mets-record.ts";
import { metsDocument } from "../../support/mets.ts";

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
