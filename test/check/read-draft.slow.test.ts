import { expect, test } from "vitest";
import { readDraft } from "../../src/check/read-draft.ts";
import { pdfOf, zipOf } from "../support/draft-files.ts";

const read = async (text: string, name: string) => (await readDraft(Buffer.from(text), name)).text;

test("text may be UTF-16, and is not read as something else", async () => {
  const text = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("1 Ill. 1", "utf16le")]);
  expect((await readDraft(text, "a.txt")).text.endsWith("1 Ill. 1")).toBe(true);
  await expect(readDraft(Buffer.from([0xc3, 0x28, 0, 1]), "a.bin")).rejects.toThrow(
    'Cannot read draft "a.bin": it is not text in UTF-8, HTML, DOCX or PDF',
  );
  await expect(read("  \n", "a.txt")).rejects.toThrow("it has no text");
  await expect(readDraft(Buffer.alloc(21 * 2 ** 20, 32), "a.txt")).rejects.toThrow("it is larger than 20 MB");
});

test("a DOCX is read with its notes; entities from outside stay out", async () => {
  const run = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const bytes = await zipOf({
    "word/document.xml": `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><w:document>${run("Hale &amp; Finch")}${run("&e;two")}</w:document>`,
    "word/footnotes.xml": `<w:footnotes>${run("1 Ill. 1")}</w:footnotes>`,
    "word/vbaProject.bin": "macro",
  });
  const { text } = await readDraft(bytes, "a.docx");
  expect(text.trim().split(/\n+/)).toEqual(["Hale & Finch", "&e;two", "1 Ill. 1"]);
  await expect(readDraft(await zipOf({ "a.txt": "x" }), "a.zip")).rejects.toThrow(
    "it is a zip, but not a DOCX",
  );
  await expect(readDraft(bytes.subarray(0, 200), "cut.docx")).rejects.toThrow('Cannot read draft "cut.docx"');
});

const P = (content: string) => `<w:p>${content}</w:p>`;
const R = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const noted = (id: number, text: string) => `<w:footnote w:id="${id}">${P(R(text))}</w:footnote>`;
const mark = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;

async function docxWith(body: string, notes: string): Promise<string> {
  const parts = {
    "word/document.xml": `<w:document><w:body>${body}</w:body></w:document>`,
    "word/footnotes.xml": `<w:footnotes><w:footnote w:id="-1">${P("<w:r><w:separator/></w:r>")}</w:footnote>${notes}</w:footnotes>`,
  };
  return (await readDraft(await zipOf(parts), "a.docx")).text.trim();
}

test("a footnote of a DOCX is read where its number is, once, and none is lost", async () => {
  const body = P(R("It held so.") + mark(2) + R(" Then") + mark(1) + R(" more.") + mark(2));
  const notes = [
    noted(1, "See 1 Ill. 1."),
    noted(2, "A [note] x."),
    noted(3, "Nobody's."),
    noted(4, "a ] b"),
  ];
  expect(await docxWith(body, notes.join(""))).toBe(
    "It held so.^[A [note] x.] Then^[See 1 Ill. 1.] more.\n\nNobody's.\n\na ] b",
  );
  expect(await docxWith(P(R("So.") + mark(4)), notes[3] ?? "")).toBe("So.^[a ) b]");
});

