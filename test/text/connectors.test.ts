/** How texts in terms and connectors are read: groups, words, fields, and errors with their places. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readConnectors } from "../../src/text/connectors.ts";
import { fuzzing, mangled } from "../support/fuzz.ts";

describe("a text is read", () => {
  test.each([
    // both, either, without
    ["a b", "a AND b"],
    ["a & b and c AND d", "a AND b AND c AND d"],
    ["a b OR c d", "a AND (b OR c) AND d"],
    ["a or b Or c", "a OR b OR c"],
    ["(a b) or c", "(a AND b) OR c"],
    ["NOT a", "NOT a"],
    ["a BUT NOT b", "a AND NOT b"],
    ["a AND NOT b AND c", "a AND NOT (b AND c)"],
    ["a % b or c", "a AND NOT (b OR c)"],
    ["a b not c not d", "(a AND b) AND NOT c AND NOT d"],
    ["5% AT&T o'brien", "5% AND AT&T AND o'brien"],
    // proximity binds more than AND, less than OR; from narrow to wide, then from the left
    ["a b /5 c", "a AND (b /5 c)"],
    ["a or b /5 c or d", "(a OR b) /5 (c OR d)"],
    ["a /s b /5 c", "a /s (b /5 c)"],
    ["a /5 b /5 c", "(a /5 b) /5 c"],
    ["a /seg b /p c /s d /9 e", "a /seg (b /p (c /s (d /9 e)))"],
    ["a w/5 b", "a /5 b"],
    ["a WITHIN/5 b", "a /5 b"],
    ["a near/5 b", "a /5 b"],
    ["a +5 b", "a +5 b"],
    ["a pre/5 b", "a +5 b"],
    ["a ONEAR/5 b", "a +5 b"],
    ["a w/s b", "a /s b"],
    ["a w/sent b", "a /s b"],
    ["a +s b", "a +s b"],
    ["a pre/p b", "a +p b"],
    ["a w/para b", "a /p b"],
    ["a w/seg b", "a /seg b"],
    // words
    ['“a b” "c"', '"a b" AND "c"'],
    ["negligen! OR neglig*", "negligen! OR neglig*"],
    ["wom?n wom*n w?m!", "wom?n AND wom*n AND w?m!"],
    ['"comparative neglig! #rule"', '"comparative neglig! #rule"'],
    ["#damage", "#damage"],
    ["atleast3(a or b)", "ATLEAST3(a OR b)"],
    ['who owns the mill? "saw mill?"', 'who AND owns AND the AND mill? AND "saw mill?"'],
    ["date (of the) name", "date AND (of AND the) AND name"],
    ['ATLEAST2(a "b c")', 'ATLEAST2(a AND "b c")'],
    // fields
    ["TI(roe & wade) x", "(NAME(roe) AND NAME(wade)) AND x"],
    ['NAME(roe  v.\n wade or "john doe")', "NAME(roe v. wade) OR NAME(john doe)"],
    [
      "JU(holmes) AU(holmes) WRITTENBY(oliver holmes)",
      "AUTHOR(holmes) AND AUTHOR(holmes) AND AUTHOR(oliver holmes)",
    ],
    ["co(neb) or court(supreme)", "COURT(neb) OR COURT(supreme)"],
    ["CI(410 U.S. 113) DN(73-1234)", "CITE(410 U.S. 113) AND DOCKET(73-1234)"],
    ["DA(aft 1990 & bef 2001)", "DATE(from 1991-01-01 to 2000-12-31)"],
    ["DATE(>= 1/31/1990 and <= 1990-02)", "DATE(from 1990-01-31 to 1990-02-28)"],
    [
      "date(January 5, 1990) date(jan 1990)",
      "DATE(from 1990-01-05 to 1990-01-05) AND DATE(from 1990-01-01 to 1990-01-31)",
    ],
  ])("%s: %s", (text, shown) => {
    expect(readConnectors(text)).toMatchObject({ shown, problem: null });
    // what is shown is read in the same way
    const again = readConnectors(shown).shown;
    if (!shown.includes("DATE(")) expect(again).toBe(shown);
  });

  test("with numbers as the services count: 1 is next to each other", () => {
    expect(readConnectors("a /1 b").node).toMatchObject({ kind: "pair", within: 0, isOrdered: false });
    expect(readConnectors("a +3 b").node).toMatchObject({ kind: "pair", within: 2, isOrdered: true });
  });
});

describe("a text is refused with the place of what is wrong", () => {
  test.each([
    ["", "The text has no word: character 1."],
    ["mill /5 w/ dam", "w/ needs a number from 1, s or p: character 9."],
    ["a + b", "+ needs a number from 1, s or p: character 3."],
    ["a /0 b", "/ needs a number from 1, s or p: character 3."],
    ["a w/constructor b", "w/ needs a number from 1, s or p: character 3."],
    ["a w/o b", "w/ needs a number from 1, s or p: character 3."],
    ["(a", "The ( is not closed: character 1."],
    ["a (b (c)", "The ( is not closed: character 3."],
    ["a)", "The ) has no ( before it: character 2."],
    ["a ()", "The brackets are empty: character 3."],
    ['a "b', 'The " has no other one: character 3.'],
    ["a AND", "AND needs a word or group after it: character 3."],
    ["OR b", "OR needs a word or group before it: character 1."],
    ["a AND OR b", "AND needs a word or group after it: character 3."],
    ["a NOT NOT b", "NOT needs a word or group after it: character 3."],
    ["a BUT b", "BUT needs NOT after it: character 3."],
    ["*", "* has no letter or digit: character 1."],
    ["𝒜 ?", "? has no letter or digit: character 3."],
    [
      "a ?oman",
      "?oman: *, ? and ! need a letter before them, and only letters and digits around: character 3.",
    ],
    [
      "o'br?en",
      "o'br?en: *, ? and ! need a letter before them, and only letters and digits around: character 1.",
    ],
    ["#dam!", "#dam!: # and ! cannot be together: character 1."],
    ['"a #wom?n"', "#wom?n: # takes a word without * or ?: character 4."],
    ["a -b", '"-b" is neither a word nor a connector (AND, OR, NOT, /5, /s, /p): character 3.'],
    ["a | b", '"|" is neither a word nor a connector (AND, OR, NOT, /5, /s, /p): character 3.'],
    ["atleast(a)", "ATLEAST needs a number from 1, as in ATLEAST3(word): character 1."],
    ["atleast2(a /5 b)", "ATLEAST takes words and phrases, joined by AND or OR: character 1."],
    ["NAME(ab)", "NAME needs at least 3 characters: character 6."],
    ["NAME(AU(x))", "A field cannot be in a field: character 6."],
    ["TI(scal!)", "NAME takes words without !, *, ? and #: character 4."],
    ["mill adj/5 dam", '"adj/5" is neither a word nor a connector (AND, OR, NOT, /5, /s, /p): character 6.'],
    ["mill/s dam", '"mill/s" is neither a word nor a connector (AND, OR, NOT, /5, /s, /p): character 1.'],
    ["mill w5 dam", '"w5" is neither a word nor a connector (AND, OR, NOT, /5, /s, /p): character 6.'],
    [
      "mill and/or dam",
      '"and/or" is neither a word nor a connector (AND, OR, NOT, /5, /s, /p): character 6.',
    ],
    ["mill or, dam", '"or," is neither a word nor a connector (AND, OR, NOT, /5, /s, /p): character 6.'],
    ["mill|dam", '"mill|dam" is neither a word nor a connector (AND, OR, NOT, /5, /s, /p): character 1.'],
    ["a not w/5 b", "not w/5 is not supported: write NOT (a w/5 b): character 3."],
    ["author:smith", "author: is written AUTHOR( ): character 1."],
    ["mill NAME (roe)", "NAME and its bracket have a space between them: character 6."],
    ["mill date aft 1990", "A date is written DATE(aft 1990): character 6."],
    ["x DATE(aft 1990", "The ( is not closed: character 7."],
    ["DATE(aft 1860 & bef 1850)", "No day is in all these dates: character 1."],
    ["AU(scal!)", "AUTHOR takes words without !, *, ? and #: character 4."],
    ["a /5 NAME(smith)", "A field or ATLEAST cannot be next to /5: character 6."],
    [
      "DATE(soon)",
      "A date is 1990, 1990-01-31, 1/31/1990 or January 31, 1990, after AFT, BEF, >, <, >=, <= or nothing, and joined by AND: character 1.",
    ],
    [`${"(".repeat(20)}a${")".repeat(20)}`, "More than 16 brackets are within each other: character 17."],
  ])("%s: %s", (text, problem) => {
    expect(readConnectors(text)).toMatchObject({ shown: null, problem });
  });

  test("a field that does not exist, with those that do", () => {
    expect(readConnectors("a SY(b)").problem).toMatch(
      /^There is no field SY \(TI, .*\); a text with brackets needs quotation marks: character 3\.$/,
    );
  });
});

const TOKENS = [
  "AND",
  "OR",
  " NOT ",
  "(",
  ")",
  '"',
  "w/5",
  "/s",
  "+",
  "!",
  "*",
  "?",
  "#",
  "ATLEAST2(",
  "NAME(",
  "DATE(",
  "%",
  " ",
  "\ud800",
  "é",
];

test("any text is read, or refused with a place in it", () => {
  fc.assert(
    fc.property(mangled(fc.constantFrom("mill AND dam", '"a b" /5 c!', "NAME(roe) OR x"), TOKENS), (text) => {
      const { problem, shown } = readConnectors(text);
      if (shown === null) expect(problem).toMatch(/: character \d+\.$/);
      else expect(problem ?? "more than 200 pairs").toContain("more than 200 pairs");
    }),
    fuzzing(2_000),
  );
});
