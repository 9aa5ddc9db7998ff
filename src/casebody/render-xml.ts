/**
 * Renders the XML of a case body as HTML (docs/formats.md, "XML to HTML").
 *
 * Invariant: text(XML) = text(HTML(XML)) for every body that can be parsed.
 */
import { type BodyElement, type BodyNode, collapseSpaces, elementsWithBlocks } from "./body-tree.ts";
import {
  type BodyFacts,
  type Context,
  escapeText,
  type HtmlTag,
  labelOf,
  ownAttributes,
  planLinks,
  tagFor,
  writeAttributes,
} from "./html-tags.ts";
import { parseXml } from "./parse-xml.ts";
import { isBlank, isSection, sectionsOf } from "./vocabulary.ts";

interface Rendering {
  readonly known: BodyFacts;
  readonly html: string[];
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
  const known = { plan: planLinks(sections), elementsWithBlocks: elementsWithBlocks([root]) };
  const rendering: Rendering = { known, html: [] };
  renderBlock(
    rendering,
    { name: "section", attributes: [["class", "casebody"], ...ownAttributes(root)] },
    () => {
      const render = (tag: string, own: HtmlTag["attributes"], nodes: readonly BodyNode[], context = TOP) =>
        renderBlock(rendering, { name: tag, attributes: own }, () => renderNodes(rendering, nodes, context));
      render("section", [["class", "head-matter"]], sections.headMatter);
      for (const parent of sections.opinions) {
        const own = [...ownAttributes(parent), ["class", "opinion"] as const];
        render("article", own, parent.children, { ...TOP, parent });
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
  const tag = tagFor(element, context, rendering.known);
  const inside = childContext(element, tag, context);
  const renderInside = () => {
    if (element.name === "footnote") renderWayBack(rendering, element);
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
    edges: isSection(element) ? "section" : "text",
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

function renderWayBack(rendering: Rendering, footnote: BodyElement): void {
  const label = labelOf(footnote);
  if (label === "") return;
  const href = `#ref_footnote_${rendering.known.plan.footnotes.get(footnote)}`;
  rendering.html.push(`\n<a${writeAttributes([["href", href]])}>${escapeText(label)}</a>\n`);
}

function beginLine(rendering: Rendering): void {
  if (rendering.html.at(-1)?.endsWith("\n") === false) rendering.html.push("\n");
}
