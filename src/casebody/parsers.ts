/**
 * The markup parsers and the sanitiser, loaded on first use: most commands show no body, and most bodies need none of them. Loading
 * them would take longer than the rest of a command. Node caches loaded modules.
 */
import { createRequire } from "node:module";
import type { SAXParser } from "sax";
import { messageOf } from "../domain/errors.ts";

const require = createRequire(import.meta.url);

export function htmlParsing(): typeof import("htmlparser2") {
  return require("htmlparser2");
}

export function htmlSanitising(): typeof import("sanitize-html") {
  return require("sanitize-html");
}

/**
 * `xmlns` makes sax report duplicate attributes, which it otherwise ignores. Without `strictEntities` it accepts HTML's entities.
 * Positions cost about a tenth of the time.
 */
const OPTIONS = { xmlns: true, strictEntities: true, position: true };
/** The only namespace error of `sax` that is well-formed XML: an undeclared prefix. */
const UNBOUND_PREFIX = "Unbound namespace prefix";

/** Returns a strict XML parser. @param refuse called with the error of XML that is not well-formed */
export function xmlParser(refuse: (found: string) => never): SAXParser {
  const sax: typeof import("sax") = require("sax");
  const parser = sax.parser(true, OPTIONS);
  parser.onerror = (error) => {
    if (error.message.startsWith(UNBOUND_PREFIX)) parser.resume();
    // the next lines of the message have a position that counts from 0
    else refuse(messageOf(error).replace(/ Line: \d+ Column: \d+ Char:.*$/s, ""));
  };
  return parser;
}
