/** Sets of CourtListener's tables are imported, beside the Caselaw Access Project and alone. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { line, textBody } from "../corpus/records.ts";
import { makeCorpus } from "../support/corpus.ts";
import { type Decision, rowsOf, writeSet } from "../support/listener-set.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

const DECISIONS: readonly Decision[] = [
  {
    id: 11,
    court: "mass",
    cluster: { filepath_json_harvard: "law.free.cap.mass.7/1.7001.json" },
    citations: [
      [2, "7 Mass. 1"],
      [3, "9 N.E.2d 3"],
    ],
  },
  {
    id: 12,
    court: "mass",
    cluster: { case_name: "Roe v. Mill" },
    citations: [
      [2, "8 Mass. 8"],
      [8, "1988 MA 4"],
    ],
  },
  { id: 13, court: "mass", cluster: { case_name: "Other v. Person" }, citations: [[2, "8 Mass. 8"]] },
  {
    id: 14,
    court: "scotus",
    cluster: { date_filed: "2024-06-03", case_name: "Doe v. Agency" },
    docketNumber: "23-1",
    citations: [[1, "602 U.S. 7"]],
  },
];

const MASS = {
  jurisdiction: { id: 4, slug: "mass", name: "Mass.", name_long: "Massachusetts", whitelisted: true },
};

test("a set becomes cases: those that another source has get what it lacks, the others ids of their own", async () => {
  const db = makeCorpus([
    line(7001, { ...MASS, citations: [official("7 Mass. 1")], casebody: textBody("head", "Harvard text") }),
    line(7002, {
      ...MASS,
      name_abbreviation: "Roe v. Mill",
      citations: [official("8 Mass. 8")],
      casebody: textBody("head", "another"),
    }),
  ]);
  const data = tempFolder();
  const folder = join(tempFolder(), "set");
  writeSet(folder, "2025-03-31", rowsOf(DECISIONS));
  const report = join(data, "report.json");
  const ran = await runHere(["import", folder, "--db", db, "--data-dir", data, "--report", report]);
  expect(ran).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(report, "utf8")).archives[0]).toMatchObject({
    unit: "tables of 2025-03-31",
    matched: { file: 1, "citation and date": 1 },
  });
  expect(ran.stderr).toContain(
    "decisions that are cases of another source: 1 by citation and date, 1 by file",
  );
  expect(ran.stderr).toContain("courts that no other source has: scotus");
  using v1 = openV1(db);
  const found = v1.list("cases", { full_case: "true", ordering: "id" }).results;
  expect(found.map(({ id }) => id)).toEqual([7001, 7002, 9_000_000_000_013, 9_000_000_000_014]);
  const [named, matched, apart, recent] = found;
  expect(named?.citations.map(({ cite }) => cite)).toEqual(["7 Mass. 1", "9 N.E.2d 3", "cl:11"]);
  expect(named?.courtlistener).toMatchObject({ cluster_ids: [11], precedential_status: "published" });
  expect(named?.provenance).toBeUndefined();
  expect(JSON.stringify(named?.casebody)).toContain("Harvard text");
  expect(matched?.citations.map(({ cite }) => cite)).toEqual(["8 Mass. 8", "1988 MA 4", "cl:12"]);
  // one page, one day, but other parties
  expect(apart).toMatchObject({
    name: "Other v. Person",
    court: { id: 500 },
    provenance: { source: "CourtListener" },
  });
  expect(recent).toMatchObject({
    ...{
      decision_date: "2024-06-03",
      docket_number: "23-1",
      first_page: "7",
      court: { id: 9009, slug: "us" },
    },
    jurisdiction: { id: 39, slug: "us" },
    provenance: { url: "https://www.courtlistener.com/opinion/14/case-14/" },
  });
  expect(JSON.stringify(recent?.casebody)).toContain("The text of case 14.");
  expect(readdirSync(data).filter((name) => name.endsWith(".staging"))).toEqual([]);
  const again = await runHere(["import", folder, "--db", db, "--data-dir", data]);
  expect(again.stdout).toContain("1 unchanged");
});

test("a decision is matched again once the corpus has more of another source", async () => {
  const [data, folder] = [tempFolder(), join(tempFolder(), "set")];
  const db = join(data, "corpus.db");
  writeSet(folder, "2025-03-31", rowsOf(DECISIONS));
  expect(await runHere(["import", folder, "--db", db, "--data-dir", data])).toMatchObject({ code: 0 });
  const lines = join(data, "cases.jsonl");
  const roe = { name_abbreviation: "Roe v. Mill", citations: [official("8 Mass. 8")] };
  writeFileSync(
    lines,
    `${JSON.stringify(line(7002, { ...MASS, ...roe, casebody: textBody("head", "Harvard text") }))}\n`,
  );
  expect(await runHere(["import", lines, "--db", db, "--data-dir", data])).toMatchObject({ code: 0 });
  expect(idsIn(db)).toEqual([7001, 7002, 9_000_000_000_012, 9_000_000_000_013, 9_000_000_000_014]);
  expect(await runHere(["import", folder, "--db", db, "--data-dir", data])).toMatchObject({ code: 0 });
  expect(idsIn(db)).toEqual([7001, 7002, 9_000_000_000_013, 9_000_000_000_014]);
});

test("an older set than the corpus has changes nothing, and a set is read again for another selection", async () => {
  const data = tempFolder();
  const db = join(data, "corpus.db");
  const [older, newer] = [join(data, "older"), join(data, "newer")];
  writeSet(older, "2025-03-31", rowsOf([{ id: 11, court: "ca9" }]));
  writeSet(newer, "2025-06-30", rowsOf([{ id: 12, court: "mass" }]));
  const run = async (...paths: readonly string[]): Promise<string> => {
    const ran = await runHere(["import", ...paths, "--db", db, "--data-dir", data, "--allow-shrink"]);
    expect(ran).toMatchObject({ code: 0 });
    return ran.stdout;
  };
  await run(newer);
  expect(await run(older)).toContain("1 superseded");
  expect(idsIn(db)).toEqual([9_000_000_000_012]);
  await run(newer, "--from", "1990");
  expect(idsIn(db)).toEqual([]);
  await run(newer);
  expect(idsIn(db)).toEqual([9_000_000_000_012]);
});

test("a case of several clusters has what is said of each, and is blocked if one of them is", async () => {
  const data = tempFolder();
  const [db, folder] = [join(data, "corpus.db"), join(data, "set")];
  const path = { filepath_json_harvard: "law.free.cap.mass.7/1.7001.json" };
  const decisions: readonly Decision[] = [
    { id: 11, court: "mass", cluster: path },
    { id: 12, court: "mass", cluster: { ...path, blocked: "t" } },
    { id: 13, court: "mass" },
  ];
  const said = [
    { described_opinion_id: 110, describing_opinion_id: 130, text: "holding one thing" },
    { described_opinion_id: 120, describing_opinion_id: 130, text: "holding another" },
    { described_opinion_id: 120, describing_opinion_id: 110, text: "its own words" },
  ].map((one) => ({ ...one, score: "0.5" }));
  writeSet(folder, "2025-03-31", rowsOf(decisions, { parentheticals: said }));
  const where = ["--db", db, "--data-dir", data, "--parentheticals"];
  expect(await runHere(["import", folder, ...where])).toMatchObject({ code: 0 });
  using v1 = openV1(db);
  expect(v1.case(7001)?.courtlistener).toMatchObject({
    cluster_ids: [12, 11],
    blocked: true,
    parentheticals: [
      { text: "holding one thing", case_id: 9_000_000_000_013 },
      { text: "holding another", case_id: 9_000_000_000_013 },
    ],
  });
});

function idsIn(db: string): number[] {
  using v1 = openV1(db);
  return v1.list("cases", { ordering: "id" }).results.map(({ id }) => id);
}

function official(cite: string): { type: string; cite: string } {
  return { type: "official", cite };
}
