import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { oneCase, xmlBody } from "../../http/records.ts";
import { importRecords, openTestWriter } from "../../support/corpus.ts";
import { type AnsweredPage, linksTo, pagesOf, textOf } from "../../support/page-answer.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const XML =
  "<opinion type='majority'><p>Begins.<footnotemark>1</footnotemark></p><p>I. FACTS</p><p>It <page-number label='2'>*2</page-number> was.</p>" +
  "<p>A. The Mill</p><p>B. The Dam</p><p>II. LAW</p><p>So <page-number label='3a'>*3a</page-number> it is.</p>" +
  "<footnote label='1'><p>A note.</p></footnote></opinion>";

function ask(address: string): AnsweredPage {
  return pagesOf([oneCase(1, { first_page: "1", casebody: xmlBody(XML) })])(address);
}

test("the outline has the headings of each opinion, and its notes", () => {
  const { html } = ask("/cases/1/");
  const [, outline = ""] = html.split('class="case-outline');
  const [list = ""] = (outline.split("</form>")[1] ?? "").split("<details");
  expect(textOf(list)).toBe("Opinion I. FACTS A. The Mill B. The Dam II. LAW Notes 1");
  expect(linksTo(list, "The Dam")).toEqual(["#heading-3"]);
  expect(html).toContain('<h3 id="heading-3" class="cb-heading">B. The Dam</h3>');
  const [notes = ""] = linksTo(list, "Notes");
  expect(html).toContain(`id="${notes.slice(1)}" class="cb-footnote"`);
});

test("numbers of headings and marks of pages that the source's text lacks are named", () => {
  const page = (label: string) => `<page-number label='${label}'>*${label}</page-number>`;
  const titles = ["I. FACTS", "II. LAW", "A. Duty", "B. Breach", "IV DAMAGES", "A. Loss", "V. END"];
  const body = `${titles.map((title) => `<p>${title}</p>`).join("")}<p>${page("4")} x ${page("5")} y ${page("8")}</p>`;
  const casebody = xmlBody(`<opinion type='majority'>${body}</opinion>`);
  const { text } = pagesOf([oneCase(1, { first_page: "1", last_page: "9", casebody })])("/cases/1/");
  expect(text).toContain("B. Breach III: not in the source’s text IV DAMAGES A. Loss V. END");
  expect(text).toContain("Marks of the pages 2–3, 6–7, 9: not in the source’s text");
});

/** Where an address leads to. */
function target(address: string): string | undefined {
  const { html, status } = ask(address);
  expect(status).toBe(302);
  return linksTo(html, "Go on")[0];
}

test.each([
  ["2", "/cases/1/#p2"],
  [" p. 3A ", "/cases/1/#p3a"],
  ["*2", "/cases/1/#p2"],
  ["1", "/cases/1/"],
])("the page %j of a case is found without a script", (page, address) => {
  expect(target(`/cases/1/?page=${encodeURIComponent(page)}`)).toBe(address);
});

test.each([
  ["690", "/cases/1/"],
  ["694", "/cases/1/#p693"],
  ["697", "/cases/1/#p695"],
  ["698", undefined],
  ["687", undefined],
])("the page %s, which the text does not mark, is after the mark before it", (page, address) => {
  const marks = ["693", "695"].map((label) => `<page-number label='${label}'>*${label}</page-number>`);
  const casebody = xmlBody(`<opinion type='majority'><p>It ${marks.join(" is ")} so.</p></opinion>`);
  const answer = pagesOf([oneCase(1, { first_page: "688", last_page: "697", casebody })]);
  expect(linksTo(answer(`/cases/1/?page=${page}`).html, "Go on")[0]).toBe(address);
});

test("the other parameters stay", () => {
  expect(target("/cases/1/?search=mill&page=2")).toBe("/cases/1/?search=mill#p2");
  expect(ask("/cases/1/?search=mill").html).toContain('<input type="hidden" name="search" value="mill">');
});

test.each(["9", "", "<b>"])("a page %j that the text does not mark is a message with the pages", (page) => {
  const { status, text, html } = ask(`/cases/1/?page=${encodeURIComponent(page)}`);
  expect(status).toBe(404);
  expect(text).toContain(page === "" ? "Which page?" : `No page ${page} in this case`);
  expect(text).toContain("Case 1 : Its text marks the pages 1 to 3a.");
  expect(html).toContain('name="page"');
});

test("a case without page numbers has no field for them", () => {
  const { html, text } = pagesOf([oneCase(2, { casebody: xmlBody("<opinion><p>x</p></opinion>") })])(
    "/cases/2/",
  );
  expect(html).not.toContain('name="page"');
  expect(text).not.toContain("In this case");
  expect(text).toContain("The source’s text marks no printed pages. Page not checkable");
});

interface Listed {
  readonly url?: string;
  readonly slug?: string;
  readonly unit?: string;
  /** Cases of the volume that could not be imported. */
  readonly missing?: number;
}

/** The links to scans of case 1, in a corpus whose volume was listed so. */
function scansOf(records: readonly Record<string, unknown>[], listed: Listed = {}): string[] {
  const {
    url = "https://static.case.law/mass/1-2.zip",
    slug = "mass",
    unit = "mass/1-2",
    missing = 0,
  } = listed;
  const path = join(tempFolder(), "scans.db");
  {
    using writer = openTestWriter(path);
    importRecords(writer, { source: "static", unit: "A3d_138", records });
  }
  const db = new Database(path);
  db.prepare("UPDATE reporter SET slug = ?").run(slug);
  db.prepare("UPDATE unit SET complete = 1, missing = ?").run(missing);
  db.prepare(
    "INSERT INTO ledger (source, unit, corpus_unit, url, listed_at) VALUES ('static', ?, 'A3d_138', ?, '')",
  ).run(unit, url);
  db.close();
  return linksTo(pagesOf([], path)("/cases/1/").html, "Scan of the printed page");
}

const SCAN = "https://static.case.law/mass/1-2/case-pdfs/0001-01.pdf";
const ofPage = (id: number, page: string, cite = `1 Mass. ${page}`) =>
  oneCase(id, { first_page: page, citations: [{ type: "official", cite }] });

test("a case of a listed volume leads to its scan, in the folder of the list", () => {
  expect(scansOf([ofPage(1, "1"), ofPage(2, "2")])).toEqual([SCAN]);
});

test.each([
  ["the volume is of another site", { url: "http://127.0.0.1:8000/mass/1-2.zip" }],
  ["the list has another reporter", { slug: "ill" }],
  ["a case of the volume is missing", { missing: 1 }],
])("without a certain address there is no link: %s", (_why, listed) => {
  expect(scansOf([ofPage(1, "1")], listed)).toEqual([]);
});

test.each([
  ["two cases begin on its page", [ofPage(1, "1"), ofPage(2, "1")]],
  ["its first page is not that of its citation", [ofPage(1, "1", "1 Mass. 7")]],
  ["its first page is not a name of a file", [ofPage(1, "../1")]],
  ["it has no citation", [oneCase(1, { citations: [] })]],
])("without a certain file there is no link: %s", (_why, records) => {
  expect(scansOf(records)).toEqual([]);
});

test("a corpus without the list, as of archives from disk, has no link", () => {
  expect(linksTo(pagesOf([ofPage(1, "1")])("/cases/1/").html, "Scan")).toEqual([]);
});
