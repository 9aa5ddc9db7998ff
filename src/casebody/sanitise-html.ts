/**
 * Sanitises the publisher's HTML (docs/formats.md, "Sanitising of HTML"): keeps known tags and attributes, removes all others.
 *
 * A removed tag is replaced by a `div` or `span` without attributes, depending on whether it was a block. Otherwise words of two
 * lines would be joined, and text(sanitised) would differ from text(file).
 */
import { createRequire } from "node:module";
import type { Attributes, IOptions } from "sanitize-html";
import { isImageSource } from "./html-tags.ts";
import { parseAnyHtml, parseHtml } from "./parse-html.ts";
import { type SafeHtml, scanHtml } from "./scan-html.ts";
import { isInlineHtml } from "./vocabulary.ts";

const require = createRequire(import.meta.url);

const ALLOWED_TAGS: readonly string[] =
  "a article aside b blockquote br div em h4 i img p pre section span strong sub sup".split(" ");

/** Removed with their content: code, other documents, fallbacks for them, or tags that hide what follows. */
const REMOVED_WITH_CONTENT: readonly string[] = (
  "applet audio canvas embed frame frameset head iframe math noembed noframes noscript object option plaintext " +
  "script select style svg template textarea title video xmp"
).split(" ");

/**
 * A fragment, a path on this host, or a web address. The excluded characters prevent other interpretations. `<` is excluded also
 * because the sanitiser removes comments from an address in quadratic time.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, so that "/", tab, "/" is another host
const LINK = /^(?:#|\/(?!\/)|https?:)[^\\<\0-\x1f]*$/i;

const OPTIONS: IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: {
    "*": ["id", "class", "data-*"],
    a: ["href"],
    img: ["src", "width", "height"],
  },
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
 * Returns the HTML without code, external resources and unsafe links, and its nodes. Its text is the same.
 *
 * @throws CaselawError `invalid` if elements nest more than 201 deep or an attribute exceeds 16 MiB
 */
export function sanitiseHtml(html: string): SafeHtml {
  return scanHtml(html) ?? sanitiseAnyHtml(html);
}

/** The same with the sanitiser, whatever the HTML. @throws CaselawError as `sanitiseHtml` */
export function sanitiseAnyHtml(html: string): SafeHtml {
  // the sanitiser's time is quadratic in the nesting; the parser rejects HTML that is nested too deep
  parseAnyHtml(html);
  const sanitize: typeof import("sanitize-html") = require("sanitize-html");
  const safe = sanitize(html, OPTIONS);
  return { html: safe, nodes: parseHtml(safe) };
}

function tagFor(name: string): string {
  if (ALLOWED_TAGS.includes(name) || REMOVED_WITH_CONTENT.includes(name)) return name;
  return isInlineHtml(name) ? "span" : "div";
}

function filterAttributes(name: string, attributes: Attributes): Attributes {
  if (!ALLOWED_TAGS.includes(name)) return {};
  return Object.fromEntries(
    Object.entries(attributes).filter(([attribute, value]) => isSafe(attribute, value)),
  );
}

function isSafe(attribute: string, value: string): boolean {
  if (attribute === "href") return LINK.test(value);
  return attribute !== "src" || isImageSource(value);
}
