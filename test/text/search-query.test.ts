import { describe, expect, test } from "vitest";
import { readSearch } from "../../src/text/search-query.ts";
import type { SearchNode } from "../../src/text/search-tree.ts";

/** A short notation for a tree: `all(a, not(b))`. */
function shown(node: SearchNode): string {
  switch (node.kind) {
    case "word":
      return node.text;
    case "prefix":
      return `${node.text}*`;
    case "phrase":
      return `"${node.text}"`;
    case "near":
      return `"${node.text}"~${node.distance}`;
    case "pair": {
      const sign = node.isOrdered ? "+" : "/";
      return `[${shown(node.left)} ${sign}${node.within} ${shown(node.right)}]`;
    }
    case "field":
      return `${node.field}=${node.text}`;
    case "not":
      return `not(${shown(node.node)})`;
    case "forms":
    case "atleast":
      return node.kind;
    default:
      return `${node.kind}(${node.nodes.map(shown).join(", ")})`;
  }
}

describe("readSearch", () => {
  test.each([
    ["a b", "all(a, b)"],
    ["a + b", "all(a, b)"],
    ["a+b", "all(a, b)"],
    ['"a b"', '"a b"'],
    ['"a b"~5', '"a b"~5'],
    ['"18 USC"', 'any("18 USC", "18 U.S.C.")'],
    ["-u.s.c.a.", "not(any(u.s.c.a., usca))"],
    ['U.S.C.A "U. S. C. a b"', 'all(any(U.S.C.A, USCA), any("U. S. C. a b", "USC a b"))'],
    ['"29 C. F. R. 1"', 'any("29 C. F. R. 1", "29 CFR 1")'],
    ["U.S. usc.edu USC*", "all(U.S., usc.edu, USC*)"],
    ['"a b"~99999999999', '"a b"~10000000'],
    ["“a b” ‘c’", "all(\"a b\", 'c')"],
    ["a | b", "any(a, b)"],
    ["a b | c d", "any(all(a, b), all(c, d))"],
    ["-a", "not(a)"],
    ["a -b", "all(a, not(b))"],
    ['a -"b c" -(d | e)', 'all(a, not("b c"), not(any(d, e)))'],
    ["--a", "not(a)"],
    ["- a", "all(-, a)"],
    ["a-b", "any(a-b, ab)"],
    ['"a b-c"', 'any("a b-c", "a bc")'],
    ['"a-b c"~5', 'any("a-b c"~5, "ab c"~5)'],
    ['"a-b USC"', 'any("a-b USC", "ab USC", "a-b U.S.C.", "ab U.S.C.")'],
    ["b-c-d", "any(b-c-d, b-cd, bc-d, bcd)"],
    ["b-c /5 d", "any([b-c /5 d], [bc /5 d])"],
    ["a-b-c-d-e", "a-b-c-d-e"],
    ["98-1 a- -b", "all(98-1, a-, not(b))"],
    ["appell*", "appell*"],
    ["appell**", "appell*"],
    ["*", "*"],
    ["a*b", "a*b"],
    ["(a | b) c", "all(any(a, b), c)"],
    ["((a))", "a"],
    ['"open', '"open"'],
    ['a "', 'all(a, "")'],
    ["(a", "a"],
    ["a) b", "all(a, b)"],
    [") | a", "a"],
    ["| a |", "a"],
    ["a || b", "any(a, b)"],
    ["() a", "a"],
    ["-() a", "a"],
    ["-(|) a", "a"],
    ["a -", "all(a, -)"],
    ["", "all()"],
    ["()", "all()"],
    ["42 U.S.C. § 1983", "all(42, any(U.S.C., USC), §, 1983)"],
    ["AND NEAR(x col:foo", "all(AND, NEAR, all(x, col:foo))"],
    ['"a b" /5 c', '["a b" /5 c]'],
    ['"a b" +5 "c d"', '["a b" +5 "c d"]'],
    ["a /s b", "[a /sentence b]"],
    ["a /P b", "[a /paragraph b]"],
    ["a b /5 c d", "all(a, [b /5 c], d)"],
    ["a | b /5 c", "any(a, [b /5 c])"],
    ["a /5 b +3 c", "all([a /5 b], [b +3 c])"],
    ["(a | b) /5 c", "any([a /5 c], [b /5 c])"],
    ["a /5 (b c)", "all([a /5 b], [a /5 c])"],
    ["(a | b) /5 (c | d)", "any(any([a /5 c], [a /5 d]), any([b /5 c], [b /5 d]))"],
    ["((a /5 b) /3 c)", "all([a /5 b], [a /3 c], [b /3 c])"],
    ['"a b"~2 /5 c', 'all("a b"~2, [a /5 c], [b /5 c])'],
    ["(a -b) /5 c", "all([a /5 c], not([b /5 c]))"],
    ["-a /5 b", "not([a /5 b])"],
    ["a /5 appell*", "[a /5 appell*]"],
    ["a /0 b", "[a /0 b]"],
    ["a /99999999999 b", "[a /10000000 b]"],
    ["12 /5 12", "[12 /5 12]"],
    ["a /5 /5 b", "all(a, [/5 /5 b])"],
    ["§ /5 b", "b"],
    ["(§ | a) /5 b", "[a /5 b]"],
    ["§ /5 —", "—"],
    // not between two operands
    ["/5", "/5"],
    ["/5 a", "all(/5, a)"],
    ["a /5", "all(a, /5)"],
    ["a /5 | b", "any(all(a, /5), b)"],
    ["a /5 -b", "all(a, /5, not(b))"],
    ["a /5 () b", "all(all(a, /5), b)"],
    ["(a) /5 (b)", "[a /5 b]"],
    ["+5 a", "all(5, a)"],
    ["a + 5 b", "all(a, 5, b)"],
    ["a+5 b", "all(a, 5, b)"],
    ["a +5", "all(a, 5)"],
    ["a +5b c", "all(a, 5b, c)"],
    ["a/5 b", "all(a/5, b)"],
    ["a /sb c", "all(a, /sb, c)"],
    ["author:scalia a", "all(author=scalia, a)"],
    ['Name:"a v. b" | -court:neb', "any(name=a v. b, not(court=neb))"],
    // values that the parameters do not take, and other prefixes
    ["name:ab", "name:ab"],
    ['name:"ab" c', 'all(name:, "ab", c)'],
    ["author:§ a", "all(author:§, a)"],
    ["author: a", "all(author:, a)"],
    ["coauthor:scalia judge:a*", "all(coauthor:scalia, judge:a*)"],
  ])("reads %j as %j", (text, wanted) => {
    expect(shown(readSearch(text).node)).toBe(wanted);
  });

  test.each([
    ["a /5 b", null],
    ["author:scalia /5 b", "author:, court: and name: cannot be next to an operator such as /5 or /s."],
    [
      `(${"a | ".repeat(15)}a) /5 (${"b | ".repeat(15)}b)`,
      "The operators /5, +5, /s and /p combine more than 200 pairs of words.",
    ],
    [`${"a /5 ".repeat(201)}b`, "The operators /5, +5, /s and /p combine more than 200 pairs of words."],
    [
      `${"(".repeat(16)}a${" /5 b)".repeat(16)}`,
      "The operators /5, +5, /s and /p combine more than 200 pairs of words.",
    ],
  ])("readSearch reports the problem of %j", (text, problem) => {
    expect(readSearch(text).problem).toBe(problem);
  });
});
