/**
 * Writes a decision of CourtListener as one HTML, in the shape of the static site of the Caselaw Access Project (docs/formats.md, "Texts of
 * CourtListener"): head matter, then an article for each opinion. So text, pages, quotations and search need not know the source.
 */
import type { SourceDecision, SourceOpinion } from "../domain/case.ts";
import { withAuthor } from "./opinion-author.ts";
import type { Paragraph } from "./opinion-flow.ts";
import { Marks, splitNotes, writeParagraphs } from "./opinion-marks.ts";
import { type OpinionText, readMarkup, readPlainText, type TextSection } from "./opinion-markup.ts";
import { joinPageTurns } from "./page-turns.ts";
import { sanitiseHtml } from "./parse-html.ts";
import { escapeText, writeAttributes } from "./render-xml.ts";

/** Head matter in fields of its own, in the order of print, by class. */
const HEAD_FIELDS = [
  "parties",
  "attorneys",
  "judges",
  "syllabus",
  "headnotes",
  "summary",
  "history",
  "disposition",
] as const;
/** Fields with names, which every decision has: alone they are not a body. */
const NAMES: ReadonlySet<string> = new Set(["parties", "attorneys", "judges"]);

/**
 * Returns the sanitised HTML, or `""` if there is neither an opinion with text nor head matter beyond names. An opinion without text
 * has no article.
 *
 * Time is linear in the size of the texts.
 *
 * @throws CaselawError `invalid` if elements nest more than 201 deep or an attribute exceeds 16 MiB
 */
export function decisionHtml(decision: SourceDecision): string {
  const marks = new Marks();
  const pages = { first: decision.firstPage, last: decision.lastPage };
  const head = readMarkup(decision.headMatter, { section: 0, marks, pages });
  const opinions = decision.opinions.map((opinion, index) => {
    const section: TextSection = { section: index + 1, marks, pages };
    return { opinion, text: readOpinion(opinion, section), section };
  });
  const written = opinions.filter(({ text }) => hasText(text));
  const captions = head.paragraphs.length === 0 ? captionOf(written[0]?.text.paragraphs ?? []) : [];
  const fields = fieldParagraphs(decision, head.paragraphs, marks);
  const isBody = written.length > 0 || hasText(head) || fields.some(({ name }) => !NAMES.has(name ?? ""));
  if (!isBody) return "";
  const articles = written.map(({ opinion, text, section }, index) => {
    const paragraphs = index === 0 ? text.paragraphs.slice(captions.length) : text.paragraphs;
    return writeArticle(opinion, { ...text, paragraphs }, section);
  });
  const html = marks.resolve(
    [
      `<section class="casebody"${writeAttributes([
        ["data-firstpage", decision.firstPage === "" ? undefined : decision.firstPage],
        ["data-lastpage", decision.lastPage === "" ? undefined : decision.lastPage],
      ])}>\n`,
      `<section class="head-matter">\n`,
      writeParagraphs(orderHead([...captions, ...head.paragraphs], fields)),
      marks.writeFootnotes(0, head.footnotes),
      "</section>\n",
      ...articles,
      "</section>\n",
    ].join(""),
  );
  return joinPageTurns(sanitiseHtml(html).html);
}

function hasText({ paragraphs, footnotes }: OpinionText): boolean {
  return paragraphs.length > 0 || footnotes.some((footnote) => footnote.paragraphs.length > 0);
}

function readOpinion({ form, text }: SourceOpinion, section: TextSection): OpinionText {
  if (form === "plain text") return readPlainText(text, section);
  const read = readMarkup(text, section);
  if (read.footnotes.length > 0) return read;
  const { text: paragraphs, footnotes } = splitNotes(read.paragraphs);
  return { ...read, paragraphs, footnotes };
}

function writeArticle(
  opinion: SourceOpinion,
  { paragraphs, footnotes, type }: OpinionText,
  section: TextSection,
): string {
  const named = { ...opinion, type: opinion.type ?? type };
  const attributes = writeAttributes([
    ["class", "opinion"],
    ["data-type", named.type ?? undefined],
  ]);
  const body = writeParagraphs(withAuthor(paragraphs, named));
  return `<article${attributes}>\n${body}${section.marks.writeFootnotes(section.section, footnotes)}</article>\n`;
}

/** The caption of a decision at the start of its first opinion, for a decision without head matter. */
function captionOf(paragraphs: readonly Paragraph[]): readonly Paragraph[] {
  const end = paragraphs.findIndex(({ isCaption }) => !isCaption);
  // an opinion of centred paragraphs alone is not a caption
  return end < 0 ? [] : paragraphs.slice(0, end);
}

/** The fields that the head matter does not contain. */
function fieldParagraphs(
  decision: SourceDecision,
  head: readonly Paragraph[],
  marks: Marks,
): readonly Paragraph[] {
  return HEAD_FIELDS.flatMap((name): readonly Paragraph[] => {
    const text = decision[name];
    if (text === "" || head.some((paragraph) => paragraph.name === name)) return [];
    const isText = name === "parties" || name === "judges";
    const section = { section: 0, marks, pages: { first: "", last: "" } };
    const { paragraphs } = readMarkup(isText ? escapeText(text) : text, section);
    const tag = name === "parties" ? "h4" : "p";
    return paragraphs.map((paragraph) => ({ ...paragraph, tag, name }));
  });
}

/** Names of parties come first, as on the static site. */
function orderHead(head: readonly Paragraph[], fields: readonly Paragraph[]): readonly Paragraph[] {
  const parties = fields.filter(({ name }) => name === "parties");
  return [...parties, ...head, ...fields.filter(({ name }) => name !== "parties")];
}
