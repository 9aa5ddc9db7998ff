/**
 * Makes the publisher's HTML harmless (docs/formats.md, "Sanitising of HTML"): known tags and attributes pass, all else goes.
 *
 * A tag that goes leaves a bare `div` or `span`, as it was block or inline: otherwise words on two lines would grow
 * together, and text(sanitised) = text(file) would not hold.
 */
import sanitize from "sanitize-html";
import { isImageSource } from "./html-attributes.ts";
import { isInlineHtml, parseHtml } from "./parse-html.ts";

const ALLOWED_TAGS: readonly string[] =
  "a article aside b blockquote br div em h4 i img p pre section span strong sub sup".split(" ");

/** These go with all that is in them: it is code, another document, fallback for either, or hides what follows. */
const GONE_WITH_CONTENT: readonly string[] = (
  "applet audio canvas embed frame frameset head iframe math noembed noframes noscript object option plaintext " +
  "script select style svg template textarea title video xmp"
).split(" ");

/**
 * A place in the page, a path on this host, or a web address; the rest of the characters keep it from meaning more. No
 * address holds `<`, and the sanitiser would take comments out of it one by one, each time from the beginning.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, so that "/", tab, "/" is another host
const LINK = /^(?:#|\/(?!\/)|https?:)[^\\<\0-\x1f]*$/i;

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: {
    "*": ["id", "class", "data-*"],
    a: ["href"],
    img: ["src", "width", "height"],
  },
  allowedSchemes: ["http", "https"],
  allowedSchemesByTag: { img: ["data"] },
  allowProtocolRelative: false,
  nonTextTags: [...GONE_WITH_CONTENT],
  transformTags: {
    "*": (tagName, attribs) => ({ tagName: tagFor(tagName), attribs: checked(tagName, attribs) }),
  },
  exclusiveFilter: (frame) => frame.tag === "img" && frame.attribs.src === undefined,
};

/**
 * The file's HTML without anything that could run, load or lead astray; its text is the same.
 *
 * @throws CaselawError `invalid` when elements nest over 201 deep or an attribute is over 16 MiB
 */
export function sanitiseHtml(html: string): string {
  // The sanitiser's time grows with the square of the nesting: parsing first refuses what is too deep.
  parseHtml(html);
  return sanitize(html, OPTIONS);
}

function tagFor(name: string): string {
  if (ALLOWED_TAGS.includes(name) || GONE_WITH_CONTENT.includes(name)) return name;
  return isInlineHtml(name) ? "span" : "div";
}

function checked(name: string, attributes: sanitize.Attributes): sanitize.Attributes {
  if (!ALLOWED_TAGS.includes(name)) return {};
  return Object.fromEntries(
    Object.entries(attributes).filter(([attribute, value]) => isHarmless(attribute, value)),
  );
}

function isHarmless(attribute: string, value: string): boolean {
  if (attribute === "href") return LINK.test(value);
  return attribute !== "src" || isImageSource(value);
}
