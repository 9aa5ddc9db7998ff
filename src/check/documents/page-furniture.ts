/**
 * What a page has around its text, recognised by pattern: stamps of a court's files, page numbers, running heads and the numbers
 * of lines.
 */
import type { TextLine } from "./block-writer.ts";

/** `Case 3:21-cv-00417 Document 45 Filed 03/02/22 Page 3 of 12`, `USCA11 Case: 20-12345 Date Filed: 03/02/2022 Page: 3 of 12`. */
const STAMP = [
  /^\s*(?:USCA\S* |Appellate )?(?:Case|Appeal)\b[ :#]{1,4}(?:No\.:? )?\d[\d:]{0,9}-\w/i,
  /\b(?:Doc|Document|ECF|Filed)\b/i,
  /\b(?:Page|Pg|PageID)\b[ :.#]{1,3}\d/i,
];
/** `FILED: NEW YORK COUNTY CLERK 03/02/2022`, `NYSCEF DOC. NO. 45`. */
const CLERK_STAMP = /^\s*(?:FILED: .{1,60} CLERK \d|NYSCEF DOC\. NO\.)/;
export const PAGE_NUMBER = /^\s*(?:[-–—[(] ?)?(?:(\d{1,4})|[ivxl]{1,6})(?: ?[-–—\])])?\s*$/;
const NAMED_PAGE =
  /^\s*[-–—]?\s?(?:page|p\.)\s{0,2}\d{1,4}(?:\s{0,2}(?:of|\/)\s{0,2}\d{1,4})?\s?[-–—]?\s*$|^\s*\d{1,4} (?:of|\/) \d{1,4}\s*$/i;
const LINE_NUMBER = /^\s*(\d{1,3})(?=\s|$)/;
/** A running head has a page number on one side, wide apart, or none. */
const HEAD = /^\s*(?:(\d{1,4})\s{3,})?([^\s\d][^\d]{2,90}?)(?:\s{3,}(\d{1,4}))?\s*$/;
/** Numbered lines one after the other that are no chance; more where lines without numbers are between them. */
const MIN_NUMBERED = 3;
const MIN_NUMBERED_WITH_GAPS = 8;
const MAX_GAP = 2;
/** Characters: of a line that is filled, and of a running head. */
const MIN_FILLED = 40;
const MAX_HEAD = 150;

/** Lines with text, and without what belongs to the page. */
export function textLines(text: string): TextLine[] {
  const lines = text.split("\n");
  const pageStarts = new Set<number>();
  for (const [nth, line] of lines.entries()) {
    if (!line.includes("\f")) continue;
    // the break is before the line, or after its text
    pageStarts.add(/^\s*\f/.test(line) ? nth : nth + 1);
    lines[nth] = line.replaceAll("\f", "");
  }
  const dropped = new Set<number>();
  for (const [nth, line] of lines.entries()) if (isStamp(line)) dropped.add(nth);
  dropLineNumbers(lines, dropped);
  dropPageNumbers(lines, pageStarts, dropped);
  dropHeads(lines, pageStarts, dropped);
  let [isApart, isAfterBreak] = [false, false];
  return lines.flatMap((line, nth) => {
    isAfterBreak ||= pageStarts.has(nth) || dropped.has(nth);
    if (dropped.has(nth)) return [];
    if (line.trim() === "") {
      isApart = true;
      return [];
    }
    const text = line.trimEnd();
    const left = text.length - text.trimStart().length;
    const textLine = { text, left, right: text.length, line: nth, isApart, isAfterBreak };
    [isApart, isAfterBreak] = [false, false];
    return [textLine];
  });
}

/** Whether a line is stamped on a page, or names it. */
export function isStamp(line: string): boolean {
  return CLERK_STAMP.test(line) || STAMP.every((part) => part.test(line)) || NAMED_PAGE.test(line);
}

/** Numbers that count the lines become spaces; a line that has nothing else is dropped. */
export function dropLineNumbers(lines: string[], dropped: Set<number>): void {
  let run: number[] = [];
  let [last, unnumbered, gaps] = [-1, 0, 0];
  const end = (): void => {
    if (run.length >= (gaps > 0 ? MIN_NUMBERED_WITH_GAPS : MIN_NUMBERED)) {
      for (const nth of run) {
        lines[nth] = (lines[nth] ?? "").replace(LINE_NUMBER, (number) => " ".repeat(number.length));
        if (lines[nth]?.trim() === "") dropped.add(nth);
      }
    }
    run = [];
    [unnumbered, gaps] = [0, 0];
  };
  for (const [nth, line] of lines.entries()) {
    if (dropped.has(nth) || line.trim() === "") continue;
    const number = Number(LINE_NUMBER.exec(line)?.[1] ?? -1);
    if (run.length > 0 && number === last + 1) {
      if (unnumbered > 0) gaps++;
    } else if (run.length > 0 && number !== 1 && ++unnumbered <= MAX_GAP) continue;
    else {
      end();
      if (number < 0) continue;
    }
    run.push(nth);
    last = number;
    unnumbered = 0;
  }
  end();
}

/**
 * A number alone on a line at the edge of a page, between blank lines, or below a long line of its paragraph: text fills its lines. The
 * second one without text in between is text.
 */
function dropPageNumbers(
  lines: readonly string[],
  pageStarts: ReadonlySet<number>,
  dropped: Set<number>,
): void {
  const isEmpty = (nth: number): boolean => (lines[nth] ?? "").trim() === "" || dropped.has(nth);
  let isFirst = true;
  for (const [nth, line] of lines.entries()) {
    if (pageStarts.has(nth)) isFirst = true;
    if (isEmpty(nth)) continue;
    const isApart = isEmpty(nth - 1) && isEmpty(nth + 1);
    const isWithin = !isEmpty(nth - 1) && !isEmpty(nth + 1) && (lines[nth - 1] ?? "").length >= MIN_FILLED;
    const mayBe = isApart || isWithin || pageStarts.has(nth) || pageStarts.has(nth + 1);
    const isNumber: boolean = isFirst && mayBe && PAGE_NUMBER.test(line);
    if (isNumber) dropped.add(nth);
    isFirst = !isNumber;
  }
}

interface Head {
  readonly nth: number;
  readonly page: string | undefined;
}

/** Lines that come again with another page number, or next to the edge of a page; in capitals with a page number once is enough. */
function dropHeads(lines: readonly string[], pageStarts: ReadonlySet<number>, dropped: Set<number>): void {
  const edges = edgeLines(lines, pageStarts, dropped);
  const headsByWords = new Map<string, Head[]>();
  for (const [nth, line] of lines.entries()) {
    const [, before, words = "", after] =
      dropped.has(nth) || line.length > MAX_HEAD ? [] : (HEAD.exec(line) ?? []);
    const page = before ?? after;
    if (words === "" || (page === undefined && !edges.has(nth))) continue;
    const key = words.replace(/\s+/g, " ");
    if (page !== undefined && /\p{Lu}/u.test(key) && key === key.toUpperCase()) dropped.add(nth);
    const heads = headsByWords.get(key.toLowerCase()) ?? [];
    heads.push({ nth, page });
    headsByWords.set(key.toLowerCase(), heads);
  }
  for (const heads of headsByWords.values()) {
    const pages = new Set(heads.map(({ page, nth }) => page ?? `edge ${nth}`));
    if (heads.length > 1 && pages.size === heads.length) for (const { nth } of heads) dropped.add(nth);
  }
}

function edgeLines(
  lines: readonly string[],
  pageStarts: ReadonlySet<number>,
  dropped: ReadonlySet<number>,
): Set<number> {
  const edges = new Set<number>();
  let [isStart, last] = [true, -1];
  for (const [nth, line] of lines.entries()) {
    if (pageStarts.has(nth) || dropped.has(nth)) {
      edges.add(last);
      isStart = true;
    }
    if (dropped.has(nth) || line.trim() === "") continue;
    if (isStart) edges.add(nth);
    [isStart, last] = [false, nth];
  }
  return edges;
}
