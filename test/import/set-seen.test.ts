/** What is made from a corpus with an imported set: exports, increments and a verification. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { runExport } from "../../src/export/run-export.ts";
import { runTool } from "../../src/mcp/run-tool.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { line, textBody } from "../corpus/records.ts";
import { makeCorpus } from "../support/corpus.ts";
import { jsonLines } from "../support/json-lines.ts";
import { type Decision, rowsOf, writeSet } from "../support/listener-set.ts";
import { runHere } from "../support/run-here.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";

const DECISIONS: readonly Decision[] = [
  { id: 11, court: "mass", cluster: { filepath_json_harvard: "law.free.cap.mass.7/1.7001.json" } },
  { id: 12, court: "scotus", citations: [[1, "602 U.S. 7"]] },
  { id: 13, court: "ca9", cluster: { date_filed: "2024-06-03" }, citations: [[1, "99 F.4th 3"]] },
  { id: 14, court: "scotus" },
  { id: 15, court: "scotus", cluster: { filepath_json_harvard: "law.free.cap.us.9/1.7009.json" } },
];
const [NAMED, OWN, OTHER, GONE] = [7009, 9_000_000_000_012, 9_000_000_000_013, 9_000_000_000_014];
const folder = keptFolder();
const db = join(folder, "corpus.db");

async function importSet(release: string, decisions: readonly Decision[]): Promise<void> {
  const set = join(folder, release);
  writeSet(set, release, rowsOf(decisions));
  const flags = ["--allow-shrink", "--db", db, "--data-dir", folder];
  expect(await runHere(["import", set, ...flags])).toMatchObject({ code: 0 });
}

function statement(path: string, sql: string, value: string): void {
  const opened = new Database(path);
  opened.prepare(sql).run(value);
  opened.close();
}

beforeAll(async () => {
  makeCorpus(
    [
      line(7001, {
        citations: [{ type: "official", cite: "7 Mass. 1" }],
        casebody: textBody("head", "text"),
      }),
      line(7002, {
        citations: [{ type: "official", cite: "8 Mass. 1" }],
        casebody: textBody("head", "text"),
      }),
    ],
    db,
  );
  await importSet("2025-03-31", DECISIONS);
});

test.each(["csv", "jsonl", "parquet", "sqlite"] as const)("%s says where a case is from", async (format) => {
  const target = join(tempFolder(), "out");
  const options = format === "jsonl" ? { flat: true } : {};
  await runExport(db, { format, target, options });
  const origins = new Map([
    ...([
      [7001, "caselaw-access-project+courtlistener"],
      [7002, "caselaw-access-project"],
    ] as const),
    ...([
      [NAMED, "courtlistener"],
      [OWN, "courtlistener"],
      [OTHER, "courtlistener"],
      [GONE, "courtlistener"],
    ] as const),
  ]);
  if (format === "sqlite") {
    const out = new Database(join(target, "caselaw.db"));
    const rows = out.prepare("SELECT id, origin FROM cases ORDER BY id").raw().all();
    out.close();
    expect(rows).toEqual([...origins]);
    return;
  }
  const file = readFileSync(join(target, `cases.${format}`));
  for (const origin of origins.values()) expect(file.includes(origin)).toBe(true);
});

test("a court that only CourtListener has has an id, a slug and a jurisdiction", () => {
  using v1 = openV1(db);
  const [court] = v1.list("cases", { id: OTHER }).results.map((one) => one.court);
  expect(court).toMatchObject({ id: expect.any(Number), slug: expect.stringMatching(/./) });
  const [found] = v1.list("courts", { slug: court?.slug ?? "" }).results;
  expect(found).toMatchObject({ id: court?.id, jurisdiction: expect.stringMatching(/./) });
  expect(v1.list("cases", { court: court?.slug ?? "" }).results.map(({ id }) => id)).toEqual([OTHER]);
});

test("coverage has the decisions of each court by source and quarter, and the date of the last one", async () => {
  using v1 = openV1(db);
  const { last_decision, courts } = v1.coverage({ by: "court" });
  expect(last_decision).toBe("2024-06-03");
  expect(courts?.map(({ name: _name, ...one }) => one)).toEqual([
    { slug: "9th-cir", cases: 1, courtlistener: 1, last_decision: "2024-06-03" },
    { slug: "mass", cases: 2, courtlistener: 0, last_decision: "1988-05-20" },
    { slug: "us", cases: 3, courtlistener: 2, last_decision: "1988-05-20" },
  ]);
  expect(v1.coverage({ court: "mass" }).courts).toMatchObject([
    { slug: "mass", quarters: [{ quarter: "1988-Q2", cases: 2, courtlistener: 0 }] },
  ]);
  const { stdout } = await runHere(["coverage", "--court", "mass", "--format", "table", "--db", db]);
  expect(stdout).toMatch(/mass +1988-Q2 +2 +0\n/);
  expect(stdout).toContain("\nLast decision: 2024-06-03\n");
  expect(runTool(v1, "coverage", { jurisdiction: "mass" })).toMatchObject({
    last_decision: "2024-06-03",
    courts: [{ slug: "mass", last_decision: "1988-05-20" }],
  });
});

test("verify passes, and finds and repairs a citation that is gone", async () => {
  const copy = join(tempFolder(), "copy.db");
  statement(db, "VACUUM INTO ?", copy);
  expect(await runHere(["verify", "--db", copy])).toMatchObject({ code: 0 });
  statement(copy, "DELETE FROM citation WHERE cite = ?", "cl:12");
  expect((await runHere(["verify", "--db", copy])).code).not.toBe(0);
  await runHere(["verify", "--repair", "--db", copy]);
  expect(await runHere(["verify", "--db", copy])).toMatchObject({ code: 0 });
});

test("an increment has the cases whose clusters changed, and those that are gone", async () => {
  using v1 = openV1(db);
  const since = v1.corpus.lastChange();
  const [first, ...rest] = DECISIONS;
  const changed = { ...first, cluster: { ...first?.cluster, judges: "Holmes" } } as Decision;
  await importSet("2025-06-30", [changed, ...rest.filter(({ id }) => id !== 14)]);
  const target = join(tempFolder(), "out");
  await runExport(db, { format: "jsonl", target, since });
  const idsIn = (file: string): number[] =>
    jsonLines(readFileSync(join(target, file), "utf8")).map(({ id }) => id);
  expect(idsIn("cases.jsonl")).toEqual([7001]);
  expect(idsIn("removed.jsonl")).toEqual([GONE]);
  expect(v1.case(7001)?.courtlistener).toMatchObject({ judges: "Holmes" });
});
