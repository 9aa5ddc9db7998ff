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

test("without words the page is a form, and examples of which the corpus has each text", () => {
  const old = oneCase(9, { decision_date: "1851", casebody: textBody("", "A carriage and an automobile.") });
  const { status, html, text } = pagesOf([...records(), old])("/trends/?q=&q=+");
  expect(status).toBe(200);
  expect(html.match(/name="q"/g)).toHaveLength(5);
  expect(linksTo(html, "carriage and automobile")).toEqual(["/trends/?q=carriage&q=automobile"]);
  expect(html).toMatch(/name="decision_date_min"[^>]* placeholder="1850"/);
  expect(html).toMatch(/name="decision_date_max"[^>]* placeholder="1852"/);
  expect(text).toContain("For example");
  expect(linksTo(html, "negligence and trespass")).toEqual([]);
  expect(pagesOf(records())("/trends/").text).not.toContain("For example");
});

test("the table has the numbers of the library, year by year, with their share of all cases and links to the cases", () => {
  const path = makeCorpus(records());
  const { text, html } = pagesOf([], path)("/trends/?q=mill&q=dam");
  using corpus = openV1(path);
  const { series } = corpus.trends(["mill", "dam"]);
  expect(series.map(({ count }) => count)).toEqual([3, 2]);
  expect(text).toContain(
    "Year mill dam All cases Cases Share Cases Share 1850 1 50.0 % 1 50.0 % 2 1852 2 100.0 % 1 50.0 % 2 All years 3 75.0 % 2 50.0 % 4",
  );
  expect(linksTo(html, "mill")).toContain("/?search=mill");
  expect(linksTo(html, "2")).toContain("/?search=mill&decision_date_min=1852&decision_date_max=1852");
});

test("a date of the filters within a year stays in the link of that year", () => {
  const { html } = pagesOf(records())("/trends/?q=mill&decision_date_min=1852-01-02&decision_date_max=1900");
  expect(linksTo(html, "1")).toContain("/?search=mill&decision_date_min=1852-01-02&decision_date_max=1852");
});

test("the plot shows shares first, and leads to the number of cases", () => {
  const ask = pagesOf(records());
  const shares = ask("/trends/?q=mill");
  expect(shares.text).toContain("Percent of the year's cases");
  expect(linksTo(shares.html, "Show the number of cases")).toEqual(["/trends/?q=mill&scale=cases"]);
  const numbers = ask("/trends/?q=mill&scale=cases");
  expect(numbers.text).toContain("Cases of the year");
  expect(linksTo(numbers.html, "Show the share")).toEqual(["/trends/?q=mill"]);
  expect(linksTo(numbers.html, "CSV")).toEqual(["/trends/?q=mill&scale=cases&format=csv"]);
});

test("a year without cases is a gap, on either scale", () => {
  for (const more of ["", "&scale=cases"]) {
    const { html } = pagesOf(records())(`/trends/?q=mill${more}`);
    // 1850, then 1852
    expect(html.match(/<path class="plot-few" opacity="0.35" d="(M[^L]*)(M[^L]*)"/)).not.toBeNull();
  }
});

test("decades are shown on request, with links to their cases; a filter from 1852 to 1850 is swapped", () => {
  const ask = pagesOf(records());
  expect(linksTo(ask("/trends/?q=mill").html, "Show decades")).toEqual(["/trends/?q=mill&by=decade"]);
  const { html, text } = ask("/trends/?q=mill&by=decade&decision_date_min=1859&decision_date_max=1850");
  expect(text).toContain("1850s 3 75.0 % 4 All years");
  expect(text).toContain(
    "Share of the cases by decade, from 1850 to 1859. Decades without cases are gaps; with",
  );
  expect(text).toContain("The first date was after the last one: they were swapped.");
  expect(linksTo(html, "3")).toContain("/?search=mill&decision_date_min=1850&decision_date_max=1859");
  expect(html).toContain('<input type="hidden" name="by" value="decade">');
});

test("the plot is described in words", () => {
  const { html } = pagesOf(records())("/trends/?q=mill&q=zebra");
  expect(html).toContain(
    'aria-label="Share of the cases by year, 1850 to 1852. mill: 3 of 4 cases, most in 1852 (100.0 %). zebra: 0 of 4 cases."',
  );
});

test("filters narrow what is counted, stay in the form, and courts are those of the jurisdiction", () => {
  const { html, text } = pagesOf(records())(
    "/trends/?q=mill&jurisdiction=mass&court=mass-1&decision_date_min=1851",
  );
  expect(text).toContain("1852 1 100.0 % 1 All years 1 100.0 % 1");
  expect(text).toContain(
    "Share of the cases by year, Massachusetts, Supreme Judicial Court, from 1851. Years without",
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
  // before words are there
  const early = pagesOf(records())("/trends/?jurisdiction=nowhere&decision_date_min=soon");
  expect(early.status).toBe(400);
  expect(early.html).toContain('id="wrong-jurisdiction"');
  expect(early.html).toContain('id="wrong-decision_date_min"');
});
