/** Order by relevance where more cases match than are scored: the bound is tiny here. */
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import type { LineRecord } from "./brute-force.ts";
import { inOrder } from "./brute-force-filter.ts";
import { queryOf, walk } from "./walk.ts";

const SEARCH = { search: "library" };

/** Cases from the newest to the oldest, the word in every opinion, and in the names as often as `named` tells. */
function libraries(count: number, named: (n: number) => number): LineRecord[] {
  return Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    name: `${"Library ".repeat(named(n))} v. Mill`,
    name_abbreviation: "x",
    decision_date: n % 11 === 5 ? null : `${1950 - n}-05-20`,
    docket_number: "",
    citations: [],
    reporter: { id: 1, full_name: "New York Reports" },
    court: null,
    jurisdiction: null,
    cites_to: [],
    last_updated: null,
    casebody: {
      status: "ok",
      data: {
        head_matter: n % 5 === 0 ? "the library" : "",
        opinions: [{ type: "majority", author: null, text: "library ".repeat(1 + (n % 3)) }],
        corrections: "",
      },
    },
  }));
}

test("the cases with the word in their names come first, ranked, and the others follow by date", () => {
  const made = libraries(40, (n) => (n % 8 === 0 ? 1 + n / 8 : 0));
  using corpus = openV1(makeCorpus(made), { rankedMatches: 10 });
  const { forth } = walk(corpus, { ...SEARCH, page_size: 3 });
  expect(forth.slice(0, 5)).toEqual([33, 25, 17, 9, 1]);
  const others = made.filter(({ id }) => !forth.slice(0, 5).includes(id));
  expect(forth.slice(5)).toEqual(inOrder(others, "decision_date"));
  const worstFirst = walk(corpus, { ...SEARCH, ordering: "-relevance", page_size: 3 });
  expect(worstFirst.forth).toEqual([...forth.slice(0, 5).reverse(), ...forth.slice(5)]);
});

test("where few names have the word, those with it in their head matter are ranked too", () => {
  const made = libraries(40, (n) => (n === 17 ? 1 : 0));
  using corpus = openV1(makeCorpus(made), { rankedMatches: 12 });
  const { forth } = walk(corpus, { ...SEARCH, page_size: 7 });
  expect(forth[0]).toBe(18);
  const inHeads = made.filter((_, n) => n % 5 === 0).map(({ id }) => id);
  expect(new Set(forth.slice(1, 9))).toEqual(new Set(inHeads));
  const others = made.filter(({ id }) => !forth.slice(0, 9).includes(id));
  expect(forth.slice(9)).toEqual(inOrder(others, "decision_date"));
});

test("where too many names have the word, those of the newest cases are ranked, and no more than the bound", () => {
  const made = libraries(40, () => 1);
  using corpus = openV1(makeCorpus(made), { rankedMatches: 10 });
  const { forth } = walk(corpus, { ...SEARCH, page_size: 4 });
  const byDate = inOrder(made, "-decision_date");
  const ranked = new Set(byDate.slice(0, 10));
  expect(new Set(forth.slice(0, 10))).toEqual(ranked);
  const others = made.filter(({ id }) => !ranked.has(id));
  expect(forth.slice(10)).toEqual(inOrder(others, "decision_date"));
});

test("a walk over a bounded ranking shows none twice while imports make more names match", () => {
  const made = libraries(60, (n) => (n % 6 === 0 ? 1 : 0));
  const path = makeCorpus(made);
  using corpus = openV1(path, { rankedMatches: 12 });
  using writer = openTestWriter(path);
  const forth: number[] = [];
  const pages: number[][] = [];
  let page = corpus.list("cases", { ...SEARCH, page_size: 7 });
  for (let round = 0; ; round++) {
    pages.push(page.results.map(({ id }) => id));
    forth.push(...page.results.map(({ id }) => id));
    if (page.next === null || round > 30) break;
    if (round < 5) {
      const more = libraries(4, () => 3).map((one) => ({ ...one, id: 1000 + round * 10 + one.id }));
      importRecords(writer, { unit: `more ${round}`, records: more });
    }
    page = corpus.list("cases", queryOf(page.next));
  }
  expect(new Set(forth).size).toBe(forth.length);
  const back = corpus.list("cases", queryOf(page.previous ?? ""));
  expect(back.results.map(({ id }) => id).every((id) => forth.includes(id))).toBe(true);
  expect(back.results.length).toBe(7);
});
