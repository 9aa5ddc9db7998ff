/**
 * The marks of a decision, which depend on each other: which pages are those of the first reporter, and which footnote a mark refers
 * to. They are collected while the texts are read, and written when all are known.
 */
import { type Paragraph, resolvePlaceholders, textOfParagraph } from "./opinion-flow.ts";
import { escapeText, writeAttributes } from "./render-xml.ts";

/** A page of a reporter that begins here. */
export interface PageMark {
  readonly label: string;
  /**
   * Which of the case's citations the page is of: 1 is the first. The publisher numbers them (`citation-index`), or writes as many
   * asterisks (`**456`).
   */
  readonly reporter: number;
}

/** A mark in the text that refers to a footnote. */
interface FootnoteMark {
  readonly section: number;
  readonly label: string;
  /** The HTML if no footnote has this label; undefined: it is surely a mark. */
  readonly otherwise: string | undefined;
}

/** A footnote. Its text is at the end of its section, as on the static site. */
export interface Footnote {
  /** `""`: its text begins with it. */
  readonly label: string;
  readonly paragraphs: readonly Paragraph[];
}

/** The label at the start of a footnote: `[1]`, `1.`, or as a superscript. A number alone can be that of a statute. */
const LEADING_LABEL =
  /^(?:\[(\w{1,3}|[*†‡§]{1,5})\]|(\d{1,3}|[*†‡§]{1,5})[.)]|<sup>\[?(\w{1,3}|[*†‡§]{1,5})\]?<\/sup>)[ \u00a0]*/;
const NOTES_HEADING = /^(?:foot)?notes:?$/i;
const BRACKETED = /^\[(?:\d{1,3}|[a-z]|[*†‡§]{1,5})\]/;
const ID = /^[\w.-]{1,20}$/;

/** A label as both a mark and its footnote have it: `[1]`, `1.` and `(1)` are `1`. */
function normalLabel(label: string): string {
  return label.replace(/[^\p{L}\p{N}*†‡§]+/gu, "");
}

export class Marks {
  readonly #marks: (PageMark | FootnoteMark)[] = [];
  /** The footnotes of each section by label, those without a mark first. */
  readonly #numbers = new Map<string, string[]>();
  readonly #pages = new Set<string>();

  /** @returns the index of the placeholder */
  addPage(mark: PageMark): number {
    return this.#marks.push(mark) - 1;
  }

  /** @returns the index of the placeholder */
  addFootnoteMark(mark: FootnoteMark): number {
    return this.#marks.push(mark) - 1;
  }

  /** Writes the footnotes of a section. All sections are written before `resolve`. */
  writeFootnotes(section: number, footnotes: readonly Footnote[]): string {
    let html = "";
    for (const [index, footnote] of footnotes.entries()) {
      const { label, paragraphs } = withLabel(footnote);
      if (paragraphs.length === 0 && label === "") continue;
      const number = `${section}_${index + 1}`;
      if (label !== "") this.#addNumber(`${section} ${label}`, number);
      const attributes = writeAttributes([
        ["data-label", label === "" ? undefined : label],
        ["class", "footnote"],
        ["id", `footnote_${number}`],
      ]);
      const backLink = label === "" ? "" : `<a href="#ref_footnote_${number}">${escapeText(label)}</a>\n`;
      html += `<aside${attributes}>\n${backLink}${writeParagraphs(paragraphs)}</aside>\n`;
    }
    return html;
  }

  /** Writes the marks in place of their placeholders. */
  resolve(html: string): string {
    // only one reporter: a citation with a pin names a reporter, and pages of another one would be mistaken for its pages
    const first = this.#marks.reduce(
      (least, mark) => ("reporter" in mark ? Math.min(least, mark.reporter) : least),
      Number.POSITIVE_INFINITY,
    );
    return resolvePlaceholders(html, (index) => {
      const mark = this.#marks[index];
      if (mark === undefined) return "";
      if ("section" in mark) return this.#footnoteMark(mark);
      return mark.reporter === first ? this.#pageMark(mark.label) : "";
    });
  }

  #addNumber(key: string, number: string): void {
    const equal = this.#numbers.get(key);
    if (equal === undefined) this.#numbers.set(key, [number]);
    else equal.push(number);
  }

  #footnoteMark({ section, label, otherwise }: FootnoteMark): string {
    // a label that repeats within a section refers to the next footnote that has it
    const number = this.#numbers.get(`${section} ${normalLabel(label)}`)?.shift();
    if (number === undefined && otherwise !== undefined) return otherwise;
    const attributes = writeAttributes([
      ["class", "footnotemark"],
      ["href", number === undefined ? undefined : `#footnote_${number}`],
      ["id", number === undefined ? undefined : `ref_footnote_${number}`],
    ]);
    return `<a${attributes}>${escapeText(normalLabel(label))}</a>`;
  }

  /** An opinion can begin on a page that has begun in another: only the first mark of a page has its id. */
  #pageMark(label: string): string {
    const isTarget = ID.test(label) && !this.#pages.has(label);
    this.#pages.add(label);
    const attributes = writeAttributes([
      ["id", isTarget ? `p${label}` : undefined],
      ["href", isTarget ? `#p${label}` : undefined],
      ["data-label", label],
      ["data-citation-index", "1"],
      ["class", "page-label"],
    ]);
    return `<a${attributes}>*${escapeText(label)}</a>`;
  }
}

export function writeParagraphs(paragraphs: readonly Paragraph[]): string {
  return paragraphs
    .map(({ tag, name, html }) => `<${tag}${name === null ? "" : ` class="${name}"`}>${html}</${tag}>\n`)
    .join("");
}

/** The label moves from the text to the link back to the mark. */
function withLabel({ label: known, paragraphs }: Footnote): Footnote {
  const [first, ...rest] = paragraphs;
  if (known !== "" || first === undefined) return { label: normalLabel(known), paragraphs };
  const [matched, bracketed, numbered, raised] = LEADING_LABEL.exec(first.html) ?? [];
  if (matched === undefined) return { label: "", paragraphs };
  const html = first.html.slice(matched.length);
  const label = bracketed ?? numbered ?? raised ?? "";
  return { label, paragraphs: html === "" ? rest : [{ ...first, html }, ...rest] };
}

/**
 * Footnotes that only their order shows: after a heading, each begins with its label in brackets, and paragraphs without a label
 * continue it. Lawbox's texts have them.
 *
 * @returns the paragraphs up to the heading, and the footnotes; no footnote if the paragraphs have another shape
 */
export function splitNotes(paragraphs: readonly Paragraph[]): {
  readonly text: readonly Paragraph[];
  readonly footnotes: readonly Footnote[];
} {
  const first =
    1 +
    paragraphs.findLastIndex((line) => line.html.length < 100 && NOTES_HEADING.test(textOfParagraph(line)));
  if (first === 0 || !BRACKETED.test(paragraphs[first]?.html ?? ""))
    return { text: paragraphs, footnotes: [] };
  const groups: Paragraph[][] = [];
  for (const paragraph of paragraphs.slice(first)) {
    if (BRACKETED.test(paragraph.html)) groups.push([paragraph]);
    else groups.at(-1)?.push(paragraph);
  }
  return {
    text: paragraphs.slice(0, first),
    footnotes: groups.map((group) => ({ label: "", paragraphs: group })),
  };
}
