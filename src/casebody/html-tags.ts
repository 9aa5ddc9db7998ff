/**
 * Chooses the HTML tag of an XML element (docs/formats.md, "XML to HTML") so that an HTML parser builds the same tree.
 *
 * HTML closes a paragraph before any block and a link before the next one. So a paragraph that contains a block becomes a `div`,
 * and a link inside a link becomes a `span`. Their classes stay; only classes and the kind of the tag affect the text.
 */
import { type BodyElement, type BodyNode, findElements, textOf, trimWhiteSpace } from "./body-tree.ts";
import { isNamedParagraph, type XmlSections } from "./vocabulary.ts";

/** Attributes in the order in which they are written. Those with an undefined value are omitted. */
type HtmlAttributes = readonly (readonly [name: string, value: string | undefined])[];

/** Writes ` name="value"` for each attribute. If two have the same name, the first counts, as in HTML. */
export function writeAttributes(attributes: HtmlAttributes): string {
  const written = new Map<string, string>();
  for (const [name, value] of attributes) {
    if (value !== undefined && !written.has(name)) written.set(name, ` ${name}="${escapeValue(value)}"`);
  }
  return [...written.values()].join("");
}

/** Escapes text for HTML. */
export function escapeText(text: string): string {
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
export function ownAttributes(element: BodyElement): HtmlAttributes {
  return [["id", element.attributes.get("id")], ...dataAttributes(element)];
}

/** The same without `id`, for elements that get another id. */
function dataAttributes(element: BodyElement): HtmlAttributes {
  const names = [...element.attributes.keys()].filter((name) => isRendered(element, name));
  return names.map((name) => [`data-${name}`, element.attributes.get(name)]);
}

/** HTML ignores the case of names. A name that would then equal another attribute is omitted. */
function isRendered(element: BodyElement, name: string): boolean {
  if (name === "id" || name === "xmlns" || name.startsWith("xmlns:")) return false;
  const folded = name.toLowerCase();
  return folded === name || (folded !== "type" && !element.attributes.has(folded));
}

export interface HtmlTag {
  /** `""`: the element has no tag, but its children are rendered. */
  readonly name: string;
  readonly attributes: HtmlAttributes;
}

/** The surroundings of an element. */
export interface Context {
  readonly parent: BodyElement | null;
  /** `inside` a link, or not. */
  readonly link: "inside" | "outside";
  /** `section`: white space before the first and after the last sibling is not text. */
  readonly edges: "section" | "text";
}

/** Facts about the body that tags depend on. */
export interface BodyFacts {
  readonly plan: LinkPlan;
  /** The elements that contain a block at any depth. */
  readonly elementsWithBlocks: ReadonlySet<BodyElement>;
}

const SAME_IN_HTML: ReadonlySet<string> = new Set("b blockquote br em i strong sub sup".split(" "));
/** Classes that the HTML reader interprets: an unknown element with such a name gets no class. */
const READ_CLASSES: ReadonlySet<string> = new Set(["corrections", "head-matter", "page-label"]);

/** The tag of an element below the root's children `opinion` and `correction`. */
export function tagFor(element: BodyElement, context: Context, known: BodyFacts): HtmlTag {
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

function paragraph(element: BodyElement, known: BodyFacts): string {
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

/** The classes of the elements that become links, by their names. */
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
export function planLinks({ headMatter, opinions, corrections }: XmlSections): LinkPlan {
  const footnotes = new Map<BodyElement, string>();
  const marks = new Map<BodyElement, string>();
  const sections = [headMatter, ...opinions.map((opinion) => opinion.children), corrections];
  for (const [section, nodes] of sections.entries()) {
    const waiting = new Map<string, string[]>();
    for (const [index, footnote] of named(nodes, "footnote").entries()) {
      const number = `${section}_${index + 1}`;
      footnotes.set(footnote, number);
      const label = labelOf(footnote);
      const equal = waiting.get(label);
      if (equal !== undefined) equal.push(number);
      else if (label !== "") waiting.set(label, [number]);
    }
    for (const equal of waiting.values()) equal.reverse();
    for (const mark of named(nodes, "footnotemark")) {
      const number = waiting.get(textOf(mark.children))?.pop();
      if (number !== undefined) marks.set(mark, number);
    }
  }
  return { footnotes, marks, headnotes: planBracketNumbers(sections) };
}

/** A footnote's label as its marks repeat it; `""` without a label. */
export function labelOf(footnote: BodyElement): string {
  return trimWhiteSpace(footnote.attributes.get("label") ?? "");
}

function planBracketNumbers(sections: readonly (readonly BodyNode[])[]): Map<BodyElement, string> {
  const ids = new Map<string, string>();
  for (const headnote of sections.flatMap((nodes) => named(nodes, "headnotes"))) {
    const number = /^\d+/.exec(textOf(headnote.children))?.[0];
    const id = headnote.attributes.get("id");
    if (number !== undefined && id !== undefined && !ids.has(number)) ids.set(number, id);
  }
  const planned = new Map<BodyElement, string>();
  for (const bracket of sections.flatMap((nodes) => named(nodes, "bracketnum"))) {
    const id = ids.get(/\d+/.exec(textOf(bracket.children))?.[0] ?? "");
    if (id !== undefined) planned.set(bracket, id);
  }
  return planned;
}

function named(nodes: readonly BodyNode[], name: string): BodyElement[] {
  return findElements(nodes, (element) => element.name === name);
}
