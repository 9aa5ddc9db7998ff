/**
 * A case body as a tree, the same whether it was XML or HTML: each element already knows what it does to the text.
 */

/**
 * What an element does to the text (docs/formats.md, "The text rule"):
 *
 * - `block`: a line mark where it opens and where it closes
 * - `inline`: nothing
 * - `break`: a hard line mark, then its children, if it has any
 * - `dropped`: takes itself and its children out
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

/** An element, or text with its references resolved; two texts never stand side by side. */
export type BodyNode = string | BodyElement;

/** An element that is still being read. */
export interface DraftElement extends BodyElement {
  readonly children: (string | DraftElement)[];
}

/** How deep XML may nest (docs/interface.md, "Limits"): real bodies nest 6 deep, and the walks over a tree are recursive. */
export const MAX_DEPTH = 200;

/** How deep HTML may nest: our HTML of the deepest XML has a section around its head matter. */
export const MAX_HTML_DEPTH = MAX_DEPTH + 1;

/** The longest attribute value, in UTF-16 units: page images stand in attributes (docs/interface.md, "Limits"). */
export const MAX_ATTRIBUTE_LENGTH = 16 * 1024 * 1024;

/** Adds text to a draft; pieces that follow each other become one. */
export function appendText(parent: DraftElement, text: string): void {
  if (text === "") return;
  const last = parent.children.at(-1);
  if (typeof last === "string") parent.children[parent.children.length - 1] = last + text;
  else parent.children.push(text);
}

/** Every element below these nodes for which `test` is true, in document order, also inside dropped ones. */
export function findElements(
  nodes: readonly BodyNode[],
  test: (element: BodyElement) => boolean,
): BodyElement[] {
  const found: BodyElement[] = [];
  collectElements(nodes, test, found);
  return found;
}

function collectElements(
  nodes: readonly BodyNode[],
  test: (element: BodyElement) => boolean,
  found: BodyElement[],
): void {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    if (test(node)) found.push(node);
    collectElements(node.children, test, found);
  }
}
