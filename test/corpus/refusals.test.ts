/** What test/http/behaviour has not of test/conformance/examples.md, rows 22 and 23; test/http/cursors has the cursors. */
import { describe, expect, test } from "vitest";
import { CaselawError } from "../../src/domain/errors.ts";
import type { Envelope } from "../../src/v1/paging.ts";
import type { Parameters } from "../../src/v1/parameter.ts";
import type { V1Case } from "../../src/v1/records.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { line } from "./records.ts";
import { queryOf } from "./walk.ts";

function refusal(corpus: V1, question: Parameters | URLSearchParams): unknown {
  try {
    corpus.list("cases", question);
  } catch (error) {
    if (error instanceof CaselawError) return error.parameters ?? `${error.code}: ${error.message}`;
    throw error;
  }
  return null;
}

describe("list", () => {
  test.each([{}, { ordering: "-decision_date" }, { ordering: "name_abbreviation" }, { name: "case" }])(
    "row 22: %j visits none twice and skips none while cases are imported; relevance-walk has the order by relevance",
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
      expect(seen.filter((id) => id <= 12).length).toBe(12);
    },
  );

  test("row 23: odd values name their parameter", () => {
    using corpus = openV1(makeCorpus([line(1)]));
    const most = "Ensure this value is less than or equal to 10000.";
    expect(refusal(corpus, { page_size: "9".repeat(30) })).toEqual({ page_size: [most] });
    expect(refusal(corpus, { page_size: "1.5" })).toEqual({ page_size: ["Enter a number."] });
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

test("row 12: last_updated takes a date and an instant, with its + as a URL without escapes has it", () => {
  const updated = "2023-07-14T19:38:59.743188+00:00";
  using corpus = openV1(makeCorpus([line(1, { last_updated: updated }), line(2)]));
  for (const last_updated_min of [
    "2023-07-14",
    updated.replace("+", " "),
    "2023-07-14T21:38:59.743188+02:00",
  ])
    expect([last_updated_min, corpus.list("cases", { last_updated_min }).count]).toEqual([
      last_updated_min,
      1,
    ]);
  expect(() => corpus.list("cases", { last_updated_min: "2023" })).toThrow(
    "Expected an ISO 8601 date or time.",
  );
});

test("the page of a quotation is never dropped from a citation", () => {
  using corpus = openV1(makeCorpus([line(1, { citations: [{ type: "official", cite: "1 Ill. App. 17" }] })]));
  const counts = ["17", "17, 18", "17 at 18", "1"].map(
    (page) => corpus.list("cases", { cite: `1 Ill.App. ${page}` }).count,
  );
  expect(counts).toEqual([1, 0, 0, 0]);
});
