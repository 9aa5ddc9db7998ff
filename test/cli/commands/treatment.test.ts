import { expect, test } from "vitest";
import { runHere } from "../../support/run-here.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

function treatment(...args: readonly string[]) {
  return runHere(["treatment", ...args, ...corpus.flags]);
}

test("treatment prints JSON where it is no terminal, and a table on request", async () => {
  const { code, stdout } = await treatment("1 Charlton 42");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    id: 1,
    overruled: [],
    treatments: [],
    last_decision: expect.any(String),
  });
  expect((await treatment("1", "--format", "table")).stdout).toMatch(
    /0 of 0 sentences about Wood v\. Smith \(1\), from \d of \d citing cases\n.*complete to 2020-04-20\. Last imported decision: 1.*no citator\./s,
  );
});

test.each([
  [["1", "--limit", "0"], 2, 'Cannot use --limit "0": Ensure this value is greater than or equal to 1.'],
  [["99"], 4, 'Cannot find the treatment of "99": no case has this id or citation'],
])("treatment %j ends with %i", async (args, code, message) => {
  const ended = await treatment(...args);
  expect(ended.stderr).toContain(message);
  expect([ended.code, ended.stdout]).toEqual([code, ""]);
});
