/**
 * The element names of the case body XML (docs/formats.md, "The XML of a body") and what they do to the text (docs/formats.md,
 * "The text rule").
 */
import type { ElementKind } from "../body-tree.ts";

/** Elements that hold running text; an unknown element in one of them does not break its line. */
const PARAGRAPHS: ReadonlySet<string> = new Set(
  (
    "attorneys author blockquote citation correction court decisiondate disposition docketnumber headnotes history " +
    "judges otherdate p parties seealso summary syllabus"
  ).split(" "),
);

const SECTIONS: ReadonlySet<string> = new Set(["footnote", "opinion"]);

const INLINE: ReadonlySet<string> = new Set("a b em extracted-citation i img span strong sub sup".split(" "));

const DROPPED: ReadonlySet<string> = new Set(["bracketnum", "footnotemark", "page-number"]);

/** Whether text is read inside a paragraph, at any depth, or between paragraphs. */
export type Surroundings = "paragraph" | "section";

/** The surroundings that an element gives its children. */
export function surroundingsIn(name: string, outside: Surroundings): Surroundings {
  if (PARAGRAPHS.has(name)) return "paragraph";
  return SECTIONS.has(name) ? "section" : outside;
}

/** What an element of this local name does to the text, where it stands. */
export function kindOfXmlElement(name: string, surroundings: Surroundings): ElementKind {
  if (DROPPED.has(name)) return "dropped";
  if (INLINE.has(name)) return "inline";
  if (name === "br") return "break";
  if (PARAGRAPHS.has(name) || SECTIONS.has(name)) return "block";
  return surroundings === "paragraph" ? "inline" : "block";
}

/** True of the paragraphs that keep their name as a class in HTML: all but `p` and `blockquote`. */
export function isNamedParagraph(name: string): boolean {
  return PARAGRAPHS.has(name) && name !== "p" && name !== "blockquote";
}

/** True of the elements that hold paragraphs, not text. */
export function isSection(element: { readonly name: string }): boolean {
  return SECTIONS.has(element.name);
}
