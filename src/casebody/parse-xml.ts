/**
 * Parses the XML of a case body into a tree. Rejects XML that is not well-formed or not a casebody.
 *
 * `scanXml` reads XML as the publisher writes it; `sax` reads all other XML.
 */
import { CaselawError } from "../domain/errors.ts";
import {
  appendText,
  type BodyElement,
  type DraftElement,
  MAX_ATTRIBUTE_LENGTH,
  MAX_DEPTH,
} from "./body-tree.ts";
import { parseStrictly, positionIn, type Refuse, SOFT_HYPHEN, withoutSoftHyphens } from "./strict-xml.ts";
import { kindOfXmlElement, type Surroundings, surroundingsIn } from "./vocabulary.ts";

/**
 * Returns the `casebody` element as a tree: references resolved; without soft hyphens, comments, processing instructions, and
 * footnote labels in the text (docs/formats.md, "XML to structured text", rules 1 and 2).
 *
 * @throws CaselawError `invalid` with line and column, if the XML is not well-formed, has a document type declaration, another root,
 *   elements nested more than 200 deep, or an attribute that exceeds 16 MiB
 */
export function parseXml(xml: string): BodyElement {
  const clean = withoutSoftHyphens(xml);
  return scanXml(clean) ?? parseWithSax(xml, clean.toWellFormed());
}

/**
 * As `parseXml`, with `sax` only.
 *
 * @param xml the archive's string, for line and column in messages
 * @param clean the string without soft hyphens, well-formed UTF-16
 * @throws CaselawError as `parseXml`
 */
export function parseWithSax(xml: string, clean: string): BodyElement {
  const refuse = refusalOf(xml);
  const open: OpenElement[] = [];
  let attributes: Map<string, string> | null = null;
  let root: DraftElement | null = null;
  parseStrictly(clean, refuse, (parser, refuseHere) => {
    const readText = (text: string): void => {
      const parent = open.at(-1);
      if (parent !== undefined) appendText(parent.element, withoutSoftHyphens(text));
      else if (/[^ \t\r\n]/.test(text)) refuseHere("text outside the root element");
    };
    const readCdata = (text: string): void => {
      if (open.length === 0) refuseHere("a CDATA section outside the root element");
      readText(text);
    };
    parser.onattribute = ({ name, value }) => {
      attributes ??= new Map();
      if (attributes.has(name)) refuseHere(`the attribute "${name}" twice`);
      attributes.set(name, withoutSoftHyphens(value));
    };
    parser.onopentag = (tag) => {
      const name = "local" in tag ? tag.local : tag.name;
      if (open.length === 0 && root !== null) refuseHere("a second root element");
      if (open.length === 0 && name !== "casebody") refuseHere(`the root element "${name}"`);
      if (open.length >= MAX_DEPTH) refuseHere(`elements nested more than ${MAX_DEPTH} deep`);
      const element = pushElement(open, name, attributes ?? NO_ATTRIBUTES);
      attributes = null;
      root ??= element;
    };
    parser.onclosetag = () => closeElement(open);
    parser.ontext = readText;
    parser.onopencdata = () => readCdata("");
    parser.oncdata = readCdata;
    parser.onsgmldeclaration = () => refuseHere("a declaration");
  });
  return root ?? refuse(clean.length, "no root element");
}

/**
 * Returns the function that rejects a body. It throws CaselawError `invalid` with line and column, both from 1.
 *
 * @param xml the archive's string. The function takes offsets in this string without soft hyphens
 */
function refusalOf(xml: string): Refuse {
  return (offset, fault) => {
    let original = offset;
    for (let hyphen = xml.indexOf(SOFT_HYPHEN); hyphen !== -1 && hyphen <= original; ) {
      original++;
      hyphen = xml.indexOf(SOFT_HYPHEN, hyphen + 1);
    }
    const { line, column } = positionIn(xml, original);
    throw new CaselawError("invalid", `Cannot read the XML body at line ${line}, column ${column}: ${fault}`);
  };
}

