/** Packed values for facets of many matches; facet-blocks.ts explains and fills them. Late-index.ts makes the index again. */
export const SCHEMA_9 = `
  DROP INDEX IF EXISTS court_case_name;

  CREATE TABLE facet_block (
    -- 4 * block + position of the kind: date rowids, jurisdictions, courts, reporters
    id INTEGER PRIMARY KEY,
    -- JSON array of the ids that occur, null for none; null for date rowids
    ids TEXT,
    -- for each case, the lowest 16 bits of its date rowid, or the position of its id in 'ids'
    data BLOB NOT NULL
  );

  -- A block may lack a new case, but what it says of a case is right.
  CREATE TRIGGER facet_block_of_removed AFTER DELETE ON court_case
  BEGIN
    DELETE FROM facet_block WHERE id BETWEEN (OLD.rank >> 16) * 4 AND (OLD.rank >> 16) * 4 + 3;
  END;
  CREATE TRIGGER facet_block_of_changed AFTER UPDATE OF jurisdiction_id, rank, court_id, reporter_id ON court_case
   WHEN OLD.rank IS NOT NEW.rank
     OR OLD.jurisdiction_id IS NOT NEW.jurisdiction_id
     OR OLD.court_id IS NOT NEW.court_id
     OR OLD.reporter_id IS NOT NEW.reporter_id
  BEGIN
    DELETE FROM facet_block WHERE id BETWEEN (OLD.rank >> 16) * 4 AND (OLD.rank >> 16) * 4 + 3;
  END;
`;
