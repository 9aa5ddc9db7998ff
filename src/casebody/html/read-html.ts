/** Parses the publisher's HTML, or ours, into a structured body (docs/formats.md, "HTML to structured text"). */
import type { CaseBody, Opinion } from "../../domain/casebody.ts";
import { type BodyElement, type BodyNode, findElements } from "../body-tree.ts";
import { textOf } from "../text-rule.ts";
import { hasClass } from "./html-vocabulary.ts";
import { parseHtml } from "./parse-html.ts";

/**
 * Returns the structured body. HTML without head matter or opinions, such as that of a withdrawn case, gives an empty body.
 *
 * @throws CaselawError `invalid` if elements nest more than 201 deep or an attribute exceeds 16 MiB
 */
export function readHtmlBody(html: string): CaseBody {
  return bodyOfHtml(parseHtml(html));
}

/** The same for the nodes of a parsed HTML. */
export function bodyOfHtml(nodes: readonly BodyNode[]): CaseBody {
  return {
    parties: textsOf(nodes, "parties"),
    opinions: withClassName(nodes, "opinion").map(opinionOf),
    headMatter: joinedTextOf(nodes, "head-matter"),
    attorneys: textsOf(nodes, "attorneys"),
    judges: textsOf(nodes, "judges"),
    corrections: joinedTextOf(nodes, "corrections"),
  };
}

function opinionOf(opinion: BodyElement): Opinion {
  const authors = textsOf(opinion.children, "author");
  return {
    type: opinion.attributes.get("data-type") ?? null,
    author: authors.length === 0 ? null : authors.join(" "),
    text: textOf(opinion.children),
  };
}

function withClassName(nodes: readonly BodyNode[], name: string): BodyElement[] {
  return findElements(nodes, (element) => hasClass(element, name));
}

function textsOf(nodes: readonly BodyNode[], name: string): string[] {
  return withClassName(nodes, name).map((element) => textOf(element.children));
}

function joinedTextOf(nodes: readonly BodyNode[], name: string): string {
  return textsOf(nodes, name)
    .filter((text) => text !== "")
    .join("\n");
}
