/** The ids of all matches in the orders of exports. */
import { expect, test } from "vitest";
import { CorpusReader } from "../../../src/store/read/corpus-reader.ts";
import { importRecords, makeCorpus, openTestWriter } from "../../support/corpus.ts";
import { bulkCase, bulkCases } from "../../support/records.ts";

const INDIANA = { id: 30, slug: "ind", name: "Ind.", name_long: "Indiana", whitelisted: true };

test("idsOf returns ids in each order, for any filter", () => {
  const path = makeCorpus([
    bulkCase(9, { jurisdiction: INDIANA, decision_date: "1850" }),
    bulkCase(7, { decision_date: "1900-05" }),
    bulkCase(5, { decision_date: "1890" }),
    bulkCase(3, { jurisdiction: INDIANA, decision_date: null }),
    bulkCase(1, { decision_date: "1900-01-02" }),
  ]);
  using reader = new CorpusReader(path);
  expect([...reader.ids({}, "id")]).toEqual([1, 3, 5, 7, 9]);
  expect([...reader.ids({}, "jurisdiction")]).toEqual([1, 5, 7, 3, 9]);
  expect([...reader.ids({}, "year")]).toEqual([5, 1, 7, 3, 9]);
  expect([...reader.ids({ search: "word7 | word3" }, "id")]).toEqual([3, 7]);
  expect([...reader.ids({ name: "case 5" }, "id")]).toEqual([5]);
  expect([...reader.ids({ jurisdictions: [30] }, "year")]).toEqual([3, 9]);
  expect([...reader.ids({ cite: "1ill9" }, "id")]).toEqual([9]);
});

test("hold keeps to one state, and other questions may be asked between two ids", () => {
  const path = makeCorpus(bulkCases(1, 5));
  using reader = new CorpusReader(path);
  using writer = openTestWriter(path);
  const seen: (number | undefined)[] = [];
  {
    using _held = reader.hold();
    const before = reader.state();
    for (const id of reader.ids({}, "id")) {
      importRecords(writer, { records: [bulkCase(100 + id)], unit: `unit ${id}` });
      seen.push(reader.casesOf([id])[0]?.id, reader.casesOf([100 + id])[0]?.id);
    }
    expect(reader.state()).toEqual(before);
    expect(before.lastChange).toBe(5);
  }
  expect(seen.filter((id) => id !== undefined)).toEqual([1, 2, 3, 4, 5]);
  expect(reader.state().lastChange).toBe(10);
});
