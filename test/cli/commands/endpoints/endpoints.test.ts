import { expect, test } from "vitest";
import { runHere } from "../../../support/run-here.ts";
import { smallCorpus } from "../../small-corpus.ts";

const corpus = smallCorpus();

function run(...args: readonly string[]) {
  return runHere([...args, ...corpus.flags]);
}

test("ngrams prints JSON where it is no terminal, and a table on request", async () => {
  const { code, stdout } = await run("ngrams", "wood");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ count: 1, results: { wood: { total: expect.any(Array) } } });
  const { stdout: table } = await run("ngrams", "wood", "--jurisdiction", "*", "--format", "table");
  expect(table).toMatch(/^year\s+jurisdiction\s+cases\s+all cases\n1805\s+total\s+\d/);
});

test("resolve prints the cases of each citation", async () => {
  const { code, stdout } = await run("resolve", "see", "1 Charlton 42");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ "1 Charlton 42": [{ source_id: 1 }] });
  const { stdout: table } = await run("resolve", "1 Charlton 42", "--format", "table");
  expect(table).toMatch(/^cite\s+id\s+name\s+date\n1 Charlton 42\s+1\s+Wood v\. Smith\s+1805-05-01\n$/);
});

test.each([
  [["ngrams", "a *"], 2, "words that follow others are not counted"],
  [["ngrams", "a", "--year", "x"], 2, 'Cannot use --year "x": Enter a year.'],
  [["resolve", "none"], 2, "No citations found"],
  [["resolve", "410 U.S. 113", "--format", "table"], 4, ""],
])("%j ends with %i", async (args, code, message) => {
  const ended = await run(...args);
  expect(ended.code).toBe(code);
  expect(ended.stderr).toContain(message);
});
