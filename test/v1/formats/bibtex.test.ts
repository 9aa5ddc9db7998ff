import { expect, test } from "vitest";
import { bibtexEntries } from "../../../src/v1/formats/bibtex.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { oneCase } from "../../http/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

function entriesOf(...records: unknown[]): string[] {
  using v1 = openV1(makeCorpus(records));
  return [...bibtexEntries(v1.list("cases", { ordering: "id" }).results)];
}

test("a case is an entry with its name, official citation, court, date and address", () => {
  expect(entriesOf(oneCase(7, { name_abbreviation: "Gray v. Mill", decision_date: "1816-03-01" }))).toEqual([
    `@misc{case7,
  title = {{Gray v. Mill}},
  howpublished = {7 Mass. 1},
  organization = {Supreme Judicial Court},
  year = {1816},
  month = mar,
  url = {http://127.0.0.1:8000/cases/7/},
}

`,
  ]);
});

test("what TeX would read as a command is escaped; what is unknown is left out", () => {
  const [entry = ""] = entriesOf(
    oneCase(1, { name_abbreviation: "A & B\n{50%} \\x $1_#~^", court: null, decision_date: "" }),
  );
  expect(entry).toContain(
    "title = {{A \\& B \\textbraceleft{}50\\%\\textbraceright{} \\textbackslash{}x \\$1\\_\\#\\textasciitilde{}\\textasciicircum{}}},",
  );
  expect(entry).not.toMatch(/organization|date|year/);
});
