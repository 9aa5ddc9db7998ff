/** Recognises the elements of CourtListener's texts (docs/formats.md, "Texts of CourtListener"). */
import { type BodyElement, type BodyNode, textOf } from "./body-tree.ts";
import { type BlockStyle, type Format, PLAIN } from "./opinion-flow.ts";
import type { PageMark } from "./opinion-marks.ts";
import { hasClass, isNamedParagraph } from "./vocabulary.ts";

const BLOCKS: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body bodytext caption casebody center dd details div dl dt excerpt fieldset " +
    "figcaption figure footer footnotes form h h1 h2 h3 h4 h5 h6 header heading hr html legend li main nav ol opinion p pre " +
    "section table tbody tfoot thead tr ul"
  ).split(" "),
);
/** Elements whose format is kept. */
export const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["b", "strong"],
  ["cite", "em"],
  ["em", "em"],
  ["i", "em"],
  ["strong", "strong"],
  ["sub", "sub"],
  ["sup", "sup"],
]);
/** Public.Resource.Org's classes of the caption, and those of the Tax Court's decisions. */
const CAPTION_CLASSES: readonly string[] = [
  "case_cite",
  "parties",
  "docket",
  "court",
  "date",
  "courtcasedochead",
];
/** `12`, `12a`, `S-12`, `Supp. 833`, `xii`. */
const PAGE = /^(?:(?:[A-Za-z.]{1,6} )?[A-Za-z]{0,2}-?\d{1,6}[A-Za-z]?|[ivxlcdm]{1,10})$/i;
const MAX_FOOTNOTE_LABEL = 6;
/** With the white space of rewritten XML. An element with more text is not closed. */
const MAX_MARK_LENGTH = 100;
/** The text of a mark: a label, or an arrow back. */
const MARK_TEXT = /^[[(]?(?:\w{1,4}|[*†‡§]{1,5}|↩\ufe0e?)[\])]?[.:]?$/;
const TO_FOOTNOTE = /^#(?:op\d+-)?fn[\d*†_-]/i;
const TO_MARK = /^#(?:(?:op\d+-)?ref-fn|fnr|fn[^_]{1,20}_ref)/i;
const FOOTNOTE_ID = /^(?:op\d+-)?fn[\d*†_-](?!.{0,20}_ref$)/i;
const BRACKETED_MARK = /^\[(?:\d{1,3}|[a-z]|[*†‡§]{1,5})\]$/;
const NUMBER = /^\d+$/;

/** Whether nodes have no block but `pre`, no line break, and lines of their own. */
export function isPreformatted(nodes: readonly BodyNode[]): boolean {
  const isInline = (node: BodyNode): boolean =>
    typeof node === "string" ||
    isPageMark(node) ||
    (node.name !== "br" &&
      !BLOCKS.has(node.name) &&
      !isNamedParagraph(node.name) &&
      node.children.every(isInline));
  return nodes.every(
    (node) =>
      isInline(node) || (typeof node !== "string" && node.name === "pre" && node.children.every(isInline)),
  );
}

/** Whether an element is the mark of a page. An element with other text is not: it was not closed. */
export function isPageMark(element: BodyElement): boolean {
  const isNamed =
    element.name === "page-number" || hasClass(element, "star-pagination") || hasClass(element, "page-label");
  if (!isNamed) return false;
  const label = pageLabel(shortText(element.children) ?? "?");
  return label === "" || PAGE.test(label);
}

/** The page that a mark names; null if its reporter is unknown. */
export function pageOf({ attributes, children }: BodyElement): PageMark | null {
  const text = shortText(children) ?? "";
  const label = pageLabel(attributes.get("label") ?? attributes.get("data-label") ?? text);
  if (!PAGE.test(label)) return null;
  // the Tax Court's decisions have the pages of a database, which count from 1, with the number of the decision added
  if (attributes.has("pagescheme") && attributes.get("number") !== label) return null;
  const index = attributes.get("citation-index") ?? attributes.get("data-citation-index") ?? "";
  const stars = /^\s*(\*{1,5})/.exec(text)?.[1]?.length ?? 1;
  return { label, reporter: NUMBER.test(index) ? Number(index) : stars };
}

