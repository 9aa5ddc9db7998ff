/** A DOCX as a draft. A footnote is where its number is, `^[text]`, so that *id.* in it refers to the right case. */
import { text } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";
import { type Draft, draftOf, noteCall, type SourceBlock } from "../draft.ts";
import { type Attributes, OpenTags, readElements } from "./elements.ts";
import { NOTE_MARK } from "./inline-marks.ts";

/** Bytes of a part of a DOCX, unpacked. */
const MAX_PART_BYTES = 64 * 2 ** 20;
const DOCUMENT = "word/document.xml";
const STYLES = "word/styles.xml";
/** The parts with notes, whose elements are named like the references to them. */
const NOTES = [
  { part: "word/footnotes.xml", element: "w:footnote" },
  { part: "word/endnotes.xml", element: "w:endnote" },
] as const;
const PARTS: readonly string[] = [DOCUMENT, STYLES, ...NOTES.map(({ part }) => part)];
/** Deleted, moved elsewhere, or there a second time for older programs. */
const NOT_TEXT = ["w:del", "w:moveFrom", "mc:Fallback"] as const;
const QUOTATION_STYLE = /quot|block ?text/i;
/** Of the space on both sides of a quotation: a twentieth of a point; a quarter of an inch. */
const MIN_INDENT = 360;

/** @throws Error with the reason if it cannot be read */
export async function readDocx(bytes: Buffer): Promise<Draft> {
  const parts = await docxParts(bytes);
  if (parts.size === 0) throw new Error("it is a zip, but not a DOCX");
  const styles = quotationStyles(parts.get(STYLES) ?? "");
  const notes = new Map<string, { readonly text: string }>();
  const blocksOf = (part: string): SourceBlock[] => new PartReader(styles, notes).read(parts.get(part) ?? "");
  const outside = NOTES.flatMap(({ part }) => blocksOf(part));
  for (const [nth, block] of outside.entries()) notes.set(`outside ${nth}`, block);
  return draftOf(blocksOf(DOCUMENT), notes);
}

/** The text of a paragraph that is not ended; a text box is within another one. */
interface OpenParagraph {
  texts: string[];
  kind: SourceBlock["kind"];
}

class PartReader {
  readonly #styles: ReadonlySet<string>;
  readonly #notes: Map<string, { readonly text: string }>;
  readonly #around: OpenParagraph[] = [];
  readonly #tags = new OpenTags();
  #blocks: SourceBlock[] = [];
  #outside: SourceBlock[] = [];
  #noteId = "";
  #paragraph: OpenParagraph = { texts: [], kind: "paragraph" };
  #run = { isRaised: false, isHidden: false, isText: false };
  /** The mark at its end was deleted: it goes on with the next one. */
  #goesOn = false;

  /** @param notes gets those of the part, by the key of their calls */
  constructor(styles: ReadonlySet<string>, notes: Map<string, { readonly text: string }>) {
    this.#styles = styles;
    this.#notes = notes;
  }

  read(xml: string): SourceBlock[] {
    readElements(xml, "xml", {
      open: (tag, attributes) => {
        this.#run.isText = tag === "w:t";
        this.#tags.open(tag);
        if (this.#tags.has("w:pPr")) this.#readFormat(tag, attributes);
        else this.#start(tag, attributes);
      },
      text: (part) => {
        const { isText, isHidden, isRaised } = this.#run;
        if (isText && !isHidden && !(isRaised && NOTE_MARK.test(part))) this.#write(part);
      },
      close: (tag) => {
        this.#tags.close(tag);
        this.#run.isText = false;
        if (tag === "w:p" && this.#goesOn) this.#goesOn = false;
        else if (tag === "w:p") this.#endBlock(this.#paragraph.kind);
        if (tag === "w:txbxContent") this.#paragraph = this.#around.pop() ?? this.#paragraph;
        if (isNote(tag)) this.#endNote(tag);
      },
    });
    this.#endBlock("paragraph");
    return this.#blocks;
  }

  #start(tag: string, attributes: Attributes): void {
    if (isNote(tag)) {
      [this.#noteId, this.#outside, this.#blocks] = [attributes["w:id"] ?? "", this.#blocks, []];
    } else if (tag === "w:txbxContent") {
      this.#around.push(this.#paragraph);
      this.#paragraph = { texts: [], kind: "paragraph" };
    } else if (tag === "w:p" && this.#paragraph.texts.length === 0)
      this.#paragraph.kind = this.#tags.has("w:tc") ? "cell" : "paragraph";
    else if (tag === "w:r") [this.#run.isRaised, this.#run.isHidden] = [false, false];
    else if (tag === "w:vertAlign") this.#run.isRaised = attributes["w:val"] === "superscript";
    else if (tag === "w:vanish") this.#run.isHidden = !/^(?:0|false|off)$/.test(attributes["w:val"] ?? "");
    else if (tag === "w:tab") this.#endCell();
    else if (tag === "w:br" || tag === "w:cr") this.#breakLine();
    else if (tag === "w:noBreakHyphen") this.#write("-");
    else if (isNote(tag.replace(/Reference$/, "")))
      this.#write(noteCall(`${tag.replace(/Reference$/, "")} ${attributes["w:id"] ?? ""}`));
  }

  /** What is said of a paragraph before its text. */
  #readFormat(tag: string, attributes: Attributes): void {
    const isQuotation =
      (tag === "w:pStyle" && this.#styles.has(attributes["w:val"] ?? "")) ||
      (tag === "w:ind" && isIndented(attributes));
    if (isQuotation && this.#paragraph.kind === "paragraph") this.#paragraph.kind = "quotation";
    if (tag === "w:del" && this.#tags.has("w:rPr")) this.#goesOn = true;
  }

  #write(text: string): void {
    if (!this.#tags.has(...NOT_TEXT)) this.#paragraph.texts.push(text);
  }

  #breakLine(): void {
    if (this.#paragraph.texts.at(-1) === "\n") this.#endBlock(this.#paragraph.kind);
    else this.#write("\n");
  }

  /** What a tab separates is in columns, unless it only indents the first line. */
  #endCell(): void {
    if (this.#paragraph.texts.some((text) => text.trim() !== "")) this.#endBlock("cell");
  }

  #endBlock(kind: SourceBlock["kind"]): void {
    this.#blocks.push({ kind, text: this.#paragraph.texts.join("") });
    this.#paragraph.texts = [];
  }

  #endNote(element: string): void {
    this.#endBlock("paragraph");
    const joined = this.#blocks.map((block) => block.text).join(" ");
    this.#notes.set(`${element} ${this.#noteId}`, { text: joined.replace(/\s+/g, " ").trim() });
    this.#blocks = this.#outside;
  }
}

function isNote(tag: string): boolean {
  return NOTES.some(({ element }) => element === tag);
}

/** The ids of styles of quotations: by their name, their indentation, or the style that they are based on. */
function quotationStyles(xml: string): Set<string> {
  const styles = new Set<string>();
  let id = "";
  readElements(xml, "xml", {
    open: (tag, attributes) => {
      const value = attributes["w:val"] ?? "";
      if (tag === "w:style") id = attributes["w:styleId"] ?? "";
      const isQuotation =
        (tag === "w:style" && QUOTATION_STYLE.test(id)) ||
        (tag === "w:name" && QUOTATION_STYLE.test(value)) ||
        (tag === "w:basedOn" && styles.has(value)) ||
        (tag === "w:ind" && isIndented(attributes));
      if (isQuotation && id !== "") styles.add(id);
    },
  });
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
    // yauzl ends a part that is longer than it says
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return parts;
}
