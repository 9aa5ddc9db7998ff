import { expect, test } from "vitest";
import { otherOperators } from "../../src/text/other-operators.ts";

test.each([
  "dower and widow, not or",
  "dower /s widow /5 horse +5 mill",
  '"law AND equity"',
  "“law AND equity”",
  "ANDREWS v. NOTT, 1/5 share",
  "§ 1983?",
  "!!!",
  "appell* | -dower",
  "court (of appeals) name:(",
])("%j has no operators of terms and connectors", (search) => {
  expect(otherOperators(search)).toEqual([]);
});

test.each([
  ["negligence NOT duty", ["NOT"]],
  ["negligen! AND duty /s care", ["negligen!", "AND"]],
  ["mill w/5 dam pre/3 race", ["w/5", "pre/3"]],
  ["mill /sent dam w/seg race", ["/sent", "w/seg"]],
  ["mill +s dam", ["+s"]],
  ['wom?n "comparative neglig!"', ["wom?n", "neglig!"]],
  ['self-incrim! "cross-exam! of"', ["self-incrim!", "cross-exam!"]],
  ["mill /5", ["/5"]],
  ["ATLEAST3(mill) NAME(state)", ["ATLEAST3", "NAME"]],
  ["#damage", ["#damage"]],
])("%j has %j", (search, operators) => {
  expect(otherOperators(search)).toEqual(operators);
});
