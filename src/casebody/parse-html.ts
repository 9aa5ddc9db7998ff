/**
 * Parses HTML into the tree for the text rule, and sanitises the publisher's HTML.
 *
 * `scanHtml` reads HTML as the publisher writes it; `htmlparser2` and `sanitize-html` read all other HTML. HTML has no syntax
 * errors: only nesting and attribute lengths beyond the limits are rejected.
 */

import { createRequire } from "node:module";
import type { Attributes, IOptions } from "sanitize-html";
import { CaselawError } from "../domain/errors.ts";
import {
  appendText,
  type BodyNode,
  type DraftElement,
  MAX_ATTRIBUTE_LENGTH,
  MAX_HTML_DEPTH,
} from "./body-tree.ts";
import { resolveReferences } from "./parse-xml.ts";
import { escapeText, escapeValue, isImageSource } from "./render-xml.ts";
import { withoutSoftHyphens } from "./strict-xml.ts";
import { draftOf, INLINE_IN_HTML } from "./vocabulary.ts";

const require = createRequire(import.meta.url);

/**
 * The nodes of an HTML fragment, without soft hyphens.
 *
 * @throws CaselawError `invalid` if elements nest more than 201 deep or an attribute exceeds 16 MiB
 */
export function parseHtml(html: string): readonly BodyNode[] {
  return scanHtml(html)?.nodes ?? parseAnyHtml(html);
}

/**
 * As `parseHtml`, with `htmlparser2` only.
 *
 * @param recognizeSelfClosing for XML in HTML: `<page-number/>` has no content
 * @throws CaselawError as `parseHtml`
 */
export function parseAnyHtml(html: string, recognizeSelfClosing = false): readonly BodyNode[] {
  const top = draftOf("", new Map(), undefined);
  const open = [top];
  // loaded on first use: most commands parse no HTML of another kind
  const { Parser }: typeof import("htmlparser2") = require("htmlparser2");
  const parser = new Parser(
    {
      onopentag: (name, attributes) => openElement(open, name, attributes),
      ontext: (text) => appendText(open.at(-1) ?? top, withoutSoftHyphens(text)),
      onclosetag: () => open.pop(),
    },
    { recognizeSelfClosing },
  );
  parser.end(html);
  return top.children;
}

function openElement(open: DraftElement[], name: string, values: Readonly<Record<string, string>>): void {
  const parent = open.at(-1);
  if (open.length > MAX_HTML_DEPTH) refuse(`elements nested more than ${MAX_HTML_DEPTH} deep`);
  const attributes = new Map(Object.entries(values));
  for (const [attribute, value] of attributes) {
    if (value.length > MAX_ATTRIBUTE_LENGTH) {
      refuse(`the attribute "${attribute}" of more than ${MAX_ATTRIBUTE_LENGTH} characters`);
    }
  }
  const element = draftOf(name, attributes, parent);
  parent?.children.push(element);
  open.push(element);
}

function refuse(fault: string): never {
  throw new CaselawError("invalid", `Cannot read the HTML body: ${fault}`);
}

/** HTML without anything unsafe, and its nodes without soft hyphens. */
interface SafeHtml {
  readonly html: string;
  readonly nodes: readonly BodyNode[];
}

