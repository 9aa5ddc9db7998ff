/** docs/interface.md, "ngrams" and "resolve". */
import { expect, test } from "vitest";
import { MAX_READ_CASES, MAX_READ_CHARS } from "../../src/corpus/ngrams.ts";
import type { Question } from "../../src/v1/parameter.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { CLOSED, OPEN, oneCase, textBody } from "../http/records.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";

const OTHER = { ...OPEN, id: 3, slug: "ill", name: "Ill.", name_long: "Illinois" };

function counted(id: number, year: string, text: string, more: object = {}): Record<string, unknown> {
  return oneCase(id, { decision_date: `${year}-01-02`, casebody: textBody("", text), ...more });
}

const path = makeCorpus(
  [
    counted(1, "1900", "One two. Three four; one two.", { analysis: { word_count: 6 } }),
    counted(2, "1900", "one, three don't three don't", { analysis: { word_count: 5 }, jurisdiction: OTHER }),
    counted(3, "1901", "one two", { name: "Dam v. Mill" }),
    counted(4, "1901", "nothing", { analysis: { word_count: 1 } }),
    counted(5, "1902", "one two one two", { analysis: { word_count: 4 }, jurisdiction: CLOSED }),
  ],
  `${keptFolder()}/test.db`,
);

function errorsOf(v1: V1, question: Question): unknown {
  try {
    v1.ngrams(question);
    return null;
  } catch (error) {
    return error instanceof Error && "parameters" in error ? error.parameters : error;
  }
}

test("ngrams counts occurrences and cases of each year, with the words and cases of the year", () => {
  using v1 = openV1(path);
  expect(v1.ngrams({ q: "One  TWO" })).toEqual({
    count: 1,
    next: null,
    previous: null,
    results: {
      "one two": {
        total: [
          { year: "1900", count: [2, 11], doc_count: [1, 2] },
          { year: "1901", count: [1, null], doc_count: [1, 2] },
          { year: "1902", count: [2, 4], doc_count: [1, 1] },
        ],
      },
    },
  });
});

test("ngrams takes jurisdictions, * for all, total, and years", () => {
  using v1 = openV1(path);
  const groups = (question: Question) => v1.ngrams(question).results.one;
  const of1900 = { year: "1900", count: [1, 5], doc_count: [1, 1] };
  expect(groups({ q: "one", jurisdiction: "ill" })).toEqual({ ill: [of1900] });
  expect(groups({ q: "one", jurisdiction: "Ill.", year: 1900 })).toEqual({ ill: [of1900] });
  expect(groups({ q: "one", jurisdiction: "ill", year: 1901 })).toBeUndefined();
  expect(Object.keys(groups({ q: "one", jurisdiction: "*" }) ?? {})).toEqual(["total", "mass", "neb", "ill"]);
  expect(groups({ q: "one", jurisdiction: ["total", "ill"], year: [1900, 1902] })).toEqual({
    total: [
      { year: "1900", count: [3, 11], doc_count: [2, 2] },
      { year: "1902", count: [2, 4], doc_count: [1, 1] },
    ],
    ill: [of1900],
  });
});

test("ngrams with * counts the words that follow, each as its own phrase", () => {
  using v1 = openV1(path);
  const { count, results } = v1.ngrams({ q: "three *" });
  expect([count, Object.keys(results)]).toEqual([2, ["three don", "three four"]]);
  for (const [phrase, groups] of Object.entries(results))
    expect(v1.ngrams({ q: phrase }).results[phrase]).toEqual(groups);
  expect(Object.keys(v1.ngrams({ q: "three four *" }).results)).toEqual(["three four one"]);
  // no word follows across the end of a text, and "*" alone is no word
  expect(v1.ngrams({ q: "nothing *" }).results).toEqual({});
  expect(v1.ngrams({ q: "*" }).results).toEqual({});
});

test("ngrams uses the first three words; words that nothing has give no results", () => {
  using v1 = openV1(path);
  expect(Object.keys(v1.ngrams({ q: "three four one nosuchword" }).results)).toEqual(["three four one"]);
  expect(v1.ngrams({ q: "nosuchword" })).toEqual({ count: 0, next: null, previous: null, results: {} });
  expect(v1.ngrams({ q: "§" }).count).toBe(0);
  expect(v1.ngrams({ q: '"one "two author:x' }).count).toBe(0);
  expect(v1.ngrams({ q: '"one "two' }).count).toBe(1);
});

test("ngrams counts a case that has the words in its name only, with no occurrence", () => {
  using v1 = openV1(path);
  expect(v1.ngrams({ q: "mill" }).results.mill?.total).toEqual([
    { year: "1901", count: [0, null], doc_count: [1, 2] },
  ]);
});

test.each([
  ["usc", [3, null], [2, 3]],
  ["18 u.s.c.", [3, null], [2, 3]],
  ["cross-road", [2, null], [1, 3]],
  ["cross-road” 18", [1, null], [1, 3]],
])("ngrams counts the occurrences of %s in each spelling that the search finds", (q, count, doc_count) => {
  using v1 = openV1(
    makeCorpus([
      counted(1, "1900", "18 U.S.C. 1 and 18 USC 2"),
      counted(2, "1900", "crossroad, cross-road 18 U. S. C. 3"),
      counted(3, "1900", "cross 18"),
    ]),
  );
  expect(v1.ngrams({ q }).results[q]?.total).toEqual([{ year: "1900", count, doc_count }]);
});

