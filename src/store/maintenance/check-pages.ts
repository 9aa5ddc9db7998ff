/** Proves the file's pages and the references between its rows: what SQLite itself can tell. */
import type { Database } from "better-sqlite3";
import { type Finding, problem } from "./check-problem.ts";

/** Faults that SQLite names before it gives up: it stops by itself at 100. */
const PAGES = "PRAGMA integrity_check(10000)";
const REFERENCES = "PRAGMA foreign_key_check";
const TREES = "SELECT rootpage AS page, name FROM sqlite_schema WHERE rootpage > 0";
const HAS_INDEXES = "SELECT count(*) FROM sqlite_schema WHERE name IN ('case_words', 'case_names')";

interface Tree {
  readonly page: number;
  readonly name: string;
}

interface LostReference {
  readonly table: string;
  /** Null in a table without rowids. */
  readonly rowid: number | null;
  readonly parent: string;
}

/** Every page of every table and index; the inner order of the word indexes too, but not what they say of which case. */
export function* checkPages(db: Database): Generator<Finding> {
  const names = new Map(
    db
      .prepare<[], Tree>(TREES)
      .all()
      .map(({ page, name }) => [String(page), name]),
  );
  for (const found of db.prepare<[], string>(PAGES).pluck().iterate()) {
    for (const line of found.split("\n").filter((part) => !/^(?:ok|\*\*\*.*)?$/.test(part))) {
      const named = line.replace(
        /\bTree (\d+)\b/,
        (tree, page) => `${names.get(page) ?? "unknown"} (${tree})`,
      );
      yield problem("pages", named);
    }
  }
  if (db.prepare<[], number>(HAS_INDEXES).pluck().get() !== 2) {
    yield problem("pages", "a word index is missing");
  }
}

export function* checkReferences(db: Database): Generator<Finding> {
  for (const { table, rowid, parent } of db.prepare<[], LostReference>(REFERENCES).iterate()) {
    const row = rowid === null ? "a row" : `row ${rowid}`;
    yield problem("references", `${row} of ${table} refers to a row of ${parent} that is not there`);
  }
}
