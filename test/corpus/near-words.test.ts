/** Words near each other and fields in a search: the examples of docs/interface.md, and searches that read texts. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { inOrder, matching } from "./brute-force-filter.ts";
import { query, records, written } from "./made-records.ts";
import { line, textBody } from "./records.ts";
import { walk } from "./walk.ts";

const PAGE = readFileSync(new URL("../../docs/interface.md", import.meta.url), "utf8");
/** `query`, what it means, a text that it finds, a text that it does not find. */
const EXAMPLES = [...PAGE.matchAll(/^\| `([^`]+)` \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)]
  .map(([, search = "", found = "", missed = ""]) => [search.replaceAll("\\|", "|"), found, missed] as const)
  .filter(([search]) => / [/+][\dsp] /.test(search));

test("docs/interface.md has examples", () => {
  expect(EXAMPLES.length).toBe(10);
});

test.each(EXAMPLES)("%s finds %j, and not %j", (search, ...texts) => {
  const cases = texts.map((text, n) =>
    line(n + 1, { casebody: textBody("", text.replaceAll("<br>", "\n")) }),
  );
  using corpus = openV1(makeCorpus(cases));
  const { results, count } = corpus.list("cases", { search, preview: true });
  expect([count, results.map(({ id }) => id)]).toEqual([1, [1]]);
  expect(results[0]?.preview?.join()).toContain("<em");
});

describe("a search that reads more than it may", () => {
  test("has the same cases by date and by relevance, and the count is exact or null", () => {
    fc.assert(
      fc.property(records, fc.array(query, { minLength: 6, maxLength: 6 }), (made, queries) => {
        using corpus = openV1(makeCorpus(made), { readTexts: 1 });
        for (const one of queries) {
          const search = written(one);
          const wanted = matching(made, {}, one);
          const [first] = wanted;
          const ids = new Set(wanted);
          const chosen = made.filter(({ id }) => ids.has(id));
          for (const ordering of ["decision_date", "-decision_date"]) {
            const { forth, back, counts } = walk(corpus, { search, ordering, page_size: 3 });
            expect([search, ordering, forth]).toEqual([search, ordering, inOrder(chosen, ordering)]);
            expect([search, ordering, back]).toEqual([search, ordering, forth]);
            for (const count of counts)
              expect([search, count ?? wanted.length]).toEqual([search, wanted.length]);
          }
          const { forth } = walk(corpus, { search, page_size: 3 });
          expect([search, forth.toSorted((a, b) => a - b)]).toEqual([search, wanted]);
          const { count, results } = corpus.list("cases", {
            search,
            count: "exact",
            ordering: "id",
            page_size: 1,
          });
          expect([search, count, results[0]?.id]).toEqual([search, wanted.length, first]);
        }
      }),
      { ...fuzzing(4), seed: 23 },
    );
  });

  test("finds only matches among listed cases", () => {
    const texts = ["mill. Dam", "mill dam", "mill. Dam", "dam", "mill dam", "mill. Dam"];
    const made = texts.map((text, n) =>
      line(n + 1, { cites_to: n === 4 ? [] : [{ cite: "1 X 1" }], casebody: textBody("", text) }),
    );
    const cited = line(7, { citations: [{ type: "official", cite: "1 X 1" }] });
    using corpus = openV1(makeCorpus([...made, cited]), { readTexts: 2 });
    // the index has no places of the words of a prefix
    const search = "mil* /s dam";
    for (const listed of [{ cites_to__id: "7" }, { id__in: "1__2__3__4__6" }]) {
      for (const ordering of ["decision_date", "relevance"]) {
        const { count, results } = corpus.list("cases", { search, ordering, ...listed });
        expect([listed, ordering, count, results.map(({ id }) => id)]).toEqual([listed, ordering, null, [2]]);
      }
      const { count } = corpus.list("cases", { search, count: "exact", ...listed });
      expect([listed, count]).toEqual([listed, 1]);
    }
  });

  test("is refused where all matches must be known", () => {
    const cases = [1, 2, 3].map((id) => line(id, { casebody: textBody("", "mill dam") }));
    using corpus = openV1(makeCorpus(cases), { readTexts: 2 });
    const search = "mil* +0 dam";
    const tooMany = /^Cannot search: More than 2 cases would have to be read for this search\./;
    expect(() => corpus.list("cases", { search, ordering: "id" })).toThrow(tooMany);
    expect(() => corpus.list("cases", { search, facet: "court" })).toThrow(tooMany);
    expect(corpus.list("cases", { search }).count).toBeNull();
    expect(corpus.list("cases", { search, ordering: "id", cite: "1 Ill. 1" }).count).toBe(0);
  });
});

test.each([
  ["court:nowhere", "Select a valid choice. nowhere is not one of the available choices."],
  ["mill -court:nowhere", "Select a valid choice. nowhere is not one of the available choices."],
  ["author:holmes /5 mill", "author:, court: and name: cannot be next to an operator such as /5 or /s."],
  [
    `(${"a | ".repeat(20)}a) /s (${"b | ".repeat(20)}b)`,
    "The operators /5, +5, /s and /p combine more than 200 pairs of words.",
  ],
])("%s is refused", (search, message) => {
  using corpus = openV1(makeCorpus([line(1)]));
  const refused = expect.objectContaining({ code: "invalid", parameters: { search: [message] } });
  expect(() => corpus.list("cases", { search })).toThrow(refused);
  expect(() => corpus.trends([search])).toThrow(
    expect.objectContaining({ code: "invalid", parameters: { text: [message] } }),
  );
});

test("a field is a filter: without other words the order is by date", () => {
  using corpus = openV1(
    makeCorpus([
      line(1, { decision_date: "1990-01-01", name: "State v. Mill" }),
      line(2, { decision_date: "1980-01-01", name: "State v. Mill" }),
      line(3, { name: "State v. Hill" }),
    ]),
  );
  const { results, next } = corpus.list("cases", { search: "name:Mill | name:MILL", page_size: 1 });
  expect(results.map(({ id }) => id)).toEqual([2]);
  expect(next).toContain("search=name%3AMill");
  expect(corpus.list("cases", { search: '-name:"v. mill"' }).results.map(({ id }) => id)).toEqual([3]);
});

test("a case that a field or tested words find is listed once by relevance", () => {
  const courtOf = (slug: string) => ({ id: slug.length, name: slug, name_abbreviation: slug, slug });
  const texts = [
    "The drain commissioner came.",
    "A drain.",
    "Other words.",
    "The commissioner of the drain left.",
  ];
  const cases = texts.map((text, n) =>
    line(n + 1, { court: courtOf(n < 3 ? "mass" : "other"), casebody: textBody("", text) }),
  );
  using corpus = openV1(makeCorpus(cases));
  const { results, count } = corpus.list("cases", {
    search: "court:mass | (drain /s commissioner)",
    ordering: "relevance",
  });
  expect([count, results.map(({ id }) => id).toSorted()]).toEqual([4, [1, 2, 3, 4]]);
});
