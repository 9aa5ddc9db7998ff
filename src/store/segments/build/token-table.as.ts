/// <reference types="assemblyscript/types/assembly" />
/** The distinct tokens of some rows, in AssemblyScript (build-segment.as.ts). */
import { allocate } from "./arena.as";

/** Bytes of a longer token that are kept (FTS5_MAX_TOKEN_SIZE). */
export const MOST_TOKEN_BYTES: u32 = 32_768;
/** Bytes of a vector. */
export const VECTOR: u32 = 16;

/** Bytes of an entry, a line of the cache: the token's first 16 bytes, followed by zeros, then what these offsets name. */
export const ENTRY: usize = 64;
/** Address of the token: of the entry itself if that has all of it. */
const TOKEN: usize = 16;
/** Its length, 16 bits. */
const LENGTH: usize = 20;
// the other bytes are for the list of its places (place-lists.as.ts), and begin with zeros

/** A hash table of the addresses of entries; at least half of it is free. */
const FIRST_SLOTS: usize = 1 << 15;
let slots: usize = 0;
let lastSlot: usize = 0;
let count: usize = 0;

export function forgetTokens(): void {
  count = 0;
  makeSlots(FIRST_SLOTS);
}

export function tokenOf(entry: usize): usize {
  return load<u32>(entry, TOKEN);
}

export function lengthOf(entry: usize): u32 {
  return load<u16>(entry, LENGTH);
}

/**
 * The entry of a token. An unknown token gets a new entry.
 *
 * @param first its first bytes, followed by zeros
 * @param token its address
 */
export function entryOf(first: v128, token: usize, length: u32): usize {
  let slot = hashOf(first, token, length) & lastSlot;
  while (true) {
    const entry: usize = load<u32>(slots + (slot << 2));
    if (entry === 0) return newEntry(slot, first, token, length);
    if (
      load<u64>(entry) === v128.extract_lane<u64>(first, 0) &&
      load<u64>(entry, 8) === v128.extract_lane<u64>(first, 1) &&
      (length < VECTOR || isLongToken(entry, token, length))
    )
      return entry;
    slot = (slot + 1) & lastSlot;
  }
}

function hashOf(first: v128, token: usize, length: u32): usize {
  const second = v128.extract_lane<u64>(first, 1) * 0x9e3779b97f4a7c15;
  let hash = (v128.extract_lane<u64>(first, 0) ^ second) * 0x9e3779b97f4a7c15;
  for (let at: u32 = VECTOR; at < length; at++) hash = (hash ^ load<u8>(token + at)) * 0x9e3779b97f4a7c15;
  return <usize>(hash >> 32);
}

/** Whether the entry is of this token, if their first bytes are the same. */
function isLongToken(entry: usize, token: usize, length: u32): bool {
  return lengthOf(entry) === length && memory.compare(tokenOf(entry), token, length) === 0;
}

function newEntry(slot: usize, first: v128, token: usize, length: u32): usize {
  const entry = allocate(ENTRY);
  memory.fill(entry, 0, ENTRY);
  v128.store(entry, first);
  store<u16>(entry, <u16>length, LENGTH);
  store<u32>(entry, <u32>(length > VECTOR ? copyToken(token, length) : entry), TOKEN);
  store<u32>(slots + (slot << 2), <u32>entry);
  count++;
  if (count << 1 > lastSlot) makeMoreSlots();
  return entry;
}

function copyToken(token: usize, length: u32): usize {
  const copy = allocate(length);
  memory.copy(copy, token, length);
  return copy;
}

function makeSlots(number: usize): void {
  slots = allocate(number << 2);
  memory.fill(slots, 0, number << 2);
  lastSlot = number - 1;
}

function makeMoreSlots(): void {
  const old = slots;
  const oldEnd = old + ((lastSlot + 1) << 2);
  makeSlots((lastSlot + 1) << 1);
  for (let at = old; at < oldEnd; at += 4) {
    const entry: usize = load<u32>(at);
    if (entry === 0) continue;
    let slot = hashOf(v128.load(entry), tokenOf(entry), lengthOf(entry)) & lastSlot;
    while (load<u32>(slots + (slot << 2)) !== 0) slot = (slot + 1) & lastSlot;
    store<u32>(slots + (slot << 2), <u32>entry);
  }
}

/** Bytes of an element of a sorted list: the first eight of the token, as a number, then the address of its entry. */
const ELEMENT: usize = 16;
let sorted: usize = 0;

/** Sorts the tokens. @returns number */
export function sortTokens(): usize {
  let from = allocate(count * ELEMENT);
  let to = allocate(count * ELEMENT);
  let end = from;
  for (let slot: usize = 0; slot <= lastSlot; slot++) {
    const entry: usize = load<u32>(slots + (slot << 2));
    if (entry === 0) continue;
    store<u64>(end, bswap<u64>(load<u64>(entry)));
    store<u32>(end, <u32>entry, 8);
    end += ELEMENT;
  }
  const length = end - from;
  for (let run = ELEMENT; run < length; run <<= 1) {
    for (let at: usize = 0; at < length; at += run << 1)
      mergeRuns(to + at, from + at, from + min(at + run, length), from + min(at + (run << 1), length));
    const other = from;
    from = to;
    to = other;
  }
  sorted = from;
  return count;
}

/** The entry of a token in their order. */
export function sortedEntry(number: usize): usize {
  return load<u32>(sorted + number * ELEMENT, 8);
}

/** Merges two sorted runs that follow each other. */
function mergeRuns(target: usize, first: usize, second: usize, end: usize): void {
  let to = target;
  let one = first;
  let other = second;
  while (one < second && other < end) {
    const isSecond = isBefore(other, one);
    v128.store(to, v128.load(isSecond ? other : one));
    one += isSecond ? 0 : ELEMENT;
    other += isSecond ? ELEMENT : 0;
    to += ELEMENT;
  }
  memory.copy(to, one, second - one);
  memory.copy(to + (second - one), other, end - other);
}

function isBefore(one: usize, other: usize): bool {
  const number = load<u64>(one);
  const otherNumber = load<u64>(other);
  return number === otherNumber ? isRestBefore(load<u32>(one, 8), load<u32>(other, 8)) : number < otherNumber;
}

/** Whether a token precedes another one with the same first eight bytes. */
function isRestBefore(entry: usize, other: usize): bool {
  const most = <i32>min(lengthOf(entry), lengthOf(other));
  const order = most > 8 ? memory.compare(tokenOf(entry) + 8, tokenOf(other) + 8, most - 8) : 0;
  return order === 0 ? lengthOf(entry) < lengthOf(other) : order < 0;
}
