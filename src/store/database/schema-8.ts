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
