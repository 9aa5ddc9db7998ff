/**
 * Renders the XML of a case body as HTML (docs/formats.md, "XML to HTML").
 *
 * The law that shapes it: text(XML) = text(HTML(XML)), for every body that can be parsed.
 */
import type { BodyElement, BodyNode } from "../body-tree.ts";
import { escapeText, ownAttributes, writeAttributes } from "../html/html-attributes.ts";
import { type Around, type HtmlTag, type Knowledge, tagFor } from "../html/html-tag.ts";
import { labelOf, planLinks } from "../link-plan.ts";
import { collapseSpaces } from "../text-rule.ts";
import { parseXml } from "./parse-xml.ts";
import { isBlank, sectionsOf } from "./xml-sections.ts";
import { isSection } from "./xml-vocabulary.ts";

interface Rendering {
  readonly known: Knowledge;
  readonly pieces: string[];
}

const TOP: Around = { parent: null, link: "outside", edges: "section" };
const VOID_TAGS: ReadonlySet<string> = new Set(["br", "img"]);

/**
 * The HTML of a case body: one `section` of class `casebody`, every value and text escaped.
 *
 * @throws CaselawError as `readXmlBody`
 */
export function renderXmlBody(xml: string): string {
  const root = parseXml(xml);
  const sections = sectionsOf(root);
  const known = { plan: planLinks(sections), blockHolders: blockHoldersIn(root) };
  const rendering: Rendering = { known, pieces: [] };
  renderBlock(
    rendering,
    { name: "section", attributes: [["class", "casebody"], ...ownAttributes(root)] },
    () => {
      renderSection(rendering, "head-matter", sections.headMatter);
      for (const opinion of sections.opinions) renderOpinion(rendering, opinion);
      if (sections.corrections.length > 0) renderSection(rendering, "corrections", sections.corrections);
    },
  );
  return rendering.pieces.join("").trimEnd();
}

/** The elements with a block somewhere in them. */
function blockHoldersIn(root: BodyElement): ReadonlySet<BodyElement> {
  const holders = new Set<BodyElement>();
  const visit = (element: BodyElement): void => {
    for (const child of element.children) {
      if (typeof child === "string") continue;
      visit(child);
      if (child.kind === "block" || holders.has(child)) holders.add(element);
    }
  };
  visit(root);
  return holders;
}

function renderSection(rendering: Rendering, className: string, nodes: readonly BodyNode[]): void {
  const tag: HtmlTag = { name: "section", attributes: [["class", className]] };
  renderBlock(rendering, tag, () => renderNodes(rendering, nodes, TOP));
}

function renderOpinion(rendering: Rendering, opinion: BodyElement): void {
  const tag: HtmlTag = { name: "article", attributes: [...ownAttributes(opinion), ["class", "opinion"]] };
  renderBlock(rendering, tag, () => renderNodes(rendering, opinion.children, { ...TOP, parent: opinion }));
}

function renderNodes(rendering: Rendering, nodes: readonly BodyNode[], around: Around): void {
  for (const [index, node] of nodes.entries()) {
    if (typeof node !== "string") renderElement(rendering, node, around);
    else if (!isBlank(node) || (isTextAt(nodes[index - 1], around) && isTextAt(nodes[index + 1], around))) {
      rendering.pieces.push(escapeText(collapseSpaces(node)));
    }
  }
}

/** Whether white space beside this neighbour is part of a line; at the edges of a section it is none. */
function isTextAt(neighbour: BodyNode | undefined, around: Around): boolean {
  if (neighbour === undefined) return around.edges === "text";
  return typeof neighbour === "string" || neighbour.kind !== "block";
}

function renderElement(rendering: Rendering, element: BodyElement, around: Around): void {
  const tag = tagFor(element, around, rendering.known);
  const inside = insideOf(element, tag, around);
  const renderInside = () => {
    if (element.name === "footnote") renderWayBack(rendering, element);
    renderNodes(rendering, element.children, inside);
  };
  if (element.kind === "block") renderBlock(rendering, tag, renderInside);
  else renderInline(rendering, tag, renderInside);
}

/** Where its children stand: tags that hold nothing in HTML leave them outside. */
function insideOf(element: BodyElement, tag: HtmlTag, around: Around): Around {
  if (tag.name === "" || VOID_TAGS.has(tag.name)) return { ...around, edges: "text" };
  return {
    parent: element,
    link: tag.name === "a" ? "inside" : around.link,
    edges: isSection(element) ? "section" : "text",
  };
}

function renderBlock(rendering: Rendering, tag: HtmlTag, renderInside: () => void): void {
  beginLine(rendering);
  rendering.pieces.push(`<${tag.name}${writeAttributes(tag.attributes)}>`);
  renderInside();
  rendering.pieces.push(`</${tag.name}>`, "\n");
}

function renderInline(rendering: Rendering, tag: HtmlTag, renderInside: () => void): void {
  if (tag.name !== "") rendering.pieces.push(`<${tag.name}${writeAttributes(tag.attributes)}>`);
  renderInside();
  if (tag.name !== "" && !VOID_TAGS.has(tag.name)) rendering.pieces.push(`</${tag.name}>`);
}

function renderWayBack(rendering: Rendering, footnote: BodyElement): void {
  const label = labelOf(footnote);
  if (label === "") return;
  const href = `#ref_footnote_${rendering.known.plan.footnotes.get(footnote)}`;
  rendering.pieces.push(`\n<a${writeAttributes([["href", href]])}>${escapeText(label)}</a>\n`);
}

function beginLine(rendering: Rendering): void {
  if (rendering.pieces.at(-1)?.endsWith("\n") === false) rendering.pieces.push("\n");
}
