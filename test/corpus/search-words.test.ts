import { expect, test } from "vitest";
import { doubtsOf } from "../../src/corpus/search-words.ts";

test.each([
  ["dower OR widow", ["operator"]],
  ['"dower" AND (NOT widow)', ["operator"]],
  ["dower /s widow /5 horse +5 mill", []],
  ["dower pre/3 widow", ["proximity"]],
  ["dower /sent widow", ["proximity"]],
  ["dower W/5 widow AND horse", ["operator", "proximity"]],
  ["!!!", ["no word"]],
  [" ", ["no word"]],
  ['"law AND equity"', []],
  ["“law AND equity”", []],
  ["law and equity or not", []],
  ["ANDREWS v. NOTT, 1/5 share", []],
])("doubtsOf tells of %j: %j", (search, doubts) => {
  expect(doubtsOf(search)).toEqual(doubts);
});
