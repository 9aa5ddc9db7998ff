import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { line } from "./records.ts";

test("idsByCitation finds all cases of a citation however it is written, and none by an empty one", () => {
  const same = { citations: [{ type: "official", cite: "15 Ill. 284" }] };
  using corpus = openV1(makeCorpus([line(7, same), line(3, same), line(9)]));
  expect(corpus.idsByCitation("15 ILL., 284")).toEqual([3, 7]);
  expect(corpus.idsByCitation("9 Mass. 9")).toEqual([9]);
  expect(corpus.idsByCitation("— —")).toEqual([]);
});
