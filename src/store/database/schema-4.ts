/** The fourth version: `cited` holds what a text cites, where the source does not tell. The next run makes the rows anew. */

export const SCHEMA_4 = `
  INSERT OR IGNORE INTO stale_index (case_id)
  SELECT id
    FROM court_case
   WHERE text_form IS NOT NULL;
`;
