/** A case body as a tree, the same for XML and HTML. The kind of an element says how it affects the text. */

/**
 * How an element affects the text (docs/formats.md, "The text rule"):
 *
 * - `block`: a line mark at its start and at its end
 * - `inline`: no effect
 * - `break`: a hard line mark, then its children
 * - `dropped`: it and its children are not part of the text
 */
export type ElementKind = "block" | "inline" | "break" | "dropped";

export interface BodyElement {
  /** XML: the local name. HTML: the tag in lower case. */
  readonly name: string;
  readonly kind: ElementKind;
  /** By full name, in the order of the source. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly BodyNode[];
}

/** An element, or text with resolved references. Two texts are never adjacent. */
export type BodyNode = string | BodyElement;

/** An element under construction. */
export interface DraftElement extends BodyElement {
  readonly children: (string | DraftElement)[];
}

/** Maximal nesting of XML (docs/interface.md, "Limits"). Real bodies nest 6 deep; the functions on trees are recursive. */
export const MAX_DEPTH = 200;

/** Maximal nesting of HTML: our HTML of the deepest XML has an additional section around its head matter. */
export const MAX_HTML_DEPTH = MAX_DEPTH + 1;

/** Maximal length of an attribute value in UTF-16 units. Attributes contain page images (docs/interface.md, "Limits"). */
export const MAX_ATTRIBUTE_LENGTH = 16 * 1024 * 1024;

/** Appends text to a draft; adjacent texts are joined. */
export function appendText(parent: DraftElement, text: string): void {
  if (text === "") return;
  const last = parent.children.at(-1);
  if (typeof last === "string") parent.children[parent.children.length - 1] = last + text;
  else parent.children.push(text);
}

/** All elements below these nodes for which `test` is true, in document order, dropped elements included. */
export function findElements(
  nodes: readonly BodyNode[],
  test: (element: BodyElement) => boolean,
): BodyElement[] {
  const elements: BodyElement[] = [];
  collectElements(nodes, test, elements);
  return elements;
}

function collectElements(
  nodes: readonly BodyNode[],
  test: (element: BodyElement) => boolean,
  elements: BodyElement[],
): void {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    if (test(node)) elements.push(node);
    collectElements(node.children, test, elements);
  }
}

/** The elements below these nodes that contain a block at any depth. */
export function elementsWithBlocks(nodes: readonly BodyNode[]): ReadonlySet<BodyElement> {
  const elements = new Set<BodyElement>();
  const containBlock = (siblings: readonly BodyNode[]): boolean => {
    let hasBlock = false;
    for (const node of siblings) {
      if (typeof node === "string") continue;
      const isInside = containBlock(node.children);
      if (isInside) elements.add(node);
      hasBlock ||= isInside || node.kind === "block";
    }
    return hasBlock;
  };
  containBlock(nodes);
  return elements;
}

/** Runs of these become one space. U+00A0 is not included: it is kept inside a line. */
const SPACES = /[ \t\n\f\r\u200b]+/g;
/** Most runs need no replacement, and this test is cheaper. */
const NEEDS_COLLAPSING = /[\t\n\f\r\u200b]/;
const WHITE_SPACE = /\p{White_Space}/u;

/** The replacement of a dropped element directly before text: nothing, in older releases a space. */
export type Gap = "" | " ";

interface Writer {
  text: string;
  /** The text since the last mark. */
  run: string;
  /** Line breaks before the next run. Adjacent line marks count once. */
  breaks: number;
  lastMark: "line" | "hard" | "none";
}

/**
 * The text of adjacent nodes (docs/formats.md, "The text rule"). Only line marks break lines; the indentation of the source has no effect.
 *
 * @param gap replaces a dropped element before text; `" "` reproduces the texts of October 2019 to 2022
 */
export function textOf(nodes: readonly BodyNode[], gap: Gap = ""): string {
  const writer: Writer = { text: "", run: "", breaks: 0, lastMark: "none" };
  writeNodes(writer, nodes, gap);
  endRun(writer);
  return writer.text;
}

/** Replaces every run of white space by one space. */
export function collapseSpaces(text: string): string {
  return NEEDS_COLLAPSING.test(text) || text.includes("  ") ? text.replace(SPACES, " ") : text;
}

/** Removes Unicode white space from both ends. `String.trim` has another set of characters (U+FEFF, not U+0085). */
export function trimWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++;
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function writeNodes(writer: Writer, nodes: readonly BodyNode[], gap: Gap): void {
  for (const [index, node] of nodes.entries()) {
    if (typeof node === "string") {
      writer.run += node;
    } else if (node.kind === "inline") {
      writeNodes(writer, node.children, gap);
    } else if (node.kind === "dropped") {
      if (typeof nodes[index + 1] === "string") writer.run += gap;
    } else if (node.kind === "break") {
      writeMark(writer, "hard");
      writeNodes(writer, node.children, gap);
    } else {
      writeMark(writer, "line");
      writeNodes(writer, node.children, gap);
      writeMark(writer, "line");
    }
  }
}

function writeMark(writer: Writer, kind: "line" | "hard"): void {
  endRun(writer);
  if (kind === "hard" || writer.lastMark !== "line") writer.breaks++;
  writer.lastMark = kind;
}

function endRun(writer: Writer): void {
  if (writer.run === "") return;
  const run = trimWhiteSpace(collapseSpaces(writer.run));
  writer.run = "";
  if (run === "") return;
  if (writer.text !== "") writer.text += "\n".repeat(writer.breaks);
  writer.text += run;
  writer.breaks = 0;
  writer.lastMark = "none";
}
