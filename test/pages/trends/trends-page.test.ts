import { expect, test } from "vitest";
import { openV1 } from "../../../src/v1/v1.ts";
import { CLOSED, oneCase, textBody } from "../../http/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { linksTo, pagesOf } from "../../support/page-answer.ts";

function records(): Record<string, unknown>[] {
  const of = (id: number, year: string, text: string) =>
    oneCase(id, { decision_date: year, casebody: textBody("", text) });
  return [
    of(1, "1850", "mill"),
    of(2, "1850-05", "dam"),
    of(3, "1852-01-02", "mill dam"),
    { ...of(4, "1852", "mill"), jurisdiction: CLOSED },
    { ...of(5, "1852", "mill"), decision_date: null },
  ];
}

test("without words the page is a form and examples", () => {
  const { status, html, text } = pagesOf(records())("/trends/?q=&q=+");
  expect(status).toBe(200);
  expect(html.match(/name="q"/g)).toHaveLength(5);
  expect(linksTo(html, "carriage and automobile")).toEqual(["/trends/?q=carriage&q=automobile"]);
  expect(text).toContain("For example");
});

test("the table has the numbers of the library, year by year, and all decisions beside them", () => {
  const path = makeCorpus(records());
  const { text, html } = pagesOf([], path)("/trends/?q=mill&q=dam");
  using corpus = openV1(path);
  const { series } = corpus.trends(["mill", "dam"]);
  expect(series.map(({ count }) => count)).toEqual([3, 2]);
  expect(text).toContain("Year mill dam All decisions 1850 1 1 2 1852 2 1 2 All years 3 2 4");
  expect(linksTo(html, "mill")).toContain("/?search=mill");
});

test("counted per 10,000 decisions, the table says so, and leads to the other count", () => {
  const ask = pagesOf(records());
  const shares = ask("/trends/?q=mill&per=10000");
  expect(shares.text).toContain("1850 5,000.00 2 1852 10,000.00 2 All years 7,500.00 4");
  expect(linksTo(shares.html, "Show the number of matching decisions")).toEqual(["/trends/?q=mill"]);
  expect(linksTo(ask("/trends/?q=mill").html, "Show matches per 10,000")).toEqual([
    "/trends/?q=mill&per=10000",
  ]);
});

test("the plot is described in words", () => {
  const { html } = pagesOf(records())("/trends/?q=mill&q=zebra");
  expect(html).toContain(
    'aria-label="Matching decisions, by year, 1850 to 1852. mill: 3 decisions, most in 1852 (2). zebra: 0 decisions, none."',
  );
});

test("filters narrow what is counted, stay in the form, and courts are those of the jurisdiction", () => {
  const { html, text } = pagesOf(records())(
    "/trends/?q=mill&jurisdiction=mass&court=mass-1&decision_date_min=1851",
  );
  expect(text).toContain("1852 1 1 All years 1 1");
  expect(text).toContain(
    "Matching decisions by year, Massachusetts, Supreme Judicial Court, from 1851. Show matches",
  );
  expect(html).toContain('<option value="mass" selected>Massachusetts</option>');
  expect(html).toContain('<option value="mass-1" selected>Supreme Judicial Court</option>');
  expect(html).toContain('name="decision_date_min" value="1851"');
});

test("wrong values are told beside their fields, and nothing is counted", () => {
  const { status, html, text } = pagesOf(records())(
    "/trends/?q=a&q=b&q=c&q=d&q=e&q=f&jurisdiction=x&decision_date_max=soon",
  );
  expect(status).toBe(400);
  expect(text).toContain("Enter 1 to 5 texts.");
  expect(html).toMatch(/name="jurisdiction" aria-invalid="true" aria-describedby="wrong-jurisdiction"/);
  expect(html).toContain(
    'id="wrong-decision_date_max">Invalid date format. Expected YYYY-MM-DD, YYYY-MM or YYYY.</p>',
  );
  expect(html).not.toContain("<table");
});

test("filters that leave nothing are told", () => {
  expect(pagesOf(records())("/trends/?q=mill&decision_date_min=1999").text).toContain("No dated decision");
});

test("words that match nothing still have a plot and a table", () => {
  const { status, html } = pagesOf(records())("/trends/?q=zebra");
  expect(status).toBe(200);
  expect(html).toContain('class="plot"');
});

test("a page of 350 years and five texts is below 100 kB", () => {
  const many = Array.from({ length: 350 }, (_, at) => oneCase(at + 1, { decision_date: String(1660 + at) }));
  const { html } = pagesOf(many)(
    `/trends/?${Array.from({ length: 5 }, (_, at) => `q=opinion+${at}`).join("&")}`,
  );
  expect(Buffer.byteLength(html)).toBeLessThan(100_000);
});

test("a wrong filter is told beside its field before words are there", () => {
  const { status, html, text } = pagesOf(records())("/trends/?jurisdiction=nowhere&decision_date_min=soon");
  expect(status).toBe(400);
  expect(text).toContain("the reason is next to its field");
  expect(html).toContain('id="wrong-jurisdiction"');
  expect(html).toContain('id="wrong-decision_date_min"');
});

test("several jurisdictions stay chosen", () => {
  const { html } = pagesOf(records())("/trends/?q=mill&jurisdiction=neb&jurisdiction=mass");
  expect(html).toMatch(/<select name="jurisdiction" multiple/);
  expect(html.match(/<option value="(?:neb|mass)" selected>/g)).toHaveLength(2);
  expect(pagesOf(records())("/trends/?q=mill&jurisdiction=neb").html).not.toContain("multiple");
});
