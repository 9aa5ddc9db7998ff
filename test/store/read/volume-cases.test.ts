import { join } from "node:path";
import { expect, test } from "vitest";
import { openCorpusFile } from "../../../src/store/read/corpus-reader.ts";
import { oneCase } from "../../http/records.ts";
import { importRecords, openTestWriter } from "../../support/corpus.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const SHELF = { jurisdictionId: 1, reporterId: 21 };

function bound(id: number, volume: string, more: Readonly<Record<string, unknown>> = {}): object {
  return oneCase(id, { volume: { volume_number: volume, barcode: `b${volume}` }, ...more });
}

test("volumes and pages are sorted as numbers, with the first and last decision day of each volume", () => {
  const path = join(tempFolder(), "test.db");
  using writer = openTestWriter(path);
  const records = [
    bound(1, "10", { decision_date: "1970-01-03", first_page: "10" }),
    bound(2, "10", { decision_date: "1970-01-02", first_page: "9" }),
    bound(3, "10", { decision_date: null, first_page: "" }),
    bound(4, "9", { decision_date: null }),
    bound(5, "Extra", { decision_date: "1970-01-01" }),
  ];
  importRecords(writer, { records });
  using reader = openCorpusFile(path);
  expect(reader.volumesOf(SHELF)).toEqual([
    { barcode: "b9", volumeNumber: "9", caseIds: [4], firstDay: null, lastDay: null },
    { barcode: "b10", volumeNumber: "10", caseIds: [2, 1, 3], firstDay: 1, lastDay: 2 },
    { barcode: "bExtra", volumeNumber: "Extra", caseIds: [5], firstDay: 0, lastDay: 0 },
  ]);
  expect(reader.volumesOf({ jurisdictionId: 2, reporterId: 21 })).toEqual([]);
});

test("volumesOf sees what an import brings while the corpus is open", () => {
  const path = join(tempFolder(), "test.db");
  using writer = openTestWriter(path);
  importRecords(writer, { records: [bound(1, "1")] });
  using reader = openCorpusFile(path);
  expect(reader.volumesOf(SHELF)).toHaveLength(1);
  importRecords(writer, { records: [bound(2, "2")], unit: "other" });
  expect(reader.volumesOf(SHELF).map(({ caseIds }) => caseIds)).toEqual([[1], [2]]);
});
