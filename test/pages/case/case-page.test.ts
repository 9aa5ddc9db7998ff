import { join } from "node:path";
import { expect, test } from "vitest";
import { CLOSED, COURT, OPEN, oneCase, textBody, xmlBody } from "../../http/records.ts";
import { importRecords, openTestWriter } from "../../support/corpus.ts";
import { linksTo, pagesOf } from "../../support/page-answer.ts";
import { staticCase } from "../../support/records.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** A corpus of case 1 with this HTML. */
function makeStatic(html: string): string {
  const path = join(tempFolder(), "static.db");
  using writer = openTestWriter(path);
  importRecords(writer, { unit: "static", records: [staticCase(1)], html: { 1: html } });
  return path;
}

test("the head of a case tells citations, names, court, date, docket number and place of print", () => {
  const ask = pagesOf([
    oneCase(1, {
      docket_number: "No. 7",
      citations: [
        { type: "official", cite: "1 Mass. 1" },
        { type: "parallel", cite: "2 Pick. 3" },
      ],
    }),
  ]);
  const { status, html, text } = ask("/cases/1/");
  expect(status).toBe(200);
  expect(html).toContain("<title>Case 1, 1 Mass. 1 · caselaw</title>");
  expect(text).toContain("1 Mass. 1 · 2 Pick. 3 Case 1 Case 1 in full Court Supreme Judicial Court");
  expect(text).toContain("Decided January 2, 1901 Docket number No. 7 Printed in");
  expect(text).toContain("Massachusetts Reports, volume 1, pages 1–2");
  expect(linksTo(html, "Supreme Judicial Court")).toEqual(["/?court=mass-1"]);
  expect(linksTo(html, "Massachusetts Reports, volume 1")).toEqual(["/browse/mass/21/A3d_138/"]);
});

test("the head has the notes on the data, with their sources", () => {
  const ask = pagesOf([oneCase(1, { decision_date: "1911-02-29" }), oneCase(2)]);
  const { html, text } = ask("/cases/1/");
  expect(text).toContain("There was no 1911-02-29. Source");
  expect(linksTo(html, "Source")).toEqual([
    expect.stringContaining("https://github.com/harvard-lil/capstone/"),
  ]);
  expect(ask("/cases/2/").html).not.toContain('class="note"');
});

test("a case without names, court, pages and citations still has a heading", () => {
  const bare = {
    name: "",
    name_abbreviation: " ",
    citations: [],
    first_page: "",
    last_page: "",
    court: null,
    jurisdiction: null,
    volume: null,
    reporter: null,
    decision_date: null,
    casebody: textBody("", "All there is."),
  };
  const { status, html, text } = pagesOf([oneCase(1, bare)])("/cases/1/", { access: "open" });
  expect(status).toBe(200);
  expect(html).toContain('<h1 dir="auto">Case 1</h1>');
  expect(text).toContain("Case 1 Decided undated Opinion GRAY, J. All there is.");
});

test("a long name is set smaller, and a name that the text begins with is told once", () => {
  const name = "Ł".repeat(300);
  const parties = {
    ...oneCase(2),
    name: "A. Roe v. B. Doe",
    casebody: xmlBody("<parties>A. ROE v. B. DOE.</parties><p>x</p>"),
  };
  const ask = pagesOf([oneCase(1, { name, name_abbreviation: "" }), parties]);
  expect(ask("/cases/1/").html).toContain(`<h1 dir="auto" class="case-long-name">${name}</h1>`);
  expect(ask("/cases/2/").html).not.toContain("case-full-name");
});

const OPINIONS = [
  { type: "majority", author: "GRAY, J.:", text: "GRAY, J.:\nYes." },
  { type: "concurring-in-part-and-dissenting-in-part", author: "HOAR, J.", text: "In part." },
  { type: "dissent", author: null, text: "No." },
];

test("opinions are headed by type and author, and listed beside the text", () => {
  const data = {
    parties: [],
    opinions: OPINIONS,
    head_matter: "Head.",
    attorneys: [],
    judges: [],
    corrections: "Read x.",
  };
  const { html, text } = pagesOf([oneCase(1, { casebody: { status: "ok", data } })])("/cases/1/");
  expect(text).toContain(
    "Head. Majority opinion GRAY, J. Yes. Concurrence in part, dissent in part HOAR, J. In part. Dissent No. Corrections Read x.",
  );
  expect(linksTo(html, "Majority opinion · GRAY, J.")).toEqual(["#part-1"]);
  expect(html).toContain('<section class="case-opinion" id="part-1">');
  expect(linksTo(html, "Corrections")).toEqual(["#corrections"]);
});

test("a citation leads to the case that is held, else to a search; not to the case itself", () => {
  const body = textBody("", "See 2 Mass. 1, 9 U.S. 5, 1 Mass. 1 and 7 Nobody 7.");
  const { html } = pagesOf([oneCase(1, { casebody: body }), oneCase(2)])("/cases/1/");
  const [, opinion = ""] = html.split('class="case-opinion"');
  const [inText = ""] = opinion.split("</section>");
  expect(linksTo(inText, "")).toEqual(["/cases/2/", "/?search=9%20U.S.%205"]);
});

