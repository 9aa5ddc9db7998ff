/**
 * The parts of a case body in XML: head matter, opinions, corrections (docs/formats.md, "XML to structured text", rules 3 to
 * 5).
 */
import type { BodyElement, BodyNode } from "../body-tree.ts";

export interface XmlSections {
  /** All that is neither opinion nor correction, in document order, also what stands after an opinion. */
  readonly headMatter: readonly BodyNode[];
  readonly opinions: readonly BodyElement[];
  readonly corrections: readonly BodyElement[];
}

/** Stands between two texts of the head matter that an opinion parted, so that they do not become one line. */
const LINE_MARK: BodyElement = { name: "div", kind: "block", attributes: new Map(), children: [] };

/** Sorts the children of the root into its parts. */
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

/** True of text that is white space alone. */
export function isBlank(node: BodyNode): boolean {
  return typeof node === "string" && !/[^ \t\r\n\f\u200b]/.test(node);
}

function isLoose(node: BodyNode | undefined): boolean {
  return node !== undefined && (typeof node === "string" || node.kind !== "block");
}
