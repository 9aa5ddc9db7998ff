/** Drafts as files: DOCX and PDF. */
import { buffer } from "node:stream/consumers";
import { constants, deflateRawSync } from "node:zlib";
import { ZipFile } from "yazl";

export async function zipOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return await buffer(zip.outputStream);
}

/** A PDF of one page. @param content operators of the page @param filter that has packed them */
export function pdfOf(content: string, filter = ""): Buffer {
  return pdfOfObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    streamOf(content, filter),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);
}

export function streamOf(content: string, entries = ""): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** @param objects the first is the catalogue, and each is called by its place: `2 0 R` is the second one */
export function pdfOfObjects(objects: readonly string[]): Buffer {
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, "latin1");
}

/** A PDF of a few kilobytes for each megabyte of spaces that its page unpacks to. */
export function bombPdf(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(2 ** 20, " "), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: megabytes }, () => block);
  return pdfOf(
    Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks]).toString("latin1"),
    "/Filter /FlateDecode",
  );
}

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const RELATIONS = { "word/footnotes.xml": "footnotes", "word/styles.xml": "styles" };

/** A complete DOCX, as word processors read it. @param body content of its body @param others parts by name */
export async function docxPackage(
  body: string,
  others: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`;
  const related = Object.entries(RELATIONS).filter(([name]) => name in others);
  const types = related.map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${WORD}.${type}+xml"/>`,
  );
  const relations = related.map(
    ([name, type]) =>
      `<Relationship Id="${type}" Type="${OFFICE}/${type}" Target="${name.replace("word/", "")}"/>`,
  );
  return await zipOf({
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/>${types.join("")}</Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}</Relationships>`,
    "word/document.xml": `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    ...others,
  });
}

/** A DOCX of these paragraphs. */
export async function docxOf(...paragraphs: readonly string[]): Promise<Buffer> {
  return await docxPackage(paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join(""));
}
