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
  const draft = await draftOf(bytes, name).catch((error: unknown) => {
    throw refusal(name, messageOf(error));
  });
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

export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString("latin1") === "PK\x03\x04";
}

/** @throws Error with the reason if it cannot be read */
async function draftOf(bytes: Buffer, name: string): Promise<Draft> {
  // the parsers are loaded when they are needed, because most drafts are text
  if (isPdf(bytes)) {
    const draft = await (await import("./documents/pdf-document.ts")).readPdf(bytes);
    if (draft.blocks.length === 0) throw new Error("this PDF has no text: it is a scan");
    return draft;
  }
  if (isZip(bytes)) return await (await import("./documents/docx-document.ts")).readDocx(bytes);
  const text = decoded(bytes);
  const isHtml = /\.html?$/i.test(name) || (HTML_START.test(text) && !/\.(?:md|markdown)$/i.test(name));
  return isHtml ? (await import("./documents/html-document.ts")).readHtml(text) : readText(text);
}

function decoded(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // not this encoding
  }
  throw new Error("it is not text in UTF-8, HTML, DOCX or PDF");
}

function refusal(name: string, why: string): CaselawError {
  return new CaselawError("invalid", `Cannot read draft "${name}": ${why}`, { at: { file: name } });
}
