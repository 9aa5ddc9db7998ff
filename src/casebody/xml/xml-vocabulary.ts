/**
 * The element names of the case body XML (docs/formats.md, "The XML of a body") and how they affect the text
 * (docs/formats.md, "The text rule").
 */
import type { ElementKind } from "../body-tree.ts";

/** Elements that contain running text. An unknown element inside does not break the line. */
const PARAGRAPHS: ReadonlySet<string> = new Set(
  (
    "attorneys author blockquote citation correction court decisiondate disposition docketnumber headnotes history " +
    "judges otherdate p parties seealso summary syllabus"
  ).split(" "),
);

const SECTIONS: ReadonlySet<string> = new Set(["footnote", "opinion"]);

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

/** Whether an element contains paragraphs and not text. */
export function isSection(element: { readonly name: string }): boolean {
  return SECTIONS.has(element.name);
}
