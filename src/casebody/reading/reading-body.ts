/**
 * Sets a case body for reading: its parts in their order, each as HTML of our own making.
 *
 * Nothing of the source's markup is passed on: its tree is read, and what is known of it is written anew (`reading-markup`).
 * So the page has one vocabulary for all forms of a body, and none of its ids or classes comes from a case.
 */
import type { CaseBody } from "../../domain/casebody.ts";
import type { BodyElement, BodyNode } from "../body-tree.ts";
import { findElements } from "../body-tree.ts";
import { hasClass, parseHtml } from "../html/parse-html.ts";
import { textOf, trimWhiteSpace } from "../text-rule.ts";
import { type CitationLinks, ReadingMarkup } from "./reading-markup.ts";

/** A part of a case body. */
export interface ReadingPart {
  /** `other`: what stands in no part that we know, as the note that stands for a withdrawn case. */
  readonly kind: "head matter" | "opinion" | "corrections" | "other";
  /** Of an opinion, as the source names it: `dissent`; else null. */
  readonly type: string | null;
  /** Of an opinion: who wrote it, as text; null when nobody is named. */
  readonly author: string | null;
  /** The same as HTML, when the opinion begins with it: then it stands here and not in `html`. */
  readonly authorHtml: string | null;
  readonly html: string;
}

export interface ReadingBody {
  /** Without those that hold neither text nor image. */
  readonly parts: readonly ReadingPart[];
  readonly parties: readonly string[];
  readonly judges: readonly string[];
  readonly attorneys: readonly string[];
  /** Numbers of the printed pages that begin in it and can be linked to, in order: `37` is at `#p37`. */
  readonly pages: readonly string[];
}

/**
 * The body of sanitised HTML, the publisher's or ours.
 *
 * @throws CaselawError `invalid` when elements nest over 201 deep or an attribute is over 16 MiB
 */
export function readingBodyOfHtml(html: string, links: CitationLinks): ReadingBody {
  const nodes = parseHtml(html);
  const markup = new ReadingMarkup(nodes, links);
  const parts = partsIn(nodes).map((part) => readingPart(part, markup));
  return {
    parts: parts.filter((part) => part.html !== "" || part.authorHtml !== null),
    parties: textsOf(nodes, "parties"),
    judges: textsOf(nodes, "judges"),
    attorneys: textsOf(nodes, "attorneys"),
    pages: markup.pages,
  };
}

/** The body of a text object: a paragraph a line, and no structure that the text does not have. */
export function readingBodyOfText(body: CaseBody, links: CitationLinks): ReadingBody {
  const parts = [
    part("head matter", paragraphs(body.headMatter)),
    ...body.opinions.map(({ type, author, text }) => {
      const [first, rest] = firstLine(text);
      const begins = author !== null && trimWhiteSpace(first) === trimWhiteSpace(author);
      const nodes = begins ? [paragraph(first, "author"), ...paragraphs(rest)] : paragraphs(text);
      return { ...part("opinion", nodes), type, author };
    }),
    part("corrections", paragraphs(body.corrections)),
  ];
  const markup = new ReadingMarkup([], links);
  return {
    parts: parts
      .map((one) => readingPart(one, markup))
      .filter(({ html, authorHtml }) => html !== "" || authorHtml !== null),
    parties: named(body.parties),
    judges: named(body.judges),
    attorneys: named(body.attorneys),
    pages: [],
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

/** The parts in document order; what lies between them becomes parts of its own. */
function partsIn(nodes: readonly BodyNode[]): Part[] {
  const parts: Part[] = [];
  let loose: BodyNode[] = [];
  const endLoose = (): void => {
    if (loose.length > 0) parts.push(part("other", loose));
    loose = [];
  };
  const visit = (node: BodyNode): void => {
    const own = typeof node === "string" ? null : partOf(node);
    if (own !== null) {
      endLoose();
      parts.push(own);
    } else if (typeof node !== "string" && holdsPart(node)) {
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

const PART_CLASSES = ["head-matter", "corrections", "opinion"] as const;

function isPart(element: BodyElement): boolean {
  return PART_CLASSES.some((name) => hasClass(element, name));
}

/** The containers of parts: the whole body, and what lies around it. The first part found answers. */
function holdsPart({ children }: BodyElement): boolean {
  return children.some((node) => typeof node !== "string" && (isPart(node) || holdsPart(node)));
}

function readingPart({ kind, type, author, nodes }: Part, markup: ReadingMarkup): ReadingPart {
  const at = kind === "opinion" ? leadingAuthor(nodes) : -1;
  const leading = nodes[at];
  const authorHtml = typeof leading === "object" ? markup.write(withoutColon(leading.children)) : null;
  const html = markup.write(at < 0 ? nodes : nodes.slice(at + 1));
  return { kind, type, author, authorHtml, html };
}

/** Where the paragraph stands that names the author before anything else is said; -1 when none does. */
function leadingAuthor(nodes: readonly BodyNode[]): number {
  const at = nodes.findIndex((node) => typeof node !== "string" || trimWhiteSpace(node) !== "");
  const node = nodes[at];
  const isAuthor = typeof node === "object" && hasClass(node, "author") && textOf(node.children) !== "";
  return isAuthor && node.children.every((child) => typeof child === "string" || child.kind !== "block")
    ? at
    : -1;
}

/** `PER CURIAM:` ends a line in print; as a heading it stands alone. */
function withoutColon(nodes: readonly BodyNode[]): BodyNode[] {
  const last = nodes.findLastIndex((node) => typeof node !== "string" || trimWhiteSpace(node) !== "");
  return nodes.map((node, at) =>
    at === last && typeof node === "string" ? node.trimEnd().replace(/[:;,—–-]$/, "") : node,
  );
}

function textsOf(nodes: readonly BodyNode[], name: string): string[] {
  return named(
    findElements(nodes, (element) => hasClass(element, name)).map(({ children }) => textOf(children)),
  );
}

function named(texts: readonly (string | null)[]): string[] {
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

function firstLine(text: string): [first: string, rest: string] {
  const end = text.indexOf("\n");
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
}
