/**
 * The tables and indexes of a corpus.
 *
 * There is one version, and a corpus of another is refused (open-database.ts): archives are imported again instead of migrated. Raise the
 * version with every change of the tables, of the tokens in the indexes of words, or of what a packed value contains.
 */

/** `CASE` in ASCII. Distinguishes a corpus from SQLite files of other programs. */
export const APPLICATION_ID = 0x43415345;

export const SCHEMA_VERSION = 19;

export const SCHEMA = `
  -- Facts about the corpus. 'state' is rewritten by every transaction that writes (corpus-state.ts); 'volumes_changed' says that cases
  -- which only name their reporter or volume must be resolved again (write/outdated-index.ts).
  CREATE TABLE corpus (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

  -- One row for each run that may write; 'finished_at' stays null if the run was killed. Shown by stats.
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
    -- the sums of its archives
    read INTEGER NOT NULL DEFAULT 0, added INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0, removed INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0
  );

  -- What one archive contains and its next release replaces: a jurisdiction and format, a volume, a file.
  CREATE TABLE unit (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    name TEXT NOT NULL,
    -- of the newest archive that was read to its end; null before that
    sha256 TEXT,
    release TEXT,
    -- whether that archive had no missing cases, so that cases which it lacks are removed
    complete INTEGER NOT NULL DEFAULT 0,
    -- cases that it lists: rows of CasesMetadata.json, or lines
    expected INTEGER,
    -- cases that it lists and that could not be imported
    missing INTEGER NOT NULL DEFAULT 0,
    UNIQUE (source, name)
  );

  -- Names that the unit's newest archive lists but lacks, or contains but does not list. Shown by coverage.
  CREATE TABLE mismatch (
    unit_id INTEGER NOT NULL REFERENCES unit, name TEXT NOT NULL, kind TEXT NOT NULL,
    PRIMARY KEY (unit_id, name, kind)
  ) WITHOUT ROWID;

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
    -- records, by outcome
    read INTEGER NOT NULL, added INTEGER NOT NULL, changed INTEGER NOT NULL,
    unchanged INTEGER NOT NULL, removed INTEGER NOT NULL, rejected INTEGER NOT NULL,
    hash_differences INTEGER NOT NULL,
    finished_at TEXT NOT NULL,
    run_id INTEGER REFERENCES run
  );
  -- "was an archive with this hash imported?"
  CREATE INDEX import_log_sha256 ON import_log (sha256);

  -- The units that sources list, each with the outcome of the last attempt to sync it.
  CREATE TABLE ledger (
    source TEXT NOT NULL,
    unit TEXT NOT NULL,
    -- name of the unit into which its archives are imported
    corpus_unit TEXT NOT NULL,
    -- as last listed
    url TEXT NOT NULL,
    version TEXT,
    listed_at TEXT NOT NULL,
    -- stored, missing (404), failed; null before the first attempt
    outcome TEXT,
    -- of the last attempt if it failed, one line
    error TEXT,
    -- failed attempts since the last success
    attempts INTEGER NOT NULL DEFAULT 0,
    attempted_at TEXT,
    PRIMARY KEY (source, unit)
  ) WITHOUT ROWID;

  -- Number of cases of a jurisdiction as reported by a source. Shown by coverage.
  CREATE TABLE case_total (
    source TEXT NOT NULL,
    jurisdiction_id INTEGER NOT NULL,
    cases INTEGER NOT NULL, reported_at TEXT NOT NULL,
    PRIMARY KEY (source, jurisdiction_id)
  ) WITHOUT ROWID;

  -- The last complete download of each unit.
  CREATE TABLE download (
    source TEXT NOT NULL,
    unit TEXT NOT NULL,
    url TEXT NOT NULL,
    path TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    etag TEXT, last_modified TEXT,
    version TEXT,
    downloaded_at TEXT NOT NULL,
    -- 0 until the archive's own dates or a second response of the server confirm the listed version
    confirmed INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (source, unit)
  ) WITHOUT ROWID;

  -- The bulk collection, as the service listed it.
  CREATE TABLE bulk_file (
    id INTEGER PRIMARY KEY,
    file_name TEXT NOT NULL,
    export_date TEXT,
    public INTEGER NOT NULL,
    filter_type TEXT, filter_id INTEGER,
    body_format TEXT,
    -- path of the archive below the data folder; null if it is not on disk
    path TEXT
  );

  -- Reference records. 'stamps' has the precedence of each field's origin, so that merging does not depend on order.
  CREATE TABLE jurisdiction (
    id INTEGER PRIMARY KEY,
    slug TEXT,
    name TEXT, name_long TEXT,
    whitelisted INTEGER,
    stamps TEXT NOT NULL
  );
  CREATE TABLE court (
    id INTEGER PRIMARY KEY,
    -- the slug in use: given by a source, else derived from the name
    slug TEXT, given_slug TEXT,
    name TEXT, name_abbreviation TEXT,
    jurisdiction_id INTEGER, jurisdiction_slug TEXT,
    stamps TEXT NOT NULL
  );
  CREATE TABLE reporter (
    id INTEGER PRIMARY KEY,
    slug TEXT,
    full_name TEXT, short_name TEXT,
    start_year INTEGER, end_year INTEGER,
    -- JSON array of jurisdiction ids, in the source's order
    jurisdictions TEXT,
    stamps TEXT NOT NULL
  );
  CREATE TABLE volume (
    barcode TEXT PRIMARY KEY,
    volume_number TEXT,
    title TEXT,
    publisher TEXT,
    publication_year INTEGER, start_year INTEGER, end_year INTEGER,
    nominative_volume_number TEXT, nominative_name TEXT,
    series_volume_number TEXT,
    reporter_id INTEGER, reporter_name TEXT,
    jurisdictions TEXT,
    stamps TEXT NOT NULL
  ) WITHOUT ROWID;

  -- Which reference records changed, and when. The record of a case contains the names of its court and reporter, so it changes with
  -- them, although the case itself does not change (docs/interface.md, "Import guarantees").
  CREATE TABLE reference_change (
    -- jurisdiction, court, reporter; case: it moved to another reporter or volume
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    -- number of its last change, from the sequence of change_log
    seq INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID;

  CREATE TABLE court_case (
    id INTEGER PRIMARY KEY,
    -- rowid in case_words, ascending with the decision date (dates/date-rowid.ts)
    date_rowid INTEGER NOT NULL,
    -- the decision date in days since 1970-01-01; null if it is not a date
    day INTEGER,
    name TEXT NOT NULL, name_abbreviation TEXT NOT NULL,
    decision_date TEXT,
    docket_number TEXT NOT NULL,
    first_page TEXT NOT NULL, last_page TEXT NOT NULL,
    jurisdiction_id INTEGER, court_id INTEGER,
    -- as the source names them; reporter_id and volume_barcode are the resolved records
    volume_number TEXT, reporter_name TEXT,
    volume_barcode TEXT, reporter_id INTEGER,
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
    -- where sentences and paragraphs end in the indexed form (write/text-ends.ts); null without a body
    text_ends BLOB,
    -- 1 if the text does not match analysis.sha256
    hash_differs INTEGER NOT NULL,
    -- numbers of 'analysis', for filters and orders (write/extras.ts)
    word_count NUMERIC, char_count NUMERIC, cardinality NUMERIC, ocr_confidence NUMERIC,
    pagerank_percentile NUMERIC, pagerank_raw NUMERIC,
    -- cites_to, analysis, provenance and the citations as they are shown, packed (write/extras.ts): a page of a hundred cases reads one
    -- place in the file for each of them
    extra NOT NULL,
    -- of the row (write/case-repository.ts)
    checksum INTEGER NOT NULL
  );
  -- some records only name their reporter; they are resolved again when reporters change
  CREATE INDEX court_case_unresolved ON court_case (reporter_name)
   WHERE resolved > 0 OR reporter_id IS NULL OR volume_barcode IS NULL;
  -- the few cases that statistics count apart
  CREATE INDEX court_case_odd ON court_case (body_chars, hash_differs)
   WHERE body_chars IS NULL OR body_chars = 0 OR hash_differs = 1;
  -- finds the case of an index row until the first import has ended (LATE_INDEXES): fewer bytes, so fewer pages to rewrite
  CREATE INDEX court_case_early ON court_case (date_rowid);

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

  -- SHA-256 of the text of every case as it is shown (docs/formats.md, "Text hash"), null without a body: the leaves of the hash tree.
  CREATE TABLE text_hash (case_id INTEGER PRIMARY KEY, sha256 BLOB);
  -- Its roots after each run that changed it. The present one is 'text_root' in 'corpus', until a hash changes (ledger/text-root.ts).
  CREATE TABLE text_root (id INTEGER PRIMARY KEY, root TEXT NOT NULL, cases INTEGER NOT NULL, last_change INTEGER NOT NULL, at TEXT NOT NULL);

  -- Compression dictionaries (codec/codec.ts). Each is stored twice, because all bodies depend on it.
  CREATE TABLE dictionary (
    id INTEGER PRIMARY KEY,
    sha256 BLOB NOT NULL,
    data BLOB NOT NULL,
    copy BLOB NOT NULL
  );

  -- Which unit has which case, with the digest of its record.
  CREATE TABLE contribution (
    unit_id INTEGER NOT NULL REFERENCES unit,
    case_id INTEGER NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (unit_id, case_id)
  ) WITHOUT ROWID;
  -- "does another unit have this case?"
  CREATE INDEX contribution_case ON contribution (case_id);

  -- Every case added, changed or removed, in the order in which it became visible.
  CREATE TABLE change_log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    case_id INTEGER NOT NULL,
    at TEXT NOT NULL,
    run_id INTEGER REFERENCES run
  );

  -- Cases whose index row is outdated because a reference record changed (write/outdated-index.ts).
  CREATE TABLE index_outdated (case_id INTEGER PRIMARY KEY);

  -- Number of cases of each year in each jurisdiction, in each court of it, and in each reporter of it. '*' instead of an id: the
  -- row counts all of them. An empty text: the case has none. Answers counts and facets without a pass over the index.
  CREATE TABLE case_count (
    court_id INTEGER NOT NULL,
    reporter_id INTEGER NOT NULL,
    jurisdiction_id INTEGER NOT NULL,
    year INTEGER NOT NULL,
    cases INTEGER NOT NULL,
    PRIMARY KEY (court_id, reporter_id, jurisdiction_id, year)
  ) WITHOUT ROWID;

  -- Packed values for facets of many matches (dates/facet-blocks.ts).
  CREATE TABLE facet_block (
    id INTEGER PRIMARY KEY,
    ids BLOB,
    data BLOB NOT NULL
  );
  -- A block may lack a new case, but what it says of a case is right.
  CREATE TRIGGER facet_block_of_removed AFTER DELETE ON court_case
  BEGIN
    DELETE FROM facet_block WHERE id = OLD.date_rowid >> 18;
  END;
  CREATE TRIGGER facet_block_of_changed AFTER UPDATE OF jurisdiction_id, date_rowid, court_id, reporter_id ON court_case
   WHEN OLD.date_rowid IS NOT NEW.date_rowid
     OR OLD.jurisdiction_id IS NOT NEW.jurisdiction_id
     OR OLD.court_id IS NOT NEW.court_id
     OR OLD.reporter_id IS NOT NEW.reporter_id
  BEGIN
    DELETE FROM facet_block WHERE id = OLD.date_rowid >> 18;
  END;

  -- Tokens, prepared by text/analyzer.ts: FTS5 only splits at spaces. Contentless; the writer keeps it consistent with the rows. FTS5 needs
  -- two bytes less per token in the first column, and most tokens are in opinions. Unstemmed tokens follow the tokens of their column.
  -- 'filters' has one token for each jurisdiction, court and reporter, 'cited' the cited cases, 'named' one for each word of the names.
  CREATE VIRTUAL TABLE case_words USING fts5 (
    opinions, head_matter, names, cites, court, authors, corrections, filters, cited, named,
    content = '', contentless_delete = 1, tokenize = 'ascii'
  );

  -- The distinct words of all names and docket numbers, and their trigrams, for the filters that mean "contains" (write/index-writer.ts).
  CREATE TABLE name_word (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
  CREATE VIRTUAL TABLE name_trigrams USING fts5 (
    word,
    content = 'name_word', content_rowid = 'id', detail = none, tokenize = 'trigram case_sensitive 1'
  );
`;

/** Id, date rowid and the columns of the usual filters: a walk in the order of a name or number reads no rows (search/ordered-pages.ts). */
const FILTERED = "id, date_rowid, day, jurisdiction_id, court_id, reporter_id";

/**
 * The indexes of `court_case` that the first import of a corpus writes at its end (file-layout.ts): their values come in no order, so each
 * transaction would rewrite most of their pages. Without them SQLite sorts the cases, or reads their rows: as correct, and slower.
 */
export const LATE_INDEXES = {
  // finds the case of an index row, in date order, with what filters read of it
  court_case_date_rowid:
    "date_rowid, jurisdiction_id, court_id, reporter_id, word_count, pagerank_percentile",
  // orders by name, length, PageRank and `last_updated`, and filters by the last three
  court_case_name: `name_abbreviation, ${FILTERED}`,
  court_case_length: `word_count, ${FILTERED}`,
  court_case_pagerank: `pagerank_percentile, ${FILTERED}`,
  court_case_updated: "updated_instant, id",
} as const;
