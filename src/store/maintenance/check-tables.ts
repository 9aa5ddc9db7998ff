/**
 * Checks the file with SQLite's own pragmas, and the tables with each other: cases, contributions, change log, import log, counts and index
 * rows. All these invariants hold between any two transactions, so a killed run leaves no problem.
 */
import type { Database } from "better-sqlite3";
import { wrongFacetBlocks } from "../dates/facet-blocks.ts";
import { WRONG_COUNTS } from "../write/case-counts.ts";
import { checkTrigrams } from "./check-index.ts";
import { type CheckName, type Finding, problem } from "./check-problem.ts";

/** Limit of reported errors; the default is 100. */
const PAGES = "PRAGMA integrity_check(10000)";
const REFERENCES = "PRAGMA foreign_key_check";
const TREES = "SELECT rootpage AS page, name FROM sqlite_schema WHERE rootpage > 0";
const HAS_INDEXES = "SELECT count(*) FROM sqlite_schema WHERE name IN ('case_words', 'name_trigrams')";

/** A check of the tables. */
export type TableCheck = "pages" | "references" | "index rows" | "counts";

/** @param db with vocabularies (check-index.ts) */
export function* checkTables(db: Database, check: TableCheck): Generator<Finding> {
  if (check === "pages") yield* checkPages(db);
  else if (check === "references") yield* checkReferences(db);
  else {
    for (const { sql, describe, of } of QUERIES[check]) {
      yield null;
      for (const row of db.prepare<[], BadRow>(sql).iterate())
        yield problem(check, describe(row), of === "case" ? row.id : null);
    }
  }
  if (check !== "index rows") return;
  for (const wrong of wrongFacetBlocks(db)) {
    yield wrong === null
      ? null
      : problem(check, `the packed facets from date rowid ${wrong} on and the cases differ`);
  }
  yield* checkTrigrams(db);
}

/** Checks every page of every table and index, and the structure of the FTS5 indexes, but not their content. */
function* checkPages(db: Database): Generator<Finding> {
  const trees = db.prepare<[], { readonly page: number; readonly name: string }>(TREES).all();
  const names = new Map(trees.map(({ page, name }) => [String(page), name]));
  for (const found of db.prepare<[], string>(PAGES).pluck().iterate()) {
    for (const line of found.split("\n").filter((part) => !/^(?:ok|\*\*\*.*)?$/.test(part))) {
      const named = line.replace(
        /\bTree (\d+)\b/,
        (tree, page) => `${names.get(page) ?? "unknown"} (${tree})`,
      );
      yield problem("pages", named);
    }
  }
  if (db.prepare<[], number>(HAS_INDEXES).pluck().get() !== 2)
    yield problem("pages", "an index of words is missing");
}

interface LostReference {
  readonly table: string;
  /** Null for a table without rowids. */
  readonly rowid: number | null;
  readonly parent: string;
}

function* checkReferences(db: Database): Generator<Finding> {
  for (const { table, rowid, parent } of db.prepare<[], LostReference>(REFERENCES).iterate()) {
    const row = rowid === null ? "a row" : `row ${rowid}`;
    yield problem("references", `${row} of ${table} refers to a missing row of ${parent}`);
  }
}

interface BadRow {
  /** A case id, a date rowid, or the id of a log row. */
  readonly id: number;
  readonly about: string | null;
}

/** Returns rows that should not exist. */
interface CountQuery {
  readonly sql: string;
  readonly describe: (row: BadRow) => string;
  /** Whether `id` is a case id. */
  readonly of: "case" | "other";
}

const QUERIES: Readonly<Record<Extract<CheckName, "index rows" | "counts">, readonly CountQuery[]>> = {
  "index rows": [
    {
      sql: `
        SELECT cases AS id,
               'jurisdiction ' || jurisdiction_id || ', court ' || court_id || ', reporter ' || reporter_id || ', year ' || year AS about
          FROM (${WRONG_COUNTS})
      `,
      describe: ({ id, about }) => `the table of counts and the cases differ, ${about}: ${id} cases`,
      of: "other",
    },
    {
      sql: `
        SELECT c.id, NULL AS about
          FROM court_case AS c
          LEFT JOIN case_words_docsize AS d ON d.id = c.date_rowid
         WHERE d.id IS NULL
         ORDER BY c.id
      `,
      describe: ({ id }) => `case ${id} has no row in case_words`,
      of: "case",
    },
    {
      sql: `
        SELECT d.id, NULL AS about
          FROM case_words_docsize AS d
          LEFT JOIN court_case AS c ON c.date_rowid = d.id
         WHERE c.date_rowid IS NULL
         ORDER BY d.id
      `,
      describe: ({ id }) => `row ${id} of case_words belongs to no case`,
      of: "other",
    },
  ],
  counts: [
    {
      sql: `
        SELECT c.id, NULL AS about
          FROM court_case AS c
         WHERE NOT EXISTS (SELECT 1 FROM contribution AS co WHERE co.case_id = c.id)
         ORDER BY c.id
      `,
      describe: ({ id }) => `case ${id} is in no unit`,
      of: "case",
    },
    {
      sql: `
        SELECT co.case_id AS id, u.name AS about
          FROM contribution AS co
          LEFT JOIN unit AS u ON u.id = co.unit_id
         WHERE NOT EXISTS (SELECT 1 FROM court_case AS c WHERE c.id = co.case_id)
         ORDER BY co.case_id
      `,
      describe: ({ id, about }) => `unit ${about ?? "unknown"} contains case ${id}, which does not exist`,
      of: "case",
    },
    {
      sql: `
        SELECT case_id AS id, kind || ' after ' || coalesce(before, 'none') AS about
          FROM (SELECT case_id, kind, seq, lag(kind) OVER (PARTITION BY case_id ORDER BY seq) AS before
                  FROM change_log)
         WHERE (kind = 'added') <> (before IS NULL OR before = 'removed')
         ORDER BY seq
      `,
      describe: ({ id, about }) => `the change log has for case ${id}: ${about}`,
      of: "case",
    },
    {
      sql: `
        WITH last AS (SELECT case_id, kind, max(seq) FROM change_log GROUP BY case_id)
        SELECT c.id, coalesce(last.kind, 'none') AS about
          FROM court_case AS c
          LEFT JOIN last ON last.case_id = c.id
         WHERE coalesce(last.kind, 'removed') = 'removed'
         UNION ALL
        SELECT last.case_id, last.kind || ', but the case is not stored'
          FROM last
          LEFT JOIN court_case AS c ON c.id = last.case_id
         WHERE c.id IS NULL AND last.kind <> 'removed'
      `,
      describe: ({ id, about }) => `the last change of case ${id} in the change log is: ${about}`,
      of: "case",
    },
    {
      sql: `
        SELECT u.id, u.source || ' ' || u.name AS about
          FROM unit AS u
         WHERE u.sha256 IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM import_log AS l WHERE l.unit_id = u.id AND l.sha256 = u.sha256)
      `,
      describe: ({ about }) => `unit ${about} was read from an archive that is not in the import log`,
      of: "other",
    },
    {
      sql: `
        SELECT id, path AS about
          FROM import_log
         WHERE read <> added + changed + unchanged + rejected
      `,
      describe: ({ about }) =>
        `the counts of the import of ${about} do not add up: read differs from added + changed + unchanged + rejected`,
      of: "other",
    },
  ],
};
