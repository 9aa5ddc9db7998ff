/** A sum of hashes of tokens with their places, which does not depend on their order. */

/**
 * Bytes of a token that are compared. FTS5 truncates tokens at 32 KiB, within a character if one is there; fts5vocab returns the
 * character U+FFFD then.
 */
const MAX_TOKEN_BYTES = 32 * 1024 - 4;
/** Two independent halves, so that equal sums of different texts are one in 2^64. */
export class TokenSum {
  first = 0;
  second = 0;
  #first = 0;
  #second = 0;

  clear(): void {
    this.first = 0;
    this.second = 0;
  }

  /** Sets the token that is added next: FNV-1a over its bytes, with two start values. */
  setToken(bytes: Uint8Array, from: number, to: number): void {
    let [first, second] = [0x811c9dc5 | 0, 0x01000193];
    const end = Math.min(to, from + MAX_TOKEN_BYTES);
    for (let at = from; at < end; at++) {
      const byte = bytes[at] ?? 0;
      first = Math.imul(first ^ byte, 0x01000193);
      second = Math.imul(second ^ byte, 0x85ebca6b);
    }
    this.#first = first;
    this.#second = second;
  }

  add(column: number, offset: number): void {
    const salt = Math.imul(column + 1, 0x9e3779b1);
    this.first = (this.first + mixed(this.#first ^ Math.imul(offset + 1, 0x27d4eb2f) ^ salt)) | 0;
    this.second = (this.second + mixed((this.#second + salt + Math.imul(offset, 0x165667b1)) | 0)) | 0;
  }
}

/** Adds a sum to number `at` of a list of sums, which has the two halves of each. */
export function addSum(sums: Int32Array, at: number, { first, second }: TokenSum): void {
  sums[2 * at] = (sums[2 * at] ?? 0) + first;
  sums[2 * at + 1] = (sums[2 * at + 1] ?? 0) + second;
}

export function hasSum(sums: Int32Array, at: number, { first, second }: TokenSum): boolean {
  return sums[2 * at] === first && sums[2 * at + 1] === second;
}

/** The finisher of MurmurHash3. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
