/**
 * Lays out the pages of a PDF: what is around the text is left out first (numbers in the margins, stamps, running heads, page numbers),
 * notes are put where they are called, then pages are joined.
 */
import type { Draft } from "../draft.ts";
import { BlockWriter } from "./block-writer.ts";
import { DraftBuilder, noteInText } from "./draft-builder.ts";
import { dropLineNumbers, isStamp, PAGE_NUMBER } from "./page-furniture.ts";
import { type PageItem, type Row, rowsOf } from "./pdf-rows.ts";

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
  const laid = pages.map((items) => rowsOf(items));
  const numbered = laid.map(withoutLineNumbers);
  const around = aroundText(numbered);
  const bodies = numbered.map((rows) => rows.filter((row) => !around.has(row)));
  const size = usualSize(bodies.flat());
  const writer = new BlockWriter();
  const notes = new Map<string, string>();
  let line = 0;
  for (const [page, rows] of bodies.entries()) {
    const noteStart = startOfNotes(rows, size);
    const labels = readNotes(rows.slice(noteStart), page, notes);
    const text = rows.slice(0, noteStart);
    for (const [nth, row] of text.entries()) {
      const place = { left: row.left / (size / 2), right: row.right / (size / 2), line: line++ };
      const marks = { isApart: isApart(text, nth), isAfterBreak: nth === 0 };
      const laidLine = {
        text: row.text((label) => (labels.has(label) ? callOf(page, label) : "")),
        ...place,
        ...marks,
      };
      const cells = laidLine.text.split("\t");
      if (cells.length > 1) writer.addCells(laidLine, cells);
      else writer.addLine(laidLine);
    }
  }
  return draftOf(writer, notes);
}

/** The place of a note; the letters are of those that `rowsOf` leaves out. */
function callOf(page: number, label: string): string {
  return `\ue000${page} ${label}\ue001`;
}

function draftOf(writer: BlockWriter, notes: Map<string, string>): Draft {
  const builder = new DraftBuilder();
  const takeNote = (key: string): string => {
    const text = notes.get(key) ?? "";
    notes.delete(key);
    return noteInText(text);
  };
  for (const { kind, lines } of writer.blocks()) {
    const text = lines.map((line) => line.text).join("\n");
    builder.add(
      kind,
      text.replace(/\ue000([^\ue001]{1,30})\ue001/g, (_, key: string) => takeNote(key)),
    );
  }
  for (const note of notes.values()) builder.add("paragraph", note.trim());
  return builder.finish();
}

/** Numbers of lines that are one with their line; those apart from it are no row of the page any more. */
function withoutLineNumbers(rows: readonly Row[]): Row[] {
  const texts = rows.map((row) => row.text(() => ""));
  const dropped = new Set<number>();
  const written = [...texts];
  dropLineNumbers(written, dropped);
  return rows.flatMap((row, nth) => {
    const cut = (texts[nth] ?? "") === written[nth] ? 0 : (/^\s*\d+/.exec(texts[nth] ?? "")?.[0].length ?? 0);
    return dropped.has(nth) ? [] : [cut === 0 ? row : row.from(cut)];
  });
}

interface EdgeRow {
  readonly row: Row;
  readonly page: number;
}

/** What is at the same place on many pages, counts them, or is the only number at the edge of a page. */
function aroundText(pages: readonly (readonly Row[])[]): Set<Row> {
  const around = new Set<Row>();
  const found = new Map<string, EdgeRow[]>();
  for (const [page, rows] of pages.entries()) {
    for (const [nth, row] of rows.entries()) {
      const text = row.text(() => "");
      if (isStamp(text) || (PAGE_NUMBER.test(text) && isAlone(rows, nth))) around.add(row);
      else if ((nth < EDGE_ROWS || nth >= rows.length - EDGE_ROWS) && row.label === "") {
        const key = placeKey(text, page);
        const places = found.get(key) ?? [];
        places.push({ row, page });
        found.set(key, places);
      }
    }
  }
  for (const [key, places] of found) {
    const enough = key.startsWith("#") ? 2 : Math.max(2, pages.length / 3);
    for (const same of samePlaces(places))
      if (new Set(same.map(({ page }) => page)).size >= enough) for (const { row } of same) around.add(row);
  }
  return around;
}

/** The words of a head without its numbers; of a page number, how far it is from the number of the page in the file. */
function placeKey(text: string, page: number): string {
  if (!PAGE_NUMBER.test(text)) return text.replace(/[\d\s|–—-]+/g, "").toLowerCase();
  const number = /\d+/.exec(text)?.[0];
  return number === undefined ? "#" : `#${Number(number) - page}`;
}

function samePlaces(places: readonly EdgeRow[]): EdgeRow[][] {
  const groups: EdgeRow[][] = [];
  for (const place of places.toSorted((a, b) => a.row.y - b.row.y)) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && place.row.y - group[0].row.y <= SAME_PLACE) group.push(place);
    else groups.push([place]);
  }
  return groups;
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
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [12, 0])[0];
}

function isApart(rows: readonly Row[], nth: number): boolean {
  const leading = (at: number): number => (rows[at - 1]?.y ?? Number.NaN) - (rows[at]?.y ?? Number.NaN);
  const own = leading(nth);
  const size = rows[nth]?.size ?? 0;
  const others = [leading(nth - 1), leading(nth + 1)].filter((one) => one > size / 2);
  return (
    own >
    (others.length === 0 ? MAX_LEADING * size : Math.min(MAX_LEADING * size, MIN_GAP * Math.min(...others)))
  );
}

/** The row at which the notes at the foot of a page begin: with a raised number, or in smaller letters with a number. */
function startOfNotes(rows: readonly Row[], size: number): number {
  const raised = rows.findIndex((row, nth) => nth > 0 && row.label !== "");
  const last = rows.findLastIndex((row) => row.size > NOTE_SIZE * size) + 1;
  const small = rows.findIndex((row, nth) => nth >= last && NOTE_START.test(row.text(() => "")));
  const starts = [raised, small].filter((start) => start >= 0);
  return starts.length === 0 ? rows.length : Math.min(...starts);
}

/** The labels of the notes of a page. What comes before the first label goes on with the last note before. */
function readNotes(rows: readonly Row[], page: number, notes: Map<string, string>): Set<string> {
  const labels = new Set<string>();
  let key = "";
  for (const row of rows) {
    const text = row.text(() => "").replaceAll("\t", " ");
    const [mark = "", number] = row.label === "" ? (NOTE_START.exec(text) ?? []) : ["", row.label];
    if (number !== undefined) {
      labels.add(number);
      key = `${page} ${number}`;
    }
    notes.set(key, `${notes.get(key) ?? ""}${text.slice(mark.length)} `);
  }
  return labels;
}
