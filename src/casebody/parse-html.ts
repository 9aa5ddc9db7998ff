/**
 * Parses HTML into the tree for the text rule.
 *
 * `scan-html` reads HTML as the publisher writes it; `htmlparser2` reads all other HTML. HTML has no syntax errors: only nesting and
 * attribute lengths beyond the limits are rejected.
 */

import { createRequire } from "node:module";
import { CaselawError } from "../domain/errors.ts";
import {
  appendText,
  type BodyNode,
  type DraftElement,
  MAX_ATTRIBUTE_LENGTH,
  MAX_HTML_DEPTH,
} from "./body-tree.ts";
import { scanHtml } from "./scan-html.ts";
import { withoutSoftHyphens } from "./strict-xml.ts";
import { draftOf } from "./vocabulary.ts";

const require = createRequire(import.meta.url);

/**
 * The nodes of an HTML fragment, without soft hyphens.
 *
 * @throws CaselawError `invalid` if elements nest more than 201 deep or an attribute exceeds 16 MiB
 */
export function parseHtml(html: string): readonly BodyNode[] {
  return scanHtml(html)?.nodes ?? parseAnyHtml(html);
}

/** The same with `htmlparser2` only. @throws CaselawError as `parseHtml` */
export function parseAnyHtml(html: string): readonly BodyNode[] {
  const top = draftOf("", new Map(), undefined);
  const open = [top];
  // loaded on first use: most commands parse no HTML of another kind
  const { Parser }: typeof import("htmlparser2") = require("htmlparser2");
  const parser = new Parser({
    onopentag: (name, attributes) => openElement(open, name, attributes),
    ontext: (text) => appendText(open.at(-1) ?? top, withoutSoftHyphens(text)),
    onclosetag: () => open.pop(),
  });
  parser.end(html);
  return top.children;
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
  const element = draftOf(name, attributes, parent);
  parent?.children.push(element);
  open.push(element);
}

function refuse(found: string): never {
  throw new CaselawError("invalid", `Cannot read the HTML body: ${found}`);
}
