/**
 * Renders the XML of a case body as HTML (docs/formats.md, "XML to HTML").
 *
 * Invariant: text(XML) = text(HTML(XML)) for every body that can be parsed. HTML closes a paragraph before any block and a link
 * before the next one. So a paragraph that contains a block becomes a `div`, and a link inside a link becomes a `span`. Their
 * classes stay; only classes and the kind of the tag affect the text.
 */
import {
  type BodyElement,
  type BodyNode,
  collapseSpaces,
  elementsWithBlocks,
  findElements,
  textOf,
  trimWhiteSpace,
} from "./body-tree.ts";
import { parseXml } from "./parse-xml.ts";
import { isBlank, isNamedParagraph, SECTIONS, sectionsOf, type XmlSections } from "./vocabulary.ts";

/** The HTML so far, and the plans on which its tags depend. */
interface Rendering {
  readonly html: string[];
  readonly plan: LinkPlan;
  readonly elementsWithBlocks: ReadonlySet<BodyElement>;
}

const TOP: Context = { parent: null, link: "outside", edges: "section" };
const VOID_TAGS: ReadonlySet<string> = new Set(["br", "img"]);

/**
 * Returns one `section` of class `casebody`, with all values and texts escaped.
 *
 * @throws CaselawError as `readXmlBody`
 */
export function renderXmlBody(xml: string): string {
  const root = parseXml(xml);
  const sections = sectionsOf(root);
  const rendering: Rendering = {
    html: [],
    plan: planLinks(sections),
    elementsWithBlocks: elementsWithBlocks([root]),
  };
  renderBlock(
    rendering,
    { name: "section", attributes: [["class", "casebody"], ...ownAttributes(root)] },
    () => {
      const render = (name: string, attributes: HtmlAttributes, nodes: readonly BodyNode[], context = TOP) =>
        renderBlock(rendering, { name, attributes }, () => renderNodes(rendering, nodes, context));
      render("section", [["class", "head-matter"]], sections.headMatter);
      for (const parent of sections.opinions) {
        const attributes = [...ownAttributes(parent), ["class", "opinion"] as const];
        render("article", attributes, parent.children, { ...TOP, parent });
      }
      if (sections.corrections.length > 0)
        render("section", [["class", "corrections"]], sections.corrections);
    },
  );
  return rendering.html.join("").trimEnd();
}

function renderNodes(rendering: Rendering, nodes: readonly BodyNode[], context: Context): void {
  for (const [index, node] of nodes.entries()) {
    if (typeof node !== "string") renderElement(rendering, node, context);
    else if (!isBlank(node) || (isTextAt(nodes[index - 1], context) && isTextAt(nodes[index + 1], context))) {
      rendering.html.push(escapeText(collapseSpaces(node)));
    }
  }
}

/** Whether white space next to this sibling is part of a line. At the edges of a section it is not. */
function isTextAt(neighbour: BodyNode | undefined, context: Context): boolean {
  if (neighbour === undefined) return context.edges === "text";
  return typeof neighbour === "string" || neighbour.kind !== "block";
}

function renderElement(rendering: Rendering, element: BodyElement, context: Context): void {
  const tag = tagFor(element, context, rendering);
  const inside = childContext(element, tag, context);
  const renderInside = () => {
    if (element.name === "footnote") renderBackLink(rendering, element);
    renderNodes(rendering, element.children, inside);
  };
  if (element.kind === "block") renderBlock(rendering, tag, renderInside);
  else renderInline(rendering, tag, renderInside);
}

/** The context of an element's children. The children of an element without a tag have the context of the element. */
function childContext(element: BodyElement, tag: HtmlTag, context: Context): Context {
  if (tag.name === "" || VOID_TAGS.has(tag.name)) return { ...context, edges: "text" };
  return {
    parent: element,
    link: tag.name === "a" ? "inside" : context.link,
    edges: SECTIONS.has(element.name) ? "section" : "text",
  };
}

function renderBlock(rendering: Rendering, tag: HtmlTag, renderInside: () => void): void {
  beginLine(rendering);
  rendering.html.push(`<${tag.name}${writeAttributes(tag.attributes)}>`);
  renderInside();
  rendering.html.push(`</${tag.name}>`, "\n");
}

function renderInline(rendering: Rendering, tag: HtmlTag, renderInside: () => void): void {
  if (tag.name !== "") rendering.html.push(`<${tag.name}${writeAttributes(tag.attributes)}>`);
  renderInside();
  if (tag.name !== "" && !VOID_TAGS.has(tag.name)) rendering.html.push(`</${tag.name}>`);
}

function renderBackLink(rendering: Rendering, footnote: BodyElement): void {
  const label = labelOf(footnote);
  if (label === "") return;
  const href = `#ref_footnote_${rendering.plan.footnotes.get(footnote)}`;
  rendering.html.push(`\n<a${writeAttributes([["href", href]])}>${escapeText(label)}</a>\n`);
}

