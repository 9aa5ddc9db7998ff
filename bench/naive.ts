/**
 * The import that one would write first, kept as a peer for the bench: one thread, the zip read, xz decoded, lines by
 * `node:readline`, each XML body parsed by sax into text, a row and its JSON stored, the index filled by triggers with
 * FTS5's own stemmer; every setting as it comes, a transaction for each 1,000 cases.
 *
 * `node bench/naive.ts BAG CORPUS`
 */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import Database from "better-sqlite3";
import sax from "sax";
import xz from "xz-decompress";
import { openMember } from "./measure/bag-payload.ts";

const SCHEMA = `
  CREATE TABLE cases (
    id INTEGER PRIMARY KEY, name TEXT, name_abbreviation TEXT, decision_date TEXT, docket_number TEXT,
    court TEXT, jurisdiction TEXT, reporter TEXT, volume TEXT, first_page TEXT, last_page TEXT,
    citations TEXT, cites_to TEXT, body TEXT, head_matter TEXT, opinions TEXT
  );
  CREATE INDEX cases_date ON cases (decision_date);
  CREATE VIRTUAL TABLE words USING fts5 (
    name, head_matter, opinions, content = 'cases', content_rowid = 'id', tokenize = 'porter'
  );
  CREATE TRIGGER cases_insert AFTER INSERT ON cases BEGIN
    INSERT INTO words (rowid, name, head_matter, opinions) VALUES (new.id, new.name, new.head_matter, new.opinions);
  END;
  CREATE TRIGGER cases_delete AFTER DELETE ON cases BEGIN
    INSERT INTO words (words, rowid, name, head_matter, opinions)
    VALUES ('delete', old.id, old.name, old.head_matter, old.opinions);
  END;
`;
const INSERT = `
  INSERT INTO cases
  VALUES (:id, :name, :name_abbreviation, :decision_date, :docket_number, :court, :jurisdiction, :reporter, :volume,
          :first_page, :last_page, :citations, :cites_to, :body, :head_matter, :opinions)
`;
const BATCH_CASES = 1_000;
const COLUMNS = [
  "id",
  "name",
  "name_abbreviation",
  "decision_date",
  "docket_number",
  "first_page",
  "last_page",
];
const AS_JSON = ["court", "jurisdiction", "reporter", "volume", "citations", "cites_to"];

const [bag, corpus] = process.argv.slice(2);
if (bag === undefined || corpus === undefined) throw new Error("usage: node bench/naive.ts BAG CORPUS");
await importBag(bag, corpus);

async function importBag(from: string, to: string): Promise<void> {
  const db = new Database(to);
  db.exec(SCHEMA);
  const insert = db.prepare(INSERT);
  const insertAll = db.transaction((rows: readonly object[]) => {
    for (const row of rows) insert.run(row);
  });
  let rows: object[] = [];
  for await (const line of createInterface({ input: await unpack(from) })) {
    rows.push(rowOf(JSON.parse(line)));
    if (rows.length < BATCH_CASES) continue;
    insertAll(rows);
    rows = [];
  }
  insertAll(rows);
  db.close();
}

/** By node-liblzma, or where it has no binary by xz-decompress. */
async function unpack(from: string): Promise<Readable> {
  const payload = await openMember(from);
  const liblzma = await import("node-liblzma").catch(() => null);
  if (liblzma === null) return Readable.fromWeb(new xz.XzReadableStream(Readable.toWeb(payload)));
  return Readable.from(payload.pipe(liblzma.createUnxz()));
}

function rowOf(record: Record<string, unknown>): object {
  const casebody = record.casebody;
  const data = typeof casebody === "object" && casebody !== null && "data" in casebody ? casebody.data : null;
  const texts =
    typeof data === "string" ? textsOf(data) : { head_matter: "", opinions: JSON.stringify(data) };
  return {
    ...Object.fromEntries(COLUMNS.map((key) => [key, record[key] ?? null])),
    ...Object.fromEntries(AS_JSON.map((key) => [key, JSON.stringify(record[key] ?? null)])),
    body: typeof data === "string" ? data : JSON.stringify(data),
    ...texts,
  };
}

/** Text inside opinions and outside of them; page numbers and marks left out. */
function textsOf(xml: string): { readonly head_matter: string; readonly opinions: string } {
  const parser = sax.parser(true);
  const open: string[] = [];
  let [headMatter, opinions] = ["", ""];
  parser.onopentag = ({ name }) => void open.push(name);
  parser.onclosetag = () => void open.pop();
  parser.ontext = (text) => {
    if (open.includes("page-number") || open.includes("footnotemark")) return;
    if (open.includes("opinion")) opinions += text;
    else headMatter += text;
  };
  parser.write(xml).close();
  return { head_matter: headMatter, opinions };
}
