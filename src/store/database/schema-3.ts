/**
 * The third version: smaller indexes, and dictionaries for bodies. FTS5 spends two bytes less on a word of the first column, and most words are an
 * opinion's; words as written, which had a column of their own, stand behind it. Days own fewer ranks (rank-sizes.ts).
 */

export const SCHEMA_3 = `
  DROP TABLE case_words;
  DROP TABLE case_names;
  CREATE VIRTUAL TABLE case_words USING fts5 (
    opinions, head_matter, names, cites, court, authors, corrections, filters, cited,
    content = '', contentless_delete = 1, tokenize = 'ascii'
  );
  CREATE VIRTUAL TABLE case_names USING fts5 (
    name, name_abbreviation, docket_number, filters,
    content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );

  -- What bodies are packed with (codec.ts), twice: all of them hang on it.
  CREATE TABLE dictionary (
    id INTEGER PRIMARY KEY,
    form TEXT NOT NULL,
    sha256 BLOB NOT NULL,
    data BLOB NOT NULL,
    copy BLOB NOT NULL
  );

  -- days and filters of a match, without its row
  DROP INDEX court_case_rank;
  CREATE INDEX court_case_rank ON court_case (rank, jurisdiction_id, court_id, reporter_id);

  -- the next run ranks all cases anew, below 0 no day has any, and makes their index rows from the stored bodies
  DELETE FROM rank_block;
  UPDATE court_case SET rank = -1 - id;
  INSERT OR IGNORE INTO stale_index (case_id) SELECT id FROM court_case;
`;