async function blocksOf(bytes: Buffer, name: string): Promise<string[]> {
  const { text, blocks } = await readDraft(bytes, name);
  return blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end).trim()}`);
}

const htmlBlocks = (html: string) => blocksOf(Buffer.from(html), "a.html");

test("HTML is read in blocks, also without a name, and without what is struck out or not shown", async () => {
  const page =
    "<html><head><title>x</title><style>p{}</style></head><body><p>A &amp; B</p><script>x</script>C</body>";
  expect((await read(page, "-")).trim().split(/\n+/)).toEqual(["A & B", "C"]);
  expect(await read("# Head\n\n> See *Hale*.", "a.md")).toBe("Head\n\nSee Hale.");
  const html =
    "<title>T</title><p>A <del>Roe</del><s>Doe</s> <q>b</q><blockquote><p>Q<p>R</blockquote>one<br>line<br> <br>S<table><tr><td>c<td>d</table>";
  expect(
    await htmlBlocks(
      `${html}<ul><li>e</ul><dl><dt>f<dd>g</dl><aside>h</aside>i<select><option>j<option>k</select>`,
    ),
  ).toEqual([
    ...["paragraph: A “b”", "quotation: Q", "quotation: R", "paragraph: one\nline", "paragraph: S"],
    ...["c", "d", "e", "f", "g"].map((one) => `cell: ${one}`),
    ...["paragraph: h", "paragraph: i", "cell: j", "cell: k"],
  ]);
});

test.each([
  ['a<sup><a href="#fn1">1</a></sup> b', '<p id="fn1"><sup>1</sup> N. <a href="#top">↩</a>'],
  ['a<a id="r" href="#x" role="doc-noteref">1</a> b', '<ol><li id="x">N. <a href="#r">↩︎</a></ol>'],
  ['a<a href="#n1" name="r1"><sup>[1]</sup></a> b', '<div><p><a href="#r1" name="n1">[1]</a> N.</p></div>'],
  ['a<sup id="r"><a href="#n">1</a></sup> b<a href="#n"><sup>1</sup></a>', '<p id="n">1. N.'],
])("a note of HTML is read where it is called: %s", async (text, note) => {
  expect(await htmlBlocks(`<p id="top">${text}</p>${note}</p><p>c`)).toEqual([
    "paragraph: a^[N.] b",
    "paragraph: c",
  ]);
});

test("links that are no notes stay, and a note that only another one calls is at the end", async () => {
  expect(await htmlBlocks('<a href="#s">1</a> <a href="#s">Part</a><h2 id="s">S</h2>')).toEqual([
    "paragraph: 1 Part",
    "paragraph: S",
  ]);
  const notes = '<p>a<sup><a href="#f">1</a></sup><p id="f">N<sup><a href="#g">2</a></sup><p id="g">M';
  expect(await htmlBlocks(notes)).toEqual(["paragraph: a^[N]", "paragraph: M"]);
});

test("a DOCX is read in blocks: indented quotations, cells, columns; what was moved or is there twice once", async () => {
  const styled = (format: string, text: string) => P(`<w:pPr>${format}</w:pPr>${R(text)}`);
  const box = `<w:txbxContent>${P(R("box"))}</w:txbxContent>`;
  const body = [
    styled('<w:ind w:left="720" w:right="720"/>', "Q"),
    styled('<w:ind w:left="720"/>', "in"),
    styled('<w:pStyle w:val="a5"/>', "R"),
    styled('<w:rPr><w:del w:id="1"/></w:rPr>', "joined "),
    P(
      `${R("with")}<w:moveFrom w:id="2">${R(" gone")}</w:moveFrom><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>`,
    ),
    P(
      `<w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:tab/></w:r>${R("a")}<w:r><w:tab/></w:r>${R("4")}`,
    ),
    P(
      `${R("x ")}<w:r><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r>${R("y")}`,
    ),
    `<w:tbl><w:tr><w:tc>${P(R("c"))}</w:tc><w:tc>${P(R("d"))}</w:tc></w:tr></w:tbl>`,
    P(`${R("one")}<w:r><w:br/></w:r>${R("line")}<w:r><w:br/><w:br/></w:r>${R("S")}`),
  ];
  const bytes = await zipOf({
    "word/document.xml": `<w:document><w:body>${body.join("")}</w:body></w:document>`,
    "word/styles.xml":
      '<w:styles><w:style w:styleId="a4"><w:name w:val="Block Text"/></w:style><w:style w:styleId="a5"><w:basedOn w:val="a4"/></w:style></w:styles>',
  });
  expect(await blocksOf(bytes, "a.docx")).toEqual([
    ...["quotation: Q", "paragraph: in", "quotation: R", "paragraph: joined with", "cell: a", "paragraph: 4"],
    ...["paragraph: box", "paragraph: x y", "cell: c", "cell: d", "paragraph: one\nline", "paragraph: S"],
  ]);
});

test("the raised number of a note is no part of the page before it", async () => {
  const raised = `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>3</w:t></w:r>`;
  expect(await docxWith(P(`${R("347 U.S. 483")}${raised}${R(", 486")}`), "")).toBe("347 U.S. 483, 486");
  const html = '<p>347 U.S. 483<sup><a href="#n3">3</a></sup>, 486 (4<sup>th</sup> Cir.)<sup>[4]</sup>';
  expect((await read(html, "a.html")).trim()).toBe("347 U.S. 483, 486 (4th Cir.)");
});

test("a part of a DOCX that is a bomb is refused", async () => {
  const bytes = await zipOf({ "word/document.xml": `<w:t>${" ".repeat(65 * 2 ** 20)}</w:t>` });
  await expect(readDraft(bytes, "bomb.docx")).rejects.toThrow("word/document.xml is too large");
});

test("a PDF is read by its text layer; a scan says so, and a damaged one why", async () => {
  const page = "BT /F1 12 Tf 72 700 Td (Hale v. Finch, 1 Ill. 1) Tj ET";
  expect((await readDraft(pdfOf(page), "a.pdf")).text.trim()).toBe("Hale v. Finch, 1 Ill. 1");
  await expect(readDraft(pdfOf("0 0 10 10 re f"), "scan.pdf")).rejects.toThrow(
    "this PDF has no text: it is a scan",
  );
  await expect(readDraft(Buffer.from("%PDF-1.4 nothing"), "bad.pdf")).rejects.toThrow(
    'Cannot read draft "bad.pdf"',
  );
});

test.each([
  ["page.html", "x".concat("<b>".repeat(150_000), "</a>".repeat(140_000))],
  ["page.html", "<i>".repeat(2_000)],
])("%s with elements nested too deeply is refused", async (name, text) => {
  await expect(readDraft(Buffer.from(text), name)).rejects.toThrow("nest more than 1000 deep");
});
