/**
 * Reads the XML that the publisher writes without a parser: plain tags, double-quoted attributes, five entities.
 *
 * A fifteenth of `sax`'s time. Whatever is unusual is left to `sax`, which stays the authority: this reader only answers
 * when both would answer the same, and never refuses anything.
 */
import { appendText, type BodyElement, type DraftElement, MAX_DEPTH } from "../body-tree.ts";
import { dropRepeatedLabel } from "../footnote-label.ts";
import { kindOfXmlElement, type Surroundings, surroundingsIn } from "./xml-vocabulary.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not have them, or treats them in ways of its own
const UNUSUAL = /[\0-\x08\x0b-\x1f\ufffe\uffff]|\]\]>/;
const DECLARATION = /<\?xml version=(["'])1\.0\1 encoding=(["'])(?:utf|UTF)-8\2\?>\s*/y;
/** A start or end tag of plain letters. */
const TAG = /<(\/?)([a-z][a-z\d-]*)((?: [A-Za-z][\w-]*="[^"<&\t\n]*")*) ?(\/?)>/y;
const ATTRIBUTE = / ([A-Za-z][\w-]*)="([^"]*)"/g;
const REFERENCE = /&(?:(amp|lt|gt|quot|apos);)?/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** More of them in a tag are a page image or an attack, which `parse-xml` treats in ways of its own. */
const MAX_ATTRIBUTES_LENGTH = 16 * 1024;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

interface Open {
  readonly element: DraftElement;
  readonly inside: Surroundings;
}

/**
 * The tree that `parseXml` makes of the same text, or null when the text is for `sax` to judge.
 *
 * @param xml without soft hyphens, well-formed UTF-16
 */
export function scanXml(xml: string): BodyElement | null {
  if (UNUSUAL.test(xml)) return null;
  DECLARATION.lastIndex = 0;
  let at = DECLARATION.test(xml) ? DECLARATION.lastIndex : 0;
  const open: Open[] = [];
  let root: DraftElement | null = null;
  while (at < xml.length) {
    TAG.lastIndex = at;
    const tag = TAG.exec(xml);
    // nothing may follow the root but white space
    if (tag === null || (root !== null && open.length === 0)) break;
    at = TAG.lastIndex;
    const [, slash = "", name = "", attributes = "", empty = ""] = tag;
    if (slash !== "") {
      if (attributes !== "" || empty !== "" || open.at(-1)?.element.name !== name) return null;
      close(open);
    } else {
      const element = openElement(open, name, attributes);
      if (element === null) return null;
      root ??= element;
      if (empty !== "") close(open);
    }
    const next = xml.indexOf("<", at);
    const end = next === -1 ? xml.length : next;
    if (end > at && open.length > 0) {
      const text = resolved(xml.slice(at, end));
      const parent = open.at(-1)?.element;
      if (text === null || parent === undefined) return null;
      appendText(parent, text);
      at = end;
    }
  }
  return open.length === 0 && root !== null && /^[ \t\n]*$/.test(xml.slice(at)) ? root : null;
}

function openElement(open: Open[], name: string, attributes: string): DraftElement | null {
  const parent = open.at(-1);
  if (open.length >= MAX_DEPTH || (parent === undefined && name !== "casebody")) return null;
  const read = readAttributes(attributes);
  if (read === null) return null;
  const around = parent?.inside ?? "section";
  const element: DraftElement = {
    name,
    kind: kindOfXmlElement(name, around),
    attributes: read,
    children: [],
  };
  parent?.element.children.push(element);
  open.push({ element, inside: surroundingsIn(name, around) });
  return element;
}

function close(open: Open[]): void {
  const closed = open.pop();
  if (closed?.element.name === "footnote") dropRepeatedLabel(closed.element);
}

/** Null when one stands twice, or they are long. */
function readAttributes(attributes: string): ReadonlyMap<string, string> | null {
  if (attributes === "") return NO_ATTRIBUTES;
  if (attributes.length > MAX_ATTRIBUTES_LENGTH) return null;
  const read = new Map<string, string>();
  for (const [, name = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
    if (read.has(name)) return null;
    read.set(name, value);
  }
  return read;
}

/** A text with its references resolved; null when one of them is not of the five. */
function resolved(text: string): string | null {
  if (!text.includes("&")) return text;
  let isPlain = true;
  const whole = text.replace(REFERENCE, (_, name: string | undefined) => {
    if (name === undefined) isPlain = false;
    return ENTITIES[name ?? ""] ?? "";
  });
  return isPlain ? whole : null;
}
