/** The ids of both sources: a decision that both have is found by each, in the library, over HTTP, on pages and on the command line. */
import { expect, test } from "vitest";
import { readCaseId } from "../../src/domain/case-id.ts";
import { runTool } from "../../src/mcp/run-tool.ts";
import { SCHEMAS } from "../../src/mcp/schemas.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { runHere } from "../support/run-here.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const OWN = 9_000_000_000_014;
const path = makeCorpus(
  [
    bulkCase(1, { casebody: textBody("see 1 Ill. 2"), courtlistener: { cluster_ids: [11, 12] } }),
    bulkCase(2, { casebody: textBody("see 1 Ill. 1 and 1 Ill. 14"), courtlistener: { cluster_ids: [13] } }),
    bulkCase(OWN, {
      citations: [{ type: "official", cite: "1 Ill. 14" }],
      casebody: textBody("see 1 Ill. 1"),
      provenance: { source: "CourtListener" },
      courtlistener: { cluster_ids: [14], precedential_status: "published" },
    }),
  ],
  `${keptFolder()}/test.db`,
);
const served = serviceOfFile(async () => ({ corpusPath: path }));

/** The answer in JSON. */
async function read(address: string): Promise<{ id?: number; results: { id: number; cite: string }[] }> {
  return (await (await fetch(served.url + address)).json()) as Awaited<ReturnType<typeof read>>;
}

test("cl:108713 is an id, and others are as they are", () => {
  expect(["cl:108713", "CL:5", "435800", "cl:0", "cl:", "x", "0"].map(readCaseId)).toEqual([
    ...[9_000_000_108_713, 9_000_000_000_005, 435_800],
    ...[null, null, null, null],
  ]);
});

test.each([
  ["cites_to=9000000000012", [2, OWN]],
  ["cites_to=cl:11", [2, OWN]],
  ["cites_to=cl:14", [2]],
  ["cited_by=9000000000012", [2]],
  ["cited_by=cl:13", [1, OWN]],
  ["cite=cl:14", [OWN]],
  ["id=9000000000012", [1]],
  ["id__in=cl:13__9000000000014", [2, OWN]],
  ["source=CourtListener", [OWN]],
  ["cites_to__id=cl:14", [2]],
  ["precedential_status=PUBLISHED", [OWN]],
  ["precedential_status=unknown", []],
])("/v1/cases/?%s", async (query, ids) => {
  const { results } = await read(`/v1/cases/?ordering=id&${query}`);
  expect(results.map(({ id }) => id)).toEqual(ids);
});

test.each([
  ["/v1/cases/9000000000012/", 1],
  ["/v1/cases/cl:12/", 1],
  ["/v1/cases/cl:14/", OWN],
  [`/v1/cases/${OWN}/`, OWN],
  ["/v1/cases/cl:99/", undefined],
  ["/v1/cases/9000000000099/", undefined],
])("%s", async (address, id) => {
  expect((await read(address)).id).toBe(id);
});

test("the citations of a case, similar cases and the library take both ids", async () => {
  const { results } = await read("/v1/citations/?case_id=9000000000012");
  expect(results).toMatchObject([...[{ cite: "1 Ill. 1" }, { cite: "cl:11" }, { cite: "cl:12" }]]);
  expect((await read("/v1/cases/cl:12/similar/")).id).toBe(1);
  using v1 = openV1(path);
  expect([9_000_000_000_011, 2, OWN].map((id) => v1.case(id)?.id)).toEqual([1, 2, OWN]);
  expect(v1.casesOf([9_000_000_000_013, 1]).map(({ id }) => id)).toEqual([2, 1]);
  expect(v1.cites(9_000_000_000_013)?.cites.map((one) => one.case?.id)).toEqual([1, OWN]);
});

test.each([
  ["/cases/9000000000012/", "/cases/1/"],
  ["/cases/cl:12/", "/cases/1/"],
  ["/cases/cl:14/", `/cases/${OWN}/`],
])("the page %s leads to %s", async (address, own) => {
  const answer = await fetch(served.url + address);
  expect([answer.status, answer.url]).toEqual([200, served.url + own]);
});

test("a search offers the statuses of its results, and says which was chosen", async () => {
  const found = await (await fetch(`${served.url}/?search=see`)).text();
  expect(found).toContain('href="/?search=see&amp;precedential_status=published"');
  expect(found).not.toContain("unpublished");
  const narrowed = await (await fetch(`${served.url}/?search=see&precedential_status=published`)).text();
  expect(narrowed).toContain('<span class="quiet">Status</span> <bdi>published</bdi>');
});

test("a tool takes both ids", () => {
  using v1 = openV1(path);
  for (const id of ["cl:12", "9000000000012"]) {
    const read = SCHEMAS.read_case.input["~standard"].validate({ id });
    expect(read).toMatchObject({ value: { id: 9_000_000_000_012 } });
  }
  const input = { id: 9_000_000_000_012, part: 1, offset: 0 };
  expect(runTool(v1, "read_case", input)).toMatchObject({ case: { id: 1 } });
});

test("a tool finds the cases of a status", () => {
  using v1 = openV1(path);
  const input = { query: "see", precedential_status: "published", order: "relevance", limit: 9 } as const;
  expect(runTool(v1, "search_cases", input)).toMatchObject({ count: 1, results: [{ id: OWN }] });
});

test.each(["9000000000012", "cl:12"])("caselaw show %s", async (id) => {
  const { stdout } = await runHere(["show", id, "--db", path]);
  expect(stdout).toContain("/cases/1/");
});
