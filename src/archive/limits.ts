/**
 * How much an archive may claim (docs/interface.md, "Limits"). Real data stays far below every one of these.
 */
import { archiveFault } from "./fault.ts";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

export interface Limits {
  readonly maxLineBytes: number;
  readonly maxCaseBytes: number;
  readonly maxMetadataBytes: number;
  /** Of one archive, all members or the decoded payload together. */
  readonly maxUnpackedBytes: number;
  /** Unpacked bytes for each packed one; looked at once `ratioFromBytes` are unpacked. */
  readonly maxRatio: number;
  readonly ratioFromBytes: number;
  readonly maxEntries: number;
  readonly maxNameBytes: number;
}

export const LIMITS: Limits = {
  // The longest real line is below 1 MB.
  maxLineBytes: 64 * MIB,
  maxCaseBytes: 64 * MIB,
  // The list of all volumes is tens of megabytes.
  maxMetadataBytes: 256 * MIB,
  maxUnpackedBytes: 100 * GIB,
  // Real data packs 3 to 8 times; honest test data that repeats itself, some hundred times.
  maxRatio: 1000,
  ratioFromBytes: GIB,
  maxEntries: 500_000,
  maxNameBytes: 1024,
};

/** What is unpacked: a file, or an entry of it, of so many packed bytes. */
export interface Packed {
  readonly path: string;
  readonly entry: string | null;
  readonly bytes: number;
}

/** Says which limit so many unpacked bytes break, or null. */
export function brokenUnpackLimit(unpackedBytes: number, packedBytes: number, limits: Limits): string | null {
  if (unpackedBytes > limits.maxUnpackedBytes) return `${limits.maxUnpackedBytes} bytes unpacked`;
  if (unpackedBytes <= limits.ratioFromBytes || unpackedBytes <= packedBytes * limits.maxRatio) return null;
  return `${limits.maxRatio} unpacked bytes for each packed one`;
}

/**
 * Hands on unpacked chunks as long as they keep within the limits.
 *
 * @throws CaselawError `corrupt` naming the limit.
 */
export async function* guardUnpacked(
  chunks: AsyncIterable<Buffer>,
  packed: Packed,
  limits: Limits,
): AsyncGenerator<Buffer> {
  let unpackedBytes = 0;
  for await (const chunk of chunks) {
    unpackedBytes += chunk.length;
    const limit = brokenUnpackLimit(unpackedBytes, packed.bytes, limits);
    if (limit !== null) throw archiveFault(packed.path, packed.entry, `over the limit of ${limit}`);
    yield chunk;
  }
}
