/**
 * Reads the HTML and XML of CourtListener's opinions, of all their sources, as paragraphs, marks and footnotes.
 *
 * No tag, attribute or address of the source is copied, only text: known elements are written with the program's markup. Links are paths
 * on CourtListener's site, which this site does not have, so they become text; the program links citations itself.
 *
 * Shapes (docs/formats.md, "Texts of CourtListener"): the XML of the Caselaw Access Project, that XML rewritten as HTML, and the HTML
 * of Lawbox, Columbia, Public.Resource.Org, courts, and a collection of the Tax Court's decisions.
 */
import type { BodyElement, BodyNode } from "./body-tree.ts";
import { Flow, type Paragraph, placeholder, splitAtPlaceholders, withoutControls } from "./opinion-flow.ts";
import type { Footnote, Marks } from "./opinion-marks.ts";
import {
  FORMATS,
  isBlock,
  isFootnote,
  isPageMark,
  isPreformatted,
  isSiteNumber,
  kindOfMark,
  pageOf,
  shortText,
  styleOf,
} from "./opinion-shapes.ts";
import { parseAnyHtml, REMOVED_WITH_CONTENT } from "./parse-html.ts";
import { type PageRange, plainParagraphs, starPages } from "./plain-text.ts";
import { escapeText, isImageSource, writeAttributes } from "./render-xml.ts";
import { hasClass } from "./vocabulary.ts";

/** A text as paragraphs. */
export interface OpinionText {
  readonly paragraphs: readonly Paragraph[];
  readonly footnotes: readonly Footnote[];
  /** The type in the XML: `majority`, …; null if it has no type. */
  readonly type: string | null;
}

/** Where a text is in its decision. */
export interface TextSection {
  /** 0 is the head matter. Footnotes and their marks belong together within a section. */
  readonly section: number;
  readonly marks: Marks;
  readonly pages: PageRange;
}

/**
 * Reads markup. Text without any block is text from PDF, with citations marked, and is read as `readPlainText` does.
 *
 * @throws CaselawError `invalid` if elements nest more than 201 deep or an attribute exceeds 16 MiB
 */
export function readMarkup(text: string, section: TextSection): OpinionText {
  return new MarkupReader(section).read(parseAnyHtml(separateFootnotes(text), true));
}

const NOTE_START = "<footnote_body>";
const NOTE_END = "</footnote_body>";

/**
 * Columbia's texts were split into paragraphs without regard to footnotes: `<p>…<footnote_body>…</p><p>…</footnote_body></p>`. The
 * paragraph around such a footnote ends before it, so that the first end of a paragraph in it does not end the footnote.
 */
function separateFootnotes(text: string): string {
  let separated = "";
  let copiedTo = 0;
  let end = 0;
  let paragraph = 0;
  for (let at = text.indexOf(NOTE_START); at !== -1; at = text.indexOf(NOTE_START, at + 1)) {
    if (end < at) end = text.indexOf(NOTE_END, at);
    if (paragraph < at) paragraph = text.indexOf("</p>", at);
    if (end === -1 || paragraph === -1) break;
    if (paragraph > end) continue;
    separated += `${text.slice(copiedTo, at)}</p>`;
    copiedTo = at;
  }
  return separated + text.slice(copiedTo);
}

/** Reads text from PDF. */
export function readPlainText(text: string, section: TextSection): OpinionText {
  return new MarkupReader(section).read([text]);
}

class MarkupReader {
  readonly #section: TextSection;
  readonly #text = new Flow();
  readonly #footnotes: { label: string; readonly flow: Flow }[] = [];
  #type: string | null = null;
  /** The footnote that is being read. */
  #footnote: { label: string; readonly flow: Flow } | null = null;

  constructor(section: TextSection) {
    this.#section = section;
  }

