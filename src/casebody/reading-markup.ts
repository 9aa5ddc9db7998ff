/**
 * Writes the tree of a case body as HTML for the reading page: known tags, our classes (`cb-…`), all texts and values escaped. The
 * time is linear in the size of the body.
 *
 * Ids have fixed forms, so that no case can imitate a part of the page: `p37` for printed pages, `par12` for the paragraph `¶ 12.`, `footnote_1_2` and
 * `ref_footnote_1_2` for footnotes and their marks, `note-b12-3` for head notes with links to them, `heading-3` for headings.
 */
import { type BodyElement, type BodyNode, elementsWithBlocks, findElements } from "./body-tree.ts";
import { type Heading, headingsIn } from "./headings.ts";
import { escapeText, isImageSource, writeAttributes } from "./render-xml.ts";
import { hasClass } from "./vocabulary.ts";

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
interface ReadingHeading {
  readonly id: string;
  readonly text: string;
  readonly level: Heading["level"];
}

/** The table of contents of a part. */
export interface ReadingEntries {
  readonly headings: readonly ReadingHeading[];
  /** Ids of its footnotes, in order. */
  readonly footnotes: readonly string[];
}

/** Where a node is: links must not be nested. */
type LinkContext = "inside a link" | "outside";

/** Escapes a text. After an opening quotation mark scans often have a misread space (one mark in seven), which must not end a line. */
function htmlOf(text: string): string {
  return escapeText(text.replaceAll("“ ", "“\u00a0"));
}

/** Writes the parts of one body. Each id is written once. */
export class ReadingMarkup {
  readonly #links: CitationLinks;
  readonly #ids: ReadingIds;
  /** Paragraphs that contain blocks cannot be `p`, because a browser ends a `p` at the first block. */
  readonly #elementsWithBlocks: ReadonlySet<BodyElement>;
  /** The headings of the part that is written. */
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
    return isEmpty ? "" : this.#nodes(nodes, "outside").trim();
  }

  #nodes(nodes: readonly BodyNode[], context: LinkContext): string {
    return nodes
      .map((node) => (typeof node === "string" ? this.#text(node, context) : this.#element(node, context)))
      .join("");
  }

  #element(element: BodyElement, context: LinkContext): string {
    const { name, children } = element;
    if (hasClass(element, "page-label")) return this.#pageNumber(element, context);
    if (hasClass(element, "footnotemark")) return this.#mark(element, context);
    if (hasClass(element, "bracketnum")) return this.#bracketNumber(element, context);
    if (hasClass(element, "footnote")) return this.#footnote(element, context);
    if (hasClass(element, "citation") && element.kind === "inline") return this.#citation(element, context);
    if (name === "img") return writeImage(element);
    if (name === "br") return `<br>${this.#nodes(children, context)}`;
    const inside = this.#nodes(children, context);
    if (INLINE_TAGS.has(name)) return writeTag(name, {}, inside);
    return element.kind === "block" ? this.#block(element, inside) : inside;
  }

  #block(element: BodyElement, inside: string): string {
    const { name } = element;
    const heading = this.#headings.get(element);
    if (heading !== undefined && !this.#elementsWithBlocks.has(element))
      return this.#heading(heading, inside);
    const known = NAMED.find((className) => hasClass(element, className));
    const id = this.#ids.ofTarget(element, "note-");
    const attributes = { id, class: known === undefined ? undefined : `cb-${known}` };
    if (name === "blockquote" || name === "pre") return `${writeTag(name, attributes, inside)}\n`;
    const isParagraph = (name === "p" || name === "h4") && !this.#elementsWithBlocks.has(element);
    const numbered = isParagraph ? this.#withNumber(inside) : inside;
    return `${writeTag(isParagraph ? "p" : "div", attributes, numbered)}\n`;
  }

  #heading({ text, level, isNumeral }: Heading, inside: string): string {
    const id = this.#ids.ofHeading();
    this.#entries.headings.push({ id, text, level });
    return `${writeTag("h3", { id, class: isNumeral ? "cb-numeral" : "cb-heading" }, inside)}\n`;
  }

  /** The number of a paragraph becomes a link to it, for its address. @param inside its HTML */
  #withNumber(inside: string): string {
    const [shown, number] = PARAGRAPH_NUMBER.exec(inside) ?? [];
    const id = number === undefined ? undefined : this.#ids.ofParagraph(number);
    if (shown === undefined || id === undefined) return inside;
    return `${writeLink(`#${id}`, { id, name: "cb-par" }, shown.trim())}${inside.slice(shown.length)}`;
  }

  #text(text: string, context: LinkContext): string {
    if (context === "inside a link") return htmlOf(text);
    let html = "";
    let at = 0;
    for (const { start, end, link } of this.#links.inText(text)) {
      html += htmlOf(text.slice(at, start)) + citationLink(link, htmlOf(text.slice(start, end)));
      at = end;
    }
    return html + htmlOf(text.slice(at));
  }

  #citation({ children }: BodyElement, context: LinkContext): string {
    const link =
      context === "inside a link" || containsLink(children)
        ? null
        : this.#links.ofCitation(plainText(children));
    if (link === null) return this.#nodes(children, context);
    return citationLink(link, this.#nodes(children, "inside a link"));
  }

  #pageNumber(element: BodyElement, context: LinkContext): string {
    const label = labelOf(element);
    const id = this.#ids.ofPage(label);
    const href = context === "inside a link" || id === undefined ? undefined : `#${id}`;
    const stars = /^\**/.exec(plainText(element.children).trim())?.[0] ?? "";
    const inside = `<span class="cb-star">${stars}</span>${escapeText(label)}`;
    return writeLink(href, { id, name: "cb-page" }, inside);
  }

  #mark(element: BodyElement, context: LinkContext): string {
    const target = context === "inside a link" ? undefined : this.#ids.target(element);
    const id = this.#ids.ofTarget(element, "ref_footnote_");
    return writeLink(target, { id, name: "cb-mark" }, this.#nodes(element.children, "inside a link"));
  }

  #bracketNumber(element: BodyElement, context: LinkContext): string {
    const target = context === "inside a link" ? undefined : this.#ids.target(element);
    return writeLink(target, { name: "cb-bracket" }, this.#nodes(element.children, "inside a link"));
  }

  #footnote(element: BodyElement, context: LinkContext): string {
    const link = element.children.find(
      (node) => typeof node !== "string" && node.name === "a" && node.kind === "dropped",
    );
    const back = typeof link === "object" ? this.#backLink(link, context) : "";
    const rest = this.#nodes(
      element.children.filter((node) => node !== link),
      context,
    );
    const id = this.#ids.ofTarget(element, "footnote_");
    if (id !== undefined) this.#entries.footnotes.push(id);
    return `${writeTag("div", { id, class: "cb-footnote" }, `${back}<div>${rest}</div>`)}\n`;
  }

  #backLink(link: BodyElement, context: LinkContext): string {
    const target = context === "inside a link" ? undefined : this.#ids.target(link);
    return writeLink(target, { name: "cb-back" }, escapeText(plainText(link.children)));
  }
}

