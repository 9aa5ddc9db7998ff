/** Checks the pages of the file and the references between rows with SQLite's own pragmas. */
import type { Database } from "better-sqlite3";
import { type Finding, problem } from "./check-problem.ts";

/** Limit of reported errors; the default is 100. */
const PAGES = "PRAGMA integrity_check(10000)";
const REFERENCES = "PRAGMA foreign_key_check";
const TREES = "SELECT rootpage AS page, name FROM sqlite_schema WHERE rootpage > 0";
const HAS_INDEXES = "SELECT count(*) FROM sqlite_schema WHERE name IN ('case_words', 'name_trigrams')";

interface Tree {
  readonly page: number;
  readonly name: string;
}

interface LostReference {
  readonly table: string;
  /** Null for a table without rowids. */
  readonly rowid: number | null;
  readonly parent: string;
}

/** Checks every page of every table and index, and the structure of the FTS5 indexes, but not their content. */
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
    yield problem("pages", "an index of words is missing");
  }
}

/** Runs the check "references". */
export function* checkReferences(db: Database): Generator<Finding> {
  for (const { table, rowid, parent } of db.prepare<[], LostReference>(REFERENCES).iterate()) {
    const row = rowid === null ? "a row" : `row ${rowid}`;
    yield problem("references", `${row} of ${table} refers to a missing row of ${parent}`);
  }
}
