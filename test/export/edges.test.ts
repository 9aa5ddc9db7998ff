import { expect, test } from "vitest";
import type { CitedInText } from "../../src/corpus/citing.ts";
import { edgesOf } from "../../src/export/edges.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { exported } from "./exporting.ts";
import { parquetRows } from "./parquet-rows.ts";

const NOTHING: Omit<CitedInText, "cite" | "ids"> = {
  ...{ standardCite: "", volume: null, reporter: null, page: null },
  ...{
    pinPages: [],
    year: null,
    times: 1,
    mentions: 1,
    treatmentWords: [],
    opinionIndex: null,
    foundIn: "text",
  },
};

test("edgesOf takes the source's ids, then the one case with the citation, else null", async () => {
  const { cases } = await exported({ format: "jsonl" });
  const [one] = cases;
  if (one === undefined) throw new Error("no case");
  const cites = [
    { cite: "1 A. 1", case_ids: [5, 6], year: 1.5, weight: 3 },
    { cite: "2 A. 2" },
    { cite: "3 A. 3" },
    { note: "odd" },
  ];
  const held = new Map([
    ["2a2", [8]],
    ["3a3", [8, 9]],
  ]);
  const inTexts = [
    { ...NOTHING, cite: "4 A. 4", ids: [7] },
    { ...NOTHING, cite: "5 A. 5", ids: [7, 8] },
  ];
  const edges = edgesOf(
    [
      { ...one, citesTo: cites },
      { ...one, id: 2, citesTo: [] },
    ],
    {
      idsByCitation: (normal) => held.get(normal) ?? [],
      citedInTexts: () => new Map([[2, { cited: inTexts, mentionsOf: null }]]),
    },
  );
  expect(edges.map((edge) => [edge.caseId, edge.seq, edge.source, edge.cite, edge.citedCaseId])).toEqual([
    [1, 1, "source", "1 A. 1", 5],
    [1, 2, "source", "1 A. 1", 6],
    [1, 3, "source", "2 A. 2", 8],
    [1, 4, "source", "3 A. 3", null],
    [1, 5, "source", null, null],
    [2, 1, "text", "4 A. 4", 7],
    [2, 2, "text", "5 A. 5", null],
  ]);
  // no whole number is no year
  expect(edges[0]).toMatchObject({ year: null, times: 3 });
});

test.each([
  ["with bodies", { full_case: true }],
  ["without bodies", {}],
  ["with bodies as XML", { full_case: true, body_format: "xml" }],
])("edges of a case whose source tells nothing are those in its text, %s", async (_how, question) => {
  const { folder } = await exported({ format: "parquet", question }, [
    bulkCase(1, {
      cites_to: [],
      casebody: textBody("Doe v. Roe, 1 Ill. 2, 4 (1850); 1 Ill. 2, 7; 410 U. S. 113; 1 Ill. 1."),
    }),
    bulkCase(2, { cites_to: [{ cite: "9 Ill. 9" }], casebody: textBody("1 Ill. 1") }),
    bulkCase(3, { casebody: null }),
  ]);
  const rows = await parquetRows(folder, "edges.parquet");
  expect(rows).toEqual([
    {
      ...{
        case_id: 1,
        seq: 1,
        cite: "1 Ill. 2",
        standard_cite: "1 Ill. 2",
        cited_case_id: 2,
        source: "text",
      },
      ...{ pin_pages: ["4", "7"], year: 1850, times: 2, mentions: 2, treatment_words: [], opinion_index: 0 },
    },
    {
      ...{ case_id: 1, seq: 2, cite: "410 U. S. 113", standard_cite: "410 U.S. 113", cited_case_id: null },
      ...{
        source: "text",
        pin_pages: [],
        year: null,
        times: 1,
        mentions: 1,
        treatment_words: [],
        opinion_index: 0,
      },
    },
    {
      ...{ case_id: 2, seq: 1, cite: "9 Ill. 9", standard_cite: "9 Ill. 9", cited_case_id: null },
      ...{
        source: "source",
        pin_pages: [],
        year: null,
        times: 1,
        mentions: null,
        treatment_words: [],
        opinion_index: null,
      },
    },
  ]);
});
