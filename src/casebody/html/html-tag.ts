/**
 * Chooses the HTML tag of an XML element (docs/formats.md, "XML to HTML"), so that a parser of HTML builds the same tree again.
 *
 * HTML closes a paragraph before any block and a link before the next one. A paragraph that holds a block is therefore
 * a `div`, a link where no link can be a `span`; classes stay, and only they and the kind of the tag count for the text.
 */
import { type BodyElement, findElements } from "../body-tree.ts";
import type { LinkPlan } from "../link-plan.ts";
import { isNamedParagraph } from "../xml/xml-vocabulary.ts";
import { dataAttributes, type HtmlAttributes, isImageSource, ownAttributes } from "./html-attributes.ts";
import { isLink, linkAttributes } from "./html-link.ts";

export interface HtmlTag {
  /** `""` when the element has no tag of its own, but its children are rendered. */
  readonly name: string;
  readonly attributes: HtmlAttributes;
}

/** Where an element stands. */
export interface Around {
  readonly parent: BodyElement | null;
  /** `inside` when an element around it is a link. */
  readonly link: "inside" | "outside";
  /** What its siblings begin and end with: a section's first and last white space is no text. */
  readonly edges: "section" | "text";
}

/** What is known of the whole body. */
export interface Knowledge {
  readonly plan: LinkPlan;
  /** The elements with a block somewhere in them. */
  readonly blockHolders: ReadonlySet<BodyElement>;
}

const SAME_IN_HTML: ReadonlySet<string> = new Set("b blockquote br em i strong sub sup".split(" "));
/** Classes by which HTML is read: an unknown element of such a name goes without its class. */
const READ_CLASSES: ReadonlySet<string> = new Set(["corrections", "head-matter", "page-label"]);

/** The tag of an element of the body below the root's own children `opinion` and `correction`. */
export function tagFor(element: BodyElement, around: Around, known: Knowledge): HtmlTag {
  const { name } = element;
  if (isLink(element)) return linkTag(element, around, known.plan);
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

function paragraph(element: BodyElement, known: Knowledge): string {
  if (element.name !== "parties") return known.blockHolders.has(element) ? "div" : "p";
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

function linkTag(element: BodyElement, around: Around, plan: LinkPlan): HtmlTag {
  const attributes = linkAttributes(element, plan);
  if (canBeLink(element, around)) return { name: "a", attributes };
  return { name: "span", attributes: attributes.filter(([name]) => name !== "href") };
}

/** A citation that is a link is no longer one around a page number, nor right in a footnote: that is its way back. */
function canBeLink(element: BodyElement, around: Around): boolean {
  if (around.link === "inside") return false;
  if (element.name !== "extracted-citation") return true;
  return around.parent?.name !== "footnote" && findElements(element.children, isLink).length === 0;
}
