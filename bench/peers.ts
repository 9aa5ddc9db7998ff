/** The programs that stand beside ours: how each is run on a bag, and what it needs. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Command, shellCommand } from "./measure/run-tree.ts";
import { caselawArgs, type Setting, SYSTEM_PATH } from "./measure/setting.ts";

export interface Importer {
  readonly name: string;
  /** Programs that must be installed. */
  readonly needs: readonly string[];
  /** @param folder empty, for its corpus and scratch files */
  readonly command: (bag: string, folder: string) => Command;
}

/** What each shell script begins with. */
const PAYLOAD = `unzip -p "$1" '*/data/data.jsonl.xz' | xz -dc`;

/** Indexes the name and the body as it stands, tags included: the pipe parses no XML. */
const SQLITE_UTILS = `
  ${PAYLOAD} | sqlite-utils insert "$2/corpus.db" cases - --nl --pk id
  sqlite-utils enable-fts "$2/corpus.db" cases name casebody
`;

/**
 * After github.com/mdlincoln/caselaw-to-sqlite: a pass of jq for each table, CSV between, the shell's `.import`. Its
 * passes over opinions and parties read text archives only, so the body stays one column; the index, which it
 * has not, is added, since a corpus without one answers no search.
 */
const JQ = `
  pass() { ${PAYLOAD} | jq -r "$3" > "$2/$4.csv"; }
  pass "$1" "$2" '[.id, .name, .name_abbreviation, .decision_date, .docket_number, .first_page, .last_page,
    .volume.volume_number, .reporter.full_name, .court.id, .jurisdiction.id, .casebody.status,
    (.casebody.data | if type == "string" then . else tojson end)] | @csv' cases
  pass "$1" "$2" '{id: .id, of: .citations[]} | [.id, .of.type, .of.cite] | @csv' citations
  pass "$1" "$2" '.court | [.id, .name, .name_abbreviation, .slug] | @csv' court_rows
  pass "$1" "$2" '.jurisdiction | [.id, .slug, .name, .name_long, .whitelisted] | @csv' jurisdiction_rows
  sqlite3 -bail "$2/corpus.db" <<SQL
CREATE TABLE cases (id INTEGER PRIMARY KEY, name, name_abbreviation, decision_date, docket_number, first_page, last_page,
  volume_number, reporter, court_id INTEGER, jurisdiction_id INTEGER, status, body);
CREATE TABLE citations (case_id INTEGER, type, cite);
CREATE TABLE court_rows (id INTEGER, name, name_abbreviation, slug);
CREATE TABLE jurisdiction_rows (id INTEGER, slug, name, name_long, whitelisted);
.mode csv
.import "$2/cases.csv" cases
.import "$2/citations.csv" citations
.import "$2/court_rows.csv" court_rows
.import "$2/jurisdiction_rows.csv" jurisdiction_rows
CREATE TABLE courts AS SELECT DISTINCT * FROM court_rows;
CREATE TABLE jurisdictions AS SELECT DISTINCT * FROM jurisdiction_rows;
CREATE INDEX case_court ON cases (court_id);
CREATE INDEX case_jurisdiction ON cases (jurisdiction_id);
CREATE INDEX citation_case ON citations (case_id);
CREATE VIRTUAL TABLE words USING fts5 (name, body, content = 'cases', content_rowid = 'id');
INSERT INTO words (words) VALUES ('rebuild');
SQL
`;

/** Ours: the whole program, from its start to its end. */
export function ours(setting: Pick<Setting, "importArgs">): Importer {
  return {
    name: "caselaw import",
    needs: [],
    command: (bag, folder) => ({ program: process.execPath, args: importArgs(bag, folder, setting) }),
  };
}

/** @param folder of the corpus; the data folder is below it */
export function importArgs(
  bag: string,
  folder: string,
  { importArgs: more }: Pick<Setting, "importArgs">,
): string[] {
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  return caselawArgs(
    "import",
    bag,
    "--db",
    join(folder, "corpus.db"),
    "--data-dir",
    data,
    "--quiet",
    ...more,
  );
}

export const PEERS: readonly Importer[] = [
  {
    name: "xz -dc alone",
    needs: ["unzip", "xz"],
    command: (bag) => script(`${PAYLOAD} > /dev/null`, [bag]),
  },
  {
    name: "sqlite-utils insert, enable-fts",
    needs: ["unzip", "xz", "sqlite-utils"],
    command: (bag, folder) => script(SQLITE_UTILS, [bag, folder]),
  },
  {
    name: "jq, sqlite3",
    needs: ["unzip", "xz", "jq", "sqlite3"],
    command: (bag, folder) => script(JQ, [bag, folder]),
  },
];

function script(text: string, args: readonly string[]): Command {
  return { ...shellCommand(text, args), env: { PATH: SYSTEM_PATH } };
}
