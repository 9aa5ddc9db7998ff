/**
 * Parses HTML into the tree for the text rule.
 *
 * HTML has no syntax errors. This parser rejects only nesting and attribute lengths beyond the limits.
 */
import { CaselawError } from "../../domain/errors.ts";
import {
  appendText,
  type BodyNode,
  type DraftElement,
  type ElementKind,
  MAX_ATTRIBUTE_LENGTH,
  MAX_HTML_DEPTH,
} from "../body-tree.ts";
import { htmlParsing } from "../parsers.ts";
import { withoutSoftHyphens } from "../xml/xml-fault.ts";

/** docs/formats.md, "The text rule". */
const INLINE: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdo big button cite code dfn em i img input kbd label map object q samp script select small " +
    "span strong sub sup textarea time tt var"
  ).split(" "),
);
const DROPPED_CLASSES: readonly string[] = ["page-label", "footnotemark", "bracketnum"];

/**
 * The nodes of an HTML fragment, without soft hyphens.
 *
 * @throws CaselawError `invalid` if elements nest more than 201 deep or an attribute exceeds 16 MiB
 */
export function parseHtml(html: string): readonly BodyNode[] {
  const top = draft("", "block", new Map());
  const open = [top];
  const { Parser } = htmlParsing();
  const parser = new Parser({
    onopentag: (name, attributes) => openElement(open, name, attributes),
    ontext: (text) => appendText(open.at(-1) ?? top, withoutSoftHyphens(text)),
    onclosetag: () => open.pop(),
  });
  parser.end(html);
  return top.children;
}

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

function draft(name: string, kind: ElementKind, attributes: ReadonlyMap<string, string>): DraftElement {
  return { name, kind, attributes, children: [] };
}

function openElement(open: DraftElement[], name: string, given: Readonly<Record<string, string>>): void {
  const parent = open.at(-1);
  if (open.length > MAX_HTML_DEPTH) refuse(`elements nested more than ${MAX_HTML_DEPTH} deep`);
  const attributes = new Map(Object.entries(given));
  for (const [attribute, value] of attributes) {
    if (value.length > MAX_ATTRIBUTE_LENGTH) {
      refuse(`the attribute "${attribute}" of more than ${MAX_ATTRIBUTE_LENGTH} characters`);
    }
  }
  const element = draft(name, kindOf(name, attributes, parent), attributes);
  parent?.children.push(element);
  open.push(element);
}

function refuse(found: string): never {
  throw new CaselawError("invalid", `Cannot read the HTML body: ${found}`);
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
