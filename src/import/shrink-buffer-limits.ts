/** How much of an archive is held back until the shrink gate decides. A module of its own so that a test can make it tiny. */

/** Reckoned at some 200 bytes each. */
export const MAX_RECORDS = 100_000;
/** Of prepared cases. */
export const MAX_BYTES = 32 * 2 ** 20;