test("ngrams with api() counts the cases of any filters", () => {
  using v1 = openV1(path);
  const q = 'api(search="one two"&jurisdiction__exclude=ill)';
  const years = (question: object) => v1.ngrams({ q, ...question }).results[q];
  const of1901 = { year: "1901", count: [1, 2], doc_count: [1, 2] };
  expect(years({})?.total?.map(({ year }) => year)).toEqual(["1900", "1901", "1902"]);
  expect(years({ year: 1901 })).toEqual({ total: [of1901] });
  expect(years({ jurisdiction: "*", year: 1901 })).toEqual({ total: [of1901], mass: [of1901] });
  expect(years({ jurisdiction: "ill" })).toBeUndefined();
  const bounded = "api(decision_date_min=1901&decision_date_max=1901)";
  expect(v1.ngrams({ q: bounded, year: [1900, 1901] }).results[bounded]?.total?.length).toBe(1);
  expect(v1.ngrams({ q: "api(search=nosuchword)" }).results).toEqual({});
});

test.each([
  [{}, { q: ["This parameter is required."] }],
  [{ q: " " }, { q: ["This parameter is required."] }],
  [{ q: "one", year: "84" }, { year: ["Enter a year: YYYY."] }],
  [
    { q: "one", jurisdiction: "nowhere" },
    { jurisdiction: ["Select a valid choice. nowhere is not one of the available choices."] },
  ],
  [{ q: "one", year__gte: "1900" }, { year__gte: ["No such parameter. Did you mean year?"] }],
  [{ q: "api(nosuch=1)" }, { q: ["nosuch is not a valid API parameter."] }],
  [{ q: "api(full_case=true)" }, { q: ["full_case is not a valid API parameter."] }],
  [
    { q: "api(decision_date_min=x)" },
    { q: ["decision_date_min: Invalid date format. Expected YYYY-MM-DD, YYYY-MM or YYYY."] },
  ],
  [{ q: "api(court__inn=x)" }, { q: ["court__inn: No such filter. Did you mean court__in?"] }],
])("ngrams refuses %j", (question, messages) => {
  using v1 = openV1(path);
  expect(errorsOf(v1, question)).toEqual(messages);
});

test("ngrams counts no occurrences in closed texts for those who may not see them", () => {
  using owner = openV1(path);
  const of1902 = { q: "one two", year: 1902 };
  const first = (v1: V1) => v1.ngrams(of1902).results["one two"]?.total?.[0];
  expect(first(owner)?.count).toEqual([2, 4]);
  expect(first(owner.as("anyone"))).toEqual({ year: "1902", count: [null, 4], doc_count: [1, 1] });
  expect(first(owner.as("public"))).toBeUndefined();
  expect(owner.as("anyone").ngrams({ q: "one *", year: 1902 }).results).toEqual({});
});

test("ngrams reads a bounded number of texts", () => {
  const many = Array.from({ length: MAX_READ_CASES + 1 }, (_, at) => counted(at + 1, "1900", "often"));
  using v1 = openV1(makeCorpus(many));
  const { often } = v1.ngrams({ q: "often" }).results;
  expect(often?.total?.[0]).toEqual({ year: "1900", count: [null, null], doc_count: [1001, 1001] });
  expect(errorsOf(v1, { q: "often *" })).toEqual({ q: [expect.stringContaining("too many or too long")] });
});

test("ngrams reads a bounded number of characters", () => {
  const times = Math.floor(MAX_READ_CHARS / 12);
  const long = "often ".repeat(times);
  using v1 = openV1(makeCorpus([1, 2, 3].map((id) => counted(id, `190${id}`, long))));
  expect(v1.ngrams({ q: "often" }).results.often?.total?.map(({ count }) => count[0])).toEqual([
    null,
    null,
    null,
  ]);
  expect(v1.ngrams({ q: "often", year: 1901 }).results.often?.total?.[0]?.count[0]).toBe(times);
});

const cited = makeCorpus(
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
  using v1 = openV1(cited, { baseUrl: "https://cap.example.org" });
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
  using v1 = openV1(cited);
  expect(() => v1.resolve(question)).toThrow(expect.objectContaining({ code: "invalid", parameters }));
});

test("resolve answers all callers alike: it has metadata only", () => {
  using v1 = openV1(cited);
  expect(v1.as("public").resolve({ q: "1 Mass. 30" })).toEqual(v1.resolve({ q: "1 Mass. 30" }));
});

test("resolve lists 100 cases of a citation", () => {
  const many = Array.from({ length: 101 }, (_, at) =>
    oneCase(at + 1, { citations: [{ type: "official", cite: "1 Mass. 30" }] }),
  );
  using v1 = openV1(makeCorpus(many));
  expect(v1.resolve({ q: "1 Mass. 30" })["1 Mass. 30"]?.length).toBe(100);
});
