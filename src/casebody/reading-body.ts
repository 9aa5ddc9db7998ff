/**
 * Converts a case body to HTML for the reading page: its parts in order.
 *
 * No markup of the source is copied: its tree is parsed, and known elements are written with our own markup (`reading-markup`). So
 * the page has the same vocabulary for all forms of a body, and no id or class comes from a case.
 */
import type { CaseBody } from "../domain/casebody.ts";
import { type BodyElement, type BodyNode, findElements, textOf, trimWhiteSpace } from "./body-tree.ts";
import { brokenWords, joinBody, joinBrokenWords, joinNodes } from "./broken-words.ts";
import { parseHtml } from "./parse-html.ts";
import { type CitationLinks, type ReadingEntries, ReadingMarkup } from "./reading-markup.ts";
import { hasClass } from "./vocabulary.ts";

/** A part of a case body. */
export interface ReadingPart extends ReadingEntries {
  /** `other`: content outside of the known parts, for example the note instead of a withdrawn case. */
  readonly kind: "head matter" | "opinion" | "corrections" | "other";
  /** Type of an opinion as in the source, for example `dissent`; null for other parts. */
  readonly type: string | null;
  /** Author of an opinion as text; null if none is named. */
  readonly author: string | null;
  /** The author as HTML if the opinion begins with it. `html` then does not contain it. */
  readonly authorHtml: string | null;
  readonly html: string;
}

export interface ReadingBody {
  /** Without parts that contain neither text nor image. */
  readonly parts: readonly ReadingPart[];
  readonly parties: readonly string[];
  readonly judges: readonly string[];
  readonly attorneys: readonly string[];
  /** Numbers of the printed pages that begin in the body and have an id, in order: `37` has `#p37`. */
  readonly pages: readonly string[];
}

/**
 * Converts sanitised HTML, the publisher's or the program's own.
 *
 * @throws CaselawError `invalid` if elements nest more than 201 deep or an attribute exceeds 16 MiB
 */
export function readingBodyOfHtml(html: string, links: CitationLinks): ReadingBody {
  const parsed = parseHtml(joinBrokenWords(html));
  const nodes = joinNodes(parsed, brokenWords([textOf(parsed)]));
  return {
    ...readingParts(partsIn(nodes), new ReadingMarkup(nodes, links)),
    parties: textsOf(nodes, "parties"),
    judges: textsOf(nodes, "judges"),
    attorneys: textsOf(nodes, "attorneys"),
  };
}

/** Converts a text object: each line is a paragraph. */
export function readingBodyOfText(text: CaseBody, links: CitationLinks): ReadingBody {
  const body = joinBody(text);
  const parts = [
    part("head matter", paragraphs(body.headMatter)),
    ...body.opinions.map(({ type, author, text }) => {
      const [first = "", ...rest] = text.split("\n");
      const begins = author !== null && trimWhiteSpace(first) === trimWhiteSpace(author);
      const nodes = begins ? [paragraph(first, "author"), ...paragraphs(rest.join("\n"))] : paragraphs(text);
      return { ...part("opinion", nodes), type, author };
    }),
    part("corrections", paragraphs(body.corrections)),
  ];
  return {
    ...readingParts(parts, new ReadingMarkup([], links)),
    parties: withText(body.parties),
    judges: withText(body.judges),
    attorneys: withText(body.attorneys),
  };
}

function readingParts(all: readonly Part[], markup: ReadingMarkup): Pick<ReadingBody, "parts" | "pages"> {
  const parts = all.map((part) => readingPart(part, markup));
  return {
    parts: parts.filter(({ html, authorHtml }) => html !== "" || authorHtml !== null),
    pages: markup.pages,
  };
}

interface Part {
  readonly kind: ReadingPart["kind"];
  readonly type: string | null;
  readonly author: string | null;
  readonly nodes: readonly BodyNode[];
}

function part(kind: Part["kind"], nodes: readonly BodyNode[]): Part {
  return { kind, type: null, author: null, nodes };
}

/** The parts in document order. Content between them becomes `other` parts. */
function partsIn(nodes: readonly BodyNode[]): Part[] {
  const parts: Part[] = [];
  let loose: BodyNode[] = [];
  const endLoose = (): void => {
    if (loose.length > 0) parts.push(part("other", loose));
    loose = [];
  };
  const visit = (node: BodyNode): void => {
    const known = typeof node === "string" ? null : partOf(node);
    if (known !== null) {
      endLoose();
      parts.push(known);
    } else if (typeof node !== "string" && containsPart(node)) {
      for (const child of node.children) visit(child);
    } else loose.push(node);
  };
  for (const node of nodes) visit(node);
  endLoose();
  return parts;
}

function partOf(element: BodyElement): Part | null {
  const { children } = element;
  if (hasClass(element, "head-matter")) return part("head matter", children);
  if (hasClass(element, "corrections")) return part("corrections", children);
  if (!hasClass(element, "opinion")) return null;
  const authors = textsOf(children, "author");
  const author = authors.length === 0 ? null : authors.join(" ");
  return { ...part("opinion", children), type: element.attributes.get("data-type") ?? null, author };
}

/** Whether an element contains a part at any depth. */
function containsPart({ children }: BodyElement): boolean {
  return children.some((node) => typeof node !== "string" && (partOf(node) !== null || containsPart(node)));
}

function readingPart({ kind, type, author, nodes }: Part, markup: ReadingMarkup): ReadingPart {
  markup.startPart(kind === "opinion" ? nodes : []);
  const at = kind === "opinion" ? leadingAuthor(nodes) : -1;
  const leading = nodes[at];
  const authorHtml = typeof leading === "object" ? markup.write(withoutColon(leading.children)) : null;
  const html = markup.write(at < 0 ? nodes : nodes.slice(at + 1));
  return { kind, type, author, authorHtml, html, ...markup.entries };
}

/** Index of the paragraph that names the author, if no other text precedes it; else -1. */
function leadingAuthor(nodes: readonly BodyNode[]): number {
  const at = nodes.findIndex((node) => typeof node !== "string" || trimWhiteSpace(node) !== "");
  const node = nodes[at];
  const isAuthor = typeof node === "object" && hasClass(node, "author") && textOf(node.children) !== "";
  return isAuthor && node.children.every((child) => typeof child === "string" || child.kind !== "block")
    ? at
    : -1;
}

/** Removes the colon of `PER CURIAM:`, which a heading does not need. */
function withoutColon(nodes: readonly BodyNode[]): BodyNode[] {
  const last = nodes.findLastIndex((node) => typeof node !== "string" || trimWhiteSpace(node) !== "");
  return nodes.map((node, at) =>
    at === last && typeof node === "string" ? node.trimEnd().replace(/[:;,—–-]$/, "") : node,
  );
}

function textsOf(nodes: readonly BodyNode[], name: string): string[] {
  return withText(
    findElements(nodes, (element) => hasClass(element, name)).map(({ children }) => textOf(children)),
  );
}

function withText(texts: readonly (string | null)[]): string[] {
  return texts.flatMap((text) => (text === null || trimWhiteSpace(text) === "" ? [] : [text]));
}

function paragraphs(text: string): BodyNode[] {
  const lines = text.split("\n").filter((line) => trimWhiteSpace(line) !== "");
  return lines.map((line) => paragraph(line, null));
}

function paragraph(text: string, className: string | null): BodyElement {
  const attributes = new Map(className === null ? [] : [["class", className] as const]);
  return { name: "p", kind: "block", attributes, children: [text] };
}
