/**
 * Links footnote marks to footnotes and bracket numbers to head notes (docs/formats.md, "XML to HTML").
 *
 * Labels repeat between opinions and within one. So footnotes get a new number: section, then position in the section.
 */
import { type BodyElement, type BodyNode, findElements } from "./body-tree.ts";
import { textOf, trimWhiteSpace } from "./text-rule.ts";
import type { XmlSections } from "./xml/xml-sections.ts";

export interface LinkPlan {
  /** `S_N` of each footnote. */
  readonly footnotes: ReadonlyMap<BodyElement, string>;
  /** `S_N` of the footnote of each mark. Marks without a footnote are missing. */
  readonly marks: ReadonlyMap<BodyElement, string>;
  /** The id of the head note that each bracket number refers to. */
  readonly headnotes: ReadonlyMap<BodyElement, string>;
}

/** Plans the links of a body. Section 0 is the head matter, then come the opinions, then the corrections. */
export function planLinks({ headMatter, opinions, corrections }: XmlSections): LinkPlan {
  const footnotes = new Map<BodyElement, string>();
  const marks = new Map<BodyElement, string>();
  const sections = [headMatter, ...opinions.map((opinion) => opinion.children), corrections];
  for (const [index, nodes] of sections.entries()) planFootnotes(nodes, index, footnotes, marks);
  return { footnotes, marks, headnotes: planBracketNumbers(sections) };
}

function planFootnotes(
  nodes: readonly BodyNode[],
  section: number,
  footnotes: Map<BodyElement, string>,
  marks: Map<BodyElement, string>,
): void {
  const waiting = new Map<string, string[]>();
  // in reverse order, so that `pop` removes the first footnote of a label
  for (const [index, footnote] of [...named(nodes, "footnote").entries()].reverse()) {
    const number = `${section}_${index + 1}`;
    footnotes.set(footnote, number);
    const label = labelOf(footnote);
    if (label === "") continue;
    const equal = waiting.get(label);
    if (equal === undefined) waiting.set(label, [number]);
    else equal.push(number);
  }
  for (const mark of named(nodes, "footnotemark")) {
    const number = waiting.get(textOf(mark.children))?.pop();
    if (number !== undefined) marks.set(mark, number);
  }
}

/** A footnote's label as its marks repeat it; `""` without a label. */
export function labelOf(footnote: BodyElement): string {
  return trimWhiteSpace(footnote.attributes.get("label") ?? "");
}

function planBracketNumbers(sections: readonly (readonly BodyNode[])[]): Map<BodyElement, string> {
  const ids = new Map<string, string>();
  for (const headnote of sections.flatMap((nodes) => named(nodes, "headnotes"))) {
    const number = /^\d+/.exec(textOf(headnote.children))?.[0];
    const id = headnote.attributes.get("id");
    if (number !== undefined && id !== undefined && !ids.has(number)) ids.set(number, id);
  }
  const planned = new Map<BodyElement, string>();
  for (const bracket of sections.flatMap((nodes) => named(nodes, "bracketnum"))) {
    const id = ids.get(/\d+/.exec(textOf(bracket.children))?.[0] ?? "");
    if (id !== undefined) planned.set(bracket, id);
  }
  return planned;
}

function named(nodes: readonly BodyNode[], name: string): BodyElement[] {
  return findElements(nodes, (element) => element.name === name);
}
