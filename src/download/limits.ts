/** Limits of outgoing HTTP requests, with their reasons (docs/interface.md, "Limits"). */
export interface WebLimits {
  /** One metadata list, unpacked. The longest, all volumes of the static site, has some 40 MB. */
  readonly maxListBytes: number;
  /**
   * All metadata lists of one run together: bytes, JSON values and milliseconds. The complete static site has
   * some 40 MB and 1.2 million values. A value takes up to 35 bytes of memory.
   */
  readonly maxListingsBytes: number;
  readonly maxListingsValues: number;
  readonly maxListingsMs: number;
  /** One archive; the largest bulk files had less than 10 GiB. */
  readonly maxFileBytes: number;
  /**
   * Decoded bytes for each encoded one (`Content-Encoding`), checked once `ratioFromBytes` are decoded. Archives are
   * compressed already; lists compress 10 to 20 times.
   */
  readonly maxRatio: number;
  readonly ratioFromBytes: number;
  /** Of one request. */
  readonly maxRedirects: number;
  /** Of all requests of one run: somewhat more than two for each volume of the collection. */
  readonly maxRunRedirects: number;
  /** Retries of a request in a row without progress. */
  readonly maxRetries: number;
  /** Bytes beyond the longest try so far that count as progress, so that a long file survives many cuts. */
  readonly progressBytes: number;
  /** First pause between tries; each next one is twice as long, less a random part of up to a half. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** After a longer `Retry-After` the source is left alone for the rest of the run. */
  readonly maxRetryAfterMs: number;
  /** So many failed requests in a row, of all files together, and the source is left alone too. */
  readonly maxFailures: number;
  readonly connectTimeoutMs: number;
  /** From the request to the end of the answer's headers. */
  readonly headersTimeoutMs: number;
  /** Longest time without a byte within a body. */
  readonly idleTimeoutMs: number;
  /** A body must bring `minSpanBytes` in each span of `rateSpanMs`: 1 KiB a second, the speed of a modem. */
  readonly rateSpanMs: number;
  readonly minSpanBytes: number;
}

export const DEFAULT_LIMITS: WebLimits = {
  maxListBytes: 256 * 2 ** 20,
  maxListingsBytes: 512 * 2 ** 20,
  maxListingsValues: 10_000_000,
  maxListingsMs: 6 * 3_600_000,
  maxFileBytes: 64 * 2 ** 30,
  maxRatio: 100,
  ratioFromBytes: 64 * 2 ** 20,
  maxRedirects: 5,
  maxRunRedirects: 100_000,
  maxRetries: 5,
  progressBytes: 2 ** 20,
  firstDelayMs: 500,
  maxDelayMs: 30_000,
  maxRetryAfterMs: 600_000,
  maxFailures: 30,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
  rateSpanMs: 60_000,
  minSpanBytes: 60 * 2 ** 10,
};
