/** Limits of archives (docs/interface.md, "Limits"). Real data is far below each of them. */

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

export interface Limits {
  readonly maxLineBytes: number;
  readonly maxCaseBytes: number;
  readonly maxMetadataBytes: number;
  /** All members of one archive, or its decoded payload. */
  readonly maxUnpackedBytes: number;
  /** Unpacked bytes for each packed one, checked once `ratioFromBytes` are unpacked. */
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
  // real data is compressed 3 to 8 times, repetitive test data some hundred times
  maxRatio: 1000,
  ratioFromBytes: GIB,
  maxEntries: 500_000,
  maxNameBytes: 1024,
};

/** The limit that this number of unpacked bytes exceeds; null when it keeps within all limits. */
export function brokenUnpackLimit(unpackedBytes: number, packedBytes: number, limits: Limits): string | null {
  if (unpackedBytes > limits.maxUnpackedBytes) return `${limits.maxUnpackedBytes} bytes unpacked`;
  if (unpackedBytes <= limits.ratioFromBytes || unpackedBytes <= packedBytes * limits.maxRatio) return null;
  return `${limits.maxRatio} unpacked bytes for each packed one`;
}
