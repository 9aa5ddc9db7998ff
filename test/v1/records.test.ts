/** The records of cases while the corpus changes, and for readers with different base URLs. */
import { expect, expectTypeOf, test } from "vitest";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import type { V1Casebody } from "../../src/v1/records.ts";
import { openV1, V1 } from "../../src/v1/v1.ts";
import { line, xmlBody } from "../corpus/records.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";

const COURT = { id: 500, slug: "mass", name: "Supreme Judicial Court", name_abbreviation: "Mass." };
const JURISDICTION = { id: 5, slug: "mass", name: "Mass.", name_long: "Massachusetts", whitelisted: true };
const CASEBODY =
  '<casebody firstpage="1"><opinion type="majority"><p id="b1">Affirmed.</p></opinion></casebody>';

function partsOf(v1: V1) {
  return v1
    .list("cases", { ordering: "id" })
    .results.map(({ name, court, jurisdiction, reporter }) => ({ name, court, jurisdiction, reporter }));
}

test("an open corpus shows the new names and addresses of a court, a jurisdiction and a reporter after another connection's import", () => {
  const path = makeCorpus([line(1), line(2)]);
  using open = openV1(path);
  expect(partsOf(open)).toMatchObject([
    { court: { url: "http://127.0.0.1:8000/v1/courts/mass/" } },
    { court: { url: "http://127.0.0.1:8000/v1/courts/mass/" } },
  ]);
  using writer = openTestWriter(path);
  const changed = line(1, {
    name: "Renamed",
    court: { ...COURT, slug: "mass-sjc", name: "Supreme Judicial Court of Massachusetts" },
    jurisdiction: { ...JURISDICTION, slug: "massachusetts", name_long: "Commonwealth of Massachusetts" },
    reporter: { id: 70, full_name: "Massachusetts Reports, New" },
  });
  importRecords(writer, { records: [changed, line(3, { court: changed.court })], release: "2021-01-01" });
  using again = openV1(path);
  const parts = partsOf(open);
  expect(parts).toEqual(partsOf(again));
  expect(parts[0]).toMatchObject({
    name: "Renamed",
    court: {
      url: "http://127.0.0.1:8000/v1/courts/mass-sjc/",
      name: "Supreme Judicial Court of Massachusetts",
    },
    jurisdiction: { url: "http://127.0.0.1:8000/v1/jurisdictions/massachusetts/" },
  });
});

test("two readers of one open corpus get addresses below their own base URLs, in turn", () => {
  using corpus = openCorpus(makeCorpus([line(1)]));
  for (const base of ["https://a.example", "https://b.example/law", "https://a.example"]) {
    expect(partsOf(new V1(corpus, base))).toMatchObject([
      { court: { url: `${base}/v1/courts/mass/` }, jurisdiction: { url: `${base}/v1/jurisdictions/mass/` } },
    ]);
  }
});

test("a body has the type of the format that the question names, of text if it names none", async () => {
  using v1 = openV1(makeCorpus([line(1, { casebody: xmlBody(CASEBODY) })]));
  const question = { full_case: true } as const;
  const [text] = v1.list("cases", question).results;
  expect(text?.casebody?.data?.opinions.map((opinion) => opinion.text)).toEqual(["Affirmed."]);
  for await (const { casebody } of v1.each("cases", { ...question, body_format: "html" }))
    expect(casebody?.data?.startsWith("<section")).toBe(true);
  expect(v1.record("cases", "1", { ...question, body_format: "xml" })?.casebody?.data?.trim()).toBe(CASEBODY);
  expect(v1.case(1, "text")?.casebody?.data?.head_matter).toBe("");
  const [unknown] = v1.list("cases", new URLSearchParams({ full_case: "true", body_format: "xml" })).results;
  expectTypeOf(unknown?.casebody).toEqualTypeOf<V1Casebody | undefined>();
});
