/**
 * The parsers of markup, each loaded when the first body needs it: a question that shows no body, as most of the command
 * line's do, would spend more time on loading them than on its answer. Node remembers what is loaded.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export function htmlParsing(): typeof import("htmlparser2") {
  return require("htmlparser2");
}

export function xmlParsing(): typeof import("sax") {
  return require("sax");
}
