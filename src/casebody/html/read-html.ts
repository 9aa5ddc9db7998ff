/** Reads the structured body of a case from the publisher's HTML, or from ours (docs/formats.md, "HTML to structured text"). */
import type { CaseBody, Opinion } from "../../domain/casebody.ts";
import { type BodyElement, type BodyNode, findElements } from "../body-tree.ts";
import { textOf } from "../text-rule.ts";
import { hasClass, parseHtml } from "./parse-html.ts";

/**
 * The structured body of a case. HTML without head matter or opinions, such as a withdrawn case, gives an empty one.
 *
 * @throws CaselawError `invalid` when elements nest over 201 deep or an attribute is over 16 MiB
 */
export function readHtmlBody(html: string): CaseBody {
  const nodes = parseHtml(html);
  return {
    parties: textsOf(nodes, "parties"),
    opinions: ofClass(nodes, "opinion").map(opinionOf),
    headMatter: wholeTextOf(nodes, "head-matter"),
    attorneys: textsOf(nodes, "attorneys"),
    judges: textsOf(nodes, "judges"),
    corrections: wholeTextOf(nodes, "corrections"),
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

function ofClass(nodes: readonly BodyNode[], name: string): BodyElement[] {
  return findElements(nodes, (element) => hasClass(element, name));
}

function textsOf(nodes: readonly BodyNode[], name: string): string[] {
  return ofClass(nodes, name).map((element) => textOf(element.children));
}

function wholeTextOf(nodes: readonly BodyNode[], name: string): string {
  return textsOf(nodes, name)
    .filter((text) => text !== "")
    .join("\n");
}
