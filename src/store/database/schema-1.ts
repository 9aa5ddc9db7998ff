/**
 * The tables of the first version. The statements of a released step are never edited: a change is a new step (schema.ts).
 *
 * Every corpus file has these table and column names, so some are older than the terms of docs/glossary.md. `rank` is the date
 * rowid, `holding` the table of contributions, `stale_index` lists outdated index rows.
 */

export const SCHEMA_1 = `
  -- Facts about the corpus. Every transaction that writes rewrites the row 'state'.
  CREATE TABLE corpus (
    key TEXT PRIMARY KEY,
    value
  ) WITHOUT ROWID;

  -- What one archive contains and its next release replaces: a jurisdiction and format, a volume, a file.
  CREATE TABLE unit (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    name TEXT NOT NULL,
    -- of the newest archive that was read to its end; null before that
    sha256 TEXT,
    release TEXT,
    -- whether that archive had no missing cases, so that cases which it lacks are removed
    whole INTEGER NOT NULL DEFAULT 0,
    UNIQUE (source, name)
  );

  -- One row for each imported archive, written when its import ends.
  CREATE TABLE import_log (
    id INTEGER PRIMARY KEY,
    unit_id INTEGER NOT NULL REFERENCES unit,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    release TEXT,
    bytes INTEGER NOT NULL,
    -- whether every record was read, so that the archive need not be imported again
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
  -- "was an archive with this hash imported?"
  CREATE INDEX import_log_sha256 ON import_log (sha256);

  -- Reference records. 'stamps' has the precedence of each field's origin, so that merging does not depend on order.
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
    -- the slug in use: given by a source, else derived from the name
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
    -- the date rowid: rowid in case_words and case_names; see date-rowid.ts
    rank INTEGER NOT NULL,
    -- the decision date in days since 1970-01-01; null if it is not a date
    day INTEGER,
    name TEXT NOT NULL,
    name_abbreviation TEXT NOT NULL,
    decision_date TEXT,
    docket_number TEXT NOT NULL,
    first_page TEXT NOT NULL,
    last_page TEXT NOT NULL,
    jurisdiction_id INTEGER,
    court_id INTEGER,
    -- as the source names them; reporter_id and volume_barcode are the resolved records
    volume_number TEXT,
    reporter_name TEXT,
    volume_barcode TEXT,
    reporter_id INTEGER,
    -- 1 if reporter_id was found by name, plus 2 if volume_barcode was found by name
    resolved INTEGER NOT NULL,
    last_updated TEXT,
    -- last_updated as a UTC instant of fixed width, for comparing; null if it is not an instant
    updated_instant TEXT,
    -- the unit whose contribution has the metadata
    unit_id INTEGER NOT NULL REFERENCES unit,
    -- the indexed form, from which text is answered: xml, html, text; null without a body
    text_form TEXT,
    -- length of head matter and opinions in UTF-16 units; null without a body, 0 with an empty body
    body_chars INTEGER,
    -- 1 if the text does not match analysis.sha256
    hash_differs INTEGER NOT NULL
  );
  -- finds the case of an index row
  CREATE UNIQUE INDEX court_case_rank ON court_case (rank);
  -- cases by date, no other filter
  CREATE INDEX court_case_day ON court_case (day, id);
  -- ordering=name_abbreviation
  CREATE INDEX court_case_name ON court_case (name_abbreviation, id);
  -- ordering=last_updated, last_updated_min and _max
  CREATE INDEX court_case_updated ON court_case (updated_instant, id);
  -- some records only name their reporter; they are resolved again when reporters change
  CREATE INDEX court_case_unresolved ON court_case (reporter_name) 
   WHERE resolved > 0 OR reporter_id IS NULL OR volume_barcode IS NULL;

  CREATE TABLE citation (
    case_id INTEGER NOT NULL REFERENCES court_case,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    cite TEXT NOT NULL,
    -- the normal form (domain/citation); null instead of an empty normal form
    normal TEXT,
    PRIMARY KEY (case_id, seq)
  ) WITHOUT ROWID;
  -- cite=
  CREATE INDEX citation_normal ON citation (normal);

  -- The extras cites_to, analysis, provenance: packed JSON, see extras.ts.
  CREATE TABLE case_extra (
    case_id INTEGER PRIMARY KEY REFERENCES court_case,
    data BLOB NOT NULL
  );

  -- The body in the forms of the sources (xml, html, text), packed; other forms are derived from these.
  CREATE TABLE case_body (
    case_id INTEGER NOT NULL REFERENCES court_case,
    form TEXT NOT NULL,
    unit_id INTEGER NOT NULL REFERENCES unit,
    last_updated TEXT,
    -- null: the text object equals what the html form of the same case gives
    data BLOB,
    PRIMARY KEY (case_id, form)
  );

  -- The contributions: which unit has which case, with the digest of its record.
  CREATE TABLE holding (
    unit_id INTEGER NOT NULL REFERENCES unit,
    case_id INTEGER NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (unit_id, case_id)
  ) WITHOUT ROWID;
  -- "does another unit have this case?"
  CREATE INDEX holding_case ON holding (case_id);

  -- Every case added, changed or removed, in the order in which it became visible.
  CREATE TABLE change_log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    case_id INTEGER NOT NULL,
    unit_id INTEGER NOT NULL,
    at TEXT NOT NULL
  );

  -- Blocks of date rowids above all days; dropped by version 7.
  CREATE TABLE rank_block (
    from_rank INTEGER PRIMARY KEY,
    day INTEGER NOT NULL
  );
  CREATE INDEX rank_block_day ON rank_block (day, from_rank);

  -- Cases whose index row is outdated because a reference record changed.
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
    -- path of the archive below the data folder; null if it is not on disk
    path TEXT
  );

  -- The last complete download of each unit.
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

  -- Tokens, prepared by analyzer.ts: FTS5 only splits at spaces. Contentless; the writer keeps it consistent with the rows.
  -- 'forms' has unstemmed tokens, 'filters' one token for each jurisdiction, court and reporter, 'cited' the cited cases.
  CREATE VIRTUAL TABLE case_words USING fts5 (
    names, cites, court, head_matter, opinions, authors, corrections, forms, filters, cited,
    content = '', contentless_delete = 1, tokenize = 'ascii'
  );

  -- Trigrams of the folded names and numbers, for the filters that mean "contains".
  -- It has 'filters' too, so that a filter by name and jurisdiction needs only this index.
  CREATE VIRTUAL TABLE case_names USING fts5 (
    name, name_abbreviation, docket_number, filters,
    content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
`;
