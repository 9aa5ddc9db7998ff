/**
 * Chooses the HTML tag of an XML element (docs/formats.md, "XML to HTML") so that an HTML parser builds the same tree.
 *
 * HTML closes a paragraph before any block and a link before the next one. So a paragraph that contains a block becomes a `div`,
 * and a link inside a link becomes a `span`. Their classes stay; only classes and the kind of the tag affect the text.
 */
import { type BodyElement, findElements } from "../body-tree.ts";
import type { LinkPlan } from "../link-plan.ts";
import { isNamedParagraph } from "../xml/xml-vocabulary.ts";
import { dataAttributes, type HtmlAttributes, isImageSource, ownAttributes } from "./html-attributes.ts";
import { isLink, linkAttributes } from "./html-link.ts";

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

function imageTag(element: BodyElement): HtmlTag {
  const source = element.attributes.get("src") ?? "";
  if (!isImageSource(source)) return { name: "", attributes: [] };
  const sizes: HtmlAttributes = ["width", "height"].map((name) => [name, element.attributes.get(name)]);
  return { name: "img", attributes: [["src", source], ...sizes] };
}

function footnoteTag(element: BodyElement, plan: LinkPlan): HtmlTag {
  const id = `footnote_${plan.footnotes.get(element) ?? ""}`;
  return { name: "aside", attributes: [["id", id], ...dataAttributes(element), ["class", "footnote"]] };
}

function linkTag(element: BodyElement, context: Context, plan: LinkPlan): HtmlTag {
  const attributes = linkAttributes(element, plan);
  if (canBeLink(element, context)) return { name: "a", attributes };
  return { name: "span", attributes: attributes.filter(([name]) => name !== "href") };
}

/** A citation is not a link if it contains a page number, or directly in a footnote, where the only link leads back to the mark. */
function canBeLink(element: BodyElement, context: Context): boolean {
  if (context.link === "inside") return false;
  if (element.name !== "extracted-citation") return true;
  return context.parent?.name !== "footnote" && findElements(element.children, isLink).length === 0;
}
