/** Writes an exported database: a new file, written once. It needs no log, because nobody reads it before it is complete. */
import Database from "better-sqlite3";

type Value = string | number | null;
/** A row by column, with a value for every column of the schema; null as id of an opinion: the next number. */
export type PlainRow = Readonly<Record<string, Value>>;

const TABLES = [
  "jurisdictions",
  "courts",
  "reporters",
  "volumes",
  "cases",
  "opinions",
  "citations",
  "edges",
] as const;

export type PlainTable = (typeof TABLES)[number];

export class PlainDatabase implements Disposable {
  readonly #db: Database.Database;
  readonly #inserts: ReadonlyMap<PlainTable, Database.Statement<[PlainRow]>>;

  /** @param path a file that does not exist */
  constructor(path: string) {
    this.#db = new Database(path);
    this.#db.pragma("journal_mode = OFF");
    this.#db.pragma("synchronous = OFF");
    this.#db.pragma("page_size = 8192");
    // a case may refer to a record that is not in the corpus
    this.#db.pragma("foreign_keys = OFF");
    this.#db.exec(PLAIN_SCHEMA);
    const inserts = [...columnsIn(this.#db)].map(([table, columns]) => {
      const values = columns.map(({ name }) => `:${name}`).join(", ");
      return [table, this.#db.prepare<[PlainRow]>(`INSERT INTO ${table} VALUES (${values})`)] as const;
    });
    this.#inserts = new Map(inserts);
  }

  write(rows: Iterable<readonly [PlainTable, PlainRow]>): void {
    this.#db.transaction(() => {
      for (const [table, row] of rows) this.#inserts.get(table)?.run(row);
    })();
  }

  /** Creates indexes and views, which completes the file. */
  finish(): void {
    this.#db.exec(PLAIN_INDEXES);
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

interface PlainColumn {
  readonly name: string;
  /** As declared. */
  readonly type: string;
  /** A part of the primary key. */
  readonly isKey: boolean;
  readonly isRequired: boolean;
}

export function plainTables(): ReadonlyMap<PlainTable, readonly PlainColumn[]> {
  const db = new Database(":memory:");
  db.exec(PLAIN_SCHEMA);
  const columns = columnsIn(db);
  db.close();
  return columns;
}

function columnsIn(db: Database.Database): ReadonlyMap<PlainTable, readonly PlainColumn[]> {
  const columnsOf = db.prepare<[string], { name: string; type: string; pk: number; notnull: number }>(
    "SELECT name, type, pk, [notnull] FROM pragma_table_info(?)",
  );
  const columns = (table: PlainTable): PlainColumn[] =>
    columnsOf.all(table).map(({ name, type, pk, notnull }) => ({
      ...{ name, type, isKey: pk > 0 },
      isRequired: pk > 0 || notnull > 0,
    }));
  return new Map(TABLES.map((table) => [table, columns(table)]));
}

/**
 * The tables of an exported database (`caselaw export --format sqlite`): text columns, declared keys that tools can use, an
 * ordinary FTS5 index. The SQL comments are for people who read `.schema`.
 */

const PLAIN_SCHEMA = `
  CREATE TABLE jurisdictions (
    id INTEGER PRIMARY KEY,
    slug TEXT,
    name TEXT,
    name_long TEXT,
    whitelisted INTEGER NOT NULL
  );
  CREATE TABLE courts (
    id INTEGER PRIMARY KEY,
    slug TEXT,
    name TEXT,
    name_abbreviation TEXT,
    jurisdiction_id INTEGER REFERENCES jurisdictions (id)
  );
  CREATE TABLE reporters (
    id INTEGER PRIMARY KEY,
    full_name TEXT,
    short_name TEXT,
    start_year INTEGER,
    end_year INTEGER
  );
  CREATE TABLE volumes (
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
    reporter_id INTEGER REFERENCES reporters (id),
    reporter TEXT
  );
  CREATE TABLE cases (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL,
    name TEXT NOT NULL,
    name_abbreviation TEXT NOT NULL,
    -- as the source wrote it: YYYY, YYYY-MM or YYYY-MM-DD
    decision_date TEXT,
    -- null when the decision date is not a date
    decision_year INTEGER,
    docket_number TEXT NOT NULL,
    first_page TEXT NOT NULL,
    last_page TEXT NOT NULL,
    volume_barcode TEXT REFERENCES volumes (barcode),
    volume_number TEXT,
    reporter_id INTEGER REFERENCES reporters (id),
    reporter TEXT,
    court_id INTEGER REFERENCES courts (id),
    jurisdiction_id INTEGER REFERENCES jurisdictions (id),
    last_updated TEXT,
    -- JSON
    cites_to TEXT,
    analysis TEXT,
    provenance TEXT,
    courtlistener TEXT,
    origin TEXT NOT NULL,
    notes TEXT,
    casebody_status TEXT,
    head_matter TEXT,
    corrections TEXT,
    -- JSON lists of text
    parties TEXT,
    attorneys TEXT,
    judges TEXT,
    judge_surnames TEXT
  );
  CREATE TABLE opinions (
    id INTEGER PRIMARY KEY,
    case_id INTEGER NOT NULL REFERENCES cases (id),
    -- from 1, as the case has them
    seq INTEGER NOT NULL,
    type TEXT,
    author TEXT,
    text TEXT NOT NULL,
    -- null if the author is the court, unknown or damaged
    author_surname TEXT,
    UNIQUE (case_id, seq)
  );
  CREATE TABLE citations (
    case_id INTEGER NOT NULL REFERENCES cases (id),
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    cite TEXT NOT NULL,
    -- the letters and digits of cite, in lower case: 319wis2d147
    normalized_cite TEXT NOT NULL,
    PRIMARY KEY (case_id, seq)
  );
  CREATE TABLE edges (
    case_id INTEGER NOT NULL REFERENCES cases (id),
    seq INTEGER NOT NULL,
    -- as written
    cite TEXT,
    -- with the reporter's usual short name
    standard_cite TEXT,
    -- may be a case that is not in this file; null unless target is 'one'
    cited_case_id INTEGER,
    -- the source's cites_to, or the text of the case if it has no cites_to
    source TEXT NOT NULL,
    -- JSON list of the pages of quotations
    pin_pages TEXT NOT NULL,
    year INTEGER,
    -- in full
    times INTEGER,
    -- the source's own count
    weight INTEGER,
    -- with short forms, id. and supra
    mentions INTEGER,
    -- JSON list
    treatment_words TEXT NOT NULL,
    -- the first opinion; -1 is the head matter
    opinion_index INTEGER,
    -- how many cases the citation may mean: one, several, none
    target TEXT NOT NULL,
    -- JSON list of all cases that it may mean
    target_case_ids TEXT NOT NULL,
    -- JSON list of all citations of the pair, as written
    cites TEXT NOT NULL,
    PRIMARY KEY (case_id, seq)
  );
`;

/**
 * Created after all rows: updating an index row by row takes several times as long. `content="…"` has double quotes, because
 * Datasette finds the table of an index by this spelling.
 */
const PLAIN_INDEXES = `
  CREATE INDEX cases_decision_date ON cases (decision_date);
  CREATE INDEX cases_jurisdiction ON cases (jurisdiction_id, decision_year);
  CREATE INDEX cases_court ON cases (court_id);
  CREATE INDEX cases_reporter ON cases (reporter_id, volume_number);
  CREATE INDEX citations_cite ON citations (cite);
  CREATE INDEX citations_normalized_cite ON citations (normalized_cite);
  CREATE INDEX edges_cited_case ON edges (cited_case_id);

  CREATE VIEW case_list AS
    SELECT cases.id, cases.name_abbreviation, cases.decision_date, cases.decision_year,
           (SELECT cite FROM citations WHERE case_id = cases.id ORDER BY seq LIMIT 1) AS citation,
           courts.name AS court, jurisdictions.slug AS jurisdiction, cases.reporter, cases.volume_number
      FROM cases
      LEFT JOIN courts ON courts.id = cases.court_id
      LEFT JOIN jurisdictions ON jurisdictions.id = cases.jurisdiction_id;
  CREATE VIEW cases_by_year AS
    SELECT jurisdictions.slug AS jurisdiction, decision_year, count(*) AS cases
      FROM cases
      LEFT JOIN jurisdictions ON jurisdictions.id = cases.jurisdiction_id
     GROUP BY jurisdictions.slug, decision_year;

  CREATE VIRTUAL TABLE cases_fts USING fts5 (
    name, name_abbreviation, docket_number, head_matter,
    content="cases", content_rowid = 'id', tokenize = 'porter unicode61'
  );
  INSERT INTO cases_fts (cases_fts) VALUES ('rebuild');
  CREATE VIRTUAL TABLE opinions_fts USING fts5 (
    author, text,
    content="opinions", content_rowid = 'id', tokenize = 'porter unicode61'
  );
  INSERT INTO opinions_fts (opinions_fts) VALUES ('rebuild');
  ANALYZE;
`;