function citationLink({ href, kind }: CitationLink, inside: string): string {
  return writeLink(href, { name: kind === "case" ? "cb-held" : "cb-sought" }, inside);
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

/** `37`, `37a`, `S-12`, `xii`. */
const PAGE_LABEL = /^(?:[A-Za-z]{0,2}[-.]?\d{1,6}[A-Za-z]?|[ivxlcdm]{1,10})$/;
const FOOTNOTE = /^(?:ref_)?footnote_[\w.-]{1,40}$/;
const HEADNOTE = /^[A-Za-z][\w.-]{0,40}$/;

/** The ids of a body on a reading page. Each is used once, and no other part of the page has ids of these forms. */
class ReadingIds {
  /** Labels of pages that have an id, in order. */
  readonly pages: string[] = [];
  /** Maps ids of the source that links in the body may point to, to our ids. */
  readonly #targets = new Map<string, string>();
  readonly #used = new Set<string>();
  #headings = 0;

  /** @param nodes all nodes of the body */
  constructor(nodes: readonly BodyNode[]) {
    const isBracket = (element: BodyElement): boolean => hasClass(element, "bracketnum");
    const hrefs = new Set(findElements(nodes, isBracket).map(({ attributes }) => attributes.get("href")));
    for (const element of findElements(nodes, ({ attributes }) => attributes.has("id"))) {
      const id = element.attributes.get("id") ?? "";
      if (FOOTNOTE.test(id)) this.#targets.set(id, id);
      else if (hrefs.has(`#${id}`) && HEADNOTE.test(id)) this.#targets.set(id, `note-${id}`);
    }
  }

  /** Id of the start of a printed page; undefined for an invalid label or one that was used before. */
  ofPage(label: string): string | undefined {
    if (!PAGE_LABEL.test(label)) return undefined;
    const id = this.#once(`p${label}`);
    if (id !== undefined) this.pages.push(label);
    return id;
  }

  /** Id of a numbered paragraph, the first of its number in the body. */
  ofParagraph(number: string): string | undefined {
    return this.#once(`par${number}`);
  }

  /** Id of the next heading of the body. */
  ofHeading(): string {
    this.#headings++;
    return `heading-${this.#headings}`;
  }

  /** Id of a footnote, a mark or a head note. */
  ofTarget({ attributes }: BodyElement, form: "footnote_" | "ref_footnote_" | "note-"): string | undefined {
    const id = this.#targets.get(attributes.get("id") ?? "");
    return id?.startsWith(form) ? this.#once(id) : undefined;
  }

  /** Target of a link of the source within the body; undefined if it has none. */
  target({ attributes }: BodyElement): string | undefined {
    const href = attributes.get("href") ?? "";
    const id = href.startsWith("#") ? this.#targets.get(href.slice(1)) : undefined;
    return id === undefined ? undefined : `#${id}`;
  }

  #once(id: string): string | undefined {
    if (this.#used.has(id)) return undefined;
    this.#used.add(id);
    return id;
  }
}

/** The page number of a page label. */
function labelOf({ attributes, children }: BodyElement): string {
  const label = attributes.get("data-label") ?? children.filter((node) => typeof node === "string").join("");
  return label.replace(/[\s*]+/g, " ").trim();
}

/** Attributes by name, in the order in which they are written; those that are undefined are left out. */
type Attributes = Readonly<Record<string, string | undefined>>;

function startTag(tag: string, attributes: Attributes): string {
  return `<${tag}${writeAttributes(Object.entries(attributes))}>`;
}

function writeTag(tag: string, attributes: Attributes, inside: string): string {
  return `${startTag(tag, attributes)}${inside}</${tag}>`;
}

/** A link, or an element with the same class if it has no target. @param name its class */
function writeLink(
  href: string | undefined,
  { id, name }: { readonly id?: string | undefined; readonly name: string },
  inside: string,
): string {
  return writeTag(href === undefined ? "span" : "a", { id, href, class: name }, inside);
}

/** An image; `""` if its source is not allowed. */
function writeImage({ attributes }: BodyElement): string {
  const src = attributes.get("src") ?? "";
  if (!isImageSource(src)) return "";
  const size = (name: string): string | undefined => /^\d{1,4}$/.exec(attributes.get(name) ?? "")?.[0];
  const alt = "Picture in the printed volume";
  return startTag("img", { src, width: size("width"), height: size("height"), alt });
}
