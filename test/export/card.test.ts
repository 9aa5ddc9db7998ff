/** The dataset card of an export; `datasets` of Hugging Face was tried by hand with cards of every format. */
import { expect, test } from "vitest";
import { CARD } from "../../src/export/card.ts";
import { splitOf } from "../../src/export/parquet.ts";
import type { ExportRequest } from "../../src/export/run-export.ts";
import { bulkCase } from "../support/records.ts";
import { exported, filesIn, textIn } from "./exporting.ts";
import { parquetRows } from "./parquet-rows.ts";

const FULL = { full_case: true } as const;

/** The files of each table and split in the head: `cases train cases.parquet`. */
function configsIn(card: string): string[] {
  const [, head = ""] = card.split("---\n");
  let name = "";
  return head.split("\n").flatMap((line, at, lines) => {
    name = /config_name: (.*)/.exec(line)?.[1] ?? name;
    const split = /- split: (.*)/.exec(line)?.[1];
    const path = /path: "(.*)"/.exec(lines[at + 1] ?? "")?.[1];
    return split === undefined ? [] : [`${name} ${split} ${path}`];
  });
}

test.each<[Omit<ExportRequest, "target">, string[]]>([
  [{ format: "csv" }, ["cases train cases.csv"]],
  [{ format: "jsonl", question: FULL }, ["cases train cases.jsonl"]],
  [
    { format: "parquet", question: FULL },
    ["cases", "opinions", "citations", "edges"].map((name) => `${name} train ${name}.parquet`),
  ],
  [
    { format: "parquet", options: { partition: true } },
    ["cases train cases/*/*/*.parquet", "citations train citations.parquet", "edges train edges.parquet"],
  ],
  [
    { format: "parquet", options: { splits: true } },
    [
      ...["train", "validation", "test"].map((name) => `cases ${name} cases/${name}.parquet`),
      "citations train citations.parquet",
      "edges train edges.parquet",
    ],
  ],
])("the card of %j names the files of each table", async (request, configs) => {
  const { folder, manifest } = await exported(request);
  const card = textIn(folder, CARD);
  expect(configsIn(card)).toEqual(configs);
  expect(card).toContain("size_categories:\n  - n<1K\n");
  expect(card).toContain("| `cases` | 5 |");
  expect(manifest.files.at(-1)).toMatchObject({ path: CARD, rows: 0 });
});

test("the card of a partitioned export without cases names only files that exist", async () => {
  const request = { format: "parquet", options: { partition: true }, question: { name: "nowhere" } } as const;
  const card = textIn((await exported(request)).folder, CARD);
  expect(configsIn(card)).toEqual(["citations train citations.parquet", "edges train edges.parquet"]);
  expect(card).toContain("| `cases` | 0 |");
});

test("the card says what was selected, and warns of blocked decisions", async () => {
  const cases = [bulkCase(1), bulkCase(2, { courtlistener: { cluster_ids: [7], blocked: true } })];
  const shown = await exported({ format: "csv", question: { name: "case" } }, cases);
  expect(textIn(shown.folder, CARD)).toMatch(/^- Selected: `name = case`$/m);
  expect(textIn(shown.folder, CARD)).toContain("**It shows blocked decisions**");
  const hidden = await exported({ format: "csv", blocked: "hidden" }, cases);
  expect(textIn(hidden.folder, CARD)).not.toContain("blocked");
});

test.each<Omit<ExportRequest, "target">>([{ format: "sqlite" }, { format: "csv", since: 0 }])(
  "%j has no card",
  async (request) => {
    expect(filesIn((await exported(request)).folder)).not.toContain(CARD);
  },
);

test("--splits puts each case with its opinions in one split, the same in every export", async () => {
  const cases = Array.from({ length: 40 }, (_, at) => bulkCase(at + 1));
  const { folder } = await exported({ format: "parquet", question: FULL, options: { splits: true } }, cases);
  const ids = async (table: string, split: string, key: string): Promise<unknown[]> =>
    (await parquetRows(folder, `${table}/${split}.parquet`)).map((row) => row[key]);
  const found: unknown[] = [];
  for (const split of ["train", "validation", "test"]) {
    const own = await ids("cases", split, "id");
    expect(own.filter((id) => splitOf(Number(id)) !== split)).toEqual([]);
    expect(new Set(await ids("opinions", split, "case_id"))).toEqual(new Set(own));
    found.push(...own);
  }
  expect(found.toSorted((a, b) => Number(a) - Number(b))).toEqual(cases.map((_, at) => at + 1));
});

test("splitOf gives 90, 5 and 5 of 100", () => {
  const splits = Array.from({ length: 20_000 }, (_, at) => splitOf(at));
  const shares = ["train", "validation", "test"].map(
    (name) => splits.filter((one) => one === name).length / splits.length,
  );
  for (const [at, share] of [0.9, 0.05, 0.05].entries()) expect(shares[at]).toBeCloseTo(share, 2);
  expect([1, 2, 435_800].map(splitOf)).toEqual(["train", "train", "train"]);
});
