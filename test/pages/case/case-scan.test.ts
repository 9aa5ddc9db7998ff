import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { oneCase } from "../../http/records.ts";
import { importRecords, openTestWriter } from "../../support/corpus.ts";
import { linksTo, pagesOf } from "../../support/page-answer.ts";
import { tempFolder } from "../../support/temp-folder.ts";

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
