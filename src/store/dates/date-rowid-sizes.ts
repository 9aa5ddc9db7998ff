/**
 * How many date rowids belong to a day and a block. The date rowids in every corpus depend on these numbers, so changing one
 * needs a new version of the schema. Tests replace this module to reach full days with few cases.
 */

export const ROWIDS_PER_DAY = 32;
export const ROWIDS_PER_MONTH_START = 8 * ROWIDS_PER_DAY;
export const ROWIDS_PER_YEAR_START = 32 * ROWIDS_PER_DAY;
export const ROWIDS_PER_BLOCK = 256;

/** Ranges of blocks that a walk reads one by one before it tries to read all matches in blocks with one statement. */
export const MAX_SINGLE_BLOCK_READS = 4;

/** If the blocks contain more matches, a walk goes on reading them block by block. */
export const MAX_BLOCK_MATCHES = 512;

/** Matches that a walk reads at a time in addition to those requested, so that most pages need one statement. */
export const WALK_CHUNK = 32;
