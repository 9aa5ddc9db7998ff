/** How a run divides the memory that it may take. */
import { availableParallelism, totalmem } from "node:os";
import { constrainedMemory } from "node:process";

/**
 * Resident bytes of an import at most, of all threads together, unless another number is given: room for all threads where they help.
 *
 * @param memory of the machine or the container, in bytes
 */
export function defaultMemory(
  processors: number = availableParallelism(),
  memory: number = Math.min(totalmem(), constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return (processors >= 4 && memory >= 2 ** 31 ? 520 : 450) * 2 ** 20;
}

/** Memory of each parser beyond the first. */
const PARSER_BYTES = 40 * 2 ** 20;
/** Memory of an import with one parser and all buffers at their full size. */
const FULL_BYTES = 400 * 2 ** 20;
/** The writer keeps up with four parsers. */
const MAX_PARSERS = 4;

export interface MemoryShares {
  readonly parsers: number;
  /** Chunks between reader and writer, so that the parsers go on while the writer commits. */
  readonly aheadBytes: number;
  /** Index rows that are collected. */
  readonly indexBytes: number;
  /** Batches that wait for the shrink check. */
  readonly shrinkBufferBytes: number;
}

export function shareMemory(bytes: number = defaultMemory()): MemoryShares {
  const shrinkBufferBytes = Math.min(32 * 2 ** 20, bytes / 12);
  const isFull = bytes >= FULL_BYTES;
  const parsers = isFull ? Math.min(1 + Math.floor((bytes - FULL_BYTES) / PARSER_BYTES), MAX_PARSERS) : 1;
  const [ahead, index] = isFull ? [30, 24] : [4, 4];
  return { parsers, aheadBytes: ahead * 2 ** 20, indexBytes: index * 2 ** 20, shrinkBufferBytes };
}
