/**
 * Lays out the pages of a PDF: what is around the text is left out first (numbers in the margins, stamps, running heads, page numbers),
 * notes are put where they are called, then pages are joined.
 */
import { type Draft, draftOf, noteCall, pageMark, withoutCalls } from "../draft.ts";
import { BlockWriter } from "./block-writer.ts";
import { NOTE_MARK } from "./inline-marks.ts";
import { dropLineNumbers, isStamp, PAGE_NUMBER } from "./page-furniture.ts";

/** Rows at the top and at the bottom of a page that may be around its text. */
const EDGE_ROWS = 3;
/** Points by which the same place may differ from page to page. */
const SAME_PLACE = 4;
/** A row that is further below the one before than its neighbours are begins a block. */
const MIN_GAP = 1.35;
/** Of the size of the letters: lines further apart are not of one paragraph, whatever their neighbours. */
const MAX_LEADING = 2.6;
/** Of the text's size: the letters of notes. */
const NOTE_SIZE = 0.95;
const NOTE_START = /^\s*(\d{1,3})[.)]?\s+(?=\S)/;

export function readPages(pages: readonly (readonly PageItem[])[]): Draft {
  const numbered = pages.map((items, page) => withoutLineNumbers(rowsOf(items, page)));
  const around = aroundText(numbered);
  const bodies = numbered.map((rows) => rows.filter((row) => !around.has(row)));
  const size = usualSize(bodies.flat());
  const writer = new BlockWriter();
  const notes = new Map<string, { text: string }>();
  let line = 0;
  for (const [page, rows] of bodies.entries()) {
    const noteStart = startOfNotes(rows, size);
    const keys = readNotes(rows.slice(noteStart), page, notes);
    const body = rows.slice(0, noteStart);
    for (const [nth, row] of body.entries()) {
      const laidLine = {
        text: withoutCalls(row.text, (key) => !keys.has(key)),
        ...{ left: row.left / (size / 2), right: row.right / (size / 2), line: line++ },
        ...{ isApart: isApart(body, nth), isAfterBreak: nth === 0 },
        ...(nth === 0 ? { page: page + 1 } : {}),
      };
      const cells = laidLine.text.split("\t");
      if (cells.length > 1) writer.addCells(laidLine, cells);
      else writer.addLine(laidLine);
    }
  }
  for (const [key, note] of notes)
    note.text = (key === "" ? "" : pageMark(pageOf(key) + 1)) + note.text.trim();
  const blocks = writer.blocks().map(({ kind, text }) => ({ kind, text }));
  return draftOf(blocks, notes);
}

/** Without the numbers of lines, whether they are a part of their row or a row of their own. */
function withoutLineNumbers(rows: readonly Row[]): Row[] {
  const texts = rows.map(({ text }) => withoutCalls(text));
  const dropped = new Set<number>();
  const written = [...texts];
  dropLineNumbers(written, dropped);
  return rows.flatMap((row, nth) => {
    if (dropped.has(nth)) return [];
    if (texts[nth] === written[nth]) return [row];
    const [number = ""] = /^\s*\d+/.exec(row.text) ?? [];
    const [first, ...rest] = row.items;
    const isWhole = first !== undefined && rest.length > 0 && first.text.trim().length <= number.length;
    return [
      isWhole ? rowOf(rest, row.label, row.page) : { ...row, text: row.text.slice(number.length).trim() },
    ];
  });
}

/** What is at the same place on many pages, counts them, or is the only number at the edge of a page. */
function aroundText(pages: readonly (readonly Row[])[]): Set<Row> {
  const around = new Set<Row>();
  const rowsByPlace = new Map<string, Row[]>();
  for (const rows of pages) {
    for (const [nth, row] of rows.entries()) {
      const text = withoutCalls(row.text);
      const isEdge = nth < EDGE_ROWS || nth >= rows.length - EDGE_ROWS;
      if (isStamp(text) || (PAGE_NUMBER.test(text) && isAlone(rows, nth))) around.add(row);
      else if (isEdge && row.label === "") {
        const key = `${placeKey(text, row.page)} ${Math.round(row.y / SAME_PLACE)}`;
        rowsByPlace.set(key, [...(rowsByPlace.get(key) ?? []), row]);
      }
    }
  }
  for (const [key, rows] of rowsByPlace) {
    const enough = key.startsWith("#") ? 2 : Math.max(2, pages.length / 3);
    if (new Set(rows.map(({ page }) => page)).size >= enough) for (const row of rows) around.add(row);
  }
  return around;
}

