/** A DOCX with what a check found as comments at its places. */
import { writeComments } from "../../check/documents/docx-comments.ts";
import { isZip } from "../../check/read-draft.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import type { Draft, V1Check } from "./check.ts";
import { findingsOf, JUDGEMENT_WORDS } from "./words.ts";

/** Characters of a comment: a quotation can be a chapter. */
const MAX_CHARS = 2_000;

/**
 * The same DOCX with a comment for each citation and quotation that is not confirmed.
 *
 * @param bytes of the file that was read as this draft
 * @throws CaselawError `invalid` if it is no DOCX, or comments cannot be written into it
 */
export async function commentedDraft(
  bytes: Buffer,
  { text }: Draft,
  checked: V1Check,
  { name, date }: { readonly name: string; readonly date: Date },
): Promise<Buffer> {
  const refusal = (why: string): CaselawError =>
    new CaselawError("invalid", `Cannot write comments into "${name}": ${why}`, { at: { file: name } });
  if (!isZip(bytes)) throw refusal("only a DOCX takes comments");
  const comments = findingsOf(checked).map(({ start, end, judgement, message }) => ({
    ...{ start, end },
    text: shortened(`${JUDGEMENT_WORDS[judgement]}: ${message}`),
  }));
  const author = { author: "caselaw", initials: "cl", date };
  return await writeComments(bytes, text, comments, author).catch((error: unknown) => {
    throw refusal(messageOf(error));
  });
}

function shortened(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS).toWellFormed()}…` : text;
}
