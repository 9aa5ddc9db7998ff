/** Reads a draft as plain text: text, Markdown, HTML, DOCX, or a PDF with a text layer. */
import { Parser } from "htmlparser2";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { CaselawError, messageOf } from "../domain/errors.ts";

/** Bytes of a draft, and characters of its text. */
export const MAX_DRAFT_BYTES = 20 * 2 ** 20;
const MAX_CHARS = 20_000_000;
/** Bytes of a part of a DOCX, unpacked. */
const MAX_PART_BYTES = 64 * 2 ** 20;
const DOCX_PARTS = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml"];
const BLOCKS = new Set(
  "p div br li ul ol h1 h2 h3 h4 h5 h6 tr table blockquote pre section article header footer".split(" "),
);
const NOT_TEXT = new Set(["script", "style", "template", "head", "noscript"]);

/**
 * @param name of the file, for errors and for its kind; `-` for standard input
 * @throws CaselawError `invalid` if it is no text, has none, is damaged or too large
 */
export async function readDraft(bytes: Buffer, name: string): Promise<string> {
  if (bytes.length > MAX_DRAFT_BYTES)
    throw refusal(name, `it is larger than ${MAX_DRAFT_BYTES / 2 ** 20} MB`);
  const text = await textOf(bytes, name);
  if (text.length > MAX_CHARS) throw refusal(name, `its text is longer than ${MAX_CHARS} characters`);
  if (text.trim() === "") throw refusal(name, "it has no text");
  return text;
}

/** Whether it must be unpacked to be read: a PDF or a DOCX. */
export function isPacked(bytes: Buffer): boolean {
  return isPdf(bytes) || isZip(bytes);
}

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString("latin1") === "%PDF-";
}

function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString("latin1") === "PK\x03\x04";
}

async function textOf(bytes: Buffer, name: string): Promise<string> {
  if (isPdf(bytes)) return await pdfText(bytes, name);
  if (isZip(bytes)) return await docxText(bytes, name);
  const text = decoded(bytes, name);
  if (/\.html?$/i.test(name) || /^\s*<(?:!doctype html|html)\b/i.test(text)) return htmlText(text, name);
  return /\.(?:md|markdown)$/i.test(name) ? markdownText(text) : text;
}

function decoded(bytes: Buffer, name: string): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // not this encoding
  }
  throw refusal(name, "it is not text in UTF-8, HTML, DOCX or PDF");
}

/** Without the marks of emphasis and links, and with paragraphs as they are. */
function markdownText(text: string): string {
  return text
    .replace(/!?\[([^[\]\n]{0,500})\]\([^()\n]{0,2000}\)/g, "$1")
    .replace(/(?<![\w\\])([*_]{1,3})(?![*_\s])([^*_\n]*\S)\1(?!\w)/g, "$2")
    .replace(/^(?:#{1,6}|>) ?/gm, "");
}

/** Elements within each other: the parser looks through all open ones for each end tag. */
const MAX_DEPTH = 1_000;

function htmlText(html: string, name: string): string {
  const parts: string[] = [];
  let hidden = 0;
  let depth = 0;
  const parser = new Parser({
    onopentagname: (tag) => {
      if (++depth > MAX_DEPTH) throw tooDeep(name);
      if (NOT_TEXT.has(tag)) hidden++;
      if (BLOCKS.has(tag)) parts.push("\n");
    },
    ontext: (text) => {
      if (hidden === 0) parts.push(text.replace(/\s+/g, " "));
    },
    onclosetag: (tag) => {
      depth--;
      if (NOT_TEXT.has(tag)) hidden--;
      if (BLOCKS.has(tag)) parts.push("\n");
    },
  });
  parser.end(html);
  return parts.join("");
}

function tooDeep(name: string): CaselawError {
  return refusal(name, `its elements nest more than ${MAX_DEPTH} deep`);
}

async function docxText(bytes: Buffer, name: string): Promise<string> {
  const parts = await docxParts(bytes, name);
  const texts = DOCX_PARTS.flatMap((part) => {
    const xml = parts.get(part);
    return xml === undefined ? [] : wordText(xml, name);
  });
  if (texts.length === 0) throw refusal(name, "it is a zip, but not a DOCX");
  return texts.join("\n\n");
}

/** Paragraphs as lines; the parser resolves no external entity and runs nothing. */
function wordText(xml: string, name: string): string {
  const parts: string[] = [];
  let isText = false;
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname: (tag) => {
        if (++depth > MAX_DEPTH) throw tooDeep(name);
        isText = tag === "w:t";
        if (tag === "w:tab") parts.push("\t");
        if (tag === "w:br" || tag === "w:cr") parts.push("\n");
        if (tag === "w:noBreakHyphen") parts.push("-");
      },
      ontext: (text) => {
        if (isText) parts.push(text);
      },
      onclosetag: (tag) => {
        depth--;
        isText = false;
        if (tag === "w:p") parts.push("\n\n");
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return parts.join("");
}

async function docxParts(bytes: Buffer, name: string): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      if (!DOCX_PARTS.includes(entry.fileName)) continue;
      if (entry.uncompressedSize > MAX_PART_BYTES) throw new Error(`${entry.fileName} is too large`);
      parts.set(entry.fileName, await contentOf(zip, entry));
    }
  } catch (error) {
    throw refusal(name, messageOf(error));
  }
  return parts;
}

/** yauzl ends a part that is longer than it says. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<string> {
  const stream = await zip.openReadStreamPromise(entry);
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

async function pdfText(bytes: Buffer, name: string): Promise<string> {
  const { pdfPages } = await import("./pdf-text.ts");
  const pages = await pdfPages(bytes).catch((error: unknown) => {
    throw refusal(name, messageOf(error));
  });
  if (pages.join("").trim() === "") throw refusal(name, "this PDF has no text: it is a scan");
  return pages.join("\n\n");
}

function refusal(name: string, why: string): CaselawError {
  return new CaselawError("invalid", `Cannot read draft "${name}": ${why}`, { at: { file: name } });
}
