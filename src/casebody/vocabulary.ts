/**
 * The elements of a case body in XML (docs/formats.md, "The XML of a body") and in HTML: how they affect the text
 * (docs/formats.md, "The text rule"), and the parts of a body.
 */
import type { BodyElement, BodyNode, DraftElement, ElementKind } from "./body-tree.ts";

/** Elements that contain running text. An unknown element inside does not break the line. */
const PARAGRAPHS: ReadonlySet<string> = new Set(
  (
    "attorneys author blockquote citation correction court decisiondate disposition docketnumber headnotes history " +
    "judges otherdate p parties seealso summary syllabus"
  ).split(" "),
);
/** Elements that contain paragraphs and not text. */
export const SECTIONS: ReadonlySet<string> = new Set(["footnote", "opinion"]);
const INLINE: ReadonlySet<string> = new Set("a b em extracted-citation i img span strong sub sup".split(" "));
const DROPPED: ReadonlySet<string> = new Set(["bracketnum", "footnotemark", "page-number"]);

/** Whether text is inside a paragraph, at any depth, or between paragraphs. */
export type Surroundings = "paragraph" | "section";

/** The surroundings of the children of an element. */
export function surroundingsIn(name: string, outside: Surroundings): Surroundings {
  if (PARAGRAPHS.has(name)) return "paragraph";
  return SECTIONS.has(name) ? "section" : outside;
}

/** How an element with this local name affects the text, depending on its surroundings. */
export function kindOfXmlElement(name: string, surroundings: Surroundings): ElementKind {
  if (DROPPED.has(name)) return "dropped";
  if (INLINE.has(name)) return "inline";
  if (name === "br") return "break";
  if (PARAGRAPHS.has(name) || SECTIONS.has(name)) return "block";
  return surroundings === "paragraph" ? "inline" : "block";
}

/** Whether a paragraph keeps its name as a class in HTML: all except `p` and `blockquote`. */
export function isNamedParagraph(name: string): boolean {
  return PARAGRAPHS.has(name) && name !== "p" && name !== "blockquote";
}

/** The parts of a body in XML (docs/formats.md, "XML to structured text", rules 3 to 5). */
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
  let isAfterPart = false;
  for (const node of root.children) {
    if (typeof node !== "string" && (node.name === "opinion" || node.name === "correction")) {
      (node.name === "opinion" ? opinions : corrections).push(node);
      isAfterPart = true;
    } else if (!isAfterPart) {
      headMatter.push(node);
    } else if (!isBlank(node)) {
      if (isLoose(headMatter.findLast((before) => !isBlank(before))) && isLoose(node))
        headMatter.push(LINE_MARK);
      headMatter.push(node);
      isAfterPart = false;
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

/** All other elements, known or not, are blocks. */
export const INLINE_IN_HTML: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdo big button cite code dfn em i img input kbd label map object q samp script select small " +
    "span strong sub sup textarea time tt var"
  ).split(" "),
);
const DROPPED_CLASSES: readonly string[] = ["page-label", "footnotemark", "bracketnum"];

/** Whether the element has this class. */
export function hasClass(
  element: { readonly attributes: ReadonlyMap<string, string> },
  name: string,
): boolean {
  const classes = element.attributes.get("class");
  if (classes === undefined || !classes.includes(name)) return false;
  return classes === name || classes.split(/[ \t\r\n\f]+/).includes(name);
}

/** An element under construction, below `parent`. */
export function draftOf(
  name: string,
  attributes: ReadonlyMap<string, string>,
  parent: DraftElement | undefined,
): DraftElement {
  return { name, kind: kindOfHtmlElement(name, attributes, parent), attributes, children: [] };
}

function kindOfHtmlElement(
  name: string,
  attributes: ReadonlyMap<string, string>,
  parent: DraftElement | undefined,
): ElementKind {
  if (DROPPED_CLASSES.some((dropped) => hasClass({ attributes }, dropped))) return "dropped";
  if (name === "a" && parent !== undefined && hasClass(parent, "footnote")) return "dropped";
  if (name === "br") return "break";
  return INLINE_IN_HTML.has(name) ? "inline" : "block";
}
