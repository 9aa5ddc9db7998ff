/** The tables of the first version. A released step is never edited: a change is a new step (schema.ts). */

export const SCHEMA_1 = `
  -- Facts on the corpus as a whole. The row 'state' is rewritten by every transaction that writes.
  CREATE TABLE corpus (
    key TEXT PRIMARY KEY,
    value
  ) WITHOUT ROWID;

  -- What is imported as one piece and replaced by its next release: a jurisdiction and format, a volume, a file.
  CREATE TABLE unit (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    name TEXT NOT NULL,
    -- of the newest archive that was read to its end; null until then
    sha256 TEXT,
    release TEXT,
    -- whether nothing was missing in it, so that what it does not hold is gone
    whole INTEGER NOT NULL DEFAULT 0,
    UNIQUE (source, name)
  );

  -- One row an archive imported, written when it is done.
  CREATE TABLE import_log (
    id INTEGER PRIMARY KEY,
    unit_id INTEGER NOT NULL REFERENCES unit,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    release TEXT,
    bytes INTEGER NOT NULL,
    -- whether every record was taken, so that the archive need not be read again
    complete INTEGER NOT NULL,
    read INTEGER NOT NULL,
    added INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    hash_differences INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT NOT NULL
  );
  -- "are these bytes in already?"
  CREATE INDEX import_log_sha256 ON import_log (sha256);

  -- Reference records. 'stamps' tells which origin each field came from, so that merging does not depend on order.
  CREATE TABLE jurisdiction (
    id INTEGER PRIMARY KEY,
    slug TEXT,
    name TEXT,
    name_long TEXT,
    whitelisted INTEGER,
    stamps TEXT NOT NULL
  );
  CREATE TABLE court (
    id INTEGER PRIMARY KEY,
    -- the slug in force: given, else made
    slug TEXT,
    given_slug TEXT,
    name TEXT,
    name_abbreviation TEXT,
    jurisdiction_id INTEGER,
    jurisdiction_slug TEXT,
    stamps TEXT NOT NULL
  );
  CREATE TABLE reporter (
    id INTEGER PRIMARY KEY,
    slug TEXT,
    full_name TEXT,
    short_name TEXT,
    start_year INTEGER,
    end_year INTEGER,
    -- JSON array of jurisdiction ids, in the source's order
    jurisdictions TEXT,
    stamps TEXT NOT NULL
  );
  CREATE TABLE volume (
    barcode TEXT PRIMARY KEY,
    volume_number TEXT,
    title TEXT,
    publisher TEXT,
    publication_year INTEGER,
    start_year INTEGER,
    end_year INTEGER,
    nominative_volume_number TEXT,
    nominative_name TEXT,
    series_volume_number TEXT,
    reporter_id INTEGER,
    reporter_name TEXT,
    jurisdictions TEXT,
    stamps TEXT NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE court_case (
    id INTEGER PRIMARY KEY,
    -- rowid in case_words and case_names; see rank.ts
    rank INTEGER NOT NULL,
    -- days since 1970-01-01 that the decision date counts as; null when it is no date
    day INTEGER,
    name TEXT NOT NULL,
    name_abbreviation TEXT NOT NULL,
    decision_date TEXT,
    docket_number TEXT NOT NULL,
    first_page TEXT NOT NULL,
    last_page TEXT NOT NULL,
    jurisdiction_id INTEGER,
    court_id INTEGER,
    -- as the source names them; the resolved ones are reporter_id and volume_barcode
    volume_number TEXT,
    reporter_name TEXT,
    volume_barcode TEXT,
    reporter_id INTEGER,
    -- 1 when reporter_id is not the source's but was found by name, plus 2 when volume_barcode was
    resolved INTEGER NOT NULL,
    last_updated TEXT,
    -- the same as a UTC instant of fixed width, for comparing; null when it is none
    updated_instant TEXT,
    -- the unit whose archive gave the metadata
    unit_id INTEGER NOT NULL REFERENCES unit,
    -- the form that text is answered from and indexed by: xml, html, text; null without a body
    text_form TEXT,
    -- length of head matter and opinions in UTF-16 units; null without a body, 0 with an empty one
    body_chars INTEGER,
    -- 1 when analysis.sha256 does not fit the text
    hash_differs INTEGER NOT NULL
  );
  -- from an index row to its case
  CREATE UNIQUE INDEX court_case_rank ON court_case (rank);
  -- cases by date, no other filter
  CREATE INDEX court_case_day ON court_case (day, id);
  -- ordering=name_abbreviation
  CREATE INDEX court_case_name ON court_case (name_abbreviation, id);
  -- ordering=last_updated, last_updated_min and _max
  CREATE INDEX court_case_updated ON court_case (updated_instant, id);
  -- G1 lines name reporters only; looked at again when the reporters held change
  CREATE INDEX court_case_unresolved ON court_case (reporter_name) 
   WHERE resolved > 0 OR reporter_id IS NULL OR volume_barcode IS NULL;

  CREATE TABLE citation (
    case_id INTEGER NOT NULL REFERENCES court_case,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    cite TEXT NOT NULL,
    -- domain/citation's normal form; never empty: a citation without one is stored as null
    normal TEXT,
    PRIMARY KEY (case_id, seq)
  ) WITHOUT ROWID;
  -- cite=
  CREATE INDEX citation_normal ON citation (normal);

  -- What a listing shows beside the columns: cites_to, analysis, provenance; packed JSON, see extras.ts.
  CREATE TABLE case_extra (
    case_id INTEGER PRIMARY KEY REFERENCES court_case,
    data BLOB NOT NULL
  );

  -- The body in the forms the sources gave (xml, html, text), packed; the others are made from them.
  CREATE TABLE case_body (
    case_id INTEGER NOT NULL REFERENCES court_case,
    form TEXT NOT NULL,
    unit_id INTEGER NOT NULL REFERENCES unit,
    last_updated TEXT,
    -- null: the text object is exactly what the html form of the same case gives
    data BLOB,
    PRIMARY KEY (case_id, form)
  );

  -- Which archives hold which case, and the digest of what they said of it.
  CREATE TABLE holding (
    unit_id INTEGER NOT NULL REFERENCES unit,
    case_id INTEGER NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (unit_id, case_id)
  ) WITHOUT ROWID;
  -- "does another archive hold this case?"
  CREATE INDEX holding_case ON holding (case_id);

  -- Every case added, changed or removed, in the order in which it became visible.
  CREATE TABLE change_log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    case_id INTEGER NOT NULL,
    unit_id INTEGER NOT NULL,
    at TEXT NOT NULL
  );

  -- Ranks above all days, handed out in blocks; see rank.ts.
  CREATE TABLE rank_block (
    from_rank INTEGER PRIMARY KEY,
    day INTEGER NOT NULL
  );
  CREATE INDEX rank_block_day ON rank_block (day, from_rank);

  -- Cases whose index row must be made anew because a reference record changed.
  CREATE TABLE stale_index (
    case_id INTEGER PRIMARY KEY
  );

  -- The bulk collection, as the service listed it.
  CREATE TABLE bulk_file (
    id INTEGER PRIMARY KEY,
    file_name TEXT NOT NULL,
    export_date TEXT,
    public INTEGER NOT NULL,
    filter_type TEXT,
    filter_id INTEGER,
    body_format TEXT,
    -- where the archive is kept, below the data folder; null when it is not
    path TEXT
  );

  -- What was noted of a unit's file at its last complete download.
  CREATE TABLE download (
    source TEXT NOT NULL,
    unit TEXT NOT NULL,
    url TEXT NOT NULL,
    path TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    etag TEXT,
    last_modified TEXT,
    version TEXT,
    fetched_at TEXT NOT NULL,
    PRIMARY KEY (source, unit)
  ) WITHOUT ROWID;

  -- Words, prepared by analyzer.ts: FTS5 only splits at spaces. Contentless; kept in step by the writer.
  -- 'forms', 'filters' and 'cited' are ours: words as written, one token a jurisdiction, court, reporter, and what the
  -- case cites.
  CREATE VIRTUAL TABLE case_words USING fts5 (
    names, cites, court, head_matter, opinions, authors, corrections, forms, filters, cited,
    content = '', contentless_delete = 1, tokenize = 'ascii'
  );

  -- Substrings of three characters and more of the folded names and numbers, for the filters that mean "contains".
  -- 'filters' again, so that a name within a jurisdiction needs this index alone.
  CREATE VIRTUAL TABLE case_names USING fts5 (
    name, name_abbreviation, docket_number, filters,
    content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
`;
