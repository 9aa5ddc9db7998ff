/** The media types of drafts, and of the forms that send them. */

/** Each with a name of a file that says the same. */
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

/** Undefined if it is no type of a draft. */
export function draftNameOf(type: string): string | undefined {
  return DRAFT_NAMES[mediaTypeOf(type)];
}

function mediaTypeOf(type: string): string {
  const [name = ""] = type.toLowerCase().split(";");
  return name.trim();
}
