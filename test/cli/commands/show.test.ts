import { expect, test } from "vitest";
import { runHere } from "../../support/run-here.ts";
import { HOSTILE_ID, smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();
const show = (...args: string[]) => runHere(["show", ...args, ...corpus.flags]);

test("show prints a case for reading", async () => {
  const { code, stdout, stderr } = await show("1");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`Wood v. Smith

Citations    1 Charlton 42
Court        Superior Court of Georgia
Jurisdiction Georgia
Decided      1805-05-01
Docket       No. 1
Reporter     Charlton's Reports, volume 1
Pages        42–45
Parties      Wood v. Smith
Attorneys    Mr. Berrien
Id           1 http://127.0.0.1:8000/cases/1/

Wood v. Smith

Head matter.

Majority: Charlton, J.
----------------------

The sign was painted in gold letters upon a black board.
`);
});

test.each([
  "1 Charlton 184",
  "1 CHARLTON, 184",
  "1Charlton 184",
  "1 Charlton 184, 186",
  "1 Charlton 184 at 186–87",
  "1 Charlton 184 (1805)",
  "State v. Asselin, 1 Charlton 184, 186 (Ga. 1805)",
  "(1 Charlton 184)",
  "1 Charlton 184.",
])("show finds %j, with or without the page of a quotation", async (cite) => {
  const { code, stdout } = await show(cite);
  expect(stdout).toMatch(/^State v\. Asselin\n/);
  expect(code).toBe(0);
});

test("show does not take the page of a quotation for digits of a page", async () => {
  expect((await show("1 Charlton 18, 4")).stdout).toBe("");
});

test("show lists the cases of a citation that several have", async () => {
  const { code, stdout, stderr } = await show("2 Charlton 7");
  expect(stdout).toBe("3 Doe v. Roe 2 Charlton 7\n4 In re Doe 2 Charlton 7\n");
  expect(stderr).toBe('caselaw: 2 cases have the citation "2 Charlton 7"; show one by its id\n');
  expect(code).toBe(0);
});

test("show chooses one of several cases by the name that is written, if that is a name of one", async () => {
  expect((await show("Doe v. Roe, 2 Charlton 7")).stdout).toMatch(/^Doe v\. Roe/);
  expect((await show("Nobody v. Roe, 2 Charlton 7")).stdout).toBe(
    "3 Doe v. Roe 2 Charlton 7\n4 In re Doe 2 Charlton 7\n",
  );
});

test.each(["99", "9 Nobody 9", "— —", "99999999999999999999"])(
  "show %j finds nothing: exit 4",
  async (asked) => {
    const { code, stdout, stderr } = await show(asked);
    expect(stderr).toBe(`caselaw: Cannot show "${asked}": no case has this id or citation\n`);
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  },
);

test("show names the case within which a page is", async () => {
  const { code, stderr } = await show("1 Charlton 44");
  expect(stderr).toMatch(
    /^caselaw: Cannot show "1 Charlton 44": no case begins there; page 44 is in 1 Charlton 42 \(id 1\)/,
  );
  expect(code).toBe(4);
});

test("show of a short form shows the case that has the page", async () => {
  const { code, stdout } = await show("1 Charlton at 44");
  expect(stdout).toContain("1 Charlton 42");
  expect(code).toBe(0);
});

test("show --body-format text prints head matter and opinions as they are", async () => {
  const { stdout } = await show("3", "--body-format", "text");
  expect(stdout).toBe("Doe v. Roe\nHead matter.\nNégligence of the carrier;\nthe goods were lost.\n");
});

test("show --body-format xml of a text archive says that there is none: exit 4", async () => {
  const { code, stderr } = await show("1", "--body-format", "xml");
  expect(stderr).toBe("caselaw: Cannot show case 1 as xml: the source has no such format\n");
  expect(code).toBe(4);
});

test("show prints no control character in any form", async () => {
  for (const more of [[], ["--body-format", "text"]]) {
    const { stdout } = await show(String(HOSTILE_ID), ...more);
    expect(stdout).toContain("Bell␛[2J");
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_C}/u);
  }
});

test("show --format prints an entry for a bibliography, of a hostile case too", async () => {
  const { code, stdout } = await show("1", "--format", "bibtex");
  expect(code).toBe(0);
  expect(stdout).toContain("@misc{case1,\n  title = {{Wood v. Smith}},\n  howpublished = {1 Charlton 42},\n");
  expect((await show("1", "--format", "ris")).stdout).toMatch(/^TY {2}- CASE\r\n/);
  expect(JSON.parse((await show(String(HOSTILE_ID), "--format", "csl")).stdout)).toHaveLength(1);
  expect((await show("1", "--format", "csl", "--body-format", "xml")).code).toBe(2);
});
