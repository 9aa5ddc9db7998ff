import { expect, test } from "vitest";
import { oneCase, textBody } from "../../http/records.ts";
import { type AskPage, linksTo, pagesOf } from "../../support/page-answer.ts";

/** Two pages of results, one of which is short. */
const CASES = 23;

function someCases(): Record<string, unknown>[] {
  return Array.from({ length: CASES }, (_, at) =>
    oneCase(at + 1, {
      decision_date: `18${10 + at}-03-01`,
      casebody: textBody("The head matter.", `The mill dam of ${at + 1}.`),
    }),
  );
}

function link(html: string, words: string): string {
  const [found = ""] = linksTo(html, words);
  return found;
}

/** Addresses of results, from a case on by the links to the next one: as many, or all. */
function walk(ask: AskPage, first: string, words: string, count = CASES): string[] {
  const seen = [first];
  for (let at = first; seen.length < count; seen.push(at)) {
    at = link(ask(at).html, words);
    if (at === "") break;
  }
  return seen;
}

/** A walk over all results; then only over the end of a page. */
test.each([
  ["search=mill", 0],
  ["search=mill&ordering=name_abbreviation", 18],
  ["jurisdiction=mass", 18],
  ["name=case&ordering=-decision_date", 18],
])(
  "a case of %s leads to the result before and after it, over the ends of pages, and back to its place in the list",
  (query, from) => {
    const ask = pagesOf(someCases());
    const list = ask(`/?${query}`);
    const first = linksTo(list.html, "Case")[from] ?? "";
    expect(first).toContain(`?${query}`);
    const onward = walk(ask, first, "Next result →");
    const cases = onward.map((address) => address.split("?")[0]);
    expect(new Set(cases).size).toBe(CASES - from);
    const last = onward.at(-1) ?? "";
    expect(ask(last).text).toContain(`Result ${CASES} of ${CASES}`);
    const back = walk(ask, last, "← Previous result", CASES - from);
    expect(back.map((address) => address.split("?")[0]).toReversed()).toEqual(cases);
    for (const at of [from, 19, 20, CASES - 1]) {
      const address = onward[at - from] ?? "";
      expect(ask(address).text).toContain(`Result ${at + 1} of ${CASES}`);
      const [place = "", id = ""] = link(ask(address).html, "Back to the results").split("#");
      expect(ask(place).html).toContain(`<li class="result" id="${id}">`);
      expect(id).toBe(`case-${/\d+/.exec(address)?.[0]}`);
    }
  },
);

test("a search that does not find the case, or cannot be searched for, leaves the case readable", () => {
  const ask = pagesOf(someCases());
  for (const query of [
    "search=head&jurisdiction=nowhere",
    "search=head&cursor=x",
    "search=zebra",
    "decision_date_min=soon",
  ]) {
    const { status, text } = ask(`/cases/7/?${query}`);
    expect(status).toBe(200);
    expect(text).toContain("The mill dam of 7.");
    expect(text).toContain("Back to the results");
    expect(text).not.toContain("Result ");
  }
  const plain = ask("/cases/7/");
  expect(plain.html).not.toContain("result-bar");
  expect(plain.html).not.toContain("<mark>");
});

test("a search that is too long for twenty addresses is not carried on", () => {
  const long = `mill ${"| dam ".repeat(500)}`;
  const { html } = pagesOf(someCases())(`/?${new URLSearchParams({ search: long })}`);
  expect(link(html, "Case")).toMatch(/^\/cases\/\d+\/$/);
});
