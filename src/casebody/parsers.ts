/**
 * The markup parsers, loaded on first use: most commands show no body, and loading the parsers would take longer than the rest of
 * the command. Node caches loaded modules.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export function htmlParsing(): typeof import("htmlparser2") {
  return require("htmlparser2");
}

export function xmlParsing(): typeof import("sax") {
  return require("sax");
}
