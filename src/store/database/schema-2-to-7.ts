/** The migrations after schema-1.ts. The statements of a released step are never edited: a change is a new step (schema.ts). */

/** Version 2: the ledger of what sources list, the runs, and what archives lack. */
export const SCHEMA_2 = `
  -- One row for each run that may write; 'finished_at' stays null if the run was killed.
  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    command TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    -- done, faulty (exit 3), stopped, failed; null during the run
    outcome TEXT,
    -- message of the error, one line
    error TEXT,
    archives INTEGER NOT NULL DEFAULT 0,
    read INTEGER NOT NULL DEFAULT 0,
    added INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0,
    removed INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0
  );
  ALTER TABLE change_log ADD COLUMN run_id INTEGER REFERENCES run;
  ALTER TABLE import_log ADD COLUMN run_id INTEGER REFERENCES run;

  -- The units that sources list, each with the outcome of the last attempt to sync it.
  CREATE TABLE ledger (
    source TEXT NOT NULL,
    unit TEXT NOT NULL,
    -- as last listed
    url TEXT NOT NULL,
    bytes INTEGER,
    version TEXT,
    -- when it was first and last listed
    first_listed_at TEXT NOT NULL,
    listed_at TEXT NOT NULL,
    -- had, absent (404), failed; null before the first attempt. Version 6 renames the first two
    outcome TEXT,
    -- of the last attempt if it failed, one line
    error TEXT,
    -- failed attempts since the last success
    attempts INTEGER NOT NULL DEFAULT 0,
    attempted_at TEXT,
    PRIMARY KEY (source, unit)
  ) WITHOUT ROWID;

  -- Number of cases of a jurisdiction as reported by a source.
  CREATE TABLE case_total (
    source TEXT NOT NULL,
    jurisdiction_id INTEGER NOT NULL,
    cases INTEGER NOT NULL,
    told_at TEXT NOT NULL,
    PRIMARY KEY (source, jurisdiction_id)
  ) WITHOUT ROWID;

  -- Cases that the unit's newest archive lists: rows of CasesMetadata.json, or lines.
  ALTER TABLE unit ADD COLUMN expected INTEGER;

  -- Names that this archive lists but lacks, or contains but does not list. Version 6 renames the table to mismatch.
  CREATE TABLE hole (
    unit_id INTEGER NOT NULL REFERENCES unit,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (unit_id, name, kind)
  ) WITHOUT ROWID;
`;

/**
 * Version 3: smaller indexes, and compression dictionaries for bodies. FTS5 needs two bytes less per token in the first column, and
 * most tokens are in opinions, so that column is first. Unstemmed tokens, which had their own column, follow the tokens of
 * their column. Days own fewer date rowids.
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

  -- Compression dictionaries (codec.ts). Each is stored twice, because all bodies depend on it.
  CREATE TABLE dictionary (
    id INTEGER PRIMARY KEY,
    form TEXT NOT NULL,
    sha256 BLOB NOT NULL,
    data BLOB NOT NULL,
    copy BLOB NOT NULL
  );

  -- answers days and filters of a match without its row
  DROP INDEX court_case_rank;
  CREATE INDEX court_case_rank ON court_case (rank, jurisdiction_id, court_id, reporter_id);

  -- negative date rowids belong to no day: the next run assigns new ones and rebuilds the index rows from the stored bodies
  DELETE FROM rank_block;
  UPDATE court_case SET rank = -1 - id;
  INSERT OR IGNORE INTO stale_index (case_id) SELECT id FROM court_case;
`;

/** Version 4: `cited` contains what a text cites if the source has no `cites_to`. The next run rebuilds the index rows. */
export const SCHEMA_4 = `
  INSERT OR IGNORE INTO stale_index (case_id)
  SELECT id
    FROM court_case
   WHERE text_form IS NOT NULL;
`;

/**
 * Version 5: which reference records changed, and when. The record of a case contains the names of its court and reporter, so it
 * changes with them, although the case itself does not change (docs/interface.md, "Import guarantees").
 */