/** The words of a head without its numbers; of a page number, how far it is from the number of the page in the file. */
function placeKey(text: string, page: number): string {
  if (!PAGE_NUMBER.test(text)) return text.replace(/[\d\s|–—-]+/g, "").toLowerCase();
  const number = /\d+/.exec(text)?.[0];
  return number === undefined ? "#" : `#${Number(number) - page}`;
}

/** Whether the first or last row of a page is apart from the text, or not below its edge. */
function isAlone(rows: readonly Row[], nth: number): boolean {
  const [row, next] = [rows[nth], nth === 0 ? rows[1] : rows[nth - 1]];
  if (row === undefined || next === undefined || (nth > 0 && nth < rows.length - 1)) return false;
  return Math.abs(row.y - next.y) > 2 * MAX_LEADING * row.size || row.left > next.left + 5 * row.size;
}

function usualSize(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { size, right, left } of rows) counts.set(size, (counts.get(size) ?? 0) + right - left);
  return [...counts].reduce((most, count) => (count[1] > most[1] ? count : most), [12, 0])[0];
}

function isApart(rows: readonly Row[], nth: number): boolean {
  const leading = (at: number): number => (rows[at - 1]?.y ?? Number.NaN) - (rows[at]?.y ?? Number.NaN);
  const gap = leading(nth);
  const size = rows[nth]?.size ?? 0;
  const nearby = [leading(nth - 1), leading(nth + 1)].filter((space) => space > size / 2);
  return (
    gap >
    (nearby.length === 0 ? MAX_LEADING * size : Math.min(MAX_LEADING * size, MIN_GAP * Math.min(...nearby)))
  );
}

/** The row at which the notes at the foot of a page begin: with a raised number, or in smaller letters with a number. */
function startOfNotes(rows: readonly Row[], size: number): number {
  const raised = rows.findIndex((row, nth) => nth > 0 && row.label !== "");
  const last = rows.findLastIndex((row) => row.size > NOTE_SIZE * size) + 1;
  const small = rows.findIndex((row, nth) => nth >= last && NOTE_START.test(withoutCalls(row.text)));
  const starts = [raised, small].filter((start) => start >= 0);
  return starts.length === 0 ? rows.length : Math.min(...starts);
}

/** The keys of the notes of a page. What comes before the first label goes on with the last note before. */
function readNotes(rows: readonly Row[], page: number, notes: Map<string, { text: string }>): Set<string> {
  const keys = new Set<string>();
  let key = "";
  for (const row of rows) {
    const text = withoutCalls(row.text).replaceAll("\t", " ");
    const [mark = "", number] = row.label === "" ? (NOTE_START.exec(text) ?? []) : ["", row.label];
    if (number !== undefined) {
      key = keyOf(page, number);
      keys.add(key);
    }
    notes.set(key, { text: `${notes.get(key)?.text ?? ""}${text.slice(mark.length)} ` });
  }
  return keys;
}

function pageOf(key: string): number {
  return Number.parseInt(key, 10);
}

function keyOf(page: number, label: string): string {
  return `${page} ${label}`;
}

/** Text at one place; points from the left and from the foot of the page. */
export interface PageItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

/** Of the size of the letters. */
const SAME_LINE = 0.3;
const RAISED = 0.7;
const SMALL = 0.85;
const WORD_GAP = 0.15;
/** Wider than any space of a justified line. */
const COLUMN_GAP = 2.5;
/** Points by which the numbers of lines may be out of line. */
const ALIGNED = 3;
const MIN_NUMBERED = 3;

/** An item, and the raised number of a note after it. */
interface RowItem extends Omit<PageItem, "width"> {
  note: string;
  width: number;
}

interface Row {
  readonly items: readonly RowItem[];
  readonly page: number;
  /** With calls of notes; a tab is between columns. */
  readonly text: string;
  readonly y: number;
  readonly left: number;
  readonly right: number;
  readonly size: number;
  /** The raised number before it. */
  readonly label: string;
}

