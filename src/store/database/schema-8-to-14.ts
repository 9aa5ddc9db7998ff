/** Steps 8 to 14 of the schema. */

/** Numbers of `analysis` as columns, for filters and orders (extra-fields.ts). Indexes: late-index.ts. */
export const SCHEMA_8 = `
  ALTER TABLE court_case ADD COLUMN word_count NUMERIC;
  ALTER TABLE court_case ADD COLUMN char_count NUMERIC;
  ALTER TABLE court_case ADD COLUMN cardinality NUMERIC;
  ALTER TABLE court_case ADD COLUMN ocr_confidence NUMERIC;
  ALTER TABLE court_case ADD COLUMN pagerank_percentile NUMERIC;
  ALTER TABLE court_case ADD COLUMN pagerank_raw NUMERIC;

  -- the next run fills the columns of the cases with an id up to this one (fill-numbers.ts)
  INSERT INTO corpus (key, value)
  SELECT 'numbers_missing_up_to', max(id)
    FROM court_case
  HAVING count(*) > 0;
`;

const BLOCK = "(OLD.rank >> 16)";
const DELETE_BLOCK = `
    DELETE FROM facet_block
     WHERE id IN (${[0, 1, 2, 3].map((kind) => `${BLOCK} + (${kind} << 36)`).join(", ")});
`;

/**
 * Packed values for facets of many matches; facet-blocks.ts explains them, also the form that they have now. Late-index.ts makes the
 * index again.
 */
export const SCHEMA_9 = `
  DROP INDEX IF EXISTS court_case_name;

  CREATE TABLE facet_block (
    -- number of the kind (date rowids, jurisdictions, courts, reporters) * 2^36 + number of the block
    id INTEGER PRIMARY KEY,
    -- the ids that occur, as 64-bit floats, not a number for none; null for date rowids
    ids BLOB,
    -- for each case, the lowest 16 bits of its date rowid, or the position of its id in 'ids': a byte if it fits, else two
    data BLOB NOT NULL
  );

  -- A block may lack a new case, but what it says of a case is right.
  CREATE TRIGGER facet_block_of_removed AFTER DELETE ON court_case
  BEGIN
    ${DELETE_BLOCK}
  END;
  CREATE TRIGGER facet_block_of_changed AFTER UPDATE OF jurisdiction_id, rank, court_id, reporter_id ON court_case
   WHEN OLD.rank IS NOT NEW.rank
     OR OLD.jurisdiction_id IS NOT NEW.jurisdiction_id
     OR OLD.court_id IS NOT NEW.court_id
     OR OLD.reporter_id IS NOT NEW.reporter_id
  BEGIN
    ${DELETE_BLOCK}
  END;
`;

/** The indexes by length and by PageRank get the columns of the usual filters; late-index.ts makes them again. */
export const SCHEMA_10 = `
  DROP INDEX IF EXISTS court_case_length;
  DROP INDEX IF EXISTS court_case_pagerank;
`;

/** The index by date rowid gets the numbers that filters read; late-index.ts makes it again. */
export const SCHEMA_11 = `
  CREATE INDEX court_case_early_rank ON court_case (rank);
  DROP INDEX court_case_rank;
`;

/**
 * The extras of a case move into its row, together with its citations as they are shown (extras.ts). A page of a hundred cases reads one
 * place in the file for each of them, not three. Rows of earlier versions keep their extras in `case_extra` until they change.
 */
export const SCHEMA_12 = `
  ALTER TABLE court_case ADD COLUMN extra BLOB;
`;

/**
 * The index of words gets the ends of sentences and paragraphs, from which `/s` and `/p` are answered (words/place-test.ts). The next run
 * rebuilds the index rows; until then, the texts are read.
 */
export const SCHEMA_13 = `
  INSERT OR IGNORE INTO stale_index (case_id)
  SELECT id
    FROM court_case
   WHERE text_form IS NOT NULL;
`;

/** The row of a case gets a checksum (row-checksum.ts). Rows of earlier versions have none until they are written again. */
export const SCHEMA_14 = `
  ALTER TABLE court_case ADD COLUMN checksum INTEGER;
`;
