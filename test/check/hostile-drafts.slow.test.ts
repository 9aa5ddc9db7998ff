/** Files that are made to harm who reads them end within their limits, with one line. */
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { readPdf } from "../../src/check/documents/pdf-document.ts";
import { readDraft } from "../../src/check/read-draft.ts";
import { docxPackage, pdfOfObjects, streamOf, zipOf } from "../support/draft-files.ts";

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const pagesOf = (kids: string, count: number) => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
const pageOf = (resources: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << ${resources} >> >>`;

/** @param toUnicode what the font says that its characters are */
function pdfWithFont(content: string, toUnicode: string): Buffer {
  const font = FONT.replace(">>", "/ToUnicode 6 0 R >>");
  const cmap = `begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${toUnicode} endcmap`;
  return pdfOfObjects([
    ...[CATALOG, pagesOf("3 0 R", 1), pageOf("/Font << /F1 5 0 R >>")],
    ...[streamOf(content), font, streamOf(cmap)],
  ]);
}

const SHOWN = "BT /F1 12 Tf 72 700 Td (Hale v. Finch, 1 Ill. 1) Tj ET";

test("a PDF of 10,001 pages, or whose tree of pages contains itself, is refused", async () => {
  const kids = Array.from({ length: 10_001 }, (_, nth) => `${nth + 3} 0 R`).join(" ");
  const many = pdfOfObjects([CATALOG, pagesOf(kids, 10_001), ...Array<string>(10_001).fill(pageOf(""))]);
  await expect(readDraft(many, "a.pdf")).rejects.toThrow(
    'Cannot read draft "a.pdf": it has more than 10000 pages',
  );
  await expect(readDraft(pdfOfObjects([CATALOG, pagesOf("2 0 R", 5)]), "a.pdf")).rejects.toThrow("circular");
});

test("a form that is within a form within a form is read until its time is over", async () => {
  const form = "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources";
  const inner = Array.from({ length: 20 }, (_, nth) =>
    streamOf("/X Do ".repeat(10), `${form} << /XObject << /X ${nth + 6} 0 R >> >>`),
  );
  const page = pageOf("/XObject << /X 5 0 R >>");
  const last = [streamOf("BT /F1 12 Tf (x) Tj ET", `${form} << /Font << /F1 26 0 R >> >>`), FONT];
  const bytes = pdfOfObjects([CATALOG, pagesOf("3 0 R", 1), page, streamOf("/X Do"), ...inner, ...last]);
  await expect(readPdf(bytes, 2)).rejects.toThrow("it takes longer than 2 seconds");
});

test("a font that says that a letter is 200,000 others does not end the program", async () => {
  const long = `1 beginbfchar <61> <${"0041".repeat(200_000)}> endbfchar`;
  const letters = `BT /F1 12 Tf 72 700 Td ${`(${"a".repeat(40)}) Tj `.repeat(2_000)} ET`;
  await expect(readDraft(pdfWithFont(letters, long), "a.pdf")).rejects.toThrow("it takes too much memory");
});

test.each([
  ["a font that lies", SHOWN, "1 beginbfchar <61> <0062> endbfchar", "Hble v. Finch, 1 Ill. 1"],
  [
    "a font with half a character",
    SHOWN,
    "1 beginbfchar <48> <D800> endbfchar",
    expect.stringContaining("ale v. Finch"),
  ],
  [
    "a range without end",
    SHOWN,
    "1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange",
    expect.any(String),
  ],
  ["invisible text", SHOWN.replace("Td", "Td 3 Tr"), "", "Hale v. Finch, 1 Ill. 1"],
  ["white text", SHOWN.replace("BT", "1 g BT"), "", "Hale v. Finch, 1 Ill. 1"],
  ["text behind a picture", `${SHOWN} 0 g 0 0 600 800 re f`, "", "Hale v. Finch, 1 Ill. 1"],
])("a PDF with %s is read as it says", async (_, content, toUnicode, text) => {
  expect((await readDraft(pdfWithFont(content, toUnicode), "a.pdf")).text.trim()).toEqual(text);
});

const run = (content: string) => `<w:p><w:r>${content}</w:r></w:p>`;

test("elements of a DOCX nest 1,000 deep", async () => {
  await expect(readDraft(await docxPackage("<w:p>".repeat(100_000)), "a.docx")).rejects.toThrow(
    "nest more than 1000 deep",
  );
});

test("a DOCX that says less than it unpacks to, or has 10,001 parts, is refused", async () => {
  const bytes = await zipOf({ "word/document.xml": run(`<w:t>${" ".repeat(10_000_000)}</w:t>`) });
  // where the directory says the size
  bytes.writeUInt32LE(1_000, bytes.indexOf("PK\u0001\u0002") + 24);
  await expect(readDraft(bytes, "a.docx")).rejects.toThrow("too many bytes in the stream. expected 1000");
  const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, nth) => [`p${nth}`, ""]));
  await expect(readDraft(await zipOf(parts), "a.docx")).rejects.toThrow("it has more than 10000 parts");
  const nested = await zipOf({ "word/document.xml": deflateRawSync("x").toString("latin1"), "b.zip": "PK" });
  await expect(readDraft(nested, "a.docx")).rejects.toThrow("it has no text");
});

test.each([
  ["texts", run("<w:t>1 Ill. 1 </w:t>".repeat(500_000))],
  ["paragraphs", run("<w:t>a</w:t>").repeat(300_000)],
  ["tabs", run(`${"<w:tab/>".repeat(1_000_000)}<w:t>a</w:t>`)],
  ["calls of notes", run(`${"<w:footnoteReference w:id='1'/>".repeat(500_000)}<w:t>a</w:t>`)],
])(
  "a DOCX with a great many %s is read in time",
  async (_, body) => {
    await readDraft(await docxPackage(body), "a.docx");
  },
  20_000,
);
