/** A set that PostgreSQL wrote in its three dialects, packed as one stream and as several, is the same corpus. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { dumpCorpus } from "../support/dump.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

const FIXTURES = join(import.meta.dirname, "..", "fixtures", "courtlistener");

async function importSet(dialect: string): Promise<string> {
  const folder = tempFolder();
  const db = join(folder, "c.db");
  const where = ["--db", db, "--data-dir", join(folder, "data")];
  expect(await runHere(["import", join(FIXTURES, dialect), ...where])).toMatchObject({ code: 0 });
  return db;
}

test("a set that PostgreSQL wrote is the same corpus in each dialect and packing", async () => {
  const db = await importSet("backslash");
  for (const dialect of ["backtick", "doubled"])
    expect(dumpCorpus(await importSet(dialect)), dialect).toEqual(dumpCorpus(db));
  using v1 = openV1(db);
  const cases = v1.list("cases", { ordering: "id", full_case: "true" }).results;
  expect(cases.map(({ name_abbreviation }) => name_abbreviation)).toEqual([
    "Plain v. Name",
    `O'Brien, "Dr." v. State`,
    "Back\\slash v. End\\",
    "Tick `a` v. ``b``",
    "Line\nbreak v. Return\r\nfeed",
    "\\N v. \\.",
    '"quoted"',
    'Zoë, 山田 & Söhne v. "\\"',
  ]);
  expect(cases.map(({ docket_number }) => docket_number)[2]).toBe('No. 2, "2"');
  expect(cases[3]?.court).toMatchObject({ name: 'Court of "Old" Matters, \\ at law' });
  const opinions = cases[3]?.casebody?.data?.opinions;
  expect(opinions).toMatchObject([
    { type: "majority", author: 'Ann O\'Hara, "Jr."' },
    { type: "dissent", text: expect.stringContaining('\nI `dissent`: "\\".') },
  ]);
  expect(cases[0]?.casebody?.data?.opinions).toMatchObject([{ author: "Baker, \\J.\\" }]);
});

test("import --dry-run of a set says of each table how it is written", async () => {
  const folders = ["backslash", "backtick", "doubled"];
  const paths = folders.map((dialect) => join(FIXTURES, dialect));
  const ran = await runHere(["import", ...paths, "--dry-run", "--db", join(tempFolder(), "c.db")]);
  expect(ran).toMatchObject({ code: 0 });
  for (const dialect of folders)
    expect(ran.stderr).toContain(
      `/${dialect}/opinions-2025-03-31.csv.bz2: written in the dialect "${dialect}"\n`,
    );
});
