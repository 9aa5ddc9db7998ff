import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runChild } from "../../support/children.ts";
import { jsonLines } from "../../support/json-lines.ts";
import { runHere } from "../../support/run-here.ts";
import { HOSTILE_ID, STEERING, smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();
const list = (...args: string[]) => runHere(["list", ...args, ...corpus.flags]);

test.each([
  ["list", "cases", "--search", "gold"],
  ["search", "gold"],
])("%s … --explain prints the plan instead of the answer", async (...command) => {
  const { code, stdout } = await runHere([...command, "--jurisdiction", "ga", "--explain", ...corpus.flags]);
  const { index, order, plan } = JSON.parse(stdout);
  expect([code, index, order]).toEqual([0, "words", { by: "relevance", descending: false }]);
  expect(plan.search.node).toEqual({ kind: "word", text: "gold" });
  expect(plan.words).toContain('"gold" AND ');
});

test("list takes filters with a suffix, and names the one that was meant", async () => {
  const { stdout } = await list(
    "cases",
    "--filter",
    "id__in=1__3",
    "--filter",
    "id__exclude=3",
    "--format",
    "json",
  );
  expect(JSON.parse(stdout).results.map(({ id }: { id: number }) => id)).toEqual([1]);
  const wrong = await list("cases", "--filter", "decison_date__gte=1988");
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toContain(
    'Cannot use --filter "decison_date__gte=1988": no such filter; did you mean decision_date__gte?',
  );
  const unknown = await list("cases", "--filter", "jurisdiction__exclude=no-such");
  expect(unknown.stderr).toContain(
    'Cannot use --filter jurisdiction__exclude "no-such": Select a valid choice.',
  );
  const noNumber = await list("cases", "--filter", "analysis.word_count=many");
  expect(noNumber.stderr).toContain('Cannot use --filter analysis.word_count "many": Enter a number.');
});

test("list --format jsonl passes --facet over: no record shows it", async () => {
  const { stdout } = await list("cases", "--facet", "court", "--format", "jsonl", "--page-size", "2");
  expect(stdout.trimEnd().split("\n")).toHaveLength(5);
});

test("list goes on with --cursor where the table ended", async () => {
  const first = await list("cases", "--format", "table", "--page-size", "3");
  const cursor = /\n3 of 5; next page: --cursor (\S+)\n$/.exec(first.stdout)?.[1] ?? "";
  const second = await list("cases", "--page-size", "3", "--cursor", cursor);
  expect(JSON.parse(second.stdout).results.map(({ id }: { id: number }) => id)).toEqual([HOSTILE_ID, 4]);
});

test("list --format jsonl streams every match across pages, bodies when asked for", async () => {
  const { stdout } = await list("cases", "--format", "jsonl", "--page-size", "2", "--full-case");
  const records = jsonLines(stdout);
  expect(records.map(({ id }) => id)).toEqual([1, 2, 3, HOSTILE_ID, 4]);
  expect(records[0].casebody.data.opinions[0].text).toContain("gold letters");
  expect(records[3].name).toBe(`Evil${STEERING} v. Screen`);
});

test("list --format csv has one header, CRLF ends and quoted fields (RFC 4180)", async () => {
  const { stdout } = await list(
    "cases",
    "--format",
    "csv",
    "--page-size",
    "2",
    "--decision-date-max",
    "1806",
  );
  expect(stdout.split("\r\n")).toEqual([
    "id,name,name_abbreviation,decision_date,docket_number,first_page,last_page,citations,volume_number,reporter,court,jurisdiction,url",
    "1,Wood v. Smith,Wood v. Smith,1805-05-01,No. 1,42,45,1 Charlton 42,1,Charlton's Reports,Superior Court of Georgia,Ga.,http://127.0.0.1:8000/v1/cases/1/",
    "2,State v. Asselin,State v. Asselin,1805-06,No. 2,42,45,1 Charlton 184,1,Charlton's Reports,Superior Court of Georgia,Ga.,http://127.0.0.1:8000/v1/cases/2/",
    "3,Doe v. Roe,Doe v. Roe,1806,No. 3,42,45,2 Charlton 7,1,Charlton's Reports,Superior Court of Georgia,Ga.,http://127.0.0.1:8000/v1/cases/3/",
    "",
  ]);
});

test("list tells all wrong parameters, a line each: exit 2", async () => {
  const { code, stdout, stderr } = await list("cases", "--name", "ab", "--court-id", "x", "--cursor", "y");
  expect(stderr).toBe(
    'caselaw: Cannot use --name "ab": Minimum query length is 3 characters.\n' +
      'caselaw: Cannot use --court-id "x": Enter a number.\n',
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  const cursor = await list("cases", "--cursor", "y");
  const stderrOfCursor =
    'caselaw: Cannot use --cursor "y": it is not a cursor of this program, or belongs to another query\n';
  expect(cursor).toEqual({ code: 2, stdout: "", stderr: stderrOfCursor });
});

test("list tells an order by relevance without a search, beside other wrong flags", async () => {
  const { code, stderr } = await list("cases", "--ordering", "-relevance", "--decision-date-min", "18x");
  expect(stderr.split("\n")).toEqual([
    'caselaw: Cannot use --ordering "-relevance": it needs --search',
    'caselaw: Cannot use --decision-date-min "18x": Invalid date format. Expected YYYY-MM-DD, YYYY-MM or YYYY.',
    "",
  ]);
  expect(code).toBe(2);
});

test.each([
  ["--court", "ga-supr", 'Did you mean --court "ga-super"? caselaw list courts lists them all'],
  [
    "--jurisdiction",
    "georgia.",
    'Did you mean --jurisdiction "ga"? caselaw list jurisdictions lists them all',
  ],
  ["--jurisdiction", "atlantis", "caselaw list jurisdictions lists them all"],
])("list hints at what %s %s may mean", async (flag, value, hint) => {
  const { code, stderr } = await list("cases", flag, value);
  expect(stderr).toBe(
    `caselaw: Cannot use ${flag} "${value}": Select a valid choice. ${value} is not one of the available choices.\n  ${hint}\n`,
  );
  expect(code).toBe(2);
});

test("list shortens what it was given, and prints no control character of it", async () => {
  const { stderr } = await list("cases", "--jurisdiction", `x\u001b${"y".repeat(100_000)}`);
  expect(stderr.length).toBeLessThan(400);
  expect(stderr).not.toMatch(/[^\P{Cc}\n]/u);
});

test("list tells a search that is as none", async () => {
  const { code, stderr } = await list("cases", "--search", "§");
  expect(stderr).toBe('caselaw: the text "§" contains no searchable word and was ignored\n');
  expect(code).toBe(0);
  expect((await list("cases", "--search", "§", "--quiet")).stderr).toBe("");
});

test("list --format table prints no control character", async () => {
  const { stdout } = await list("cases", "--format", "table");
  expect(stdout).toContain("Evil␛[2J");
  expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_C}/u);
});

test("D3: list ends quietly when its reader goes away, and leaves no write-ahead log", async () => {
  const main = join(import.meta.dirname, "../../../src/cli/main.ts");
  const program = `"${process.execPath}" "${main}" list cases --format jsonl --page-size 1 --db "${corpus.db}"`;
  const { stdout, stderr } = await runChild("bash", [
    "-c",
    `${program} | head -c 10 > /dev/null; echo \${PIPESTATUS[0]}`,
  ]);
  expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
  expect(readdirSync(corpus.folder).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
});

test.skipIf(!existsSync("/dev/full"))(
  "D3: list tells that its output cannot be written: exit 1",
  async () => {
    const main = join(import.meta.dirname, "../../../src/cli/main.ts");
    const program = `"${process.execPath}" "${main}" list courts --db "${corpus.db}"`;
    const { stdout, stderr } = await runChild("bash", ["-c", `${program} > /dev/full; echo $?`]);
    expect(stdout).toBe("1\n");
    expect(stderr).toMatch(/^caselaw: Cannot write the output: ENOSPC.*\n$/);
  },
);
