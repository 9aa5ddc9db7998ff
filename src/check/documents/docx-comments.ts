/** Writes comments at places of a draft into its DOCX. All else of the file stays as it was. */
import { posix } from "node:path";
import type { TextRange } from "../draft.ts";
import { readContent } from "./docx-document.ts";
import { copyDocx, type DocxPart, type DocxParts, partOf, readDocxParts } from "./docx-package.ts";
import { DocxPlaces } from "./docx-places.ts";
import { markRuns } from "./docx-runs.ts";
import { readElements } from "./elements.ts";

export interface DraftComment extends TextRange {
  readonly text: string;
}

export interface CommentAuthor {
  readonly author: string;
  readonly initials: string;
  readonly date: Date;
}

const CONTENT_TYPES = "[Content_Types].xml";
const COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml";
/** Names of the two forms of the standard: what most programs write, and the strict one. */
const FORMS = [
  {
    markup: "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    relation: "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments",
  },
  {
    markup: "http://purl.oclc.org/ooxml/wordprocessingml/main",
    relation: "http://purl.oclc.org/ooxml/officeDocument/relationships/comments",
  },
] as const;
/** A program may count ids in 32 bits. */
const MAX_ID = 2 ** 30;

/**
 * A comment in a note, where Word allows none, is at the number of the note.
 *
 * @param draft the text that `readDocx` returns for these bytes
 * @param comments ascending by start
 * @throws Error with the reason if none can be written
 */
export async function writeComments(
  bytes: Buffer,
  draft: string,
  comments: readonly DraftComment[],
  author: CommentAuthor,
): Promise<Buffer> {
  const parts = await readDocxParts(bytes);
  const { document, relations } = parts;
  const places = new DocxPlaces(readContent(parts, { places: true }), draft).placesOf(draft, comments);
  const firstId = nextId(parts);
  const marks = places.map((range, nth) => ({
    range,
    opening: `<w:commentRangeStart w:id="${firstId + nth}"/>`,
    closing: `<w:commentRangeEnd w:id="${firstId + nth}"/><w:r><w:commentReference w:id="${firstId + nth}"/></w:r>`,
  }));
  const form = FORMS.find(({ markup }) => document.xml.includes(`"${markup}"`)) ?? FORMS[0];
  const comment = comments.map(({ text }, nth) => commentXml(firstId + nth, text, author)).join("");
  const { comments: existing } = parts.related;
  const replaced = new Map([
    [document.name, markRuns(document.xml, marks)],
    [existing.name, withComments(existing, comment, form.markup)],
  ]);
  if (existing.xml === "") {
    const types = await partOf(bytes, CONTENT_TYPES);
    const type = `<Override PartName="/${existing.name}" ContentType="${COMMENTS_TYPE}"/>`;
    replaced.set(types.name, withChild(types, "Types", type));
    const target = posix.relative(posix.dirname(document.name), existing.name);
    const relation = `<Relationship Id="caselawComments" Type="${form.relation}" Target="${target}"/>`;
    replaced.set(relations.name, withChild(relations, "Relationships", relation));
  }
  return await copyDocx(bytes, replaced);
}

/** An id that is higher than those of the comments, and of references to comments that are missing. */
function nextId({ document, related }: DocxParts): number {
  let next = 0;
  const open = (tag: string, { "w:id": id }: Readonly<Record<string, string>>): void => {
    if (/^w:comment(?:$|R)/.test(tag) && Number(id) < MAX_ID) next = Math.max(next, Number(id) + 1);
  };
  readElements(related.comments.xml, "xml", { open });
  readElements(document.xml, "xml", { open });
  return next;
}

function commentXml(id: number, text: string, { author, initials, date }: CommentAuthor): string {
  const day = `${date.toISOString().slice(0, 19)}Z`;
  const by = `w:author="${escapeXml(author)}" w:date="${day}" w:initials="${escapeXml(initials)}"`;
  return `<w:comment w:id="${id}" ${by}><w:p><w:r><w:annotationRef/></w:r><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p></w:comment>`;
}

const RESERVED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** What XML cannot have. */
const NO_CHARACTER = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeXml(text: string): string {
  return text.replace(NO_CHARACTER, "\ufffd").replace(/[&<>"]/g, (mark) => RESERVED[mark] ?? "");
}

function withComments(existing: DocxPart, comments: string, markup: string): string {
  if (existing.xml !== "") return withChild(existing, "w:comments", comments);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:comments xmlns:w="${markup}">${comments}</w:comments>`;
}

const EMPTY_RELATIONS =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';

/** Adds an element at the end of the outermost one. @throws Error if that has another name */
function withChild({ name, xml }: DocxPart, outer: string, child: string): string {
  const written = xml === "" && outer === "Relationships" ? EMPTY_RELATIONS : xml;
  const end = written.lastIndexOf("</");
  if (end >= 0 && written.slice(end + 2).replace(/\s/g, "") === `${outer}>`)
    return written.slice(0, end) + child + written.slice(end);
  const start = written.lastIndexOf(`<${outer}`);
  const tag = start < 0 ? "" : written.slice(start).trim();
  if (!tag.endsWith("/>")) throw new Error(`${name} cannot be read`);
  return `${written.slice(0, start)}${tag.slice(0, -2)}>${child}</${outer}>`;
}