function beginLine(rendering: Rendering): void {
  if (rendering.html.at(-1)?.endsWith("\n") === false) rendering.html.push("\n");
}

/** Attributes in the order in which they are written. Those with an undefined value are omitted. */
type HtmlAttributes = readonly (readonly [name: string, value: string | undefined])[];

/** Writes ` name="value"` for each attribute. Of attributes with the same name the first is written, as HTML reads them. */
export function writeAttributes(attributes: HtmlAttributes): string {
  const written = new Map<string, string>();
  for (const [name, value] of attributes) {
    if (value !== undefined && !written.has(name)) written.set(name, ` ${name}="${escapeValue(value)}"`);
  }
  return [...written.values()].join("");
}

const NEEDS_ESCAPING = /[&<>]/;

/** Escapes text for HTML. */
export function escapeText(text: string): string {
  // most texts need no escapes, and the test takes a fifth of the time
  if (!NEEDS_ESCAPING.test(text)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escapes an attribute value for HTML. */
export function escapeValue(value: string): string {
  return escapeText(value).replaceAll('"', "&quot;");
}

/** Allowed image sources: data URLs in raster formats. */
const IMAGE_SOURCE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/i;

/** Whether an image source is allowed. Others could load from another host, or run code. */
export function isImageSource(source: string): boolean {
  return IMAGE_SOURCE.test(source);
}

/** The attributes of the element: `id` unchanged, all others as `data-<name>`, without namespace declarations. */
function ownAttributes(element: BodyElement): HtmlAttributes {
  return [["id", element.attributes.get("id")], ...dataAttributes(element)];
}

/** The attributes without `id`, for elements that get another id. */
function dataAttributes(element: BodyElement): HtmlAttributes {
  const names = [...element.attributes.keys()].filter((name) => isRendered(element, name));
  return names.map((name) => [`data-${name}`, element.attributes.get(name)]);
}

/** HTML ignores the letter case of names. A name that would then equal another attribute is omitted. */
function isRendered(element: BodyElement, name: string): boolean {
  if (name === "id" || name === "xmlns" || name.startsWith("xmlns:")) return false;
  const lowerCase = name.toLowerCase();
  return lowerCase === name || (lowerCase !== "type" && !element.attributes.has(lowerCase));
}

interface HtmlTag {
  /** `""`: the element has no tag, but its children are rendered. */
  readonly name: string;
  readonly attributes: HtmlAttributes;
}

/** The surroundings of an element. */
interface Context {
  readonly parent: BodyElement | null;
  /** `inside` a link, or not. */
  readonly link: "inside" | "outside";
  /** `section`: white space before the first and after the last sibling is not text. */
  readonly edges: "section" | "text";
}

const SAME_IN_HTML: ReadonlySet<string> = new Set("b blockquote br em i strong sub sup".split(" "));
/** Classes that the HTML reader interprets: an unknown element named like one of them gets no class. */
const READ_CLASSES: ReadonlySet<string> = new Set(["corrections", "head-matter", "page-label"]);

/** The tag of an element below the root's children `opinion` and `correction`. */
function tagFor(element: BodyElement, context: Context, known: Rendering): HtmlTag {
  const { name } = element;
  if (isLink(element)) return linkTag(element, context, known.plan);
  if (SAME_IN_HTML.has(name)) return { name, attributes: ownAttributes(element) };
  if (name === "img") return imageTag(element);
  if (name === "footnote") return footnoteTag(element, known.plan);
  if (name === "p") return { name: paragraph(element, known), attributes: ownAttributes(element) };
  if (isNamedParagraph(name)) return withClass(paragraph(element, known), element, name);
  if (name === "opinion") return withClass("article", element, "nested-opinion");
  const tag = element.kind === "block" ? "div" : "span";
  return READ_CLASSES.has(name)
    ? { name: tag, attributes: ownAttributes(element) }
    : withClass(tag, element, name);
}

function withClass(tag: string, element: BodyElement, className: string): HtmlTag {
  return { name: tag, attributes: [...ownAttributes(element), ["class", className]] };
}

function paragraph(element: BodyElement, known: Rendering): string {
  if (element.name !== "parties") return known.elementsWithBlocks.has(element) ? "div" : "p";
  const inner = findElements(element.children, (child) => child.name === "parties");
  return inner.length === 0 ? "h4" : "div";
}

function imageTag({ attributes }: BodyElement): HtmlTag {
  const source = attributes.get("src") ?? "";
  if (!isImageSource(source)) return { name: "", attributes: [] };
  const sizes: HtmlAttributes = ["width", "height"].map((name) => [name, attributes.get(name)]);
  return { name: "img", attributes: [["src", source], ...sizes] };
}

function footnoteTag(element: BodyElement, plan: LinkPlan): HtmlTag {
  const id = `footnote_${plan.footnotes.get(element) ?? ""}`;
  return { name: "aside", attributes: [["id", id], ...dataAttributes(element), ["class", "footnote"]] };
}

const LINK_CLASSES: Readonly<Record<string, string>> = {
  bracketnum: "bracketnum",
  "extracted-citation": "citation",
  footnotemark: "footnotemark",
  "page-number": "page-label",
};

function isLink({ name }: BodyElement): boolean {
  return Object.hasOwn(LINK_CLASSES, name);
}

function linkTag(element: BodyElement, context: Context, plan: LinkPlan): HtmlTag {
  const [id, href] = endsOfLink(element, plan);
  const data = dataAttributes(element);
  const name = canBeLink(element, context) ? "a" : "span";
  const target = name === "a" ? href : undefined;
  return { name, attributes: [["id", id], ["href", target], ...data, ["class", LINK_CLASSES[element.name]]] };
}

function endsOfLink(element: BodyElement, plan: LinkPlan): readonly (string | undefined)[] {
  const { name, attributes } = element;
  if (name === "footnotemark") {
    const number = plan.marks.get(element);
    return number === undefined ? [] : [`ref_footnote_${number}`, `#footnote_${number}`];
  }
  if (name === "page-number") {
    const label = attributes.get("label");
    return label === undefined ? [] : [`p${label}`, `#p${label}`];
  }
  const headnote = plan.headnotes.get(element);
  return headnote === undefined ? [attributes.get("id")] : [attributes.get("id"), `#${headnote}`];
}

/** A citation is not a link if it contains a page number, or directly in a footnote, where the only link leads back to the mark. */
function canBeLink(element: BodyElement, context: Context): boolean {
  if (context.link === "inside") return false;
  if (element.name !== "extracted-citation") return true;
  return context.parent?.name !== "footnote" && findElements(element.children, isLink).length === 0;
}

/**
 * Links footnote marks to footnotes and bracket numbers to head notes (docs/formats.md, "XML to HTML").
 *
 * Labels repeat between opinions and within one. So footnotes get a new number: section, then position in the section.
 */
interface LinkPlan {
  /** `S_N` of each footnote. */
  readonly footnotes: ReadonlyMap<BodyElement, string>;
  /** `S_N` of the footnote of each mark. Marks without a footnote are missing. */
  readonly marks: ReadonlyMap<BodyElement, string>;
  /** The id of the head note that each bracket number refers to. */
  readonly headnotes: ReadonlyMap<BodyElement, string>;
}

/** Plans the links of a body. Section 0 is the head matter, then come the opinions, then the corrections. */
function planLinks({ headMatter, opinions, corrections }: XmlSections): LinkPlan {
  const footnotes = new Map<BodyElement, string>();
  const marks = new Map<BodyElement, string>();
  const sections = [headMatter, ...opinions.map((opinion) => opinion.children), corrections];
  for (const [section, nodes] of sections.entries()) {
    const waiting = new Map<string, string[]>();
    for (const [index, footnote] of elementsNamed(nodes, "footnote").entries()) {
      const number = `${section}_${index + 1}`;
      footnotes.set(footnote, number);
      const label = labelOf(footnote);
      const equal = waiting.get(label);
      if (equal !== undefined) equal.push(number);
      else if (label !== "") waiting.set(label, [number]);
    }
    for (const equal of waiting.values()) equal.reverse();
    for (const mark of elementsNamed(nodes, "footnotemark")) {
      const number = waiting.get(textOf(mark.children))?.pop();
      if (number !== undefined) marks.set(mark, number);
    }
  }
  return { footnotes, marks, headnotes: planBracketNumbers(sections) };
}

/** A footnote's label as its marks repeat it; `""` without a label. */
function labelOf(footnote: BodyElement): string {
  return trimWhiteSpace(footnote.attributes.get("label") ?? "");
}

function planBracketNumbers(sections: readonly (readonly BodyNode[])[]): Map<BodyElement, string> {
  const ids = new Map<string, string>();
  for (const headnote of sections.flatMap((nodes) => elementsNamed(nodes, "headnotes"))) {
    const number = /^\d+/.exec(textOf(headnote.children))?.[0];
    const id = headnote.attributes.get("id");
    if (number !== undefined && id !== undefined && !ids.has(number)) ids.set(number, id);
  }
  const planned = new Map<BodyElement, string>();
  for (const bracket of sections.flatMap((nodes) => elementsNamed(nodes, "bracketnum"))) {
    const id = ids.get(/\d+/.exec(textOf(bracket.children))?.[0] ?? "");
    if (id !== undefined) planned.set(bracket, id);
  }
  return planned;
}

function elementsNamed(nodes: readonly BodyNode[], name: string): BodyElement[] {
  return findElements(nodes, (element) => element.name === name);
}
