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

/** Addresses of all results, from the first case on by the links to the next one. */
function walk(ask: AskPage, first: string, words: string): string[] {
  const seen = [first];
  for (let next = link(ask(first).html, words); next !== ""; next = link(ask(next).html, words))
    seen.push(next);
  return seen;
}

test.each([
  "search=mill",
  "search=mill&ordering=name_abbreviation",
  "jurisdiction=mass",
  "name=case&ordering=-decision_date",
])(
  "a case of %s leads to the result before and after it, over the ends of pages, and back to its place in the list",
  (query) => {
    const ask = pagesOf(someCases());
    const list = ask(`/?${query}`);
    const first = link(list.html, "Case");
    expect(first).toContain(`?${query}`);
    const onward = walk(ask, first, "Next result →");
    expect(new Set(onward.map((address) => address.split("?")[0])).size).toBe(CASES);
    const last = onward.at(-1) ?? "";
    expect(ask(last).text).toContain(`Result ${CASES} of ${CASES}`);
    const back = walk(ask, last, "← Previous result").map((address) => address.split("?")[0]);
    expect(back.toReversed()).toEqual(onward.map((address) => address.split("?")[0]));
    for (const at of [0, 19, 20, CASES - 1]) {
      const address = onward[at] ?? "";
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
