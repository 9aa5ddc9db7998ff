/** How the elements of HTML affect the text (docs/formats.md, "The text rule"). */
import type { DraftElement, ElementKind } from "../body-tree.ts";

const INLINE: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdo big button cite code dfn em i img input kbd label map object q samp script select small " +
    "span strong sub sup textarea time tt var"
  ).split(" "),
);
const DROPPED_CLASSES: readonly string[] = ["page-label", "footnotemark", "bracketnum"];

/** Whether an element is inline. All others, known or not, are blocks. */
export function isInlineHtml(name: string): boolean {
  return INLINE.has(name);
}

/** Whether the element has this class. */
export function hasClass(
  element: { readonly attributes: ReadonlyMap<string, string> },
  name: string,
): boolean {
  const classes = element.attributes.get("class");
  return classes !== undefined && (classes === name || classes.split(/[ \t\r\n\f]+/).includes(name));
}

/** An element under construction, below `parent`. */
export function draftOf(
  name: string,
  attributes: ReadonlyMap<string, string>,
  parent: DraftElement | undefined,
): DraftElement {
  return { name, kind: kindOf(name, attributes, parent), attributes, children: [] };
}

function kindOf(
  name: string,
  attributes: ReadonlyMap<string, string>,
  parent: DraftElement | undefined,
): ElementKind {
  if (DROPPED_CLASSES.some((dropped) => hasClass({ attributes }, dropped))) return "dropped";
  if (name === "a" && parent !== undefined && hasClass(parent, "footnote")) return "dropped";
  if (name === "br") return "break";
  return INLINE.has(name) ? "inline" : "block";
}
