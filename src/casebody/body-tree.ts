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

/** The elements below these nodes that contain a block at any depth. */
export function elementsWithBlocks(nodes: readonly BodyNode[]): ReadonlySet<BodyElement> {
  const found = new Set<BodyElement>();
  const containBlock = (some: readonly BodyNode[]): boolean => {
    let hasBlock = false;
    for (const node of some) {
      if (typeof node === "string") continue;
      const isInside = containBlock(node.children);
      if (isInside) found.add(node);
      hasBlock ||= isInside || node.kind === "block";
    }
    return hasBlock;
  };
  containBlock(nodes);
  return found;
}
