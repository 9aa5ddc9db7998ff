/** How a run shares out the memory that it may take. */

/** Resident bytes at most, of all threads together. */
export const DEFAULT_MEMORY = 450 * 2 ** 20;

/** What each parser beyond the first takes. */
const PARSER_BYTES = 40 * 2 ** 20;
/** What an import with one parser takes that has all it can use. */
const FULL_BYTES = 400 * 2 ** 20;
/** The writer is the limit of more: it keeps up with two. */
const MAX_PARSERS = 4;

export interface MemoryShares {
  /** At most. */
  readonly parsers: number;
  /** Pieces under way, so that the parsers go on while the writer commits a group. */
  readonly aheadBytes: number;
  /** Index words that are not yet written. */
  readonly indexBytes: number;
}

export function shareMemory(bytes: number): MemoryShares {
  if (bytes < FULL_BYTES) return { parsers: 1, aheadBytes: 4 * 2 ** 20, indexBytes: 8 * 2 ** 20 };
  const parsers = 1 + Math.floor((bytes - FULL_BYTES) / PARSER_BYTES);
  return { parsers: Math.min(parsers, MAX_PARSERS), aheadBytes: 20 * 2 ** 20, indexBytes: 48 * 2 ** 20 };
}
