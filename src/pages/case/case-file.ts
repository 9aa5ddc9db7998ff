/** A case as a file to take away: an entry for a bibliography, or its text. Closed texts are only for those who may read them. */
import { type CaseReference, referenceOf } from "../../bibliography/case-reference.ts";
import { plainLine, writeReference } from "../../bibliography/reference-formats.ts";
import { type BodyElement, type BodyNode, findElements } from "../../casebody/body-tree.ts";
import { parseHtml } from "../../casebody/parse-html.ts";
import type { CitationLinks } from "../../casebody/reading-markup.ts";
import { hasClass } from "../../casebody/vocabulary.ts";
import { textBodyOf } from "../../corpus/bodies.ts";
import { flatText } from "../../domain/casebody.ts";
import { textSourceLine } from "../../domain/courtlistener-facts.ts";
import type { Case } from "../../domain/records.ts";
import { missingPage, withheldPage } from "../failure-page.ts";
import type { Page, PageFile, PageRequest } from "../page.ts";
import { caseText } from "./case-text.ts";

/** The formats of files, by the ending of their addresses. */
export const CASE_FILES = {
  bib: { name: "bibtex", label: "BibTeX", type: "application/x-bibtex; charset=utf-8" },
  biblatex: { name: "biblatex", label: "BibLaTeX", type: "application/x-bibtex; charset=utf-8" },
  ris: { name: "ris", label: "RIS", type: "application/x-research-info-systems; charset=utf-8" },
  csl: { name: "csl", label: "CSL-JSON", type: "application/vnd.citationstyles.csl+json; charset=utf-8" },
  txt: { name: "text", label: "Text", type: "text/plain; charset=utf-8" },
  md: { name: "markdown", label: "Markdown", type: "text/markdown; charset=utf-8" },
} as const;

export type CaseFileEnding = keyof typeof CASE_FILES;

/** Entries for a bibliography, and the files that have the text. */
export const REFERENCE_FILES = ["bib", "biblatex", "ris", "csl"] as const;
export const TEXT_FILES = ["txt", "md"] as const;

interface FileRequest {
  readonly id: number;
  readonly ending: CaseFileEnding;
}

/**
 * The file that `435800.bib`, or `435800` with `format=bibtex`, means: the name of a format and its ending are the same. Null for
 * a page. @param key the last part of the address
 */
export function fileAt(key: string, query: URLSearchParams): FileRequest | null {
  const [, digits, behind] = /^([1-9]\d{0,15})(?:\.([a-z]{2,8}))?$/.exec(key) ?? [];
  const format = behind ?? query.get("format");
  const ending = [...REFERENCE_FILES, ...TEXT_FILES].find(
    (name) => name === format || CASE_FILES[name].name === format,
  );
  return digits === undefined || ending === undefined ? null : { id: Number(digits), ending };
}

export function caseFile(file: FileRequest, request: PageRequest): Page | PageFile {
  const content = contentOf(file, request);
  if (content === null) return missingPage(request.root);
  if (content === WITHHELD) return withheldPage(request.root);
  const { id, ending } = file;
  const name = `case-${id}.${ending === "biblatex" ? "bib" : ending}`;
  return { name, type: CASE_FILES[ending].type, content };
}

/** In place of a text that this reader may not see. */
const WITHHELD = Symbol("withheld");

function contentOf({ id, ending }: FileRequest, request: PageRequest): string | typeof WITHHELD | null {
  const record = request.corpus.case(id);
  if (record === null) return null;
  const reference = referenceOf(record, `${request.baseUrl}/cases/${id}/`);
  if (ending === "txt") return plainText(record, reference, request);
  if (ending === "md") return markdown(record, reference, request);
  return writeReference(CASE_FILES[ending].name, reference);
}

function plainText(record: Case, reference: CaseReference, { corpus }: PageRequest) {
  const [withBody] = corpus.withBodies([record], { format: "joined text", preview: null });
  if (withBody?.body?.state === "withheld") return WITHHELD;
  const body = withBody === undefined ? null : textBodyOf(withBody);
  const head = [plainLine(reference), reference.url, textSourceLine(record)].filter(Boolean).join("\n");
  return body === null ? null : `${head}\n\n${flatText(body).trim()}\n`;
}

function markdown(record: Case, reference: CaseReference, request: PageRequest) {
  const text = caseText(record, request, NO_LINKS);
  if (text.state === "withheld") return WITHHELD;
  if (text.state === "missing" || text.parts.length === 0) return null;
  const parts = text.parts.map(({ part, name }) => ({
    heading: part.kind === "head matter" ? null : name,
    nodes: parseHtml(part.html),
  }));
  const source = textSourceLine(record);
  const origin = source === "" ? "" : `  \n${escapeLine(source)}`;
  return `# ${escapeLine(reference.name)}\n\n${escapeLine(plainLine(reference))}  \n<${encodeURI(reference.url)}>${origin}\n\n${markdownOf(parts)}\n`;
}

const NO_LINKS: CitationLinks = { startPart: () => {}, ofCitation: () => null, inText: () => [] };

// Markdown is CommonMark, with footnotes as in GitHub's; no text of a case can become markup.

const EMPHASIS = new Map(Object.entries({ em: "*", i: "*", strong: "**", b: "**" }));

interface MarkdownPart {
  /** `Dissent · HOAR, J.`; null for the head matter, which needs no heading. */
  readonly heading: string | null;
  readonly nodes: readonly BodyNode[];
}

function markdownOf(parts: readonly MarkdownPart[]): string {
  return parts
    .map(({ heading, nodes: written }) => {
      const nodes = withMarksAfterWords(written);
      const marks = findElements(nodes, (element) => hasClass(element, "cb-mark"));
      const blocks = blocksOf(nodes, new Set(marks.map(({ attributes }) => attributes.get("href") ?? "")));
      return [...(heading === null ? [] : [`## ${escapeLine(heading)}`]), ...blocks].join("\n\n");
    })
    .join("\n\n");
}

