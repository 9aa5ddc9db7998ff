/** A DOCX as a draft. A footnote is where its number is, `^[text]`, so that *id.* in it refers to the right case. */
import {
  type Draft,
  draftOf,
  EMPHASIS_END,
  EMPHASIS_START,
  noteCall,
  pageMark,
  type SourceBlock,
  type TextRange,
} from "../draft.ts";
import { type DocxParts, readDocxParts } from "./docx-package.ts";
import { type Attributes, OpenTags, readElements } from "./elements.ts";
import { NOTE_MARK } from "./inline-marks.ts";

/** The parts with notes, whose elements are named like the references to them. */
const NOTES = [
  { part: "footnotes", element: "w:footnote" },
  { part: "endnotes", element: "w:endnote" },
] as const;
/** Deleted, moved elsewhere, or there a second time for older programs. */
const NOT_TEXT = ["w:del", "w:moveFrom", "mc:Fallback"] as const;
/** What a word processor writes where a page began when the file was saved. */
const PAGE_BREAK = "w:lastRenderedPageBreak";
const EMPHASIS = new Set(["w:b", "w:i", "w:u"]);
const QUOTATION_STYLE = /quot|block ?text/i;
/** The least space on both sides of a quotation, a quarter of an inch, in twentieths of a point. */
const MIN_INDENT = 360;

/** A text of a part, and where it is in the XML of the part. */
export interface WrittenText {
  readonly text: string;
  /** Where the text is, or the tag that it is written for. */
  readonly at: TextRange;
  /** The key of the note that is called here; empty for the mark of a page or of emphasis. */
  readonly call?: string;
}

export interface DocxBlock extends SourceBlock {
  /** Together they are the text, but for the white space of a note; empty if places are not asked for. */
  readonly written: readonly WrittenText[];
}

/** The blocks of the body, and the notes by the key of their calls. */
export interface DocxContent {
  readonly blocks: readonly DocxBlock[];
  readonly notes: ReadonlyMap<string, Omit<DocxBlock, "kind">>;
}

/** @throws Error with the reason if it cannot be read */
export async function readDocx(bytes: Buffer): Promise<Draft> {
  const { blocks, notes } = readContent(await readDocxParts(bytes), { places: false });
  return draftOf(blocks, notes);
}

/** @param places whether to say where each text is, which takes some times the memory */
export function readContent(
  { document, related }: DocxParts,
  { places }: { readonly places: boolean },
): DocxContent {
  const styles = quotationStyles(related.styles.xml);
  const notes = new Map<string, DocxBlock>();
  const outside = NOTES.flatMap(({ part }) =>
    new PartReader({ styles, notes, places }).read(related[part].xml),
  );
  for (const [nth, block] of outside.entries()) notes.set(`outside ${nth}`, block);
  const page = document.xml.includes(`<${PAGE_BREAK}`) ? 1 : null;
  return { blocks: new PartReader({ styles, notes, places, page }).read(document.xml), notes };
}

/** The text of a paragraph that is not ended; a text box is within another one. */
interface OpenParagraph {
  texts: string[];
  written: WrittenText[];
  kind: SourceBlock["kind"];
}

interface PartReading {
  readonly styles: ReadonlySet<string>;
  /** Receives the notes of the part, by the key of their calls. */
  readonly notes: Map<string, DocxBlock>;
  readonly places: boolean;
  /** The first one; null if pages are not known. */
  readonly page?: number | null;
}

class PartReader {
  readonly #reading: PartReading;
  readonly #around: OpenParagraph[] = [];
  readonly #tags = new OpenTags();
  #blocks: DocxBlock[] = [];
  #outside: DocxBlock[] = [];
  #noteId = "";
  #paragraph: OpenParagraph = { texts: [], written: [], kind: "paragraph" };
  #run = { isRaised: false, isHidden: false, isText: false, isEmphasised: false };
  /** The mark at its end was deleted: it goes on with the next one. */
  #goesOn = false;
  /** Null if pages are not known. */
  #page: number | null;
  /** Whether the next text is the first of its page. */
  #isPageStart = true;

  constructor(reading: PartReading) {
    this.#reading = reading;
    this.#page = reading.page ?? null;
  }