/** Characters that XML does not have, or treats specially. */
const UNUSUAL = /[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
/** `UNUSUAL`, and all surrogates: this test takes a fifth of the time. */
const POSSIBLY_UNUSUAL = /[^\t\n\x20-\ud7ff\ue000-\ufffd]/;
const DECLARATION = /<\?xml version=(["'])1\.0\1 encoding=(["'])(?:utf|UTF)-8\2\?>\s*/y;
const TAG = /<(\/?)([a-z][a-z\d-]*)((?: [A-Za-z][\w-]*="[^"<&\t\n]*")*) ?(\/?)>/y;
const REFERENCE = /&(?:(amp|lt|gt|quot|apos);)?/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** Real tags have at most six attributes; `strict-xml` has the limit. */
const MAX_ATTRIBUTES = 100;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** An open element, with the surroundings of its children. */
export interface OpenElement {
  readonly element: DraftElement;
  readonly inside: Surroundings;
}

/**
 * Reads XML as the publisher writes it, without a general parser: tags of ASCII letters, double-quoted attributes, five entities.
 *
 * It takes a fifteenth of the time of `sax`. It returns null for all other XML, which `sax` then parses. It returns a tree only if
 * `sax` would return the same tree, and it never rejects a body.
 *
 * @param xml without soft hyphens
 */
export function scanXml(xml: string): BodyElement | null {
  if ((POSSIBLY_UNUSUAL.test(xml) && UNUSUAL.test(xml)) || xml.includes("]]>")) return null;
  DECLARATION.lastIndex = 0;
  let at = DECLARATION.test(xml) ? DECLARATION.lastIndex : 0;
  const open: OpenElement[] = [];
  let root: DraftElement | null = null;
  while (at < xml.length) {
    TAG.lastIndex = at;
    const tag = TAG.exec(xml);
    // only white space may follow the root
    if (tag === null || (root !== null && open.length === 0)) break;
    at = TAG.lastIndex;
    const [, slash = "", name = "", attributes = "", empty = ""] = tag;
    if (slash !== "") {
      if (attributes !== "" || empty !== "" || open.at(-1)?.element.name !== name) return null;
      closeElement(open);
    } else {
      const element = openElement(open, name, attributes);
      if (element === null) return null;
      root ??= element;
      if (empty !== "") closeElement(open);
    }
    const next = xml.indexOf("<", at);
    const end = next === -1 ? xml.length : next;
    if (end > at && open.length > 0) {
      const text = resolveReferences(xml.slice(at, end));
      const parent = open.at(-1)?.element;
      if (text === null || parent === undefined) return null;
      appendText(parent, text);
      at = end;
    }
  }
  return open.length === 0 && root !== null && /^[ \t\n]*$/.test(xml.slice(at)) ? root : null;
}

function openElement(open: OpenElement[], name: string, attributes: string): DraftElement | null {
  const parent = open.at(-1);
  if (open.length >= MAX_DEPTH || (parent === undefined && name !== "casebody")) return null;
  const read = readAttributes(attributes);
  if (read === null) return null;
  return pushElement(open, name, read);
}

function pushElement(
  open: OpenElement[],
  name: string,
  attributes: ReadonlyMap<string, string>,
): DraftElement {
  const parent = open.at(-1);
  const context = parent?.inside ?? "section";
  const element: DraftElement = { name, kind: kindOfXmlElement(name, context), attributes, children: [] };
  parent?.element.children.push(element);
  open.push({ element, inside: surroundingsIn(name, context) });
  return element;
}

function closeElement(open: OpenElement[]): void {
  const closed = open.pop();
  if (closed?.element.name === "footnote") dropRepeatedLabel(closed.element);
}

/** Null if a name is repeated, or over a limit. */
function readAttributes(attributes: string): ReadonlyMap<string, string> | null {
  if (attributes === "") return NO_ATTRIBUTES;
  const read = new Map<string, string>();
  // a space, the name, `=` and the value in quotes
  for (let at = 0; at < attributes.length; ) {
    const equals = attributes.indexOf("=", at);
    const end = attributes.indexOf('"', equals + 2);
    const name = attributes.slice(at + 1, equals);
    if (read.has(name) || read.size === MAX_ATTRIBUTES || end - equals - 2 > MAX_ATTRIBUTE_LENGTH)
      return null;
    read.set(name, attributes.slice(equals + 2, end));
    at = end + 1;
  }
  return read;
}

/** Resolves the references of a text; null if it contains others than the five entities. */
export function resolveReferences(text: string): string | null {
  if (!text.includes("&")) return text;
  let isPlain = true;
  const resolvedText = text.replace(REFERENCE, (_, name: string | undefined) => {
    if (name === undefined) isPlain = false;
    return ENTITIES[name ?? ""] ?? "";
  });
  return isPlain ? resolvedText : null;
}

/** A text in the tree: its siblings and its index among them. */
interface Slot {
  readonly siblings: (string | DraftElement)[];
  readonly index: number;
  readonly text: string;
}

/**
 * Removes a footnote's label from its text (docs/formats.md, "XML to structured text", rule 2): archives have it only as an attribute,
 * XML from the raw volume files repeats it. It is removed once, from the start of the footnote's first paragraph, unless the next character continues it: `1` stays in
 * `1983 was wet`. Changes the tree.
 */
function dropRepeatedLabel(footnote: DraftElement): void {
  const label = footnote.attributes.get("label")?.trim() ?? "";
  if (label === "") return;
  const slots: Slot[] = [];
  collectFirstLine(footnote, slots);
  const line = slots.map((slot) => slot.text).join("");
  const start = line.search(/[^\s\u200b]/);
  if (start === -1 || !line.startsWith(label, start)) return;
  if (continuesLabel(label, line.slice(start + label.length))) return;
  removeRange(slots, start, start + label.length);
}

function continuesLabel(label: string, rest: string): boolean {
  const [last, next] = [[...label].at(-1) ?? "", String.fromCodePoint(rest.codePointAt(0) ?? 0)];
  const areBoth = (kind: RegExp) => kind.test(last) && kind.test(next);
  return last === next || areBoth(/\p{Nd}/u) || areBoth(/\p{L}/u);
}

/** Collects the texts of the first line that is not blank. Returns true if that line has ended. */
function collectFirstLine(element: DraftElement, slots: Slot[]): boolean {
  for (const [index, node] of element.children.entries()) {
    if (typeof node === "string") slots.push({ siblings: element.children, index, text: node });
    else if (node.kind === "inline" && collectFirstLine(node, slots)) return true;
    else if (node.kind === "block" || node.kind === "break") {
      if (hasEnded(slots) || collectFirstLine(node, slots) || hasEnded(slots)) return true;
    }
  }
  return false;
}

/** At a line mark: whether a line that is not blank has ended. Discards a blank line. */
function hasEnded(slots: Slot[]): boolean {
  if (slots.some((slot) => /[^\s\u200b]/.test(slot.text))) return true;
  slots.length = 0;
  return false;
}

function removeRange(slots: readonly Slot[], start: number, end: number): void {
  let offset = 0;
  for (const { siblings, index, text } of slots) {
    const from = Math.max(start - offset, 0);
    const to = Math.max(end - offset, 0);
    siblings[index] = text.slice(0, from) + text.slice(to);
    offset += text.length;
  }
}
