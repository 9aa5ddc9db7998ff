/** The tracked sample and, where they are, the real bulk archives: a fixed list of questions against the oracle. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openArchive } from "../../src/archive/open-archive.ts";
import { findArchives } from "../../src/archive/recognise.ts";
import { readCaseRecord } from "../../src/sources/read-case.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { importRecords, openTestWriter } from "../support/corpus.ts";
import { tempFolder } from "../support/temp-folder.ts";
import type { LineRecord, Query } from "./brute-force.ts";
import { checkQuestion } from "./check-question.ts";

const SAMPLE = new URL("../../data/sample/bulk/", import.meta.url);
const REAL = new URL("../../../shared/real/bulk/zips/", import.meta.url);

const word = (text: string): Query => ({ kind: "words", text });
const SEARCHES: (Query | null)[] = [
  null,
  word("court"),
  word("plaintiff's"),
  word("§ 12"),
  { kind: "phrase", text: "the court" },
  { kind: "near", text: "court judgment", distance: 5 },
  { kind: "prefix", text: "appell" },
  { kind: "all", of: [word("court"), { kind: "not", of: word("judgment") }] },
  { kind: "any", of: [word("railroad"), word("mill"), { kind: "prefix", text: "defend" }] },
];
const FILTERS = [
  {},
  { name_abbreviation: " v. " },
  { decision_date_min: "1900", decision_date_max: "1950-06" },
  { name: "STATE" },
];

/** The records of text archives as the oracle reads them: absent values made plain. */
async function readLines(folder: string): Promise<LineRecord[]> {
  const records = new Map<number, LineRecord>();
  for await (const path of findArchives(folder)) {
    if (!/text/.test(path)) continue;
    await using archive = await openArchive(path);
    if (archive.layout !== "lines") continue;
    for await (const { bytes, problem } of archive.records()) {
      if (problem !== null) continue;
      const raw: unknown = JSON.parse(bytes.toString("utf8"));
      const reading = readCaseRecord(raw, null);
      if (reading.ok) records.set(reading.record.id, plain(raw));
    }
  }
  return [...records.values()];
}

function plain(raw: unknown): LineRecord {
  // the archives' own shape is the oracle's, but for what they leave out
  const given = raw as LineRecord;
  const status = given.casebody?.status;
  const data = given.casebody?.data;
  return {
    ...given,
    docket_number: given.docket_number ?? "",
    cites_to: given.cites_to ?? [],
    last_updated: given.last_updated ?? null,
    casebody:
      status === "ok" && data !== undefined
        ? { status, data: { ...data, corrections: data.corrections ?? "" } }
        : null,
  };
}

test("list agrees with a brute-force reading of the sample", async () => {
  await checkArchives(SAMPLE, 0);
});

test.skipIf(!existsSync(REAL))(
  "list agrees with a brute-force reading of the real archives (skipped where they are absent)",
  async () => {
    await checkArchives(REAL, 1);
  },
);

/** Each search with one of the filters and orders: `first` for the first one, and so on in turn. */
async function checkArchives(folder: URL, first: number): Promise<void> {
  const records = await readLines(fileURLToPath(folder));
  const path = `${tempFolder()}/sample.db`;
  {
    using writer = openTestWriter(path);
    importRecords(writer, { records });
  }
  using corpus = openV1(path);
  expect(records.length).toBeGreaterThan(0);
  const cited = records.flatMap(({ cites_to }) => cites_to.map(({ cite }) => cite)).slice(0, 3);
  for (const cites_to of [...cited, String(records[0]?.id)]) {
    checkQuestion(corpus, records, { filters: { cites_to }, search: null, ordering: null, pageSize: 3 });
  }
  for (const [nth, search] of SEARCHES.entries()) {
    const turn = (first + nth) % FILTERS.length;
    const ordering = [null, "-decision_date", "name_abbreviation", "-last_updated"][turn] ?? null;
    checkQuestion(corpus, records, { filters: FILTERS[turn] ?? {}, search, ordering, pageSize: 41 });
  }
}
