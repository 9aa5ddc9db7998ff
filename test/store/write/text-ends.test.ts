/** The ends of sentences and paragraphs are in the row of a case, apart from its words. */
import { expect, test } from "vitest";
import { CorpusSnapshot } from "../../../src/corpus/open-corpus.ts";
import { documentOf } from "../../../src/engine/layout/case-document.ts";
import { line, textBody } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

test("an engine gets the words without the ends", () => {
  using corpus = new CorpusSnapshot(makeCorpus([line(3, { casebody: textBody("", "A mill.\nThe dam") })]));
  const [one] = corpus.casesOf([3]);
  if (one === undefined) throw new Error("no case");
  const { opinions } = documentOf(one, corpus.storedBodies([3]).get(3), 10);
  expect(opinions).toContain("mill ");
  expect(opinions).not.toMatch(/[\ue004\ue005]/);
});
