import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { docxOf } from "../../support/draft-files.ts";
import { runHere } from "../../support/run-here.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { runCli } from "../run-cli.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

function draftOf(text: string): string {
  const path = join(tempFolder(), "draft.txt");
  writeFileSync(path, text);
  return path;
}

test("check exits with 0 if nothing is wrong or to be looked at, else with 3 and says what", async () => {
  const good = await runHere(["check", draftOf("2 Charlton 7"), "--format", "table", ...corpus.flags]);
  expect(good.stdout).toContain("ambiguous");
  const draft = draftOf("See 1 Charlton 42.\n\nNobody v. Someone, 1 Charlton 9999 (1805).");
  const { code, stdout, stderr } = await runHere(["check", draft, "--format", "table", ...corpus.flags]);
  expect({ code, stderr }).toEqual({ code: 3, stderr: "" });
  expect(stdout).toMatch(/3 +1 Charlton 9999 +no such case in a volume that is imported/);
  expect(stdout).toContain(
    "2 citations and 0 quotations: 1 confirmed, 0 to be looked at, 1 wrong, 0 cannot be judged\n",
  );
  const only = await runHere(["check", draftOf("See 1 Charlton 42."), "--json", ...corpus.flags]);
  expect(only.code).toBe(0);
  expect(JSON.parse(only.stdout)).toMatchObject({
    open: 0,
    citations: [{ cite: "1 Charlton 42", verdict: "found" }],
  });
});

test.each([
  ["1 Charlton 9999", { wrong: 3, unsure: 3, unknown: 3 }],
  ["2 Charlton 7", { wrong: 0, unsure: 3, unknown: 3 }],
  ["410 U.S. 113", { wrong: 0, unsure: 0, unknown: 3 }],
  ["1 Charlton 42", { wrong: 0, unsure: 0, unknown: 0 }],
])("--fail-on says from which judgement on %j is exit code 3", async (cite, codes) => {
  const draft = draftOf(`See ${cite}.`);
  for (const [judgement, code] of Object.entries(codes))
    expect(await runHere(["check", draft, "--fail-on", judgement, ...corpus.flags])).toMatchObject({ code });
  const sarif = await runHere(["check", draft, "--format", "sarif", ...corpus.flags]);
  expect(sarif.code).toBe(codes.unsure);
  const [run] = JSON.parse(sarif.stdout).runs;
  const levels = run.results.map(({ level }: { level: string }) => level);
  expect(levels).toEqual(
    codes.wrong ? ["error"] : codes.unsure ? ["warning"] : codes.unknown ? ["note"] : [],
  );
});

test.each([
  ["This letter names no authority.", "No citation and no quotation found: nothing was checked\n"],
  ["He said “that the mill dam is not liable”.", "No citation found: 1 quotation compared with no case\n"],
])("check of %j says that there is no citation, not that all is confirmed", async (text, summary) => {
  const found = await runHere(["check", draftOf(text), "--format", "table", ...corpus.flags]);
  expect(found).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(summary) });
  const page = await runHere(["check", draftOf(text), "--format", "html", ...corpus.flags]);
  expect(page.stdout).toContain(`${summary.trim()}.</p>`);
});

test("check reads standard input, and names a draft that it cannot read", async () => {
  const piped = await runCli(["check", "-", ...corpus.flags], { input: "1 Charlton 42" });
  expect(JSON.parse(piped.stdout).citations).toHaveLength(1);
  const missing = await runHere(["check", "no-such.txt", ...corpus.flags]);
  expect(missing).toMatchObject({ code: 2, stdout: "" });
  expect(missing.stderr).toContain('Cannot read draft "no-such.txt": no such file');
});

test("check of several drafts reads all that can be read, and says of each what it found", async () => {
  const [good, wrong] = [draftOf("See 1 Charlton 42."), draftOf("See 1 Charlton 9999.")];
  const table = await runHere(["check", good, wrong, "--format", "table", ...corpus.flags]);
  expect(table).toMatchObject({ code: 3, stderr: "" });
  expect(table.stdout).toMatch(new RegExp(`^${good}:\n[^]+1 confirmed[^]+\n\n${wrong}:\n[^]+1 wrong`));
  const json = await runHere(["check", wrong, "no-such.txt", good, ...corpus.flags, "--json"]);
  const error = 'Cannot read draft "no-such.txt": no such file';
  expect(json).toMatchObject({ code: 2, stderr: `caselaw: ${error}\n` });
  expect(JSON.parse(json.stdout)).toMatchObject({
    drafts: [
      { file: wrong, citations: [{ judgement: "wrong" }], counts: { wrong: 1 } },
      { file: "no-such.txt", error },
      { file: good, open: 0 },
    ],
  });
  const sarif = await runHere(["check", good, wrong, "--format", "sarif", ...corpus.flags]);
  const [{ physicalLocation: place }] = JSON.parse(sarif.stdout).runs[0].results[0].locations;
  expect(place.artifactLocation.uri).toBe(wrong);
});

