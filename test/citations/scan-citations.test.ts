/** Bounded cost: one pass over any text, and each match depends on nearby characters only. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCitation } from "../../src/citations/read-citation.ts";
import { scanCitations } from "../../src/citations/scan-citations.ts";
import { fuzzing } from "../support/fuzz.ts";

/** Characters after its first digit that a citation can depend on. */
const REACH = 120;

const part = fc.oneof(
  fc.constantFrom(
    "12",
    "2",
    "1850",
    " ",
    "\n",
    "*380 ",
    "Ill.",
    "Ill",
    "U. S.",
    "N. E.",
    "2d",
    "F.2d",
    "(8 Wheat.)",
  ),
  fc.constantFrom(
    ",",
    " at ",
    "(",
    ")",
    "[",
    "¶ ",
    "-",
    "–",
    ". ",
    "; ",
    "§ ",
    "Id.",
    "supra",
    "v.",
    "Ohio",
    "WI App",
  ),
  fc.constantFrom("\u00ad", "\u200b", "\u00a0", "\ufeff", "\ud800", "𝟏𝟐", "٣", "■", "é", "\0", "\u202e"),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(""));

test("scanCitations finds citations in order, not nested, each as readCitation reads it", () => {
  fc.assert(
    fc.property(text, (all) => {
      let end = 0;
      for (const match of scanCitations(all)) {
        expect(all.slice(match.start, match.start + match.volume.length)).toBe(match.volume);
        expect(all.slice(0, match.end).endsWith(match.page)).toBe(true);
        expect(match.start).toBeGreaterThanOrEqual(end);
        if (match.reporter !== null) end = match.end;
      }
    }),
    fuzzing(2_000),
  );
});

test("readCitation reads a bounded number of characters, so that a pass takes linear time", () => {
  fc.assert(
    fc.property(text, text, (all, more) => {
      const near = all.slice(0, REACH);
      expect(readCitation(near + more.repeat(20), 0)).toEqual(
        readCitation((near + more.repeat(20)).slice(0, REACH + near.length), 0),
      );
    }),
    fuzzing(1_000),
  );
  for (const [start, run] of HOSTILE_RUNS) {
    const long = start + run.repeat(1_000);
    expect(readCitation(long, 0)).toEqual(readCitation(long.slice(0, start.length + REACH), 0));
  }
});

/** Inputs that could make a reader look far ahead: a start, and a part that is repeated after it. */
const HOSTILE_RUNS: readonly (readonly [string, string])[] = [
  ["12 ", " "],
  ["12", "9"],
  ["12 Ill. ", "9"],
  ["12 Ill. 4", "9"],
  ["12 Ill.", "*380 "],
  ["12 A", "a"],
  ["12 A", " A"],
  ["12 U. S. (", "8 Wheat. "],
  ["12 A", "(((("],
  ["12 A", "*9"],
  ["12 A*", "9"],
];