const TAG =
  /<(\/?)(a|article|aside|b|blockquote|br|div|em|h4|i|p|section|span|strong|sub|sup)((?: (?:id|class|href|data-[a-z][a-z\d-]*)=(?:"[^"<>]+"|'[^'<>]+'))*)(?: ?\/)?>/y;
const ATTRIBUTE = / ([a-z][a-z\d-]*)=(?:"([^"]*)"|'([^']*)')/g;
/** Characters that a parser treats specially. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const UNUSUAL = /[\0-\x08\x0b-\x1f]/;
/** The sanitiser removes spaces and control characters before it looks at an address. */
const LINK = /^(?:#|\/(?!\/)|https?:)[^\\<\0- ]*$/;
/** Longer tags are left to the parser, which has a limit. */
const MAX_ATTRIBUTES_LENGTH = 16 * 1024;
/** For a tag, the open tags that a parser closes before it. */
const CLOSED_BEFORE: Readonly<Record<string, readonly string[]>> = {
  a: ["a"],
  h4: ["h4", "p"],
  ...Object.fromEntries(
    ["article", "aside", "blockquote", "div", "p", "section"].map((name) => [name, ["p"]] as const),
  ),
};

/**
 * Reads HTML as the publisher and this program write it, without a general parser: known tags in pairs, known attributes in quotes, five
 * entities.
 *
 * It takes a tenth of the time of parser and sanitiser. It returns null for all other HTML, also where something must be removed.
 * It returns only what parser and sanitiser would return.
 */
export function scanHtml(html: string): SafeHtml | null {
  if (UNUSUAL.test(html)) return null;
  const top = draftOf("", new Map(), undefined);
  const open = [top];
  let safe = "";
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf("<", at);
    const end = next === -1 ? html.length : next;
    if (end > at) {
      const text = resolveReferences(html.slice(at, end));
      if (text === null) return null;
      safe += escapeText(text);
      appendText(open.at(-1) ?? top, withoutSoftHyphens(text));
    }
    if (next === -1) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(html);
    if (tag === null) return null;
    at = TAG.lastIndex;
    const [tagText, slash, name] = tag;
    const isEnd = tagText === `</${name}>` && open.pop()?.name === name;
    const written = slash === "" ? openTag(open, tag) : isEnd ? tagText : null;
    if (written === null) return null;
    safe += written;
  }
  return open.length === 1 ? { html: safe, nodes: top.children } : null;
}

/** Adds an element and opens it unless it is void. Returns the tag as the sanitiser writes it. */
function openTag(open: DraftElement[], [tag, , name = "", written = ""]: RegExpExecArray): string | null {
  const parent = open.at(-1);
  const isVoid = name === "br";
  if (open.length > MAX_HTML_DEPTH || (tag.endsWith("/>") && !isVoid)) return null;
  if (CLOSED_BEFORE[name]?.includes(parent?.name ?? "") === true) return null;
  const attributes = readAttributes(name, written);
  if (attributes === null) return null;
  const element = draftOf(name, attributes, parent);
  parent?.children.push(element);
  if (!isVoid) open.push(element);
  let safe = `<${name}`;
  for (const [attribute, value] of attributes) safe += ` ${attribute}="${escapeValue(value)}"`;
  return `${safe}${isVoid ? " />" : ">"}`;
}

/** Null if a name is repeated, a value has other references than the five, or the sanitiser would remove one. */
function readAttributes(name: string, written: string): ReadonlyMap<string, string> | null {
  if (written.length > MAX_ATTRIBUTES_LENGTH) return null;
  const read = new Map<string, string>();
  for (const [, attribute = "", double, single] of written.matchAll(ATTRIBUTE)) {
    const value = resolveReferences(double ?? single ?? "");
    if (value === null || read.has(attribute)) return null;
    if (attribute === "href" && !(name === "a" && LINK.test(value))) return null;
    read.set(attribute, value);
  }
  return read;
}

const ALLOWED_TAGS: readonly string[] =
  "a article aside b blockquote br div em h4 i img p pre section span strong sub sup".split(" ");

/** Elements that are removed with their content: code, other documents, their fallbacks, or tags that hide what follows. */
export const REMOVED_WITH_CONTENT: readonly string[] = (
  "applet audio canvas embed frame frameset iframe math noembed noframes noscript object option plaintext " +
  "script select style svg template textarea title video xmp"
).split(" ");

/**
 * A fragment, a path on this host, or a web address. The excluded characters prevent other interpretations. `<` is excluded also
 * because the sanitiser removes comments from an address in quadratic time.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, so that "/", tab, "/" is another host
const SAFE_LINK = /^(?:#|\/(?!\/)|https?:)[^\\<\0-\x1f]*$/i;

const OPTIONS: IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: { "*": ["id", "class", "data-*"], a: ["href"], img: ["src", "width", "height"] },
  allowedSchemes: ["http", "https"],
  allowedSchemesByTag: { img: ["data"] },
  allowProtocolRelative: false,
  nonTextTags: [...REMOVED_WITH_CONTENT],
  transformTags: {
    "*": (tagName, attribs) => ({ tagName: tagFor(tagName), attribs: filterAttributes(tagName, attribs) }),
  },
  exclusiveFilter: (frame) => frame.tag === "img" && frame.attribs.src === undefined,
};

/**
 * Returns the HTML without code, external resources and unsafe links, and its nodes (docs/formats.md, "Sanitising of HTML"). Its
 * text is the same: a removed tag is replaced by a `div` or `span` without attributes, depending on whether it was a block.
 * Otherwise words of two lines would be joined.
 *
 * @throws CaselawError `invalid` if elements nest more than 201 deep or an attribute exceeds 16 MiB
 */
export function sanitiseHtml(html: string): SafeHtml {
  return scanHtml(html) ?? sanitiseAnyHtml(html);
}

/** As `sanitiseHtml`, with the sanitiser for any HTML. @throws CaselawError as `sanitiseHtml` */
export function sanitiseAnyHtml(html: string): SafeHtml {
  // the sanitiser's time is quadratic in the nesting; the parser rejects HTML that is nested too deep
  parseAnyHtml(html);
  const sanitize: typeof import("sanitize-html") = require("sanitize-html");
  const safe = sanitize(html, OPTIONS);
  return { html: safe, nodes: parseHtml(safe) };
}

function tagFor(name: string): string {
  if (ALLOWED_TAGS.includes(name) || REMOVED_WITH_CONTENT.includes(name)) return name;
  return INLINE_IN_HTML.has(name) ? "span" : "div";
}

function filterAttributes(name: string, attributes: Attributes): Attributes {
  if (!ALLOWED_TAGS.includes(name)) return {};
  return Object.fromEntries(
    Object.entries(attributes).filter(([attribute, value]) => isSafe(attribute, value)),
  );
}

function isSafe(attribute: string, value: string): boolean {
  if (attribute === "href") return SAFE_LINK.test(value);
  return attribute !== "src" || isImageSource(value);
}
