import { expect, test } from "vitest";
import { runHere } from "../../support/run-here.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

function similar(...args: readonly string[]) {
  return runHere(["similar", ...args, ...corpus.flags]);
}

test("similar prints JSON where it is no terminal, and a table on request", async () => {
  const { code, stdout } = await similar("1 Charlton 42");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    id: 1,
    url: "http://127.0.0.1:8000/v1/cases/1/",
    name_abbreviation: "Wood v. Smith",
    decision_date: "1805-05-01",
    words: expect.any(Array),
    similar: expect.any(Array),
  });
  expect((await similar("1", "--json", "--limit", "1")).stdout).toContain('"words":');
  expect((await similar("1", "--format", "table")).stdout).toMatch(/\d cases like Wood v\. Smith \(1\)/);
});

test.each([
  [["1", "--limit", "0"], 2, 'Cannot use --limit "0": Ensure this value is greater than or equal to 1.'],
  [["1", "--limit", "51"], 2, "less than or equal to 50"],
  [["1", "--limit", "x"], 2, "Enter a number."],
  [["99"], 4, 'Cannot find cases like "99": no case has this id or citation'],
])("similar %j ends with %i", async (args, code, message) => {
  const ended = await similar(...args);
  expect(ended.stderr).toContain(message);
  expect([ended.code, ended.stdout]).toEqual([code, ""]);
});
