import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCorpus } from "../../support/corpus.ts";
import { jsonLines } from "../../support/json-lines.ts";
import { bulkCase, textBody } from "../../support/records.ts";
import { runHere } from "../../support/run-here.ts";
import { keptFolder } from "../../support/temp-folder.ts";

const db = join(keptFolder(), "cites.db");
makeCorpus(
  [
    bulkCase(1, { casebody: textBody("Doe v. Roe, 1 Ill. 2, 4 (1850); 1 Ill. 2, 7; 410 U. S. 113.") }),
    bulkCase(2),
    bulkCase(3, { citations: [{ type: "official", cite: "9 Ill. 9" }] }),
    bulkCase(4, { citations: [{ type: "official", cite: "9 Ill. 9" }], name_abbreviation: "Evil\u001b[2J" }),
    bulkCase(5, { casebody: textBody("1 Ill. 2") }),
  ],
  db,
);
const cites = (...args: string[]) => runHere(["cites", ...args, "--db", db]);

test("cites prints a table of what a case cites", async () => {
  const { code, stdout, stderr } = await cites("1", "--format", "table");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`cite           pages  year  mentions  id  case
1 Ill. 2       4; 7   1850         2   2  Case 2
410 U. S. 113
Case 1 (1) cites 2, found in the text; 1 of them in the corpus
`);
});

test.each([["--format", "json"], ["--json"], []])(
  "cites prints the library's answer with %s",
  async (...flags) => {
    const { code, stdout } = await cites("1 Ill. 1", ...flags);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      cites: [
        { cite: "1 Ill. 2", pin_pages: ["4", "7"], case_ids: [2] },
        { cite: "410 U. S. 113", standard_cite: "410 U.S. 113", reporter: "U.S.", case: null },
      ],
    });
  },
);

test("cites prints CSV and JSON lines, a citation a line", async () => {
  const csv = await cites("1", "--format", "csv");
  expect(csv.stdout).toBe(
    [
      "cite,standard_cite,volume,reporter,page,pin_pages,year,times,weight,mentions,opinion_index,found_in,case_id,case_name,case_ids",
      "1 Ill. 2,1 Ill. 2,1,Ill.,2,4; 7,1850,2,,2,0,text,2,Case 2,2",
      "410 U. S. 113,410 U.S. 113,410,U.S.,113,,,1,,1,0,text,,,",
      "",
    ].join("\r\n"),
  );
  const lines = jsonLines((await cites("1", "--format", "jsonl")).stdout);
  expect(lines.map(({ cite }) => cite)).toEqual(["1 Ill. 2", "410 U. S. 113"]);
});

test("cites --cited-by prints the cases that cite it, as list does", async () => {
  const { stdout } = await cites("1 Ill. 2", "--cited-by");
  const listed = await runHere(["list", "cases", "--cites-to", "2", "--db", db]);
  expect(stdout).toBe(listed.stdout);
  expect(JSON.parse(stdout).results.map(({ id }: { id: number }) => id)).toEqual([1, 5]);
  expect((await cites("2", "--cited-by", "--format", "csv")).stdout.split("\r\n")).toHaveLength(4);
  expect((await cites("2", "--cited-by", "--format", "table")).stdout).toContain("2 of 2");
});

test("cites --cited-by of a citation that no case bears finds who cites it", async () => {
  const { stdout, code } = await cites("410 U.S. 113", "--cited-by");
  expect(JSON.parse(stdout).results.map(({ id }: { id: number }) => id)).toEqual([1]);
  expect(code).toBe(0);
});

test("cites of a case that is not held: exit 4; of a wrong format: exit 2", async () => {
  const none = await cites("7 Nobody 7");
  expect(none).toEqual({
    code: 4,
    stdout: "",
    stderr: 'caselaw: Cannot list what "7 Nobody 7" cites: no case has this id or citation\n',
  });
  expect((await cites("77777")).code).toBe(4);
  expect(await cites("7 Nobody 7", "--cited-by")).toEqual({
    code: 4,
    stdout: "",
    stderr:
      'caselaw: Cannot list what cites "7 Nobody 7": no case has this id or citation, and none cites it\n',
  });
  expect((await cites("1", "--format", "xml")).code).toBe(2);
});
