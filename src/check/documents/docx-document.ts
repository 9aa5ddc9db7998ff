/** A DOCX as a draft. A footnote is where its number is, `^[text]`, so that *id.* in it refers to the right case. */
import { Parser } from "htmlparser2";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { type Block, type Draft, DraftBuilder, noteInText } from "../draft.ts";
import { NOTE_MARK } from "./inline-marks.ts";

/** Bytes of a part of a DOCX, unpacked. */
const MAX_PART_BYTES = 64 * 2 ** 20;
const DOCUMENT = "word/document.xml";
const STYLES = "word/styles.xml";
/** The parts with notes, and the elements that refer to them. */
const NOTES = [
  { part: "word/footnotes.xml", reference: "w:footnoteReference", element: "w:footnote" },
  { part: "word/endnotes.xml", reference: "w:endnoteReference", element: "w:endnote" },
] as const;
const PARTS: readonly string[] = [DOCUMENT, STYLES, ...NOTES.map(({ part }) => part)];
/** Deleted, moved elsewhere, or there a second time for older programs. */
const NOT_TEXT = new Set(["w:del", "w:moveFrom", "mc:Fallback"]);
const QUOTATION_STYLE = /quot|block ?text/i;
/** Of the space on both sides of a quotation: a twentieth of a point; a quarter of an inch. */
const MIN_INDENT = 360;

type Attributes = Readonly<Record<string, string>>;
type WrittenBlock = { readonly kind: Block["kind"]; readonly text: string };

/** Null if the zip is no DOCX. @param maxDepth of elements within each other @throws Error with the reason */
export async function readDocx(bytes: Buffer, maxDepth: number): Promise<Draft | null> {
  const parts = await docxParts(bytes);
  if (parts.size === 0) return null;
  const styles = quotationStyles(parts.get(STYLES) ?? "");
  const notes = new Map<string, string>();
  const rest: WrittenBlock[] = [];
  for (const { part, element, reference } of NOTES) {
    const read = new PartReader({ maxDepth, styles, noteElement: element, noteAt: () => "" });
    rest.push(...read.read(parts.get(part) ?? ""));
    for (const [id, text] of read.notes) notes.set(`${reference} ${id}`, text);
  }
  // each note once, so that a short text cannot grow without end
  const noteAt = (reference: string, id: string): string => {
    const text = notes.get(`${reference} ${id}`) ?? "";
    notes.delete(`${reference} ${id}`);
    return noteInText(text);
  };
  const blocks = new PartReader({ maxDepth, styles, noteElement: null, noteAt }).read(
    parts.get(DOCUMENT) ?? "",
  );
  const builder = new DraftBuilder();
  for (const { kind, text } of blocks) builder.add(kind, text);
  for (const text of notes.values()) builder.add("paragraph", text.replace(/\s+/g, " "));
  for (const { text } of rest) builder.add("paragraph", text);
  return builder.finish();
}

interface PartOptions {
  readonly maxDepth: number;
  readonly styles: ReadonlySet<string>;
  readonly noteElement: string | null;
  /** The text in place of a reference to a note. */
  readonly noteAt: (reference: string, id: string) => string;
}

/** The text of a paragraph that is not ended; a text box is within another one. */
interface OpenParagraph {
  texts: string[];
  kind: Block["kind"];
}

/** Reads one part; the parser resolves no external entity and runs nothing. */
class PartReader {
  readonly notes = new Map<string, string>();
  readonly #options: PartOptions;
  readonly #around: OpenParagraph[] = [];
  readonly #depths = new Map<string, number>();
  #blocks: WrittenBlock[] = [];
  #outside: WrittenBlock[] = [];
  #noteId = "";
  #paragraph: OpenParagraph = { texts: [], kind: "paragraph" };
  #run = { isRaised: false, isHidden: false, isText: false };
  /** The mark at its end was deleted: it goes on with the next one. */
  #goesOn = false;

  constructor(options: PartOptions) {
    this.#options = options;
  }

