import { expect, test } from "vitest";
import { printPageNotes } from "../../../src/cli/asking/print-list.ts";
import { contextFinder } from "../../../src/cli/commands/search.ts";
import { readSettings } from "../../../src/cli/settings/settings.ts";
import { openV1 } from "../../../src/index.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { bulkCases } from "../../support/records.ts";
import { runHere } from "../../support/run-here.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();
const search = (...args: string[]) => runHere(["search", ...corpus.flags, ...args]);

test("search prints the count, then each case with its citation, court, date, id and the line that answers", async () => {
  const { code, stdout, stderr } = await search('"gold letters"');
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`1 case matches "gold letters"

1. Wood v. Smith, 1 Charlton 42
   Superior Court of Georgia, 1805-05-01
   The sign was painted in gold letters upon a black board.
   id 1 http://127.0.0.1:8000/cases/1/
`);
});

test("search takes several words and filters, and tells how to go on", async () => {
  const { stdout } = await search("Charlton", "J.", "--page-size", "2", "--jurisdiction", "Ga.");
  expect(stdout).toMatch(/^5 cases match Charlton J\.\n/);
  expect(stdout).toMatch(/\n2 of 5; next page: --cursor \S+\n$/);
});

test("search prints the counts of facets under the results", async () => {
  const { stdout } = await search(
    "Charlton",
    "--facet",
    "court",
    "--facet",
    "decision_date",
    "--page-size",
    "1",
  );
  expect(stdout).toMatch(/\n\nBy court:\n {2}5 {2}ga-super\n\nBy decision_date:\n {2}2 {2}1805\n/);
  expect(stdout).toMatch(/ {2}1 {2}1807\n\n1 of 5; next page: .*\n$/);
  expect((await search("zeppelin", "--facet", "court")).stdout).toBe(
    "0 cases match zeppelin\n\nBy court:\n  none\n",
  );
});

test("search without a match says so and exits 0", async () => {
  expect(await search("zeppelin")).toEqual({ code: 0, stdout: "0 cases match zeppelin\n", stderr: "" });
});

test("search takes a text that begins with a hyphen, and behind -- one that begins like an option", async () => {
  expect((await search("-gold")).stdout).toMatch(/^4 cases match -gold\n/);
  expect((await search("--", "--gold")).stdout).toMatch(/^\d cases? match/);
});

test("search refuses an unknown option: exit 2", async () => {
  const { code, stderr } = await search("gold", "--colour");
  expect({ code, stderr }).toEqual({ code: 2, stderr: "caselaw: unknown option '--colour'\n" });
});

test("search prints no control character", async () => {
  const { stdout } = await search("rings");
  expect(stdout).toContain("Bell␛[2J");
  expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_C}/u);
});

test("search numbers its results on, page by page", async () => {
  const flags = ["Charlton", "--page-size", "2"];
  const next = (printed: string): string => / --cursor (\S+)\n$/.exec(printed)?.[1] ?? "";
  const first = await search(...flags);
  const second = await search(...flags, "--cursor", next(first.stdout));
  expect(second.stdout).toMatch(/\n3\. [\s\S]*\n4\. [\s\S]*\n4 of 5; next page: .*\n$/);
  const third = await search(...flags, "--cursor", next(second.stdout));
  expect(third.stdout).toMatch(/\n5\. [\s\S]*\n5 of 5\n$/);
});

test("search does not number results whose place is not known", async () => {
  const flags = ["Charlton", "--page-size", "2", "--ordering", "decision_date"];
  const first = await search(...flags);
  const cursor = / --cursor (\S+)\n$/.exec(first.stdout)?.[1] ?? "";
  const { stdout } = await search(...flags, "--cursor", cursor);
  expect(stdout).toMatch(/^5 cases match Charlton\n\n- Doe v\. Roe/);
  expect(stdout).toMatch(/\n2 on this page, 5 in all; next page: .*\n$/);
});

test("search reports that a text contains no searchable word, and that operators of other languages are ordinary words", async () => {
  const nothing = await search("*");
  expect(nothing.stdout).toMatch(/^5 cases, not searched: the text contains no searchable word\n/);
  expect(nothing.stderr).toBe('caselaw: the text "*" contains no searchable word and was ignored\n');
  const operator = await search("zeppelin", "OR", "airship");
  expect(operator.stdout).toBe("0 cases match zeppelin OR airship\n");
  expect(operator.stderr).toBe(
    "caselaw: OR was read as a word. As terms and connectors (search_syntax=connectors, --syntax connectors) it is: zeppelin OR airship\n",
  );
  const unclear = await search("was", "AND", "gold", "w/5");
  expect(unclear.stderr).toMatch(
    /^caselaw: AND, w\/5 were read as words\. As .* the text cannot be read: w\/5 needs a word or group after it: character 14\n$/,
  );
  expect((await search("was", "and", "gold")).stderr).toBe("");
});

