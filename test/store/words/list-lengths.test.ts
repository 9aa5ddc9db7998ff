import { expect, test } from "vitest";
import { costOfNode } from "../../../src/store/words/list-lengths.ts";
import { parseSearch } from "../../../src/text/search-query.ts";

test("costOfNode counts no further lists of alternatives once one of them is long", () => {
  const counted: string[] = [];
  const lengthOf = (token: string): number => {
    counted.push(token);
    return token === "b" ? Number.POSITIVE_INFINITY : 3;
  };

  expect(costOfNode(parseSearch("a | c"), lengthOf)).toBe(6);
  expect(costOfNode(parseSearch("a | b | c"), lengthOf)).toBe(Number.POSITIVE_INFINITY);
  expect(counted).toEqual(["a", "c", "a", "b"]);
});