  read(xml: string): DocxBlock[] {
    readElements(xml, "xml", {
      open: (tag, attributes, at) => {
        this.#run.isText = tag === "w:t";
        this.#tags.open(tag);
        if (this.#tags.has("w:pPr")) this.#readFormat(tag, attributes);
        else this.#start(tag, attributes, at);
      },
      text: (text, at) => {
        const { isText, isHidden, isRaised } = this.#run;
        if (isText && !isHidden && !(isRaised && NOTE_MARK.test(text)))
          // a line end in XML is a space; a soft hyphen is where a word may be divided, not where it is
          this.#write({ text: text.replace(/[\r\n]/g, " ").replaceAll("\u00ad", "\u200b"), at });
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

  #start(tag: string, attributes: Attributes, at: TextRange): void {
    if (isNote(tag)) {
      [this.#noteId, this.#outside, this.#blocks] = [attributes["w:id"] ?? "", this.#blocks, []];
    } else if (tag === "w:txbxContent") {
      this.#around.push(this.#paragraph);
      this.#paragraph = { texts: [], written: [], kind: "paragraph" };
    } else if (tag === "w:p" && this.#paragraph.texts.length === 0)
      this.#paragraph.kind = this.#tags.has("w:tc") ? "cell" : "paragraph";
    else if (tag === "w:r")
      this.#run = { isRaised: false, isHidden: false, isText: false, isEmphasised: false };
    else if (EMPHASIS.has(tag) && !this.#tags.has("w:rPrChange")) this.#run.isEmphasised ||= isOn(attributes);
    else if (tag === "w:vertAlign") this.#run.isRaised = attributes["w:val"] === "superscript";
    else if (tag === "w:vanish") this.#run.isHidden = isOn(attributes);
    else if (tag === "w:tab") this.#endCell();
    else if (tag === "w:br" || tag === "w:cr") this.#breakLine(at);
    else if (tag === PAGE_BREAK) {
      this.#page = this.#page === null ? null : this.#page + 1;
      this.#isPageStart = true;
    } else if (tag === "w:noBreakHyphen") this.#write({ text: "-", at });
    else if (isNote(tag.replace(/Reference$/, ""))) {
      const call = `${tag.replace(/Reference$/, "")} ${attributes["w:id"] ?? ""}`;
      this.#write({ text: noteCall(call), at, call });
    }
  }

  /** What is said of a paragraph before its text. */
  #readFormat(tag: string, attributes: Attributes): void {
    const isQuotation =
      (tag === "w:pStyle" && this.#reading.styles.has(attributes["w:val"] ?? "")) ||
      (tag === "w:ind" && isIndented(attributes));
    if (isQuotation && this.#paragraph.kind === "paragraph") this.#paragraph.kind = "quotation";
    if (tag === "w:del" && this.#tags.has("w:rPr")) this.#goesOn = true;
  }

  #write(written: WrittenText): void {
    if (this.#tags.has(...NOT_TEXT)) return;
    if (this.#page !== null && this.#isPageStart && written.text.trim() !== "") {
      this.#add({ text: pageMark(this.#page), at: written.at, call: "" });
      this.#isPageStart = false;
    }
    const isEmphasised = this.#run.isEmphasised && written.call === undefined && written.text.trim() !== "";
    if (isEmphasised) this.#add({ text: EMPHASIS_START, at: written.at, call: "" });
    this.#add(written);
    if (isEmphasised) this.#add({ text: EMPHASIS_END, at: written.at, call: "" });
  }

  #add(written: WrittenText): void {
    this.#paragraph.texts.push(written.text);
    if (this.#reading.places) this.#paragraph.written.push(written);
  }

  #breakLine(at: TextRange): void {
    if (this.#paragraph.texts.at(-1) === "\n") this.#endBlock(this.#paragraph.kind);
    else this.#write({ text: "\n", at });
  }

  /** What a tab separates is in columns, unless it only indents the first line. */
  #endCell(): void {
    if (this.#paragraph.texts.some((text) => text.trim() !== "")) this.#endBlock("cell");
  }

  #endBlock(kind: SourceBlock["kind"]): void {
    const { texts, written } = this.#paragraph;
    this.#blocks.push({ kind, text: texts.join(""), written });
    [this.#paragraph.texts, this.#paragraph.written] = [[], []];
  }

  #endNote(element: string): void {
    this.#endBlock("paragraph");
    const joined = this.#blocks.map((block) => block.text).join(" ");
    this.#reading.notes.set(`${element} ${this.#noteId}`, {
      ...{ kind: "paragraph", text: joined.replace(/\s+/g, " ").trim() },
      written: this.#blocks.flatMap(({ written }) => written),
    });
    this.#blocks = this.#outside;
  }
}

function isOn(attributes: Attributes): boolean {
  return !/^(?:0|false|off|none)$/.test(attributes["w:val"] ?? "");
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
