/** Real decisions in the shapes of CourtListener give the text and the pages of the Caselaw Access Project, if they are available. */
import { expect, test } from "vitest";
import { type BodyElement, type BodyNode, findElements } from "../../src/casebody/body-tree.ts";
import { decisionHtml } from "../../src/casebody/opinion-html.ts";
import { parseHtml, scanHtml } from "../../src/casebody/parse-html.ts";
import { parseXml } from "../../src/casebody/parse-xml.ts";
import { plainParagraphs } from "../../src/casebody/plain-text.ts";
import { readHtmlBody, readXmlBody } from "../../src/casebody/read-body.ts";
import { escapeText, escapeValue } from "../../src/casebody/render-xml.ts";
import { sectionsOf } from "../../src/casebody/vocabulary.ts";
import type { SourceOpinion } from "../../src/domain/case.ts";
import { givenDecision, givenOpinion, pagesIn } from "./given-decision.ts";
import { HAS_REAL_FILES, readText, realFiles } from "./real-files.ts";

const real = test.skipIf(!HAS_REAL_FILES);
const FILES = [
  ...realFiles("casebody/bulk-xml-2020", ".xml"),
  ...realFiles("casebody/four-renderings", ".xml"),
];

/** XML of a node. @param around what is around its tags: the publisher indents XML that it rewrites */
function xmlOf(node: BodyNode, around: string): string {
  if (typeof node === "string")
    return around === "" ? escapeText(node) : `${around}${escapeText(node.trim())}${around}`;
  const { name, attributes, children } = node;
  const inside = children.map((child) => xmlOf(child, around)).join("");
  const written = [...attributes].map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join("");
  return `${around}<${name}${written}>${inside}</${name}>${around}`;
}

/** The same as the publisher's merged collections have it: pages and footnote marks as HTML, footnotes at the end. */
function rewritten(opinion: BodyElement): string {
  const footnotes: BodyElement[] = [];
  const rewrite = (node: BodyNode): BodyNode => {
    if (typeof node === "string") return node;
    const children = node.children.map(rewrite);
    const text = node.children.filter((child) => typeof child === "string").join("");
    if (node.name === "page-number") {
      const attributes = new Map([...node.attributes, ["class", "star-pagination"] as const]);
      return { ...node, name: "span", attributes, children: [` ${text} `] };
    }
    if (node.name === "footnotemark") {
      const attributes = new Map([
        ["class", "footnote"],
        ["href", `#fn${text}`],
        ["id", `fn${text}_ref`],
      ]);
      return { ...node, name: "a", attributes };
    }
    if (node.name !== "footnote") return { ...node, children };
    const label = node.attributes.get("label") ?? "";
    const back = {
      name: "a",
      kind: "inline",
      children: [label],
      attributes: new Map([
        ["class", "footnote"],
        ["href", `#fn${label}_ref`],
      ]),
    } as const;
    footnotes.push({
      ...node,
      name: "div",
      attributes: new Map([
        ["class", "footnote"],
        ["id", `fn${label}`],
        ["label", label],
      ]),
      children: [back, ...children],
    });
    return "";
  };
  const body = rewrite(opinion) as BodyElement;
  const end = {
    name: "div",
    kind: "block",
    attributes: new Map([["class", "footnotes"]]),
    children: footnotes,
  } as const;
  return `<?xml version="1.0" encoding="utf-8"?>\n${xmlOf({ ...body, children: [...body.children, end] }, "\n  ")}`;
}

function decisionOf(xml: string, textOf: (opinion: BodyElement) => string): string {
  const opinions = sectionsOf(parseXml(xml)).opinions;
  const given = opinions.map((opinion): SourceOpinion => givenOpinion(textOf(opinion), { type: null }));
  return decisionHtml(givenDecision(given));
}

const linesOf = (text: string): string[] => text.split("\n").sort();
const lettersOf = (text: string): string => text.replace(/\s+/g, "");
const pagesOfXml = (xml: string): (string | undefined)[] =>
  sectionsOf(parseXml(xml)).opinions.flatMap((opinion) =>
    findElements([opinion], ({ name }) => name === "page-number").map(({ attributes }) =>
      attributes.get("label"),
    ),
  );

real("there are real files", () => expect(FILES.length).toBeGreaterThan(10));

real.each(FILES)("the XML of %s gives the same opinions and pages", (file) => {
  const xml = readText(file);
  const html = decisionOf(xml, (opinion) => xmlOf(opinion, ""));
  const expected = readXmlBody(xml).opinions;
  const found = readHtmlBody(html).opinions;
  expect(found.map(({ type, author, text }) => ({ type, author, text: linesOf(text) }))).toEqual(
    expected.map(({ type, author, text }) => ({ type, author, text: linesOf(text) })),
  );
  expect(pagesIn(html).sort()).toEqual(pagesOfXml(xml).sort());
});

real.each(FILES)("the rewritten XML of %s gives the same letters and pages", (file) => {
  const xml = readText(file);
  const html = decisionOf(xml, rewritten);
  const expected = readXmlBody(xml).opinions;
  const found = readHtmlBody(html).opinions;
  const letters = ({ text }: { readonly text: string }) => linesOf(text).map(lettersOf).sort();
  expect(found.map(letters)).toEqual(expected.map(letters));
  expect(pagesIn(html).sort()).toEqual(pagesOfXml(xml).sort());
  expect(scanHtml(html)).not.toBeNull();
  expect(findElements(parseHtml(html), ({ name }) => name === "aside").length).toBe(
    sectionsOf(parseXml(xml)).opinions.flatMap((one) =>
      findElements([one], ({ name }) => name === "footnote"),
    ).length,
  );
});

/** Pages of 28 lines of at most 72 columns, with a running head and a page number, as `pdftotext -layout` writes them. */
function printed(paragraphs: readonly string[], blankLines: number): string {
  const lines = paragraphs.flatMap((paragraph) => wrapped(`        ${paragraph}`));
  const pages: string[][] = [];
  for (const [at, line] of lines.entries()) {
    if (at % 28 === 0) pages.push([]);
    pages.at(-1)?.push(line, ...Array<string>(blankLines).fill(""));
  }
  return pages
    .map(
      (page, at) =>
        `Case 1:19-cv-123   Filed 01/02/20   Page ${at + 1} of ${pages.length}\n\n${page.join("\n")}\n\n${" ".repeat(30)}${at + 1}\n`,
    )
    .join("\f");
}

function wrapped(paragraph: string): string[] {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length > 72 && line.trim() !== "") lines.push(word);
    else lines[lines.length - 1] = line === "" && word !== "" ? word : `${line} ${word}`;
  }
  return lines;
}

real.each([0, 1])(
  "text from PDF with %i blank lines keeps all words, and nearly all paragraphs",
  (blankLines) => {
    const bodies = FILES.map((file) =>
      readXmlBody(readText(file)).opinions.flatMap(({ text }) => text.replace(/[^\S\n]+/g, " ").split("\n")),
    );
    // a line of one or two pages is not surely a running head
    const paragraphs = bodies.filter((body) => printed(body, blankLines).split("\f").length > 2);
    const kept = paragraphs.map((before) => {
      const after = plainParagraphs(printed(before, blankLines));
      expect(after.join(" ")).toBe(before.join(" "));
      return before.filter((paragraph) => after.includes(paragraph)).length;
    });
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    expect(sum(kept) / sum(paragraphs.map(({ length }) => length))).toBeGreaterThan(0.9);
  },
);
