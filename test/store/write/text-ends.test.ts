/** The index has the ends of sentences and paragraphs; documents of an engine do not. */
import { expect, test } from "vitest";
import { CorpusSnapshot } from "../../../src/corpus/open-corpus.ts";
import { documentOf } from "../../../src/engine/layout/case-document.ts";
import { line, textBody } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

const TEXTS = [
  "The mill of the dam.",
  "A mill. The dam",
  "A mill.\nThe dam",
  "The dam. A mill race and its dam",
];
const LINES = TEXTS.map((text, n) => line(n + 1, { casebody: textBody("", text) }));

test("an engine gets the words without the ends", () => {
  using corpus = new CorpusSnapshot(makeCorpus(LINES));
  const [one] = corpus.casesOf([3]);
  if (one === undefined) throw new Error("no case");
  const { opinions } = documentOf(one, corpus.storedBodies([3]).get(3), 10);
  expect(opinions).toContain("mill ");
  expect(opinions).not.toMatch(/[\ue004\ue005]/);
});
