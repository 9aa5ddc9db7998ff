import { expect, test } from "vitest";
import { readMets } from "../../src/casebody/read-mets.ts";
import { METS_BODY, metsDocument } from "../support/mets.ts";

test("readMets returns the metadata, and the body unchanged", () => {
  expect(readMets(metsDocument({ text: "stood" }))).toEqual({
    caseId: "32044057891608_0001",
    name: "Jonathan Taylor, Appellant, v. Michael Sprinkle & Co.",
    nameAbbreviation: "Taylor v. Sprinkle",
    court: { name: "Illinois Supreme Court", abbreviation: "Ill.", jurisdiction: "Illinois" },
    docketNumber: "No. 1",
    citations: [
      { category: "official", cite: "1 Ill. 17" },
      { category: "parallel", cite: "2 Breese 3" },
    ],
    decisionDate: "1819-12",
    body: { xml: METS_BODY("stood"), firstPage: "17", lastPage: "18" },
  });
});

test("readMets returns the body, whatever precedes it", () => {
  const image = `<img src="data:image/png;base64,${"A".repeat(100_000)}"/>`;
  const casebody = `<casebody firstpage="1" lastpage="2"><p>𝒜 ${image} &lt;casebody/&gt;</p></casebody>`;
  const before = `<name abbreviation="${"x".repeat(70_000)}">A 𝒜</name><!-- ${"y".repeat(70_000)} -->`;
  expect(readMets(metsDocument({ metadata: before, casebody })).body?.xml).toBe(casebody);
  const empty = '<casebody firstpage="1" lastpage="4" />';
  expect(readMets(metsDocument({ casebody: empty })).body?.xml).toBe(empty);
});

test("readMets reads no court, name or citation from the body", () => {
  const casebody =
    '<casebody firstpage="1" lastpage="2"><court>X</court><citation>9 Y 9</citation></casebody>';
  const read = readMets(metsDocument({ metadata: "<name>A</name>", casebody }));
  expect(read).toMatchObject({ name: "A", court: null, citations: [], docketNumber: "", decisionDate: null });
  expect(readMets(metsDocument({ casebody: null })).body).toBeNull();
});

test.each([
  ["no metadata", metsDocument().replace(/<case [\s\S]*<\/case>/, ""), "no metadata of a case"],
  ["no caseid", metsDocument({ caseId: " " }), "a case without caseid"],
  ["two cases", metsDocument().replace("<fileSec>", '<fileSec><case caseid="x_2"/>'), "a second case"],
  ["two bodies", metsDocument({ casebody: "<casebody/><casebody/>" }), "a second casebody"],
  ["another root", '<alto><case caseid="1"/></alto>', 'the root element "alto"'],
  ["text", "hello", /^Cannot read the METS document at line 1/],
  ["nothing", "", /^Cannot read the METS document/],
  ["a cut document", metsDocument().slice(0, -8), "Unclosed root tag"],
  ["X7: an entity", metsDocument().replace("<mets", '<!DOCTYPE m [<!ENTITY x "y">]><mets'), "document type"],
  [
    "X8: too deep a body",
    metsDocument({ casebody: `<casebody>${"<p>".repeat(300)}${"</p>".repeat(300)}</casebody>` }),
    "elements nested more than 200 deep",
  ],
])("readMets refuses %s with line and column", (_name, text, found) => {
  expect(() => readMets(text)).toThrow(found);
  expect(() => readMets(text)).toThrow(/^Cannot read the METS document at line \d+, column \d+: /);
});
