/**
 * Writes the tree of a case body as HTML for the reading page: known tags, our classes (`cb-…`), all texts and values escaped. The
 * time is linear in the size of the body.
 *
 * Ids have fixed forms, so that no case can imitate a part of the page: `p37` for printed pages, `par12` for the paragraph `¶ 12.`, `footnote_1_2` and
 * `ref_footnote_1_2` for footnotes and their marks, `note-b12-3` for head notes with links to them, `heading-3` for headings.
 */
import { type BodyElement, type BodyNode, elementsWithBlocks, findElements } from "../body-tree.ts";
import { escapeText, type HtmlAttributes, isImageSource } from "../html/html-attributes.ts";
import { hasClass } from "../html/html-vocabulary.ts";
import { type Heading, headingsIn } from "./headings.ts";
import { labelOf, ReadingIds } from "./reading-ids.ts";
import { image, linked, wrapped } from "./reading-tags.ts";

/** Target of a citation. */
export interface CitationLink {
  readonly href: string;
  /** `case`: a case in the corpus; `search`: a search for the citation. */
  readonly kind: "case" | "search";
}

/** Resolves citations to links. The caller implements it, because it needs the corpus. */
export interface CitationLinks {
  /** Called before the first text of each part of the body. */
  startPart(): void;
  /** Link of a citation that the source marked; null: no link. */
  ofCitation(text: string): CitationLink | null;
  /** The citations in a text, in order, not nested. */
  inText(
    text: string,
  ): readonly { readonly start: number; readonly end: number; readonly link: CitationLink }[];
}

const INLINE_TAGS: ReadonlySet<string> = new Set("b em i strong sub sup".split(" "));
/** Paragraphs by their names in the interface (docs/formats.md, "XML to HTML"). */
const NAMED: readonly string[] = (
  "attorneys author citation correction court decisiondate disposition docketnumber headnotes history judges " +
  "otherdate parties seealso summary syllabus"
).split(" ");

/** The number with which a paragraph begins, where the print has numbers: `¶ 12.` */
const PARAGRAPH_NUMBER = /^\s{0,8}¶\s?(\d{1,4})(?!\d)\.?/;

/** A heading with its id on the page. */
export interface ReadingHeading {
  readonly id: string;
  readonly text: string;
  readonly level: Heading["level"];
}

/** What a part can be read by. */
export interface ReadingEntries {
  readonly headings: readonly ReadingHeading[];
  /** Ids of its footnotes, in order. */
  readonly footnotes: readonly string[];
}

/** The surroundings of a node. */
interface Context {
  /** Links must not be nested. */
  readonly link: "inside" | "outside";
}

/** A misread space after an opening quotation mark, one in seven of them, does not end a line. */
function visible(text: string): string {
  return escapeText(text.replaceAll("“ ", "“\u00a0"));
}

/** Writes the parts of one body. Each id is written once. */
export class ReadingMarkup {
  readonly #links: CitationLinks;
  readonly #ids: ReadingIds;
  /** Paragraphs that contain blocks cannot be `p`, because a browser ends a `p` at the first block. */
  readonly #elementsWithBlocks: ReadonlySet<BodyElement>;
  /** Those of the part that is written. */
  #headings: ReadonlyMap<BodyElement, Heading> = new Map();
  #entries: { headings: ReadingHeading[]; footnotes: string[] } = { headings: [], footnotes: [] };

  /** @param nodes all nodes of the body, the possible targets of links */
  constructor(nodes: readonly BodyNode[], links: CitationLinks) {
    this.#links = links;
    this.#ids = new ReadingIds(nodes);
    this.#elementsWithBlocks = elementsWithBlocks(nodes);
  }

  /** Numbers of the printed pages that were written so far. */
  get pages(): readonly string[] {
    return this.#ids.pages;
  }

  /** The headings and footnotes of the part that were written so far. */
  get entries(): ReadingEntries {
    return this.#entries;
  }

  /** Begins a part of the body: *id.* in it does not refer to a part before it. @param headed nodes with headings */
  startPart(headed: readonly BodyNode[]): void {
    this.#links.startPart();
    this.#headings = headingsIn(headed);
    this.#entries = { headings: [], footnotes: [] };
  }

  /** The HTML of nodes; `""` if they have no visible content. */
  write(nodes: readonly BodyNode[]): string {
    const isEmpty = plainText(nodes).trim() === "" && findElements(nodes, isPicture).length === 0;
    return isEmpty ? "" : this.#nodes(nodes, { link: "outside" }).trim();
  }

  #nodes(nodes: readonly BodyNode[], context: Context): string {
    return nodes
      .map((node) => (typeof node === "string" ? this.#text(node, context) : this.#element(node, context)))
      .join("");
  }

  #element(element: BodyElement, context: Context): string {
    const { name, children } = element;
    if (hasClass(element, "page-label")) return this.#pageNumber(element, context);
    if (hasClass(element, "footnotemark")) return this.#mark(element, context);
    if (hasClass(element, "bracketnum")) return this.#bracketNumber(element, context);
    if (hasClass(element, "footnote")) return this.#footnote(element, context);
    if (hasClass(element, "citation") && element.kind === "inline") return this.#citation(element, context);
    if (name === "img") return image(element);
    if (name === "br") return `<br>${this.#nodes(children, context)}`;
    const inside = this.#nodes(children, context);
    if (INLINE_TAGS.has(name)) return wrapped(name, [], inside);
    return element.kind === "block" ? this.#block(element, inside) : inside;
  }

