/** The second version: the ledger of what sources offer, the runs, and what archives lack. */

export const SCHEMA_2 = `
  -- One row a run that may write; 'finished_at' stays null when it was killed.
  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    command TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    -- done, faulty (exit 3), stopped, failed; null as long as it runs
    outcome TEXT,
    -- what went wrong, one line
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

  -- What sources offer, unit by unit, and how the last try to have it ended.
  CREATE TABLE ledger (
    source TEXT NOT NULL,
    unit TEXT NOT NULL,
    -- as the list told them last
    url TEXT NOT NULL,
    bytes INTEGER,
    version TEXT,
    -- when a list first and last named it
    first_listed_at TEXT NOT NULL,
    listed_at TEXT NOT NULL,
    -- had, absent (404), failed; null when it was never asked for
    outcome TEXT,
    -- of the last try when it failed, one line
    error TEXT,
    -- tries since it was last had
    attempts INTEGER NOT NULL DEFAULT 0,
    attempted_at TEXT,
    PRIMARY KEY (source, unit)
  ) WITHOUT ROWID;

  -- Cases that a source says a jurisdiction has.
  CREATE TABLE case_total (
    source TEXT NOT NULL,
    jurisdiction_id INTEGER NOT NULL,
    cases INTEGER NOT NULL,
    told_at TEXT NOT NULL,
    PRIMARY KEY (source, jurisdiction_id)
  ) WITHOUT ROWID;

  -- Cases that the unit's newest archive says it has: rows of CasesMetadata.json, or lines.
  ALTER TABLE unit ADD COLUMN expected INTEGER;

  -- What that archive lists and lacks, or holds and does not list.
  CREATE TABLE hole (
    unit_id INTEGER NOT NULL REFERENCES unit,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (unit_id, name, kind)
  ) WITHOUT ROWID;
`;
