import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonLines } from "../../support/json-lines.ts";
import { runHere } from "../../support/run-here.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

function changes(...args: readonly string[]) {
  return runHere(["changes", ...args, ...corpus.flags]);
}

test("changes prints a table with what to go on from", async () => {
  const { code, stdout } = await changes("--format", "table", "--limit", "2");
  expect(code).toBe(0);
  const at = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d";
  expect(stdout).toMatch(
    new RegExp(
      `^number  kind   case  at {19}run\n {5}1  added     1  ${at}    1\n {5}2  added     2  ${at}    1\n2 changes since 0; more: --since 2\n$`,
    ),
  );
  expect((await changes("--since", "5", "--format", "table")).stdout).toBe(
    "No change since 5; the newest is 5\n",
  );
});

test("changes prints JSON where it is no terminal; jsonl and csv print every change", async () => {
  const json = JSON.parse((await changes("--since", "3")).stdout);
  expect(json).toMatchObject({ since: 3, until: 5, more: false });
  expect(json.results).toMatchObject([
    { number: 4, kind: "added", case_id: 4, run_id: 1 },
    { number: 5, kind: "added", case_id: 5, run_id: 1 },
  ]);
  const lines = jsonLines((await changes("--since", "3", "--format", "jsonl")).stdout);
  expect(lines).toEqual(json.results);
  const csv = (await changes("--format", "csv", "--net")).stdout.split("\r\n");
  expect(csv[0]).toBe("number,kind,case_id,at,run_id");
  expect(csv[1]).toMatch(/^1,added,1,\d{4}-.*Z,1$/);
  expect(csv).toHaveLength(7);
  expect((await changes("--format", "csv", "--net", "--limit", "2")).stdout.split("\r\n")).toHaveLength(4);
});

test("export --since takes what changes takes, and refuses what it refuses", async () => {
  const target = join(tempFolder(), "out");
  const exportSince = (since: string, format = "jsonl") =>
    runHere(["export", "--format", format, "--to", target, "--since", since, "--json", ...corpus.flags]);
  const future = await exportSince("6");
  expect(future.stderr).toBe('caselaw: Cannot use --since "6": The newest change of this corpus is 5.\n');
  expect((await exportSince("3", "files")).stderr).toContain("it is for jsonl, csv, parquet, sqlite");
  expect(existsSync(target)).toBe(false);
  const { code, stdout } = await exportSince("3");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ since: 3, until: 5, cases: 2 });
  expect(future.code).toBe(2);
});
