/// <reference types="assemblyscript/types/assembly" />
/**
 * Finds the ends of sentences and paragraphs in a text that is scanned, in AssemblyScript (scan-words.as.ts): the same as sentences.ts.
 * What depends on other units than these, or on what is not in the memory, is not decided.
 */
import {
  ABBREVIATION,
  AFTER_PARAGRAPH,
  AFTER_SENTENCE,
  AFTER_WORD,
  ALWAYS,
  BEFORE,
  BEFORE_NUMBER,
  entryOf,
  LENGTH,
  TOKENS,
  TOKENS_END,
  wordAt,
} from "./scan-memory.as";

/** What ends at a unit. */
export const NOTHING: u32 = 0;
const SENTENCE: u32 = AFTER_SENTENCE;
const PARAGRAPH: u32 = AFTER_PARAGRAPH;
export const UNKNOWN: u32 = 3;

/** `SENTENCE_END` and `PARAGRAPH_END` (analyzer.ts) with a space, as UTF-8, the lowest byte first. */
const SENTENCE_END: u32 = 0x20_84_80_ee;
const PARAGRAPH_END: u32 = 0x20_85_80_ee;
const END_BYTES: usize = 4;

/** As in sentences.ts. */
const LONGEST_ABBREVIATION: u32 = 12;

const LINE_BREAK: u16 = 0x0a;
const FULL_STOP: u16 = 0x2e;
const APOSTROPHE: u16 = 0x27;
const QUOTE: u16 = 0x22;
const SECTION: u16 = 0xa7;
const LEFT_SINGLE: u16 = 0x2018;
const RIGHT_SINGLE: u16 = 0x2019;
const LEFT_DOUBLE: u16 = 0x201c;
const RIGHT_DOUBLE: u16 = 0x201d;

/** What ends at a line break, `.`, `?` or `!`. @param end number of units */
export function endingAt(text: usize, at: u32, end: u32): u32 {
  const unit = unitAt(text, at);
  if (unit === LINE_BREAK) return PARAGRAPH;
  let next = at + 1;
  while (next < end && isClosing(unitAt(text, next))) next++;
  const space = next;
  while (next < end && isSpace(unitAt(text, next))) next++;
  const isSpaced = next > space;
  while (isSpaced && next < end && isOpening(unitAt(text, next))) next++;
  if (next === end) return UNKNOWN;
  const begins = unitAt(text, next);
  if (begins > 0x7f && begins !== SECTION) return UNKNOWN;
  if (!isSpaced || !(begins === SECTION || isDigit(begins) || isCapital(begins))) return NOTHING;
  return unit === FULL_STOP ? endingAfterWord(text, at) : SENTENCE;
}

/** What ends at a full stop that a sentence follows. */
function endingAfterWord(text: usize, at: u32): u32 {
  let from = at;
  let hasStop = false;
  let hasApostrophe = false;
  for (; at - from < LONGEST_ABBREVIATION; from--) {
    if (from === 0) return UNKNOWN;
    const unit = unitAt(text, from - 1);
    if (unit === FULL_STOP) hasStop = true;
    else if (unit === APOSTROPHE || unit === RIGHT_SINGLE) hasApostrophe = true;
    else if (unit > 0x7f) return UNKNOWN;
    else if (!isLetter(unit) && !isDigit(unit)) break;
  }
  const length = at - from;
  if (hasStop) return NOTHING;
  if (length === 0) return SENTENCE;
  const last = unitAt(text, at - 1);
  if (length === 1 && isLetter(last)) return NOTHING;
  if (hasApostrophe) return isAfterApostrophe(text, at - 1) ? NOTHING : SENTENCE;
  // no word in the lists is so long
  if (length === LONGEST_ABBREVIATION) return SENTENCE;
  const entry = entryOf(wordAt(text + ((<usize>from) << 1), length));
  if (load<u32>(entry, LENGTH) === 0) return UNKNOWN;
  const kind = load<u8>(entry, ABBREVIATION);
  const isOfWord = kind === ALWAYS || (kind === BEFORE_NUMBER && isBeforeNumber(text, at));
  return isOfWord ? NOTHING : SENTENCE;
}

/** Whether a word ends like `Ass'n`, `Gov't` or `Comm'r`. @param last its last unit */
function isAfterApostrophe(text: usize, last: u32): bool {
  const unit = unitAt(text, last);
  const before = unitAt(text, last - 1);
  const isEnd = unit === 0x6e || unit === 0x72 || unit === 0x74;
  return isEnd && (before === APOSTROPHE || before === RIGHT_SINGLE);
}

/** Whether one space or two and a digit follow. */
function isBeforeNumber(text: usize, at: u32): bool {
  if (!isSpace(unitAt(text, at + 1))) return false;
  const next = unitAt(text, at + 2);
  return isDigit(next) || (isSpace(next) && isDigit(unitAt(text, at + 3)));
}

function unitAt(text: usize, at: u32): u16 {
  return load<u16>(text + ((<usize>at) << 1));
}

function isLetter(unit: u16): bool {
  return <u16>((unit | 0x20) - 0x61) < 26;
}

function isCapital(unit: u16): bool {
  return <u16>(unit - 0x41) < 26;
}

function isDigit(unit: u16): bool {
  return <u16>(unit - 0x30) < 10;
}

function isSpace(unit: u16): bool {
  return unit === 0x20 || (unit !== LINE_BREAK && <u16>(unit - 0x09) < 5);
}

/** `"`, `'`, `”`, `’`, `)` and `]`. */
function isClosing(unit: u16): bool {
  return (
    unit === QUOTE ||
    unit === APOSTROPHE ||
    unit === RIGHT_DOUBLE ||
    unit === RIGHT_SINGLE ||
    unit === 0x29 ||
    unit === 0x5d
  );
}

/** `"`, `'`, `“`, `‘`, `(` and `[`. */
function isOpening(unit: u16): bool {
  return (
    unit === QUOTE ||
    unit === APOSTROPHE ||
    unit === LEFT_DOUBLE ||
    unit === LEFT_SINGLE ||
    unit === 0x28 ||
    unit === 0x5b
  );
}

/**
 * Writes the end of a sentence or paragraph behind the last token, unless that is this end or the end of a paragraph.
 *
 * @param tokens where the tokens end
 * @returns where they end then
 */
export function writeEnd(tokens: usize, ends: u32): usize {
  if (after(tokens) >= ends) return tokens;
  store<u32>(tokens, ends === SENTENCE ? SENTENCE_END : PARAGRAPH_END);
  return tokens + END_BYTES;
}

/** Ends a sentence that was not decided. */
export function endSentence(): void {
  store<u32>(TOKENS_END, <u32>writeEnd(load<u32>(TOKENS_END), SENTENCE));
}

/** `AFTER_WORD`, ...: what the last token is. */
export function afterWhat(): u32 {
  return after(load<u32>(TOKENS_END));
}

function after(tokens: usize): u32 {
  if (tokens === TOKENS) return load<u32>(BEFORE);
  const last = load<u32>(tokens - END_BYTES);
  return last === SENTENCE_END ? AFTER_SENTENCE : last === PARAGRAPH_END ? AFTER_PARAGRAPH : AFTER_WORD;
}
