import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSearch, type SearchNode } from "../../src/text/search-query.ts";

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
    case "not":
      return `not(${shown(node.node)})`;
    default:
      return `${node.kind}(${node.nodes.map(shown).join(", ")})`;
  }
}

describe("parseSearch", () => {
  test.each([
    ["a b", "all(a, b)"],
    ["a + b", "all(a, b)"],
    ["a+b", "all(a, b)"],
    ['"a b"', '"a b"'],
    ['"a b"~5', '"a b"~5'],
    ['"a b"~99999999999', '"a b"~10000000'],
    ["“a b” ‘c’", "all(\"a b\", 'c')"],
    ["a | b", "any(a, b)"],
    ["a b | c d", "any(all(a, b), all(c, d))"],
    ["-a", "not(a)"],
    ["a -b", "all(a, not(b))"],
    ['a -"b c" -(d | e)', 'all(a, not("b c"), not(any(d, e)))'],
    ["--a", "not(a)"],
    ["- a", "all(-, a)"],
    ["a-b", "a-b"],
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
    ["42 U.S.C. § 1983", "all(42, U.S.C., §, 1983)"],
    ["AND NEAR(x col:foo", "all(AND, NEAR, all(x, col:foo))"],
  ])("reads %j as %j", (text, wanted) => {
    expect(shown(parseSearch(text))).toBe(wanted);
  });

  test("accepts any text, and nests no deeper than its brackets", () => {
    const sign = fc.constantFrom(..."()|+-*\"~ a1§“'\0\n".split(""), "word", "\ud800");
    const depth = (node: SearchNode): number =>
      node.kind === "not"
        ? 1 + depth(node.node)
        : "nodes" in node
          ? 1 + Math.max(0, ...node.nodes.map(depth))
          : 0;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(sign, { maxLength: 60 }).map((a) => a.join("")),
        ),
        (text) => {
          expect(depth(parseSearch(text))).toBeLessThan(60);
        },
      ),
      { numRuns: 1000, seed: 6 },
    );
  });

  test("reads 20,000 brackets or bars without a stack overflow", () => {
    expect(shown(parseSearch(`${"(".repeat(20_000)}a`))).toBe("a");
    expect(shown(parseSearch(`${"-(".repeat(20_000)}a`))).toContain("a");
    expect(shown(parseSearch("|".repeat(20_000)))).toBe("all()");
  });
});