test.each([
  [["--format", "html"], "--format html takes one draft"],
  [["--format", "docx", "--output", "x"], "--format docx takes one draft"],
])("check %j refuses several drafts", async (options, why) => {
  const { code, stderr } = await runHere(["check", "a.txt", "b.txt", ...options, ...corpus.flags]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: `caselaw: Cannot check: ${why}\n` });
});

test("check --format docx writes a copy with comments, never over a file", async () => {
  const [draft, text, output] = ["draft.docx", "draft.txt", "checked.docx"].map((name) =>
    join(tempFolder(), name),
  );
  writeFileSync(draft ?? "", await docxOf("See 1 Charlton 42.", "And 1 Charlton 9999."));
  writeFileSync(text ?? "", "See 1 Charlton 9999.");
  const before = readFileSync(draft ?? "");
  const asked = (file = "", to = "") => ["check", file, "--format", "docx", "--output", to, ...corpus.flags];
  const done = await runHere(asked(draft, output));
  expect(done).toMatchObject({ code: 3, stderr: "", stdout: expect.stringContaining("1 confirmed") });
  expect(readFileSync(draft ?? "")).toEqual(before);
  const again = await runHere(["check", output ?? "", "--json", ...corpus.flags]);
  expect(JSON.parse(again.stdout).citations).toHaveLength(2);
  for (const [refused, why] of [
    [asked(draft, output), "it exists; choose another name"],
    [asked(draft, draft), "it is read by this run"],
    [asked(draft, corpus.db), "it is the corpus"],
    [asked(text, `${output}.2`), `Cannot write comments into "${text}": only a DOCX takes comments`],
    [["check", draft ?? "", "--format", "docx"], "--format docx needs --output FILE"],
    [
      ["check", draft ?? "", "--format", "html", "--output", "a.html"],
      "other formats are printed: use > FILE",
    ],
  ] as const) {
    const { code, stderr } = await runHere([...refused]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why) });
  }
  expect(existsSync(`${output}.2`)).toBe(false);
});

test("check --authorities prints the table of authorities", async () => {
  const [draft, other] = [
    draftOf("Wood v. Smith, 1 Charlton 42 (1805).\n\nId. 5 U.S.C. § 552. Roe v. Doe, 7 Wis. 8."),
    draftOf("None."),
  ];
  const asked = (...more: string[]) => runHere(["check", "--authorities", ...more, ...corpus.flags]);
  const table = await asked(draft, "--format", "table");
  expect(table).toMatchObject({ code: 0, stderr: "" });
  expect(table.stdout.split("\n").map((line) => line.trim())).toEqual([
    "Cases",
    expect.stringMatching(/^authority +lines {2}note$/),
    expect.stringMatching(/^Roe v. Doe, 7 Wis. 8 +3 {6}as written, not confirmed$/),
    expect.stringMatching(/^Wood v. Smith, 1 Charlton 42 \(.*1805\) {2}1, 3$/),
    ...["", "Statutes and rules", "authority       lines", "5 U.S.C. § 552  3", ""],
  ]);
  const json = await asked(draft, other, "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({
    drafts: [
      { file: draft, authorities: [{ authority: "Roe v. Doe, 7 Wis. 8" }, { id: 1 }, { kind: "statute" }] },
      { file: other, authorities: [] },
    ],
  });
  const csv = await asked(draft, "--format", "csv");
  expect(csv.stdout).toContain(`"Roe v. Doe, 7 Wis. 8",,false,,3,false`);
  expect(await asked(draft, "--format", "html")).toMatchObject({
    code: 2,
    stderr: "caselaw: Cannot check: --authorities prints a table, JSON or CSV, and only it prints CSV\n",
  });
});
