/** The text of a DOCX. A footnote is where its number is, `^[text]`, so that *id.* in it refers to the right case. */
import { Parser } from "htmlparser2";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

/** Bytes of a part of a DOCX, unpacked. */
const MAX_PART_BYTES = 64 * 2 ** 20;
const DOCUMENT = "word/document.xml";
/** The parts with notes, and the elements that refer to them. */
const NOTES = [
  { part: "word/footnotes.xml", reference: "w:footnoteReference", element: "w:footnote" },
  { part: "word/endnotes.xml", reference: "w:endnoteReference", element: "w:endnote" },
] as const;
const PARTS: readonly string[] = [DOCUMENT, ...NOTES.map(({ part }) => part)];
/** The number of a note. */
const RAISED_NUMBER = /^\s*\d{1,4}\s*$/;

/** Null if the zip is no DOCX. @param maxDepth of elements within each other @throws Error with the reason */
export async function docxText(bytes: Buffer, maxDepth: number): Promise<string | null> {
  const parts = await docxParts(bytes);
  const notes = new Map<string, string>();
  const rest: string[] = [];
  for (const { part, element, reference } of NOTES) {
    const read = readPart(parts.get(part) ?? "", { maxDepth, noteElement: element, noteAt: () => "" });
    for (const [id, text] of read.notes) notes.set(`${reference} ${id}`, text);
    rest.push(read.text);
  }
  // each note once, so that a short text cannot grow without end
  const noteAt = (reference: string, id: string): string => {
    const text = notes.get(`${reference} ${id}`)?.trim() ?? "";
    notes.delete(`${reference} ${id}`);
    return text === "" ? "" : `^[${balanced(text.replace(/\s+/g, " "))}]`;
  };
  const { text } = readPart(parts.get(DOCUMENT) ?? "", { maxDepth, noteElement: null, noteAt });
  const found = [text, ...notes.values(), ...rest].filter((one) => one.trim() !== "");
  return parts.size === 0 ? null : found.join("\n\n");
}

interface PartOptions {
  readonly maxDepth: number;
  readonly noteElement: string | null;
  /** The text in place of a reference to a note. */
  readonly noteAt: (reference: string, id: string) => string;
}

/** Paragraphs as lines; the parser resolves no external entity and runs nothing. */
function readPart(
  xml: string,
  { maxDepth, noteElement, noteAt }: PartOptions,
): { readonly text: string; readonly notes: ReadonlyMap<string, string> } {
  const notes = new Map<string, string>();
  let text: string[] = [];
  let outside: string[] = [];
  let noteId = "";
  let [isText, isRaised] = [false, false];
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        if (++depth > maxDepth) throw new Error(`its elements nest more than ${maxDepth} deep`);
        isText = tag === "w:t";
        const id = attributes["w:id"] ?? "";
        if (tag === noteElement) [noteId, outside, text] = [id, text, []];
        else if (tag === "w:r") isRaised = false;
        else if (tag === "w:vertAlign") isRaised = attributes["w:val"] === "superscript";
        else if (tag === "w:tab") text.push("\t");
        else if (tag === "w:br" || tag === "w:cr") text.push("\n");
        else if (tag === "w:noBreakHyphen") text.push("-");
        else if (NOTES.some(({ reference }) => reference === tag)) text.push(noteAt(tag, id));
      },
      ontext: (part) => {
        if (isText && !(isRaised && RAISED_NUMBER.test(part))) text.push(part);
      },
      onclosetag: (tag) => {
        depth--;
        isText = false;
        if (tag === "w:p") text.push("\n\n");
        if (tag !== noteElement) return;
        notes.set(noteId, text.join(""));
        text = outside;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return { text: text.join(""), notes };
}

/** A bracket without its other one would end the note too soon, or not at all. */
function balanced(text: string): string {
  let depth = 0;
  for (const character of text) {
    if (character === "[") depth++;
    if (character === "]" && --depth < 0) break;
  }
  return depth === 0 ? text : text.replaceAll("[", "(").replaceAll("]", ")");
}

async function docxParts(bytes: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (!PARTS.includes(entry.fileName)) continue;
    if (entry.uncompressedSize > MAX_PART_BYTES) throw new Error(`${entry.fileName} is too large`);
    parts.set(entry.fileName, await contentOf(zip, entry));
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
