import { join } from "node:path";
import { expect, test } from "vitest";
import type { CitedInText } from "../../src/corpus/cites.ts";
import { edgesOf } from "../../src/export/edges.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { readSql } from "../support/sql.ts";
import { exported } from "./exporting.ts";
import { parquetRows } from "./parquet-rows.ts";

const NOTHING: Omit<CitedInText, "cite" | "ids"> = {
  ...{ standardCite: "", volume: null, reporter: null, page: null, pinPages: [], year: null, times: 1 },
  ...{ weight: null, mentions: 1, treatmentWords: [], opinionIndex: null, foundIn: "text", category: null },
};

test("edgesOf takes the source's ids, then the cases with the citation; several are one edge without a target", async () => {
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
  const shown = edges.map((edge) => [
    ...[edge.case_id, edge.seq, edge.source, edge.cite, edge.cited_case_id],
    ...[edge.target, edge.target_case_ids],
  ]);
  expect(shown).toEqual([
    [1, 1, "source", "1 A. 1", null, "several", [5, 6]],
    [1, 2, "source", "2 A. 2", 8, "one", [8]],
    [1, 3, "source", "3 A. 3", null, "several", [8, 9]],
    [1, 4, "source", null, null, "none", []],
    [2, 1, "text", "4 A. 4", 7, "one", [7]],
    [2, 2, "text", "5 A. 5", null, "several", [7, 8]],
  ]);
  // no whole number is no year
  expect(edges[0]).toMatchObject({ year: null, times: null, weight: 3 });
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
  const nothing = {
    cited_case_id: null,
    pin_pages: [],
    year: null,
    times: null,
    weight: null,
    mentions: null,
  };
  const none = { ...nothing, treatment_words: [], opinion_index: null, target: "none", target_case_ids: [] };
  expect(await parquetRows(folder, "edges.parquet")).toEqual([
    {
      ...{
        ...none,
        case_id: 1,
        seq: 1,
        source: "text",
        opinion_index: 0,
        target: "one",
        target_case_ids: [2],
      },
      ...{ cite: "1 Ill. 2", standard_cite: "1 Ill. 2", cites: ["1 Ill. 2"], cited_case_id: 2 },
      ...{ pin_pages: ["4", "7"], year: 1850, times: 2, mentions: 2 },
    },
    {
      ...{ ...none, case_id: 1, seq: 2, source: "text", opinion_index: 0, times: 1, mentions: 1 },
      ...{ cite: "410 U. S. 113", standard_cite: "410 U.S. 113", cites: ["410 U. S. 113"] },
    },
    {
      ...{ ...none, case_id: 2, seq: 1, source: "source" },
      ...{ cite: "9 Ill. 9", standard_cite: "9 Ill. 9", cites: ["9 Ill. 9"] },
    },
  ]);
});

/** What the source lists: a case in two opinions and by two parallel citations, twice one that is not in the corpus. */
const PARALLEL = [
  { cite: "327 U.S. 251", case_ids: [9], weight: 1, opinion_index: 1, year: 1946 },
  { cite: "66 S.Ct. 574", case_ids: [9], weight: 2, opinion_index: 1, pin_cites: [{ page: "580" }] },
  { cite: "2005 MT 146", weight: 3, opinion_index: 2 },
  { cite: "327 U. S. 251", case_ids: [9], weight: 4, opinion_index: 0, pin_cites: [{ page: "255" }] },
  { cite: "2005 MT 146", weight: 2, opinion_index: 0 },
  { cite: "1 Cranch. 116", case_ids: [5, 6] },
  { cite: "1 Cranch 116", case_ids: [5, 6] },
  { note: "odd" },
  { note: "odd" },
];

const ONE = bulkCase(1, { cites_to: PARALLEL, casebody: null });

test("an edge is a pair of cases with its count, whatever number of opinions and parallel citations", async () => {
  const { folder, manifest } = await exported({ format: "parquet" }, [ONE]);
  expect(manifest.options.edges).toBe("pairs");
  const rows = await parquetRows(folder, "edges.parquet");
  const shown = rows.map(({ seq, cited_case_id, target, weight, opinion_index, pin_pages, cites }) => [
    ...[seq, cited_case_id, target, weight, opinion_index, pin_pages, cites],
  ]);
  expect(shown).toEqual([
    [1, 9, "one", 5, 0, ["580", "255"], ["327 U.S. 251", "66 S.Ct. 574", "327 U. S. 251"]],
    [2, null, "none", 5, 0, [], ["2005 MT 146"]],
    [3, null, "several", null, null, [], ["1 Cranch. 116", "1 Cranch 116"]],
    [4, null, "none", null, null, [], []],
    [5, null, "none", null, null, [], []],
  ]);
  expect(rows[0]).toMatchObject({ cite: "327 U.S. 251", year: 1946, target_case_ids: [9] });
});

test("times and mentions are counted in the text, weight is the source's", async () => {
  const cited = bulkCase(1, {
    cites_to: [{ cite: "1 Ill. 2", weight: 9 }],
    casebody: textBody("Doe v. Roe, 1 Ill. 2, 4 (1850); 1 Ill. 2; Id. at 7."),
  });
  const { folder } = await exported({ format: "parquet" }, [cited]);
  const rows = await parquetRows(folder, "edges.parquet");
  expect(rows).toMatchObject([{ times: 2, weight: 9, mentions: 3 }]);
});

test.each(["parquet", "sqlite"] as const)(
  "--edges citations of %s has a row for each citation",
  async (format) => {
    const { folder, manifest } = await exported({ format, options: { edges: "citations" } }, [ONE]);
    expect(manifest.options.edges).toBe("citations");
    if (format === "parquet") {
      const rows = await parquetRows(folder, "edges.parquet");
      expect(rows.map(({ cite, target }) => [cite, target])).toEqual(
        PARALLEL.map(({ cite = null, case_ids: ids = [] }) => [cite, ["none", "one", "several"][ids.length]]),
      );
      return;
    }
    const count = readSql(join(folder, "caselaw.db"), "SELECT count(*) FROM edges");
    expect(count).toEqual([PARALLEL.length]);
  },
);

test("edges are asked of formats that have them", async () => {
  const refused = exported({ format: "csv", options: { edges: "pairs" } });
  await expect(refused).rejects.toThrow("Cannot export csv with `edges`: it is for parquet, sqlite");
});
