/// <reference types="assemblyscript/types/assembly" />
/**
 * The loop that scans words, in AssemblyScript, a dialect of TypeScript that is compiled to WebAssembly. `npm run wasm` writes it
 * into scan-words.wasm.ts. What it is for: word-scanner.ts.
 *
 * A word is classified, folded, compared and copied as one vector, without a branch that depends on its entry, so the processor reads
 * the entries of several words at a time. In an import the loop takes a third of the time that it took in TypeScript.
 */
import {
  charactersAt,
  ENDING,
  entryOf,
  FLAGS,
  LENGTH,
  NEVER,
  ROW,
  SEPARATOR,
  TOKEN,
  TOKENS_END,
  UNDECIDED,
  UNKNOWN_ENTRY,
  UNSTEMMED_END,
  wordAt,
} from "./scan-memory.as";
import { endingAt, NOTHING, UNKNOWN, writeEnd } from "./text-ends.as";

export {
  ABBREVIATION,
  AFTER_PARAGRAPH,
  AFTER_WORD,
  ALWAYS,
  BEFORE,
  BEFORE_NUMBER,
  ENDING,
  ENTRIES,
  FLAGS,
  LENGTH,
  MOST_UNITS,
  NEVER,
  NOT_SEPARATOR,
  OTHER_TOKENS,
  ROW,
  SEPARATOR,
  TOKEN,
  TOKENS,
  TOKENS_END,
  UNDECIDED,
  UNITS,
  UNKNOWN_ENTRY,
  UNSTEMMED,
  UNSTEMMED_END,
  WORD_UNITS,
} from "./scan-memory.as";
export { afterWhat, endSentence } from "./text-ends.as";

/**
 * Writes the tokens of the words of a text, from a unit on, behind those written before.
 *
 * @param text address of its units
 * @param end number of units; a space follows them
 * @returns the first unit of a run that is not only a known word, or where a sentence may end, or a number from `end` on
 */
export function scan(text: usize, from: u32, end: u32, row: i32): u32 {
  let at = from;
  let tokens: usize = load<u32>(TOKENS_END);
  let unstemmed: usize = load<u32>(UNSTEMMED_END);
  store<u32>(UNKNOWN_ENTRY, 0);
  store<u32>(UNDECIDED, 0);
  while (at < end) {
    const units = text + ((<usize>at) << 1);
    const characters = charactersAt(units);
    const folded = v128.or(characters, i8x16.splat(0x20));
    const isLetter = i8x16.lt_u(i8x16.sub(folded, i8x16.splat(0x61)), i8x16.splat(26));
    const isDigit = i8x16.lt_u(i8x16.sub(characters, i8x16.splat(0x30)), i8x16.splat(10));
    const length = <u32>ctz(~i8x16.bitmask(v128.or(isLetter, isDigit)));
    const flag = load<u8>(FLAGS + load<u16>(units + ((<usize>length) << 1)));
    if (flag < SEPARATOR) break;
    if (length === 0) {
      if (flag === ENDING) {
        const ends = endingAt(text, at, end);
        if (ends === UNKNOWN) {
          store<u32>(UNDECIDED, 1);
          break;
        }
        if (ends !== NOTHING) tokens = writeEnd(tokens, ends);
      }
      at++;
      continue;
    }
    const word = wordAt(units, length);
    const entry = entryOf(word);
    if (load<u32>(entry, LENGTH) === 0) {
      v128.store(entry, word);
      store<u32>(UNKNOWN_ENTRY, <u32>entry);
      break;
    }
    const noted = load<i32>(entry, ROW);
    const isNew = u32(noted !== NEVER) & u32(noted !== row);
    store<i32>(entry, select<i32>(row, noted, isNew), ROW);
    v128.store(unstemmed, word);
    store<u8>(unstemmed + length, 0x20);
    unstemmed += select<u32>(length + 1, 0, isNew);
    const token = load<u32>(entry, TOKEN);
    const tokenLength = load<u32>(entry, LENGTH);
    // 24 bytes, whatever its length
    v128.store(tokens, v128.load(token));
    store<u64>(tokens, load<u64>(token, 16), 16);
    store<u8>(tokens + tokenLength, 0x20);
    tokens += tokenLength + 1;
    at += length + u32(flag === SEPARATOR);
  }
  store<u32>(TOKENS_END, <u32>tokens);
  store<u32>(UNSTEMMED_END, <u32>unstemmed);
  return at;
}