export const SCHEMA_5 = `
  CREATE TABLE reference_change (
    -- jurisdiction, court, reporter; case: it moved to another reporter or volume
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    -- number of its last change, from the sequence of change_log
    seq INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID;
`;

/** Version 6: plain names, the corpus unit of each listed unit, confirmed downloads, and numbers of missing cases. */
export const SCHEMA_6 = `
  -- outcome of the last attempt: stored, missing (404), failed
  UPDATE ledger
     SET outcome = CASE outcome WHEN 'had' THEN 'stored' WHEN 'absent' THEN 'missing' ELSE outcome END;
  ALTER TABLE hole RENAME TO mismatch;

  -- name of the unit into which its archives are imported; null until a source lists it again
  ALTER TABLE ledger ADD COLUMN corpus_unit TEXT;

  -- 0 until the archive's own dates or a second response of the server confirm the listed version
  ALTER TABLE download ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 1;

  -- cases that the unit's newest archive lists and that could not be imported
  ALTER TABLE unit ADD COLUMN missing INTEGER NOT NULL DEFAULT 0;
`;

/**
 * Version 7: levels of date rowids (date-rowid.ts) instead of the table of blocks; the words of names as tokens of their own, and
 * the distinct words instead of the trigrams of each name; and counts of cases.
 */
export const SCHEMA_7 = `
  DROP TABLE rank_block;
  DROP TABLE case_words;
  DROP TABLE case_names;
  -- 'named' has a token for each word of the names, and one for each word of the abbreviated name (index-row.ts)
  CREATE VIRTUAL TABLE case_words USING fts5 (
    opinions, head_matter, names, cites, court, authors, corrections, filters, cited, named,
    content = '', contentless_delete = 1, tokenize = 'ascii'
  );
  -- the distinct words of all names and docket numbers, and their trigrams (name-words.ts)
  CREATE TABLE name_word (
    id INTEGER PRIMARY KEY,
    word TEXT NOT NULL UNIQUE
  );
  CREATE VIRTUAL TABLE name_trigrams USING fts5 (
    word,
    content = 'name_word', content_rowid = 'id', detail = none, tokenize = 'trigram case_sensitive 1'
  );
  -- negative date rowids belong to no day: the next run assigns new ones and rebuilds the index rows from the stored bodies
  UPDATE court_case SET rank = -1 - id;
  INSERT OR IGNORE INTO stale_index (case_id) SELECT id FROM court_case;

  -- Number of cases of each year in each jurisdiction, in each court of it, and in each reporter of it. '*' instead of an id: the
  -- row counts all of them. An empty text: the case has none.
  CREATE TABLE case_count (
    court_id INTEGER NOT NULL,
    reporter_id INTEGER NOT NULL,
    jurisdiction_id INTEGER NOT NULL,
    year INTEGER NOT NULL,
    cases INTEGER NOT NULL,
    PRIMARY KEY (court_id, reporter_id, jurisdiction_id, year)
  ) WITHOUT ROWID;
  INSERT INTO case_count (court_id, reporter_id, jurisdiction_id, year, cases)
  WITH counted AS MATERIALIZED (
    SELECT coalesce(court_id, '') AS court, coalesce(reporter_id, '') AS reporter,
           coalesce(jurisdiction_id, '') AS jurisdiction,
           coalesce(CAST(strftime('%Y', day * 86400, 'unixepoch') AS INTEGER), '') AS year
      FROM court_case)
  SELECT court, '*', jurisdiction, year, count(*) FROM counted GROUP BY 1, 2, 3, 4
   UNION ALL
  SELECT '*', reporter, jurisdiction, year, count(*) FROM counted GROUP BY 1, 2, 3, 4
   UNION ALL
  SELECT '*', '*', jurisdiction, year, count(*) FROM counted GROUP BY 1, 2, 3, 4;

  -- court_case_rank has the same order
  DROP INDEX court_case_day;

  -- the few cases that statistics count apart
  CREATE INDEX court_case_odd ON court_case (body_chars, hash_differs)
   WHERE body_chars IS NULL OR body_chars = 0 OR hash_differs = 1;
`;
