import { expect, test } from "vitest";
import { openCorpus } from "../../../src/corpus/open-corpus.ts";
import { searchExamples } from "../../../src/pages/search/home-page.ts";
import { CLOSED, oneCase, textBody } from "../../http/records.ts";
import { importRecords, makeCorpus, openTestWriter } from "../../support/corpus.ts";
import { pagesOf } from "../../support/page-answer.ts";

function named(id: number, name: string, text: string, more: object = {}): Record<string, unknown> {
  return oneCase(id, {
    name_abbreviation: name,
    casebody: textBody("", text),
    citations: [{ type: "official", cite: `${id} Mass. ${id}` }],
    ...more,
  });
}

/** The examples of a home page, by their addresses. */
function examplesIn(html: string): string[] {
  const list = /<ul class="examples">.*?<\/ul>/s.exec(html)?.[0] ?? "";
  return [...list.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
}

test("every example of the home page finds something, in any corpus", () => {
  const corpora = [
    [named(1, "Strong v. Kneeland", "The statute of frauds. A horse and its warranty.")],
    [named(1, "Doe v. Roe", "A horse that was sold to the defendant without any warranty.")],
    [named(1, "In re “Doe”", "Evidence of the plaintiff."), named(2, "Doe v. Roe", "A motion to the court.")],
    [named(7, "", "zyzzyva", { jurisdiction: null })],
    [named(1, 'Doe v. "Roe" -x', "zyzzyva", { citations: [] })],
  ];
  for (const records of corpora) {
    const ask = pagesOf(records);
    for (const address of examplesIn(ask("/").html)) {
      expect([address, ask(address).text]).toEqual([address, expect.not.stringContaining("No case")]);
    }
  }
});

test("the examples are words, words in a jurisdiction, a name and a citation of the corpus", () => {
  const records = [
    named(1, "Strong v. Kneeland", "The statute of frauds; evidence."),
    named(2, "Doe v. Roe", "A horse with a warranty."),
  ];
  expect(examplesIn(pagesOf(records)("/").html)).toEqual([
    "/?search=%22statute+of+frauds%22",
    "/?search=horse+%2F5+warranty",
    "/?search=evidence&jurisdiction=mass",
    "/?search=Doe+v.+Roe",
    "/?search=1+Mass.+1",
  ]);
});

test("the examples change with the corpus, and words of closed texts are not for those who may not search them", () => {
  const path = makeCorpus([named(1, "Doe v. Roe", "x", { jurisdiction: CLOSED })]);
  using corpus = openCorpus(path);
  const searches = (access: "owner" | "public" = "owner"): string[] =>
    searchExamples(corpus.as(access)).map(({ search }) => search);
  expect(searches()).not.toContain('"due process"');
  using writer = openTestWriter(path);
  importRecords(writer, {
    records: [
      named(1, "Doe v. Roe", "x", { jurisdiction: CLOSED }),
      named(2, "A v. B", "Due process.", { jurisdiction: CLOSED }),
    ],
  });
  expect(searches()).toContain('"due process"');
  expect(searches("public")).not.toContain('"due process"');
});
