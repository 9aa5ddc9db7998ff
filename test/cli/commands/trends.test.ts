import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCorpus } from "../../support/corpus.ts";
import { bulkCase } from "../../support/records.ts";
import { runHere } from "../../support/run-here.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

function trends(...args: readonly string[]) {
  return runHere(["trends", ...args, ...corpus.flags]);
}

test("trends prints a line a year and a pair of columns a text", async () => {
  const { code, stdout, stderr } = await trends("gold letters", "larceny", "--format", "table");
  expect(stdout).toBe(
    [
      "year  decisions  gold letters  per 10,000   larceny   per 10,000",
      "1805          2             1        5000         1         5000",
      "1806          1             0           0         0            0",
      "1807          1             0           0         0            0",
      " all          4             1        2500         1         2500",
      "",
    ].join("\n"),
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test("trends prints JSON where it is no terminal, and CSV", async () => {
  const json = JSON.parse((await trends("larceny", "--by", "court")).stdout);
  expect(json).toMatchObject({
    by: "court",
    groups_left_out: 0,
    series: [{ text: "larceny", group: "ga-super", count: 1, total: 4, per_10000: 2500 }],
  });
  const csv = await trends('"gold letters"', "--decision-date-max", "1806", "--format", "csv");
  expect(csv.stdout).toBe(
    'text,group,year,count,total,per_10000\r\n"""gold letters""",,1805,1,2,5000\r\n"""gold letters""",,1806,0,1,0\r\n',
  );
});

test("trends plots each text on one scale", async () => {
  const { code, stdout } = await trends("larceny", "negligence", "--format", "plot");
  expect(code).toBe(0);
  expect(stdout).toBe(
    [
      "larceny: 1 of 4 decisions, per 10,000, a column a year",
      " 10,000 ┤",
      "        ┤",
      "        ┤",
      "        ┤█",
      "        ┤█",
      "      0 ┤█",
      "        └───",
      "         1805 1807",
      "",
      "negligence: 1 of 4 decisions, per 10,000, a column a year",
      " 10,000 ┤ █",
      "        ┤ █",
      "        ┤ █",
      "        ┤ █",
      "        ┤ █",
      "      0 ┤ █",
      "        └───",
      "         1805 1807",
      "",
    ].join("\n"),
  );
});

test("a column of a plot has as many years as the width requires, and the least is seen", async () => {
  const db = join(tempFolder(), "long.db");
  const decided = [1800, 1801, 1999].map((year, at) => bulkCase(at + 1, { decision_date: `${year}` }));
  makeCorpus(decided, db);
  const { stdout } = await runHere(["trends", "case", "--format", "plot", "--db", db]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toMatch(/, 3 years a column$/);
  expect(lines.at(-1)).toMatch(/^ {9}1800 +1999$/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
});

test("trends of what no decision has: exit 0, and it says so", async () => {
  const none = await trends("horse", "--by", "jurisdiction", "--format", "table");
  expect(none).toMatchObject({ code: 0, stdout: "No decision with a date matches\n" });
  const noWord = await trends("...", "--format", "csv");
  expect(noWord.stderr).toContain('the text "..." contains no searchable word');
});

test.each([
  [["a", "b", "c", "d", "e", "f"], "Enter 1 to 5 texts."],
  [[], "missing required argument 'text'"],
  [["a", "--jurisdiction", "atlantis"], 'Cannot use --jurisdiction "atlantis": Select a valid choice'],
  [["a", "--by", "volume"], 'Cannot use --by "volume": Select a valid choice'],
  [["a", "--facet", "court"], "unknown option '--facet'"],
  [["a", "b ".repeat(10_000)], "Ensure this value has at most 8192 characters (it has 20000)."],
])("trends %j is refused: exit 2", async (args, message) => {
  const { code, stdout, stderr } = await trends(...args);
  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test("trends --syntax connectors reads its texts so, and says how", async () => {
  const { code, stdout, stderr } = await trends(
    "gold /2 letters",
    "larc!",
    "--syntax",
    "connectors",
    "--format",
    "json",
  );
  expect(code).toBe(0);
  const { series } = JSON.parse(stdout);
  expect(series.map(({ text, count }: { text: string; count: number }) => [text, count > 0])).toEqual([
    ["gold /2 letters", true],
    ["larc!", true],
  ]);
  expect(stderr).toContain("the search was read as: gold /2 letters\n");
});
