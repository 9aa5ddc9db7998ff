/**
 * Makes paragraphs from the text of a PDF as `pdftotext -layout` writes it: each line of the print is a line, indented as in print, and
 * a form feed ends each page.
 *
 * The pages are those of the court's file, not of a reporter, so a page turn leaves no mark.
 */

/** The pages of the first citation, as the source has them; `""` if unknown. */
export interface PageRange {
  readonly first: string;
  readonly last: string;
}

const STAR = /\[\*(\d{1,5})\]|(?<![\w*.,])\*(\d{1,5})(?![\w*])/g;
const AFTER_AT = /\bat\s{1,3}$/;

/**
 * Replaces the page numbers `*123` and `[*123]` of a reporter. A number is a page number only if it follows the last one, within the pages
 * of the case: others are pins of citations (`at *4`), or mark footnotes.
 */
export function starPages(text: string, { first, last }: PageRange, mark: (label: string) => string): string {
  if (!/^\d{1,5}$/.test(first) || !/^\d{1,5}$/.test(last) || !text.includes("*")) return text;
  let next = Number(first) + 1;
  return text.replace(
    STAR,
    (written, bracketed: string | undefined, bare: string | undefined, at: number) => {
      const number = Number(bracketed ?? bare);
      if (number !== next || number > Number(last) || AFTER_AT.test(text.slice(Math.max(0, at - 6), at)))
        return written;
      next++;
      return mark(String(number));
    },
  );
}

/** A line of print. */
interface Line {
  readonly text: string;
  /** Columns before the text. */
  readonly indent: number;
  /** Blank lines before the line. */
  readonly gap: number;
  readonly startsPage: boolean;
}

/** The paragraphs of a text, each in one line. Their words are those of the text, without page numbers and running heads. */
export function plainParagraphs(text: string): string[] {
  const lines = linesOf(text);
  const usual = { gap: usualGapOf(lines), width: widthOf(lines) };
  const paragraphs: Line[][] = [];
  for (const line of lines) {
    const paragraph = paragraphs.at(-1);
    if (paragraph === undefined || isBreak(line, paragraph, usual)) paragraphs.push([line]);
    else paragraph.push(line);
  }
  return paragraphs.map(joinLines);
}

/** The end of a line that can be the last of a sentence. */
const ENDS_SENTENCE = /[.?!:;][”’"')\]]{0,3}\d{0,3}$/;
const FULL_LINE = 45;
/** A smaller difference is not an indentation. */
const INDENTATION = 3;

function isBreak(
  line: Line,
  paragraph: readonly Line[],
  usual: { readonly gap: number; readonly width: number },
): boolean {
  const before = paragraph.at(-1);
  if (before === undefined) return true;
  const isEnd = ENDS_SENTENCE.test(before.text);
  if (line.startsPage) {
    if (/^\p{Ll}/u.test(line.text) && !isEnd) return false;
    return isEnd || before.text.length < FULL_LINE;
  }
  if (line.gap > usual.gap) return true;
  const isHeading = before.text.length < usual.width / 2;
  if ((isEnd || isHeading) && isShort(before, line, usual.width)) return true;
  const difference = line.indent - before.indent;
  if (!isEnd || Math.abs(difference) < INDENTATION) return false;
  // the first line of a paragraph is often indented, so a line further left ends only a longer one
  return difference > 0 || paragraph.length > 1;
}

/** Whether the next word would have had space in a line. */
function isShort(line: Line, next: Line, width: number): boolean {
  const word = next.text.indexOf(" ");
  const length = word < 0 ? next.text.length : word;
  return line.indent + line.text.length + 1 + length <= width;
}

/** The column that half of the lines reach: most paragraphs are at least as wide. */
function widthOf(lines: readonly Line[]): number {
  const ends = lines.map(({ text, indent }) => indent + text.length).sort((a, b) => a - b);
  return ends[ends.length >> 1] ?? 0;
}

/** A hyphen at the end of a line breaks a word, or belongs to it: `joinBody` decides that for all texts. */
function joinLines(lines: readonly Line[]): string {
  const words: string[] = [];
  for (const [at, { text }] of lines.entries()) {
    const isBroken = /\p{L}-$/u.test(lines[at - 1]?.text ?? "") && /^\p{Ll}/u.test(text);
    words.push(at === 0 || isBroken ? text : ` ${text}`);
  }
  return words.join("");
}

/** Blank lines between the lines of a paragraph: 1 if the text is double-spaced. */
function usualGapOf(lines: readonly Line[]): number {
  const counts = [0, 0, 0];
  for (const [at, { text, gap, startsPage }] of lines.entries()) {
    const before = lines[at - 1]?.text ?? "";
    // both lines are full, or the second ends a paragraph: not headings, nor the lines of a caption
    if (startsPage || before.length < FULL_LINE || ENDS_SENTENCE.test(before) || text === "") continue;
    counts[Math.min(gap, 2)] = (counts[Math.min(gap, 2)] ?? 0) + 1;
  }
  return counts.indexOf(Math.max(...counts));
}

function linesOf(text: string): Line[] {
  const pages = text
    .replaceAll("\r", "")
    .split("\f")
    .map((page) => page.split("\n"));
  const furniture = furnitureOf(pages);
  const lines: Line[] = [];
  for (const [page, printed] of pages.entries()) {
    let gap = 0;
    let startsPage = page > 0;
    const edges = edgesOf(printed);
    for (const [at, line] of printed.entries()) {
      const trimmed = line.trim();
      const isFurniture = () =>
        furniture.has(furnitureForm(trimmed)) || (pages.length > 1 && numberOf(trimmed) === page + 1);
      if (trimmed === "" || (edges.includes(at) && isFurniture())) {
        gap++;
        continue;
      }
      lines.push({ text: trimmed, indent: line.search(/\S/), gap, startsPage });
      gap = 0;
      startsPage = false;
    }
  }
  return lines;
}

/** The number of a line that has nothing else: `12`, `- 12 -`, `Page 12 of 20`. */
function numberOf(line: string): number | null {
  const [, number] = /^(?:[-–—] ?|page )?(\d{1,4})(?: ?[-–—]| of \d{1,4})?$/i.exec(line) ?? [];
  return number === undefined ? null : Number(number);
}

/** A page has at most two lines besides the text at each edge: a running head, and a page number. */
const EDGE_LINES = 2;
const MAX_FURNITURE_LENGTH = 150;

/** The first and the last lines of a page that are not blank. */
function edgesOf(page: readonly string[]): readonly number[] {
  const printed: number[] = [];
  for (let at = 0; at < page.length && printed.length < EDGE_LINES; at++)
    if (page[at]?.trim() !== "") printed.push(at);
  for (let at = page.length - 1; at > (printed.at(-1) ?? -1) && printed.length < 2 * EDGE_LINES; at--)
    if (page[at]?.trim() !== "") printed.push(at);
  return printed;
}

/** Forms of lines at the edges of at least three pages, and of a third of all pages: left and right pages have different heads. */
function furnitureOf(pages: readonly (readonly string[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    const forms = new Set(
      edgesOf(lines).flatMap((at) => {
        const text = lines[at]?.trim() ?? "";
        return text.length > MAX_FURNITURE_LENGTH ? [] : [furnitureForm(text)];
      }),
    );
    for (const form of forms) counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  const least = Math.max(3, pages.length / 3);
  return new Set([...counts].flatMap(([form, count]) => (count >= least ? [form] : [])));
}

/** A line without its numbers, so that a running head has one form on all pages. */
function furnitureForm(line: string): string {
  return line.replace(/\d+/g, "#").replace(/\s+/g, " ");
}