test("beside a case stand what it cites, those held first, and what cites it", () => {
  const citing = Array.from({ length: 12 }, (_, at) =>
    oneCase(10 + at, { casebody: textBody("", "By 1 Mass. 1 it is so.") }),
  );
  const first = oneCase(1, { casebody: textBody("", "Not 9 U.S. 5, but 2 Mass. 1.") });
  const ask = pagesOf([first, oneCase(2), ...citing]);
  const { html, text } = ask("/cases/1/");
  expect(text).toContain(
    "Cites 2 In this corpus 1 Case 2 2 Mass. 1 (1902) Other cases 1 9 U.S. 5 Cited by 12",
  );
  expect(linksTo(html, "All 12 cases that cite this one")).toEqual(["/?cites_to=1"]);
  expect(ask("/?cites_to=1").text).toContain("12 cases");
});

test("a long list of citations is cut, and whole behind a link", () => {
  const cites = Array.from({ length: 40 }, (_, at) => ({ cite: `${at + 1} U.S. 5` }));
  const ask = pagesOf([oneCase(1, { cites_to: cites })]);
  const { html } = ask("/cases/1/");
  expect(linksTo(html, "U.S. 5")).toHaveLength(10);
  const [all = ""] = linksTo(html, "All 40 works cited");
  expect(all).toBe("/cases/1/?cites=all#cites");
  expect(linksTo(ask("/cases/1/?cites=all").html, "U.S. 5")).toHaveLength(40);
});

test("a withheld text is told, with the way to it; nothing that was taken from it is shown", () => {
  const secret = oneCase(1, { jurisdiction: CLOSED, casebody: textBody("Hidden.", "Hidden 2 Mass. 1.") });
  const ask = pagesOf([secret, oneCase(2)]);
  const { status, text, html } = ask("/cases/1/");
  expect(status).toBe(200);
  expect(text).toContain("The text is not shown Nebraska is not among the jurisdictions that are open");
  expect(text).toContain("caselaw serve --open");
  expect(text).not.toContain("Hidden");
  expect(linksTo(html, "2 Mass. 1")).toEqual([]);
  expect(html).not.toContain('id="cites"');
  expect(ask("/cases/1/", { access: "open" }).text).toContain("Hidden 2 Mass. 1");
});

test("what the source tells of a withheld case's citations is for everyone", () => {
  const secret = oneCase(1, { jurisdiction: CLOSED, cites_to: [{ cite: "2 Mass. 1" }] });
  const { html } = pagesOf([secret, oneCase(2)])("/cases/1/");
  expect(linksTo(html, "Case 2")).toEqual(["/cases/2/"]);
});

test("a case without a body, and one with an empty body, say so", () => {
  const bare = { ...oneCase(1) };
  delete bare.casebody;
  const empty = {
    status: "ok",
    data: { parties: [], opinions: [], head_matter: "", attorneys: [], judges: [], corrections: "" },
  };
  const ask = pagesOf([bare, oneCase(2, { casebody: empty })]);
  expect(ask("/cases/1/").text).toContain("but not its text");
  expect(ask("/cases/2/").text).toContain("is empty at the source");
  expect(linksTo(ask("/cases/1/").html, "JSON with")).toEqual([]);
});

test("the forms that a case can be had in are linked to, and no others", () => {
  const ask = pagesOf([oneCase(1), oneCase(2, { casebody: xmlBody("<p>x</p>") })]);
  const address = "http://127.0.0.1:8000/v1/cases";
  expect(linksTo(ask("/cases/1/").html, "JSON with")).toEqual([
    `${address}/1/?full_case=true&body_format=text`,
  ]);
  expect(linksTo(ask("/cases/2/").html, "JSON with")).toEqual(
    ["text", "html", "xml"].map((form) => `${address}/2/?full_case=true&body_format=${form}`),
  );
});

test("a court without a name is known by its jurisdiction", () => {
  const { html } = pagesOf([
    oneCase(1, { court: { ...COURT, name: "", name_abbreviation: "" }, jurisdiction: OPEN }),
  ])("/cases/1/");
  expect(linksTo(html, "Massachusetts")).toContain("/?court=mass-1");
});

test("several head matters and corrections have an id each, and the list beside leads to them", () => {
  const path = makeStatic(
    '<section class="casebody"><section class="head-matter"><p>A</p></section><article class="opinion"><p>x</p></article>' +
      '<section class="head-matter"><p>B</p></section><section class="corrections"><p>C</p></section><section class="corrections"><p>D</p></section></section>',
  );
  const { html } = pagesOf([], path)("/cases/1/");
  const ids = [...html.matchAll(/<section class="case-[\w-]+" id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(["head-matter", "part-1", "part-2", "corrections", "part-4"]);
  for (const id of ids) expect(html).toContain(`<a href="#${id}">`);
});

test("of very many parts the first are listed, in a time that grows with their number", () => {
  const opinions = '<article class="opinion" data-type="majority"><p>x</p></article>'.repeat(5_000);
  const { html } = pagesOf([], makeStatic(`<section class="casebody">${opinions}</section>`))("/cases/1/");
  expect(html.match(/<section class="case-opinion"/g)).toHaveLength(5_000);
  expect(html.match(/<a href="#part-\d+"/g)).toHaveLength(100);
});

test("beside a case a year is told where the date begins with one", () => {
  const citing = (id: number, date: string | null) =>
    oneCase(id, { decision_date: date, cites_to: [{ cite: "1 Mass. 1" }] });
  const ask = pagesOf([oneCase(1), citing(2, "about 1790"), citing(3, "1850-02"), citing(4, null)]);
  const { text } = ask("/cases/1/");
  expect(text).toContain("Case 3 3 Mass. 1 (1850)");
  expect(text).not.toContain("(abou");
});