  read(xml: string): WrittenBlock[] {
    let depth = 0;
    new Parser(
      {
        onopentag: (tag, attributes) => {
          if (++depth > this.#options.maxDepth)
            throw new Error(`its elements nest more than ${this.#options.maxDepth} deep`);
          this.#run.isText = tag === "w:t";
          this.#depths.set(tag, this.#depth(tag) + 1);
          if (tag === this.#options.noteElement) {
            [this.#noteId, this.#outside, this.#blocks] = [attributes["w:id"] ?? "", this.#blocks, []];
          } else if (this.#depth("w:pPr") > 0) this.#readFormat(tag, attributes);
          else this.#start(tag, attributes);
        },
        ontext: (text) => {
          const { isText, isHidden, isRaised } = this.#run;
          if (isText && !isHidden && !(isRaised && NOTE_MARK.test(text))) this.#write(text);
        },
        onclosetag: (tag) => {
          depth--;
          this.#depths.set(tag, this.#depth(tag) - 1);
          this.#run.isText = false;
          if (tag === "w:p" && this.#goesOn) this.#goesOn = false;
          else if (tag === "w:p") this.#endBlock(this.#paragraph.kind);
          if (tag === "w:txbxContent") this.#paragraph = this.#around.pop() ?? this.#paragraph;
          if (tag === this.#options.noteElement) this.#endNote();
        },
      },
      { xmlMode: true, decodeEntities: true },
    ).end(xml);
    this.#endBlock("paragraph");
    return this.#blocks;
  }

  #depth(tag: string): number {
    return this.#depths.get(tag) ?? 0;
  }

  #start(tag: string, attributes: Attributes): void {
    if (tag === "w:txbxContent") {
      this.#around.push(this.#paragraph);
      this.#paragraph = { texts: [], kind: "paragraph" };
    } else if (tag === "w:p" && this.#paragraph.texts.length === 0)
      this.#paragraph.kind = this.#depth("w:tc") > 0 ? "cell" : "paragraph";
    else if (tag === "w:r") [this.#run.isRaised, this.#run.isHidden] = [false, false];
    else if (tag === "w:vertAlign") this.#run.isRaised = attributes["w:val"] === "superscript";
    else if (tag === "w:vanish") this.#run.isHidden = !/^(?:0|false|off)$/.test(attributes["w:val"] ?? "");
    else if (tag === "w:tab") this.#endCell();
    else if (tag === "w:br" || tag === "w:cr") this.#breakLine();
    else if (tag === "w:noBreakHyphen") this.#write("-");
    else if (NOTES.some(({ reference }) => reference === tag))
      this.#write(this.#options.noteAt(tag, attributes["w:id"] ?? ""));
  }

  /** What is said of a paragraph before its text. */
  #readFormat(tag: string, attributes: Attributes): void {
    const isQuotation =
      (tag === "w:pStyle" && this.#options.styles.has(attributes["w:val"] ?? "")) ||
      (tag === "w:ind" && isIndented(attributes));
    if (isQuotation && this.#paragraph.kind === "paragraph") this.#paragraph.kind = "quotation";
    if (tag === "w:del" && this.#depth("w:rPr") > 0) this.#goesOn = true;
  }

  #write(text: string): void {
    if (![...NOT_TEXT].some((tag) => this.#depth(tag) > 0)) this.#paragraph.texts.push(text);
  }

  #breakLine(): void {
    if (this.#paragraph.texts.at(-1) === "\n") this.#endBlock(this.#paragraph.kind);
    else this.#write("\n");
  }

  /** What a tab separates is in columns, unless it only indents the first line. */
  #endCell(): void {
    if (this.#paragraph.texts.some((text) => text.trim() !== "")) this.#endBlock("cell");
  }

  #endBlock(kind: Block["kind"]): void {
    this.#blocks.push({ kind, text: this.#paragraph.texts.join("") });
    this.#paragraph.texts = [];
  }

  #endNote(): void {
    this.#endBlock("paragraph");
    this.notes.set(
      this.#noteId,
      this.#blocks
        .map(({ text }) => text)
        .join("\n")
        .trim(),
    );
    this.#blocks = this.#outside;
  }
}

/** The ids of styles of quotations: by their name, their indentation, or the style that they are based on. */
function quotationStyles(xml: string): Set<string> {
  const styles = new Set<string>();
  let id = "";
  new Parser(
    {
      onopentag: (tag, attributes) => {
        const value = attributes["w:val"] ?? "";
        if (tag === "w:style") id = attributes["w:styleId"] ?? "";
        const isQuotation =
          (tag === "w:style" && QUOTATION_STYLE.test(id)) ||
          (tag === "w:name" && QUOTATION_STYLE.test(value)) ||
          (tag === "w:basedOn" && styles.has(value)) ||
          (tag === "w:ind" && isIndented(attributes));
        if (isQuotation && id !== "") styles.add(id);
      },
    },
    { xmlMode: true },
  ).end(xml);
  return styles;
}

function isIndented(attributes: Attributes): boolean {
  const sides = [attributes["w:left"] ?? attributes["w:start"], attributes["w:right"] ?? attributes["w:end"]];
  return sides.every((side) => Number(side ?? 0) >= MIN_INDENT);
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
