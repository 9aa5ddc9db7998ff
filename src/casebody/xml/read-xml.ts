/** Parses the XML of a case into a structured body (docs/formats.md, "XML to structured text"). */
import type { CaseBody, Opinion } from "../../domain/casebody.ts";
import { type BodyElement, type BodyNode, findElements } from "../body-tree.ts";
import { type Gap, textOf } from "../text-rule.ts";
import { parseXml } from "./parse-xml.ts";
import { sectionsOf } from "./xml-sections.ts";

/**
 * Returns the structured body of a case.
 *
 * @param xml the archive's string, with or without an XML declaration
 * @throws CaselawError `invalid` with line and column, if the XML is not well-formed, has a document type declaration, a root other
 *   than `casebody`, elements nested more than 200 deep, or an attribute that exceeds 16 MiB
 */
export function readXmlBody(xml: string): CaseBody {
  return bodyOf(parseXml(xml), "");
}

/**
 * The same by the publisher's rule of October 2019 to 2022 (docs/formats.md, "The text rule"): a page number or footnote mark
 * directly before text became a space, so `be*8fore` gave `be fore`. Only hashes of those years need it.
 *
 * @throws CaselawError as `readXmlBody`
 */
export function readXmlBodySpaced(xml: string): CaseBody {
  return bodyOf(parseXml(xml), " ");
}

function bodyOf(root: BodyElement, gap: Gap): CaseBody {
  const { headMatter, opinions, corrections } = sectionsOf(root);
  // in the order of the HTML, head matter first: a later `judges` of the head matter precedes those of the opinions
  const nodes = [...headMatter, ...opinions, ...corrections];
  return {
    parties: textsOf(nodes, "parties", gap),
    opinions: opinions.map((opinion) => opinionOf(opinion, gap)),
    headMatter: textOf(headMatter, gap),
    attorneys: textsOf(nodes, "attorneys", gap),
    judges: textsOf(nodes, "judges", gap),
    corrections: textOf(corrections, gap),
  };
}

function opinionOf(opinion: BodyElement, gap: Gap): Opinion {
  const authors = textsOf(opinion.children, "author", gap);
  return {
    type: opinion.attributes.get("type") ?? null,
    author: authors.length === 0 ? null : authors.join(" "),
    text: textOf(opinion.children, gap),
  };
}

function textsOf(nodes: readonly BodyNode[], name: string, gap: Gap): string[] {
  const elements = findElements(nodes, (element) => element.name === name);
  return elements.map((element) => textOf(element.children, gap));
}
