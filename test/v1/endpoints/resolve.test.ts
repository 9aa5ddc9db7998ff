/** docs/interface.md, "resolve". */
import { expect, test } from "vitest";
import { openV1 } from "../../../src/v1/v1.ts";
import { CLOSED, oneCase } from "../../http/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { keptFolder } from "../../support/temp-folder.ts";

const path = makeCorpus(
  [
    oneCase(1, {
      citations: [
        { type: "official", cite: "1 Mass. 17" },
        { type: "parallel", cite: "2003 NY Slip Op 50688(U)" },
        { type: "nominative", cite: "odd" },
      ],
      analysis: { simhash: "1:8fd4" },
    }),
    oneCase(2, { citations: [{ type: "official", cite: "1 Mass. 30" }] }),
    oneCase(3, { citations: [{ type: "official", cite: "1 Mass. 30" }], jurisdiction: CLOSED }),
  ],
  `${keptFolder()}/test.db`,
);

test("resolve lists the cases of each full citation, as the service's last years did", () => {
  using v1 = openV1(path, { baseUrl: "https://cap.example.org" });
  const found = v1.resolve({
    q: "See 1 Mass., 17; 1 Mass.\n30; id. at 31; 9 Mass. 99, and 42 U.S.C. § 1983.",
  });
  expect(Object.keys(found)).toEqual(["1 Mass., 17", "1 Mass. 30", "9 Mass. 99"]);
  expect(found["9 Mass. 99"]).toEqual([]);
  expect(found["1 Mass. 30"]?.map((one) => one.source_id)).toEqual([2, 3]);
  expect(found["1 Mass., 17"]).toEqual([
    {
      source: "cap",
      id: 1,
      source_id: 1,
      citations: [
        {
          cite: "1 Mass. 17",
          normalized_cite: "1mass17",
          type: "official",
          volume: "1",
          reporter: "Mass.",
          page: "17",
        },
        {
          ...{ cite: "2003 NY Slip Op 50688(U)", normalized_cite: "2003nyslipop50688u", type: "parallel" },
          ...{ volume: "2003", reporter: expect.stringContaining("Slip Op"), page: "50688(U)" },
        },
        { cite: "odd", normalized_cite: "odd", type: "nominative", volume: null, reporter: null, page: null },
      ],
      name_short: "Case 1",
      name_full: "Case 1 in full",
      decision_date: "1901-01-02",
      frontend_url: "https://cap.example.org/cases/1/",
      api_url: "https://cap.example.org/v1/cases/1/",
      simhash: "1:8fd4",
    },
  ]);
  expect(Object.keys(v1.resolve({ q: ["1 Mass. 17", "1 Mass. 30"] }))).toEqual(["1 Mass. 17", "1 Mass. 30"]);
  expect(v1.resolve({ q: "9 Mass. 99" })).toEqual({ "9 Mass. 99": [] });
  expect(Object.keys(v1.resolve({ q: "1mass17" }))).toEqual(["1mass17"]);
});

test.each([
  [{}, { q: ["This parameter is required."] }],
  [{ q: "" }, { q: ["This parameter is required."] }],
  [{ q: "no citation" }, { q: ["No citations found in query."] }],
  [{ q: "x".repeat(8193) }, { q: [expect.stringContaining("at most 8192 characters")] }],
  [{ q: ["x".repeat(5000), "y".repeat(5000)] }, { q: [expect.stringContaining("at most 8192 characters")] }],
  [{ q: "1 Mass. 17", q__in: "x" }, { q__in: [expect.stringContaining("No such parameter.")] }],
])("resolve refuses %#", (question, parameters) => {
  using v1 = openV1(path);
  expect(() => v1.resolve(question)).toThrow(expect.objectContaining({ code: "invalid", parameters }));
});

test("resolve answers all callers alike: it has metadata only", () => {
  using v1 = openV1(path);
  expect(v1.as("public").resolve({ q: "1 Mass. 30" })).toEqual(v1.resolve({ q: "1 Mass. 30" }));
});

test("resolve lists 100 cases of a citation", () => {
  const many = Array.from({ length: 101 }, (_, at) =>
    oneCase(at + 1, { citations: [{ type: "official", cite: "1 Mass. 30" }] }),
  );
  using v1 = openV1(makeCorpus(many));
  expect(v1.resolve({ q: "1 Mass. 30" })["1 Mass. 30"]?.length).toBe(100);
});