  #block(element: BodyElement, inside: string): string {
    const { name } = element;
    const heading = this.#headings.get(element);
    if (heading !== undefined && !this.#elementsWithBlocks.has(element))
      return this.#heading(heading, inside);
    const known = NAMED.find((one) => hasClass(element, one));
    const attributes: HtmlAttributes = [
      ["id", this.#ids.ofHeadnote(element)],
      ["class", known === undefined ? undefined : `cb-${known}`],
    ];
    if (name === "blockquote" || name === "pre") return `${wrapped(name, attributes, inside)}\n`;
    const isParagraph = (name === "p" || name === "h4") && !this.#elementsWithBlocks.has(element);
    const numbered = isParagraph ? this.#withNumber(inside) : inside;
    return `${wrapped(isParagraph ? "p" : "div", attributes, numbered)}\n`;
  }

  #heading({ text, level, isNumeral }: Heading, inside: string): string {
    const id = this.#ids.ofHeading();
    this.#entries.headings.push({ id, text, level });
    const attributes: HtmlAttributes = [
      ["id", id],
      ["class", isNumeral ? "cb-numeral" : "cb-heading"],
    ];
    return `${wrapped("h3", attributes, inside)}\n`;
  }

  /** The number of a paragraph becomes a link to it, for its address. @param inside its HTML */
  #withNumber(inside: string): string {
    const [shown, number] = PARAGRAPH_NUMBER.exec(inside) ?? [];
    const id = number === undefined ? undefined : this.#ids.ofParagraph(number);
    if (shown === undefined || id === undefined) return inside;
    return `${linked(`#${id}`, { id, name: "cb-par" }, shown.trim())}${inside.slice(shown.length)}`;
  }

  #text(text: string, { link }: Context): string {
    if (link === "inside") return visible(text);
    let html = "";
    let at = 0;
    for (const { start, end, link: found } of this.#links.inText(text)) {
      html += visible(text.slice(at, start)) + citationLink(found, visible(text.slice(start, end)));
      at = end;
    }
    return html + visible(text.slice(at));
  }

  #citation({ children }: BodyElement, context: Context): string {
    const link =
      context.link === "inside" || containsLink(children)
        ? null
        : this.#links.ofCitation(plainText(children));
    if (link === null) return this.#nodes(children, context);
    return citationLink(link, this.#nodes(children, { link: "inside" }));
  }

  #pageNumber(element: BodyElement, { link }: Context): string {
    const label = labelOf(element);
    const id = this.#ids.ofPage(label);
    const href = link === "inside" || id === undefined ? undefined : `#${id}`;
    const stars = /^\**/.exec(plainText(element.children).trim())?.[0] ?? "";
    const inside = `<span class="cb-star">${stars}</span>${escapeText(label)}`;
    return linked(href, { id, name: "cb-page" }, inside);
  }

  #mark(element: BodyElement, { link }: Context): string {
    const target = link === "inside" ? undefined : this.#ids.target(element);
    const id = this.#ids.ofMark(element);
    return linked(target, { id, name: "cb-mark" }, this.#nodes(element.children, { link: "inside" }));
  }

  #bracketNumber(element: BodyElement, { link }: Context): string {
    const target = link === "inside" ? undefined : this.#ids.target(element);
    return linked(target, { name: "cb-bracket" }, this.#nodes(element.children, { link: "inside" }));
  }

  #footnote(element: BodyElement, context: Context): string {
    const way = element.children.find(
      (node) => typeof node !== "string" && node.name === "a" && node.kind === "dropped",
    );
    const back = typeof way === "object" ? this.#wayBack(way, context) : "";
    const rest = this.#nodes(
      element.children.filter((node) => node !== way),
      context,
    );
    const id = this.#ids.ofFootnote(element);
    if (id !== undefined) this.#entries.footnotes.push(id);
    const attributes: HtmlAttributes = [
      ["id", id],
      ["class", "cb-footnote"],
    ];
    return `${wrapped("div", attributes, `${back}<div>${rest}</div>`)}\n`;
  }

  #wayBack(way: BodyElement, { link }: Context): string {
    const target = link === "inside" ? undefined : this.#ids.target(way);
    return linked(target, { name: "cb-back" }, escapeText(plainText(way.children)));
  }
}

function citationLink({ href, kind }: CitationLink, inside: string): string {
  return linked(href, { name: kind === "case" ? "cb-held" : "cb-sought" }, inside);
}

function containsLink(nodes: readonly BodyNode[]): boolean {
  return findElements(nodes, ({ name }) => name === "a").length > 0;
}

function isPicture({ name, attributes }: BodyElement): boolean {
  return name === "img" && isImageSource(attributes.get("src") ?? "");
}

function plainText(nodes: readonly BodyNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : plainText(node.children))).join("");
}