test("search --syntax connectors says how it read the text, or what is wrong with it", async () => {
  const found = await search("--syntax", "connectors", "zeppelin OR gol! /1 min!");
  expect(found.stderr).toBe("caselaw: the search was read as: (zeppelin OR gol!) /1 min!\n");
  const wrong = await search("--syntax", "connectors", "gold w/ mine");
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('"gold w/ mine": w/ needs a number from 1, s or p: character 6.'),
  ]);
});

test("search for a citation that is not here says why, which cases cite it and how it is got, and lists no case", async () => {
  const notes = async (...args: string[]): Promise<string> => (await search(...args)).stderr;
  const roe = await search("roe v. wade, 410 us 113 (1973)", "--ordering", "relevance");
  expect(roe).toEqual({
    code: 0,
    stdout: "0 cases match roe v. wade, 410 us 113 (1973)\n",
    stderr:
      "caselaw: No case here has the citation 410 U.S. 113: volume not imported. No case here cites it. " +
      "To get the volume: caselaw sync --volume us/410\n",
  });
  expect(JSON.parse((await search("410 U.S. 113", "--format", "json")).stdout)).toEqual({
    ...{ count: 0, next: null, previous: null, results: [] },
  });
  expect(await notes("1 Charlton 999")).toContain("no such case in a volume that is imported");
  expect(await notes("384US436")).toContain("384 U.S. 436: volume not imported");
  expect(await notes("12 Pick. 5")).toContain("caselaw sync --volume mass/29");
  // of a database; then a statute, and words
  expect(await notes("2019 WL 12345")).not.toContain("sync");
  expect(await notes("18 U.S.C. 1983")).toBe("");
  expect(await notes("2 or 3")).toBe("");
});

test("search tells which case a citation names, and how it is shown", async () => {
  const { stderr } = await search("State v. Asselin, 1 Charlton 184 (1805)");
  expect(stderr).toBe(
    "caselaw: 1 Charlton 184 is the citation of State v. Asselin: caselaw show '1 Charlton 184'\n",
  );
  expect((await search("2 Charlton 7")).stderr).toContain("the citation of 2 cases: ");
});

test("P2: search refuses a text of more than 8,192 characters, for which SQLite takes half a minute", async () => {
  const { code, stdout, stderr } = await search("a*".repeat(60_000));
  expect(stderr).toBe(
    `caselaw: Cannot use --search "${"a*".repeat(29)}a…": ` +
      "Ensure this value has at most 8192 characters (it has 120000).\n",
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test.each(["AND", "' OR 1=1 --", "*", "-", ""])(
  "search takes %j as a text and says what became of it",
  async (text) => {
    const { code, stderr } = await search(text);
    expect(stderr).toMatch(/^caselaw: .*\n$/);
    expect(code).toBe(0);
  },
);

test("the line has no line end and no control character, and at most its width", () => {
  expect(contextFinder("gold", 60)(["a\u001b[2J\ngold\r\nmine"])).toBe("a␛[2J gold mine");
  for (const width of [1, 5, 20, 60]) {
    const line = contextFinder("gold", width)([`${"x".repeat(90)} gold ${"y".repeat(90)}`]) ?? "";
    expect([...line].length).toBeLessThanOrEqual(width);
  }
});

/** What is told on stderr of a page of five matches of which so many are scored. */
async function toldOf(
  rankedMatches: number,
  flags: Readonly<Record<string, string | boolean>>,
): Promise<string> {
  using corpus = openV1(makeCorpus(bulkCases(1, 5)), { rankedMatches });
  let told = "";
  const write = async (text: string): Promise<void> => {
    told += text;
  };
  const stderr = { isTerminal: false, columns: 80, write };
  const page = corpus.page("cases", { search: "all" });
  await printPageNotes(corpus, page, [["search", "all"]], { stderr, settings: readSettings(flags, {}) });
  return told;
}

test("printPageNotes says in one line that not all matches were ranked", async () => {
  expect(await toldOf(4, {})).toMatch(/^caselaw: too many matches to score all: [^\n]+\n$/);
  expect(JSON.parse(await toldOf(4, { logFormat: "json" }))).toMatchObject({ ranking: "bounded" });
});
