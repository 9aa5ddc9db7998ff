/** Ascending lists of date rowids without repetitions, as sets. */

/** Date rowids that are united at a time: their bits fit into the processor's first cache. */
const BLOCK = 2 ** 16;
const WORDS = BLOCK / 32;

/**
 * The date rowids that are in at least one of the lists.
 *
 * A list of the index has a part for each segment, and these are merged. A bit is set for each date rowid of a block, and the bits
 * are read in order: the cost does not depend on the number of lists. `used` says which words of `bits` are not zero.
 */
export function unionOf(lists: readonly Float64Array[]): Float64Array {
  const parts = lists.filter(({ length }) => length > 0);
  const [only, other] = parts;
  if (only === undefined || other === undefined) return only ?? new Float64Array(0);
  const found = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  const [bits, used] = [new Int32Array(WORDS), new Int32Array(WORDS / 32)];
  const next = parts.map(() => 0);
  let length = 0;
  for (let from = firstBlock(parts, next); from < Number.POSITIVE_INFINITY; from = firstBlock(parts, next)) {
    // iterators would take longer than the bits
    for (let nth = 0; nth < parts.length; nth++) {
      const part = parts[nth];
      if (part !== undefined) next[nth] = setBits(part, next[nth] ?? 0, from, bits, used);
    }
    length = takeBits(bits, used, from, found, length);
  }
  return length === found.length ? found : found.slice(0, length);
}

/** Frees the memory of a list that is not needed any more: megabytes outside of the heap, for which garbage is collected otherwise. */
export function freeList({ length, buffer }: Float64Array): void {
  if (length > 0 && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** The start of the first block of which a list has a date rowid that was not read. */
function firstBlock(parts: readonly Float64Array[], next: readonly number[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (let nth = 0; nth < parts.length; nth++) {
    const [part, at] = [parts[nth], next[nth] ?? 0];
    if (part !== undefined && at < part.length) first = Math.min(first, part[at] ?? first);
  }
  return Math.floor(first / BLOCK) * BLOCK;
}

/** Sets the bits of a block; returns the index of the next date rowid. */
function setBits(
  part: Float64Array,
  start: number,
  from: number,
  bits: Int32Array,
  used: Int32Array,
): number {
  let at = start;
  for (; at < part.length; at++) {
    const place = (part[at] ?? 0) - from;
    if (place >= BLOCK) break;
    const word = place >>> 5;
    bits[word] = (bits[word] ?? 0) | (1 << (place & 31));
    used[word >>> 5] = (used[word >>> 5] ?? 0) | (1 << (word & 31));
  }
  return at;
}

/** Adds the date rowids of the bits, and clears them. Returns the new length. */
function takeBits(
  bits: Int32Array,
  used: Int32Array,
  from: number,
  found: Float64Array,
  start: number,
): number {
  let length = start;
  for (let group = 0; group < used.length; group++) {
    let words = used[group] ?? 0;
    used[group] = 0;
    for (; words !== 0; words &= words - 1) {
      const word = group * 32 + lowestBit(words);
      let left = bits[word] ?? 0;
      bits[word] = 0;
      for (; left !== 0; left &= left - 1) found[length++] = from + word * 32 + lowestBit(left);
    }
  }
  return length;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** The date rowids of the first list that are, or are not, in the second one. */
export function chosenFrom(list: Float64Array, other: Float64Array, are: "in" | "not in"): Float64Array {
  const chosen = new Float64Array(list.length);
  let length = 0;
  for (let at = 0, next = 0; at < list.length; at++) {
    const dateRowid = list[at] ?? 0;
    while (next < other.length && (other[next] ?? 0) < dateRowid) next++;
    if ((next < other.length && other[next] === dateRowid) !== (are === "in")) continue;
    chosen[length] = dateRowid;
    length++;
  }
  return chosen.slice(0, length);
}
