import { expect, test } from "vitest";
import { edgesOf } from "../../src/export/edges.ts";
import { exported } from "./exporting.ts";

test("edgesOf takes the source's ids, then the one case with the citation, else null", async () => {
  const { records } = await exported({ format: "jsonl" });
  const [one] = records;
  if (one === undefined) throw new Error("no case");
  const cites = [
    { cite: "1 A. 1", case_ids: [5, 6] },
    { cite: "2 A. 2" },
    { cite: "3 A. 3" },
    { note: "odd" },
  ];
  const held = new Map([
    ["2a2", [8]],
    ["3a3", [8, 9]],
  ]);
  const edges = edgesOf({ ...one, cites_to: cites }, (normal) => held.get(normal) ?? []);
  expect(edges.map(({ cite, citedCaseId }) => [cite, citedCaseId])).toEqual([
    ["1 A. 1", 5],
    ["1 A. 1", 6],
    ["2 A. 2", 8],
    ["3 A. 3", null],
    [null, null],
  ]);
});