function rowOf(items: readonly RowItem[], label: string, page: number): Row {
  const largest = items.reduce((most, item) => (item.width > most.width ? item : most));
  const left = items[0]?.x ?? 0;
  let [text, end] = ["", left];
  for (const item of items) {
    const gap = (item.x - end) / item.size;
    if (text !== "" && gap > COLUMN_GAP) text = `${text.trimEnd()}\t`;
    else if (gap > WORD_GAP && !text.endsWith(" ") && text !== "") text += " ";
    text += item.text;
    if (item.note !== "") text += noteCall(keyOf(page, item.note));
    end = item.x + item.width;
  }
  const right = Math.max(...items.map(({ x, width }) => x + width));
  const size = Math.round(largest.size * 2) / 2;
  return { items, page, text: text.trim(), y: largest.y, left, right, size, label };
}

/** From top to bottom. Numbers in the margins are left out, and raised numbers are notes of the text before. */
function rowsOf(items: readonly PageItem[], page: number): Row[] {
  const seen = items
    .map((item) => ({ ...item, text: item.text.replace(/[\ue000-\uf8ff\ufdd0-\ufdd3]/g, ""), note: "" }))
    .filter(({ text, size }) => text.trim() !== "" && size > 0);
  const numbers = marginNumbers(seen);
  const sorted = seen.filter((item) => !numbers.has(item)).sort((a, b) => b.y - a.y || a.x - b.x);
  const rows: RowItem[][] = [];
  for (const item of sorted) {
    const row = rows.at(-1);
    if (row?.[0] !== undefined && row[0].y - item.y < SAME_LINE * Math.min(row[0].size, item.size))
      row.push(item);
    else rows.push([item]);
  }
  const ordered = rows.map((row) => row.sort((a, b) => a.x - b.x));
  return ordered.flatMap((row, nth) => {
    const above = ordered[nth - 1]?.every((item) => isMark(item)) ? (ordered[nth - 1] ?? []) : [];
    if (row.every((item) => isMark(item)) && isRaisedOver(row, ordered[nth + 1] ?? [])) return [];
    const isRaised = isRaisedOver(above, row);
    const label = isRaised ? attachMarks(above, row) : "";
    return [rowOf(row, label, page)];
  });
}

function isMark({ text }: PageItem): boolean {
  return NOTE_MARK.test(text);
}

function isRaisedOver(marks: readonly PageItem[], row: readonly PageItem[]): boolean {
  const [mark] = marks;
  const size = Math.max(0, ...row.map((item) => item.size));
  const y = row[0]?.y ?? 0;
  return mark !== undefined && mark.size < SMALL * size && mark.y - y < RAISED * size;
}

/** Gives each number to the text that ends where it is; returns the one that is before the row. */
function attachMarks(marks: readonly PageItem[], row: readonly RowItem[]): string {
  let label = "";
  for (const { text, x, width, size } of marks) {
    const number = /[\d*†‡§]+/.exec(text)?.[0] ?? "";
    const before = row.findLast((item) => item.x < x - size / 4 && Math.abs(item.x + item.width - x) <= size);
    if (before !== undefined) {
      before.note = number;
      before.width = x + width - before.x;
    } else if (x <= (row[0]?.x ?? 0)) label = number;
  }
  return label;
}

/** Numbers below each other that count lines, with no text before them, or none after them. */
function marginNumbers(items: readonly PageItem[]): Set<PageItem> {
  const lineNumbers = new Set<PageItem>();
  const numbers = items.filter(({ text }) => /^\s*\d{1,3}\s*$/.test(text));
  const edges = (item: PageItem): number[] => [item.x, item.x + item.width];
  for (const side of [0, 1]) {
    const columns = Map.groupBy(numbers, (item) => Math.round((edges(item)[side] ?? 0) / ALIGNED));
    for (const column of columns.values()) {
      const sorted = column.toSorted((a, b) => b.y - a.y);
      const steps = sorted.slice(1).map((item, nth) => Number(item.text) - Number(sorted[nth]?.text));
      const isCount = steps.every((step) => step === steps[0]) && (steps[0] === 1 || steps[0] === 5);
      if (sorted.length >= MIN_NUMBERED && isCount) for (const item of sorted) lineNumbers.add(item);
    }
  }
  return lineNumbers;
}
