/** Reads a draft as text in blocks: text, Markdown, HTML, DOCX, or a PDF with a text layer. */
import { CaselawError, messageOf } from "../domain/errors.ts";
import { readText } from "./documents/text-document.ts";
import type { Draft } from "./draft.ts";

/** Bytes of a draft, and characters of its text. */
export const MAX_DRAFT_BYTES = 20 * 2 ** 20;
const MAX_CHARS = 20_000_000;
/** A page, or a part of one. */
const HTML_START =
  /^\s*<(?:!doctype html|(?:html|head|body|p|div|h[1-6]|table|ul|ol|blockquote|article|section)(?:\s[^<>]*)?>)/i;

/**
 * @param name of the file, for errors and for its kind; `-` for standard input
 * @throws CaselawError `invalid` if it is no text, has none, is damaged or too large
 */
export async function readDraft(bytes: Buffer, name: string): Promise<Draft> {
  if (bytes.length > MAX_DRAFT_BYTES)
    throw refusal(name, `it is larger than ${MAX_DRAFT_BYTES / 2 ** 20} MB`);
  const draft = await draftOf(bytes, name);
  if (draft.text.length > MAX_CHARS) throw refusal(name, `its text is longer than ${MAX_CHARS} characters`);
  if (draft.blocks.length === 0) throw refusal(name, "it has no text");
  return draft;
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

async function draftOf(bytes: Buffer, name: string): Promise<Draft> {
  if (isPdf(bytes)) return await pdfOf(bytes, name);
  if (isZip(bytes)) return await docxOf(bytes, name);
  const text = decoded(bytes, name);
  const isHtml = /\.html?$/i.test(name) || (HTML_START.test(text) && !/\.(?:md|markdown)$/i.test(name));
  return isHtml ? await htmlOf(text, name) : readText(text);
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

/** Elements within each other: the parser looks through all open ones for each end tag. */
const MAX_DEPTH = 1_000;

async function htmlOf(text: string, name: string): Promise<Draft> {
  const { readHtml } = await import("./documents/html-document.ts");
  try {
    return readHtml(text, MAX_DEPTH);
  } catch (error) {
    throw refusal(name, messageOf(error));
  }
}

async function docxOf(bytes: Buffer, name: string): Promise<Draft> {
  const { readDocx } = await import("./documents/docx-document.ts");
  const draft = await readDocx(bytes, MAX_DEPTH).catch((error: unknown) => {
    throw refusal(name, messageOf(error));
  });
  if (draft === null) throw refusal(name, "it is a zip, but not a DOCX");
  return draft;
}

async function pdfOf(bytes: Buffer, name: string): Promise<Draft> {
  const { readPdf } = await import("./documents/pdf-document.ts");
  const draft = await readPdf(bytes).catch((error: unknown) => {
    throw refusal(name, messageOf(error));
  });
  if (draft.blocks.length === 0) throw refusal(name, "this PDF has no text: it is a scan");
  return draft;
}

function refusal(name: string, why: string): CaselawError {
  return new CaselawError("invalid", `Cannot read draft "${name}": ${why}`, { at: { file: name } });
}
