import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { CLOSED, oneCase, textBody } from "../http/records.ts";
import { makeCorpus } from "../support/corpus.ts";

test("what a closed text cites is only for those who may read it", () => {
  const path = makeCorpus([
    oneCase(1, { jurisdiction: CLOSED, casebody: textBody("", "Hidden: 2 Mass. 1.") }),
    oneCase(2, {
      jurisdiction: CLOSED,
      cites_to: [{ cite: "2 Mass. 1" }],
      casebody: textBody("", "2 Mass. 1, overruled."),
    }),
  ]);
  using owner = openV1(path, { access: "owner" });
  using anyone = openV1(path, { access: "anyone" });
  expect(owner.cites(1)?.cites).toMatchObject([{ cite: "2 Mass. 1" }]);
  expect(anyone.cites(1)?.cites).toEqual([]);
  expect(owner.cites(2)?.cites).toMatchObject([{ mentions: 1, treatment_words: ["overruled"] }]);
  expect(anyone.cites(2)?.cites).toMatchObject([{ cite: "2 Mass. 1", mentions: null, treatment_words: [] }]);
});
