/** The ends of sentences and paragraphs are in the row of a case, apart from its words. */
import { expect, test } from "vitest";
import { CorpusSnapshot } from "../../../src/corpus/open-corpus.ts";
import { documentOf } from "../../../src/engine/layout/case-document.ts";
import { COLUMN_PLACES } from "../../../src/store/fts5-pages/index-segments.ts";
import { indexBody } from "../../../src/store/write/index-row.ts";
import { unpackEnds } from "../../../src/store/write/text-ends.ts";
import { line, textBody } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

test("each end has the place of the word before it", () => {
  const opinion = (text: string) => ({ type: null, author: null, text });
  const { opinions, headMatter, textEnds } = indexBody(
    {
      headMatter: "The mill of one. The\ndam",
      opinions: [opinion("A mill.\nThe dam. It broke"), opinion("So. A dam")],
      ...{ corrections: "", parties: [], attorneys: [], judges: [] },
    },
    [],
  );
  // without the marks of stems
  const wordsIn = (tokens: Uint8Array) => Buffer.from(tokens).toString().replaceAll("\ue000", "");
  expect(wordsIn(headMatter)).toBe("the mill of on the dam ");
  expect(wordsIn(opinions)).toMatch(/^a mill the dam it broke \ue002 so a dam /);
  expect(unpackEnds(textEnds)).toEqual({
    sentence: [1, 3, 7, ...[3, 4].map((place) => COLUMN_PLACES + place)],
    paragraph: [1, COLUMN_PLACES + 4],
  });
});

test("an engine gets the words without the ends", () => {
  using corpus = new CorpusSnapshot(makeCorpus([line(3, { casebody: textBody("", "A mill.\nThe dam") })]));
  const [one] = corpus.casesOf([3]);
  if (one === undefined) throw new Error("no case");
  const { opinions } = documentOf(one, corpus.storedBodies([3]).get(3), 10);
  expect(opinions).toContain("mill ");
  expect(opinions).not.toMatch(/[\ue004\ue005]/);
});