/** Text for Markdown, on one line. */
export function escapeLine(text: string): string {
  return startEscaped(escaped(text).trim());
}

function escaped(text: string): string {
  const line = text
    .split(/[\s\p{Cc}]/u)
    .filter(Boolean)
    .join(" ");
  const spaced = `${/^\s/.test(text) ? " " : ""}${line}${line !== "" && /\s$/.test(text) ? " " : ""}`;
  return spaced.replace(/[\\`*_{}[\]<>#|~$&!:@]/g, "\\$&");
}

/** What begins a list, a heading or a quotation at the beginning of a line. */
function startEscaped(line: string): string {
  return line.replace(/^(\d{1,9})([.)])/, "$1\\$2").replace(/^[-+=]/, "\\$&");
}

/** @param marked the links of the marks of the part: a footnote without a mark is a paragraph */
function blocksOf(nodes: readonly BodyNode[], marked: ReadonlySet<string>): string[] {
  const blocks: string[] = [];
  let line = "";
  const endLine = (): void => {
    const text = line.trim();
    if (text !== "") blocks.push(startEscaped(text));
    line = "";
  };
  for (const node of nodes) {
    if (typeof node !== "string" && node.kind === "block") {
      endLine();
      blocks.push(...blockOf(node, marked));
    } else line += inlineOf(node);
  }
  endLine();
  return blocks;
}

function blockOf(element: BodyElement, marked: ReadonlySet<string>): string[] {
  const inside = blocksOf(element.children, marked);
  if (element.name === "blockquote") return inside.map((block) => block.replace(/^/gm, "> "));
  if (element.name === "h3") return inside.map((block) => `### ${block}`);
  const id = element.attributes.get("id") ?? "";
  if (!hasClass(element, "cb-footnote") || !marked.has(`#${id}`)) return inside;
  const note = inside.length === 0 ? [] : blocksOf(withoutWayBack(element), marked);
  const [first = "", ...rest] = note;
  return [`[^${id}]: ${first}`, ...rest.map((block) => block.replace(/^/gm, "    "))];
}

/** The number of a footnote is in its mark. */
function withoutWayBack({ children }: BodyElement): BodyNode[] {
  return children.filter((node) => typeof node === "string" || !hasClass(node, "cb-back"));
}

function inlineOf(node: BodyNode): string {
  if (typeof node === "string") return escaped(node);
  if (node.name === "br") return "\\\n";
  const inside = node.children.map(inlineOf).join("");
  if (hasClass(node, "cb-page")) return `\\[\\*${inside.replace(/^(?:\\\*)+/, "").trim()}\\] `;
  const target = node.attributes.get("href") ?? "";
  if (hasClass(node, "cb-mark")) return target === "" ? inside : `[^${target.slice(1)}]`;
  const mark = EMPHASIS.get(node.name);
  if (mark === undefined || inside.trim() === "") return inside;
  const [before, after] = [/^\s/.test(inside) ? " " : "", /\s$/.test(inside) ? " " : ""];
  return `${before}${mark}${inside.trim()}${mark}${after}`;
}

const ENDS_WITH_LETTER = /\p{L}$/u;
/** The rest of a word, with what is printed directly behind it. */
const REST_OF_WORD = /^\p{Ll}[\p{L}\p{N}]*[,.;:!?)’”]*/u;

/** Moves the mark of a page that turns within a word behind it: `be[*8]fore` becomes `before [*8]`. A word may be in two elements. */
export function withMarksAfterWords(nodes: readonly BodyNode[]): BodyNode[] {
  const moved: BodyNode[] = [];
  for (const raw of nodes) {
    const node = typeof raw === "string" ? raw : withChildren(raw, withMarksAfterWords(raw.children));
    const mark = moved.at(-1);
    const before = moved.at(-2);
    const joined = isMark(mark) && before !== undefined ? joinedAt(before, node) : null;
    if (joined === null || mark === undefined) moved.push(node);
    else moved.splice(-2, 2, joined.before, " ", mark, ...(isEmpty(joined.after) ? [] : [joined.after]));
  }
  return moved;
}

function isMark(node: BodyNode | undefined): boolean {
  return node !== undefined && typeof node !== "string" && hasClass(node, "cb-page");
}

/** Two nodes with the rest of the second one's first word in the first one; null if no word goes over both. */
function joinedAt(
  before: BodyNode,
  after: BodyNode,
): { readonly before: BodyNode; readonly after: BodyNode } | null {
  if (typeof before === "string" && typeof after === "string") {
    const [rest = ""] = ENDS_WITH_LETTER.test(before) ? (REST_OF_WORD.exec(after) ?? []) : [];
    return rest === "" ? null : { before: before + rest, after: after.slice(rest.length) };
  }
  if (typeof before === "string" || typeof after === "string" || before.name !== after.name) return null;
  if (!["b", "em", "i", "strong"].includes(before.name)) return null;
  const [last, first] = [before.children.at(-1), after.children[0]];
  if (last === undefined || first === undefined) return null;
  const inside = joinedAt(last, first);
  if (inside === null) return null;
  return {
    before: withChildren(before, [...before.children.slice(0, -1), inside.before]),
    after: withChildren(
      after,
      [inside.after, ...after.children.slice(1)].filter((node) => node !== ""),
    ),
  };
}

function isEmpty(node: BodyNode): boolean {
  return typeof node === "string" ? node === "" : node.children.length === 0;
}

function withChildren(element: BodyElement, children: readonly BodyNode[]): BodyElement {
  return { ...element, children };
}