/** `*12`, `[*12]` and `*Page 12` are page 12. */
function pageLabel(text: string): string {
  return text
    .replace(/^[\s*[]*(?:page\s)?/i, "")
    .replace(/[\s*\]]/g, (space) => (space === " " ? " " : ""))
    .trim();
}

/** The text of a mark; null if it is too long for a mark. */
export function shortText(nodes: readonly BodyNode[]): string | null {
  let left = MAX_MARK_LENGTH;
  const isShort = (node: BodyNode): boolean => {
    if (typeof node !== "string") return node.children.every(isShort);
    left -= node.length;
    return left >= 0;
  };
  return nodes.every(isShort) ? textOf(nodes) : null;
}

/** `back`: the way back from a footnote, or its label. `possible`: a mark if there is a footnote with this label. */
export function kindOfMark(
  element: BodyElement,
  label: string,
  isInFootnote: boolean,
): "sure" | "possible" | "back" | "none" {
  const { name, attributes } = element;
  if (name === "footnotemark") return label.length > MAX_FOOTNOTE_LABEL ? "none" : "sure";
  const isLabel = MARK_TEXT.test(label);
  const id = attributes.get("id") ?? "";
  const href = attributes.get("href") ?? "";
  if (name === "sup") {
    if (BRACKETED_MARK.test(label)) return "possible";
    if (isInFootnote && isLabel && FOOTNOTE_ID.test(id)) return "back";
    return "none";
  }
  if (!isLabel) return "none";
  if (TO_MARK.test(href)) return isInFootnote ? "back" : "none";
  return hasClass(element, "footnote") || hasClass(element, "footnotemark") || TO_FOOTNOTE.test(href)
    ? "sure"
    : "none";
}

/** Public.Resource.Org numbered the paragraphs itself. In the text, the numbers would divide quotations. */
export function isSiteNumber(element: BodyElement): boolean {
  return (
    element.name === "span" && hasClass(element, "num") && NUMBER.test(shortText(element.children) ?? "")
  );
}

/** Whether a block is a footnote. */
export function isFootnote(element: BodyElement): boolean {
  const { name, attributes } = element;
  if (name === "footnote" || name === "footnote_body" || hasClass(element, "footnote")) return true;
  return FOOTNOTE_ID.test(attributes.get("id") ?? "");
}

/** @param isHead whether it is in head matter, where all parts are paragraphs */
export function isBlock(element: BodyElement, isHead: boolean): boolean {
  const { name } = element;
  if (name === "footnote" || name === "footnote_body" || BLOCKS.has(name)) return true;
  // Columbia has citations in elements of this name within lines
  return isNamedParagraph(name) && (name !== "citation" || isHead);
}

/** How the paragraphs in a block are written. @param outer the style around it */
export function styleOf(element: BodyElement, outer: BlockStyle, isHead: boolean): BlockStyle {
  const { name, attributes } = element;
  const isCaption =
    outer.isCaption || name === "center" || CAPTION_CLASSES.some((className) => hasClass(element, className));
  const named = isNamedParagraph(name) ? name : nameOfClass(attributes.get("class") ?? "", isHead);
  if (named !== null) return { tag: named === "parties" ? "h4" : "p", name: named, isCaption };
  if (name === "blockquote" || name === "excerpt") return { ...PLAIN, tag: "blockquote", isCaption };
  return { ...outer, isCaption };
}

/** Head matter can be the static site's HTML. In opinions, courts use its classes for other things. */
function nameOfClass(classes: string, isHead: boolean): string | null {
  if (!isHead && classes !== "author") return null;
  return classes.split(" ").find(isNamedParagraph) ?? null;
}
