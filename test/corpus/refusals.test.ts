/** Rows 20 to 26 of docs/interface.md, "Behaviour by example": paging, cursors, and what is refused. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CaselawError } from "../../src/domain/errors.ts";
import type { Envelope } from "../../src/v1/paging.ts";
import type { Parameters } from "../../src/v1/parameter.ts";
import type { V1Case } from "../../src/v1/records.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { line } from "./records.ts";
import { queryOf, walk } from "./walk.ts";

function refusal(corpus: V1, question: Parameters | URLSearchParams): unknown {
  try {
    corpus.list("cases", question);
  } catch (error) {
    if (error instanceof CaselawError) return error.parameters ?? `${error.code}: ${error.message}`;
    throw error;
  }
  return null;
}

const NOT_OURS = "invalid_cursor: Invalid cursor";

describe("list", () => {
  test("row 20: 250 cases of one date, a hundred a page, each once each way", () => {
    using corpus = openV1(makeCorpus(Array.from({ length: 250 }, (_, n) => line(n + 1))));
    const walked = walk(corpus, {});
    expect(walked.forth).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
    expect(walked.back).toEqual(walked.forth);
  });

  test("row 21: partial dates and none, one a page, undated last", () => {
    const dates = [null, "1988", "", "1988-05", "1988-05-20", "nonsense"];
    using corpus = openV1(makeCorpus(dates.map((decision_date, n) => line(n + 1, { decision_date }))));
    expect(walk(corpus, { page_size: 1 }).forth).toEqual([2, 4, 5, 1, 3, 6]);
  });

  test.each([
    {},
    { search: "case" },
    { ordering: "-decision_date" },
    { ordering: "name_abbreviation" },
    { name: "case" },
  ])(
    "row 22: %j visits none twice while cases are imported, and by other orders than relevance skips none",
    (question) => {
      const path = makeCorpus(
        Array.from({ length: 12 }, (_, n) => line(n + 1, { decision_date: `19${n + 10}` })),
      );
      using corpus = openV1(path);
      const seen: number[] = [];
      let link: string | null = null;
      for (let round = 0; round === 0 || link !== null; round++) {
        const page: Envelope<V1Case> = corpus.list(
          "cases",
          link === null ? { ...question, page_size: 2 } : queryOf(link),
        );
        seen.push(...page.results.map(({ id }) => id));
        link = page.next;
        if (round > 3) continue;
        using writer = openTestWriter(path);
        // early-dated, and so full of the word that every score is another one now
        const records = [
          line(100 + round, { decision_date: "1800", name: "case ".repeat(40 * round) }),
          line(200 + round),
        ];
        importRecords(writer, { records, unit: `more ${round}` });
      }
      expect(new Set(seen).size).toBe(seen.length);
      if (!("search" in question)) expect(seen.filter((id) => id <= 12).length).toBe(12);
    },
  );

  test("row 23: wrong values name their parameter", () => {
    using corpus = openV1(makeCorpus([line(1)]));
    const least = "Ensure this value is greater than or equal to 1.";
    const most = "Ensure this value is less than or equal to 10000.";
    for (const [size, message] of [
      ["0", least],
      ["-1", least],
      ["abc", "Enter a number."],
      ["10001", most],
      ["9".repeat(30), most],
      ["1.5", "Enter a number."],
    ] as const) {
      expect(refusal(corpus, { page_size: size })).toEqual({ page_size: [message] });
    }
    const choice = "Select a valid choice. 1 is not one of the available choices.";
    expect(refusal(corpus, { full_case: 1 })).toEqual({ full_case: [choice] });
    expect(refusal(corpus, { ordering: "relevance" })).toEqual({
      ordering: ["Select a valid choice. relevance is not one of the available choices."],
    });
    for (const ordering of ["-random", "--id", "-", "constructor", "-__proto__"]) {
      expect(refusal(corpus, { ordering })).toHaveProperty("ordering");
    }
    for (const name of ["jurisdiction", "court", "reporter"]) {
      for (const value of ["__proto__", "constructor", "' OR 1=1 --"]) {
        expect(refusal(corpus, { [name]: value })).toEqual({
          [name]: [`Select a valid choice. ${value} is not one of the available choices.`],
        });
      }
    }
    for (const short of ["ab", "é́", "a\u00ad\u00adb"]) {
      expect(refusal(corpus, { name: short })).toEqual({ name: ["Minimum query length is 3 characters."] });
    }
    expect(refusal(corpus, { court_id: "9007199254740993" })).toBeNull();
    expect(corpus.list("cases", { court_id: "9".repeat(40) }).count).toBe(0);
    expect(refusal(corpus, { court_id: "x" })).toEqual({ court_id: ["Enter a number."] });
  });

  test("row 24: empty parameters are as absent, and the last of a single one counts", () => {
    using corpus = openV1(makeCorpus([line(1), line(2)]));
    for (const query of [
      "cursor=",
      "full_case=false",
      "full_case=",
      "search=&jurisdiction=",
      "page_size=&page_size=100",
      "name=&cite=",
      "page_size=x&page_size=2",
    ]) {
      const page = corpus.list("cases", new URLSearchParams(query));
      expect([query, page.count, page.results.length]).toEqual([query, 2, 2]);
      expect(page.results[0]).not.toHaveProperty("casebody");
    }
  });

  test("row 25: cursors that are not ours, of another ordering or collection", () => {
    using corpus = openV1(makeCorpus([line(1), line(2), line(3)]));
    const cursor = queryOf(corpus.list("cases", { page_size: 1 }).next ?? "").get("cursor") ?? "";
    for (const strange of [
      "xyz",
      Buffer.from("{}").toString("base64"),
      "cD0xNzk1LTAxLTAx",
      "\0",
      "x".repeat(1_000_000),
    ]) {
      expect(refusal(corpus, { cursor: strange })).toBe(NOT_OURS);
    }
    expect(refusal(corpus, { cursor, ordering: "-decision_date" })).toBe(NOT_OURS);
    expect(refusal(corpus, { cursor, ordering: "id" })).toBe(NOT_OURS);
    expect(refusal(corpus, { cursor, search: "case" })).toBe(NOT_OURS);
    expect(() => corpus.list("courts", { cursor })).toThrow("Invalid cursor");
    expect(() => corpus.list("citations", { cursor })).toThrow("Invalid cursor");
  });

  test("a cursor with other filters, or with any byte changed, never shows a case that the filters exclude", () => {
    using corpus = openV1(
      makeCorpus([1, 2, 3, 4, 5].map((id) => line(id, { name: id % 2 ? "Odd one" : "Even one" }))),
    );
    const starts = [
      { page_size: 1 },
      { page_size: 2, search: "case" },
      { page_size: 1, ordering: "last_updated" },
    ];
    for (const start of starts) {
      const cursor = queryOf(corpus.list("cases", start).next ?? "").get("cursor") ?? "";
      const other = corpus.list("cases", { ...start, cursor, name: "odd" });
      expect(other.results.every(({ name }) => name === "Odd one")).toBe(true);
      fc.assert(
        fc.property(fc.nat({ max: cursor.length - 1 }), fc.constantFrom(..."Az09-_!"), (at, sign) => {
          const changed = cursor.slice(0, at) + sign + cursor.slice(at + 1);
          const answer = refusal(corpus, { ...start, cursor: changed });
          expect([null, NOT_OURS]).toContain(answer);
        }),
        { seed: 8 },
      );
    }
  });

  test("row 26: dates that are none, and two wrong parameters in one refusal", () => {
    using corpus = openV1(makeCorpus([line(1)]));
    const message = "Invalid date format. Expected YYYY-MM-DD, YYYY-MM or YYYY.";
    for (const date of ["1988-13-01", "yesterday", "19880101", "1911-02-29"]) {
      expect(refusal(corpus, { decision_date_min: date })).toEqual({ decision_date_min: [message] });
    }
    expect(refusal(corpus, { decision_date_max: "x", body_format: "invalid" })).toEqual({
      decision_date_max: [message],
      body_format: ["Select a valid choice. invalid is not one of the available choices."],
    });
  });
});

test("P2: a value of more than 8,192 characters is refused in every parameter but a cursor, one of 8,192 in none", () => {
  using corpus = openV1(makeCorpus([line(1)]));
  const tooLong = ["Ensure this value has at most 8192 characters (it has 8193)."];
  for (const name of ["search", "name", "cite", "author", "jurisdiction", "page_size"]) {
    expect(refusal(corpus, { [name]: "1".repeat(8_193) })).toEqual({ [name]: tooLong });
  }
  expect(refusal(corpus, { search: "1".repeat(8_192), name: "1".repeat(8_192) })).toBeNull();
});

test("a corpus that was closed refuses every question, as an error of the library", () => {
  const path = makeCorpus([line(1)]);
  const v1 = openV1(path);
  v1[Symbol.dispose]();
  const closed = new CaselawError("invalid", `Cannot use corpus "${path}": it was closed`, {
    at: { file: path },
  });
  const questions = [
    () => v1.list("cases", { search: "state" }),
    () => v1.record("courts", "ill-1"),
    () => v1.changes(),
    () => v1.stats(),
    () => [...v1.all("citations")],
    () => v1.corpus.lastChange(),
    () => v1.corpus.snapshot(() => 1),
  ];
  for (const ask of questions) expect(ask).toThrow(closed);
});
