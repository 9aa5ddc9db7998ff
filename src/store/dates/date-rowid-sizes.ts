/**
 * How many ranks are owned by what. A module of its own so that a test can make them tiny. A corpus's ranks depend on
 * them: to change one is a new version of the schema.
 */

export const ROWIDS_PER_DAY = 32;
export const ROWIDS_PER_MONTH_START = 8 * ROWIDS_PER_DAY;
export const ROWIDS_PER_YEAR_START = 32 * ROWIDS_PER_DAY;
export const ROWIDS_PER_BLOCK = 256;

/** Ranges of blocks that a walk asks for one by one, before it tries to read all matches in blocks at once. */
export const MAX_SINGLE_BLOCK_READS = 4;

/** Matches in blocks that are read at once: more of them are asked block by block, which costs as much for each block. */
export const MAX_BLOCK_MATCHES = 512;

/** Matches that a walk in date order reads at a time beyond those wanted, so that most pages are one statement. */
export const WALK_CHUNK = 32;
