/**
 * Reads the draft of a request. Readers do it, under the deadline of a question: a hostile form or file may take
 * long.
 */
import { isPacked, readDraft } from "../../check/read-draft.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { CheckedText } from "../../pages/check/check-page.ts";
import { MAX_DRAFT_BYTES, MAX_DRAFT_FILE_BYTES } from "../limits.ts";

/** The media types of drafts, each with a name of a file that says the same. */
export const DRAFT_NAMES: Readonly<Record<string, string>> = {
  "text/plain": "draft.txt",
  "text/markdown": "draft.md",
  "text/html": "draft.html",
  "application/pdf": "draft.pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "draft.docx",
};
/** What a browser sends. */
export const FORM_TYPES = ["multipart/form-data", "application/x-www-form-urlencoded"];

/** @param type of a request, perhaps with parameters */
export function isForm(type: string): boolean {
  return FORM_TYPES.includes(mediaTypeOf(type));
}

export function draftNameOf(type: string): string | undefined {
  return DRAFT_NAMES[mediaTypeOf(type)];
}

function mediaTypeOf(type: string): string {
  const [name = ""] = type.toLowerCase().split(";");
  return name.trim();
}

/** A body as it was sent, with its media type and the parameters of that. */
export interface SentDraft {
  readonly body: Uint8Array;
  readonly type: string;
}

/** Why a draft is refused: a status, and one sentence as the message. */
export class DraftRefusal extends Error {
  readonly status: 400 | 413 | 415;

  constructor(status: 400 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

export const TOO_LARGE = new DraftRefusal(
  413,
  `The draft is larger than ${MAX_DRAFT_BYTES} bytes of text, or ${MAX_DRAFT_FILE_BYTES} bytes of DOCX or PDF.`,
);
export const WRONG_TYPE = new DraftRefusal(415, `Send a draft as ${Object.keys(DRAFT_NAMES).join(", ")}.`);
export const MALFORMED = new DraftRefusal(400, "The request is malformed.");

export async function readSentDraft({ body, type }: SentDraft): Promise<CheckedText> {
  const sent = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const { bytes, name, written } = isForm(type)
    ? await draftOfForm(sent, type)
    : { bytes: sent, name: draftNameOf(type), written: null };
  if (name === undefined) throw WRONG_TYPE;
  if (bytes.length > (isPacked(bytes) ? MAX_DRAFT_FILE_BYTES : MAX_DRAFT_BYTES)) throw TOO_LARGE;
  const draft = await readDraft(bytes, name).catch((error: unknown) => {
    throw error instanceof CaselawError ? new DraftRefusal(400, `${error.message}.`) : error;
  });
  if (draft.text.length > MAX_DRAFT_BYTES) throw TOO_LARGE;
  return { draft, written: written ?? draft.text };
}

interface FormDraft {
  readonly bytes: Buffer;
  readonly name: string;
  readonly written: string | null;
}

/** The file of a form, or else its text. */
async function draftOfForm(body: Buffer, type: string): Promise<FormDraft> {
  const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } })
    .formData()
    .catch(() => {
      throw MALFORMED;
    });
  const [file, text] = [form.get("file"), form.get("text")];
  if (file instanceof File && file.size > 0)
    return { bytes: Buffer.from(await file.arrayBuffer()), name: file.name, written: null };
  // browsers send every line break as two characters
  const lines = typeof text === "string" ? text.replaceAll("\r\n", "\n") : "";
  if (lines.trim() === "") throw new DraftRefusal(400, "Enter a text or choose a file.");
  return { bytes: Buffer.from(lines, "utf8"), name: "draft.txt", written: lines };
}
