/// <reference types="assemblyscript/types/assembly" />
/**
 * The pages of a segment, in AssemblyScript (build-segment.as.ts): tokens and lists as FTS5 writes them ("Segment leaves" in
 * ext/fts5/fts5_index.c of SQLite, `fts5FlushOneHash` and what it calls). A page has two bytes that say where its first date rowid is
 * outside of the list of its first token, two that say where its tokens and lists end, these, and where each token is. No index of a list
 * ("Doclist index") is made: FTS5 makes them when it merges, and here a list is as long as one transaction.
 *
 * What is ready are rows of two of FTS5's tables, one after the other; segment-builder.ts reads them. Each is a header of 16 bytes (a number
 * of 64 bits, its length, its kind) and its bytes, and starts at an address that 16 divides.
 */
import { allocate, copyVectors, endOfNumber, writeNumber } from "./arena.as";
import { ROW_BYTES } from "./place-lists.as";
import { MOST_TOKEN_BYTES } from "./token-table.as";

/** Precedes the tokens of the index itself. */
const MAIN_INDEX: u8 = 0x30;
/** Kinds of rows: a page by its number; the first token of a page, by its value in the index of pages. */
const BLOCK: u32 = 0;
const TOKEN: u32 = 1;
const HEADER: usize = 16;
const PAGE_HEADER: usize = 4;
/** What may be written beyond a page's size: numbers, and a vector. */
const SPARE_BYTES: usize = 64;

let pageBytes: usize = 0;
/** The current page, and where it ends. */
let page: usize = 0;
let pageEnd: usize = 0;
let pageNumber: u32 = 0;
/** Where its tokens are. */
let places: usize = 0;
let placesEnd: usize = 0;
let lastPlace: usize = 0;
let hasToken: bool = false;
/** Whether it has a date rowid, or its first one will follow a token on it. */
let hasRowid: bool = false;
/** The last token. */
let token: usize = 0;
let tokenLength: u32 = 0;
/** The page for which the index of pages gets the next token, which is the start of this one; 0: none. */
let indexedPage: u32 = 0;
let indexedToken: usize = 0;
let indexedLength: u32 = 0;

export function beginPages(bytesOfPage: usize): void {
  pageBytes = bytesOfPage;
  page = allocate(pageBytes + MOST_TOKEN_BYTES + SPARE_BYTES);
  places = allocate(pageBytes + SPARE_BYTES);
  pageNumber = 1;
  tokenLength = 0;
  indexedPage = 1;
  indexedLength = 0;
  beginPage();
}

/** Writes what is left. */
export function endPages(): void {
  if (pageEnd > page + PAGE_HEADER) writePage();
  if (pageNumber > 1) indexPage();
}

/** Begins a token. @param next its address, valid until the next one; a token follows all smaller ones */
export function writeToken(next: usize, length: u32): void {
  if (used() + 1 + length + 2 >= pageBytes && pageEnd > page + PAGE_HEADER) writePage();
  placesEnd = writeNumber(placesEnd, pageEnd - page - lastPlace);
  lastPlace = pageEnd - page;
  const most = min(length, tokenLength);
  let shared: u32 = 0;
  while (shared < most && load<u8>(next + shared) === load<u8>(token + shared)) shared++;
  if (hasToken) {
    pageEnd = writeNumber(writeNumber(pageEnd, 1 + shared), length - shared);
  } else {
    if (pageNumber > 1) {
      indexPage();
      indexedPage = pageNumber;
      indexedToken = next;
      indexedLength = shared + 1;
    }
    shared = 0;
    pageEnd = writeNumber(pageEnd, 1 + length);
    store<u8>(pageEnd++, MAIN_INDEX);
  }
  copyVectors(pageEnd, next + shared, length - shared);
  pageEnd += length - shared;
  token = next;
  tokenLength = length;
  hasToken = true;
  hasRowid = true;
}

/** Writes the list of the token. @param dateRowids address of the date rowids, 64 bits each, by the numbers of rows */
export function writeList(from: usize, end: usize, dateRowids: usize): void {
  let at = from;
  let last: u64 = 0;
  while (at < end) {
    const dateRowid = load<u64>(dateRowids + ((<usize>(load<u32>(at) >>> 8)) << 3));
    at += ROW_BYTES;
    const places = at;
    while (load<u8>(at) !== 0) at = endOfNumber(at);
    if (hasRowid) {
      pageEnd = writeNumber(pageEnd, dateRowid - last);
    } else {
      store<u16>(page, bswap<u16>(<u16>(pageEnd - page)));
      pageEnd = writeNumber(pageEnd, dateRowid);
      hasRowid = true;
    }
    last = dateRowid;
    writePlaces(places, at);
  }
}

/** Writes the places of a row, on as many pages as they need. A number is on one page. */
function writePlaces(from: usize, end: usize): void {
  // the lowest bit would say that the row is deleted
  pageEnd = writeNumber(pageEnd, (end - from) << 1);
  if (used() + (end - from) > pageBytes) {
    splitPlaces(from, end);
    return;
  }
  copyVectors(pageEnd, from, end - from);
  pageEnd += end - from;
}

function splitPlaces(from: usize, end: usize): void {
  let at = from;
  while (at < end) {
    if (used() >= pageBytes) writePage();
    const start = at;
    const free = pageBytes - used();
    do at = endOfNumber(at);
    while (at < end && endOfNumber(at) - start <= free);
    copyVectors(pageEnd, start, at - start);
    pageEnd += at - start;
  }
  if (used() >= pageBytes) writePage();
}

function used(): usize {
  return pageEnd - page + (placesEnd - places);
}

function beginPage(): void {
  store<u32>(page, 0);
  pageEnd = page + PAGE_HEADER;
  placesEnd = places;
  lastPlace = 0;
  hasToken = false;
  hasRowid = false;
}

function writePage(): void {
  store<u16>(page, bswap<u16>(<u16>(pageEnd - page)), 2);
  const tokensEnd = pageEnd - page;
  const bytes = addRow(BLOCK, pageNumber, used());
  memory.copy(bytes, page, tokensEnd);
  memory.copy(bytes + tokensEnd, places, placesEnd - places);
  pageNumber++;
  beginPage();
}

/** Writes the first token of a page into the index of pages, once. */
function indexPage(): void {
  if (indexedPage === 0) return;
  const bytes = addRow(TOKEN, indexedPage << 1, indexedLength > 0 ? 1 + indexedLength : 0);
  if (indexedLength > 0) {
    store<u8>(bytes, MAIN_INDEX);
    memory.copy(bytes + 1, indexedToken, indexedLength);
  }
  indexedPage = 0;
}

/** Allocates a row. @returns where its bytes belong */
function addRow(kind: u32, number: u64, bytes: usize): usize {
  const at = allocate(HEADER + bytes);
  store<f64>(at, <f64>number);
  store<u32>(at, <u32>bytes, 8);
  store<u32>(at, kind, 12);
  return at + HEADER;
}
