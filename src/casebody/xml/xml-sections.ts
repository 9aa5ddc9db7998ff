/**
 * The parts of a case body in XML: head matter, opinions, corrections (docs/formats.md, "XML to structured text", rules 3 to 5).
 */
import type { BodyElement, BodyNode } from "../body-tree.ts";

export interface XmlSections {
  /** Everything except opinions and corrections, in document order, including content after an opinion. */
  readonly headMatter: readonly BodyNode[];
  readonly opinions: readonly BodyElement[];
  readonly corrections: readonly BodyElement[];
}

/** Separates two texts of the head matter with an opinion between them, so that they are not joined to one line. */
const LINE_MARK: BodyElement = { name: "div", kind: "block", attributes: new Map(), children: [] };

/** Assigns the children of the root to the parts. */
export function sectionsOf(root: BodyElement): XmlSections {
  const headMatter: BodyNode[] = [];
  const opinions: BodyElement[] = [];
  const corrections: BodyElement[] = [];
  let isParted = false;
  for (const node of root.children) {
    if (typeof node !== "string" && (node.name === "opinion" || node.name === "correction")) {
      (node.name === "opinion" ? opinions : corrections).push(node);
      isParted = true;
    } else if (!isParted) {
      headMatter.push(node);
    } else if (!isBlank(node)) {
      if (isLoose(headMatter.findLast((before) => !isBlank(before))) && isLoose(node))
        headMatter.push(LINE_MARK);
      headMatter.push(node);
      isParted = false;
    }
  }
  return { headMatter, opinions, corrections };
}

/** Whether a node is text of white space only. */
export function isBlank(node: BodyNode): boolean {
  return typeof node === "string" && !/[^ \t\r\n\f\u200b]/.test(node);
}

function isLoose(node: BodyNode | undefined): boolean {
  return node !== undefined && (typeof node === "string" || node.kind !== "block");
}