  get #isHead(): boolean {
    return this.#section.section === 0;
  }

  read(nodes: readonly BodyNode[]): OpinionText {
    if (isPreformatted(nodes)) this.#preformatted(nodes, this.#text);
    else this.#nodes(nodes, this.#text);
    return {
      paragraphs: this.#text.finish(),
      footnotes: this.#footnotes.map(({ label, flow }) => ({ label, paragraphs: flow.finish() })),
      type: this.#type,
    };
  }

  #nodes(nodes: readonly BodyNode[], flow: Flow): void {
    for (const node of nodes) {
      if (typeof node === "string") flow.text(node);
      else this.#element(node, flow);
    }
  }

  #element(element: BodyElement, flow: Flow): void {
    const { name, children, attributes } = element;
    if (REMOVED_WITH_CONTENT.includes(name) || isSiteNumber(element)) return;
    if (this.#isMark(element, flow)) return;
    const format = FORMATS.get(name);
    if (format !== undefined) {
      const isOpened = flow.open(format);
      this.#nodes(children, flow);
      if (isOpened) flow.close();
    } else if (name === "br") {
      flow.lineBreak();
      this.#nodes(children, flow);
    } else if (name === "img") {
      if (isImageSource(attributes.get("src") ?? ""))
        flow.inline(`<img${writeAttributes([["src", attributes.get("src")]])} />`);
    } else if (isBlock(element, this.#isHead)) {
      this.#block(element, flow);
    } else {
      const isCell = name === "td" || name === "th";
      if (isCell) flow.text(" ");
      this.#nodes(children, flow);
      if (isCell) flow.text(" ");
    }
  }

  #block(element: BodyElement, flow: Flow): void {
    const { name, children, attributes } = element;
    if (name === "opinion") this.#type ??= attributes.get("type") ?? null;
    if (this.#footnote === null && isFootnote(element)) {
      this.#footnote = {
        label: attributes.get("label") ?? attributes.get("data-label") ?? "",
        flow: new Flow(),
      };
      this.#footnotes.push(this.#footnote);
      this.#nodes(children, this.#footnote.flow);
      this.#footnote = null;
      return;
    }
    const outer = flow.style;
    flow.end();
    flow.style = styleOf(element, outer, this.#isHead);
    if (name === "pre") this.#lines(element, flow);
    else this.#nodes(children, flow);
    flow.end();
    flow.style = outer;
  }

  /** Writes the mark of a page or a footnote. @returns whether the element is one */
  #isMark(element: BodyElement, flow: Flow): boolean {
    const { name, children } = element;
    if (isPageMark(element)) {
      const index = this.#page(element);
      if (index !== null) flow.mark(index);
      return true;
    }
    if (name === "bracketnum") {
      const label = shortText(children);
      if (label !== null) flow.inline(`<span class="bracketnum">${escapeText(label)}</span>`);
      return label !== null;
    }
    if (name !== "footnotemark" && name !== "a" && name !== "sup") return false;
    const label = shortText(children);
    if (label === null) return false;
    const kind = kindOfMark(element, label, this.#footnote !== null);
    if (kind === "back" && this.#footnote !== null) {
      if (this.#footnote.label === "" && /[\w*†‡§]/.test(label)) this.#footnote.label = label;
    } else if (kind === "sure" || kind === "possible") {
      const { section, marks } = this.#section;
      const otherwise = kind === "sure" ? undefined : `<sup>${label}</sup>`;
      flow.mark(marks.addFootnoteMark({ section, label, otherwise }));
    }
    return kind !== "none";
  }

  #page(element: BodyElement): number | null {
    const page = pageOf(element);
    return page === null ? null : this.#section.marks.addPage(page);
  }

  /** Text from PDF: the lines of `pre` and of the citations between them are one text. */
  #preformatted(nodes: readonly BodyNode[], flow: Flow): void {
    const text = starPages(this.#rawText(nodes), this.#section.pages, (label) =>
      placeholder(this.#section.marks.addPage({ label, reporter: 1 })),
    );
    for (const paragraph of plainParagraphs(text)) {
      writeText(paragraph, flow);
      flow.end();
    }
  }

  #rawText(nodes: readonly BodyNode[]): string {
    let text = "";
    for (const node of nodes) {
      if (typeof node === "string") text += withoutControls(node);
      else if (isPageMark(node)) {
        const index = this.#page(node);
        if (index !== null) text += placeholder(index);
      } else if (!REMOVED_WITH_CONTENT.includes(node.name)) text += this.#rawText(node.children);
    }
    return text;
  }

  /** The lines of a table or form stay lines. */
  #lines(pre: BodyElement, flow: Flow): void {
    if (hasClass(pre, "inline")) this.#preformatted(pre.children, flow);
    else
      for (const [at, line] of this.#rawText(pre.children).split("\n").entries()) {
        if (at > 0) flow.lineBreak();
        writeText(line, flow);
      }
  }
}

/** Writes text with placeholders. */
function writeText(text: string, flow: Flow): void {
  for (const [nth, part] of splitAtPlaceholders(text).entries())
    if (nth % 2 === 0) flow.text(part);
    else flow.mark(Number(part));
}
