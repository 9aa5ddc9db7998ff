/**
 * Checks the file with SQLite's own pragmas, and the tables with each other: cases, contributions, change log, import log, counts and index
 * rows. All these invariants hold between any two transactions, so a killed run leaves no problem.
 */
import type { Database } from "better-sqlite3";
import { readRows, readValue } from "../database/statement-cache.ts";
import { wrongFacetBlocks } from "../dates/facet-blocks.ts";
import { isTextRootRight } from "../ledger/text-root.ts";
import { WRONG_COUNTS } from "../write/case-counts.ts";
import { checkTrigrams } from "./check-index.ts";
import { type Finding, problem } from "./check-problem.ts";

/** Limit of reported errors; the default is 100. */
const PAGES = "PRAGMA integrity_check(10000)";
const REFERENCES = "PRAGMA foreign_key_check";
const TREES = "SELECT rootpage AS page, name FROM sqlite_schema WHERE rootpage > 0";
const HAS_INDEXES = "SELECT count(*) FROM sqlite_schema WHERE name IN ('case_words', 'name_trigrams')";

export type TableCheck = "pages" | "references" | "index rows" | "counts";

/** @param db with vocabularies (check-index.ts) */
export function* checkTables(db: Database, check: TableCheck): Generator<Finding> {
  if (check === "pages") yield* checkPages(db);
  else if (check === "references") yield* checkReferences(db);
  else {
    for (const sql of QUERIES[check]) {
      yield null;
      for (const [message, id] of db.prepare<[], [string, number | null]>(sql).raw().iterate())
        yield problem(check, message, id);
    }
  }
  if (check !== "index rows") return;
  if (!isTextRootRight(db)) yield problem(check, "the root of the texts is not that of their hashes");
  for (const wrong of wrongFacetBlocks(db)) {
    yield wrong === null
      ? null
      : problem(check, `the packed facets from date rowid ${wrong} on and the cases differ`);
  }
  yield* checkTrigrams(db);
}

/** Checks every page of every table and index, and the structure of the FTS5 indexes, but not their content. */
function* checkPages(db: Database): Generator<Finding> {
  const names = new Map(readRows(db, TREES).map(([page, name]) => [String(page), name]));
  for (const report of db.prepare<[], string>(PAGES).pluck().iterate()) {
    for (const line of report.split("\n").filter((part) => !/^(?:ok|\*\*\*.*)?$/.test(part))) {
      const named = line.replace(
        /\bTree (\d+)\b/,
        (tree, page) => `${names.get(page) ?? "unknown"} (${tree})`,
      );
      yield problem("pages", named);
    }
  }
  if (readValue(db, HAS_INDEXES) !== 2) yield problem("pages", "an index of words is missing");
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

/** Each query selects problems: a message, and the id of the case that has the problem, else null. */
const QUERIES: Readonly<Record<"index rows" | "counts", readonly string[]>> = {
  "index rows": [
    `SELECT 'case ' || coalesce(c.id, h.case_id) || iif(c.id IS NULL, ' does not exist, but has a hash', ' has no hash of its text'), c.id
       FROM court_case AS c
       FULL JOIN text_hash AS h ON h.case_id = c.id
      WHERE c.id IS NULL OR h.case_id IS NULL
      ORDER BY coalesce(c.id, h.case_id)`,
    `SELECT 'the table of counts and the cases differ, jurisdiction ' || jurisdiction_id || ', court ' || court_id
            || ', reporter ' || reporter_id || ', year ' || year || ': ' || cases || ' cases', NULL
       FROM (${WRONG_COUNTS})`,
    `SELECT 'case ' || c.id || ' has no row in case_words', c.id
       FROM court_case AS c
       LEFT JOIN case_words_docsize AS d ON d.id = c.date_rowid
      WHERE d.id IS NULL
      ORDER BY c.id`,
    `SELECT 'row ' || d.id || ' of case_words belongs to no case', NULL
       FROM case_words_docsize AS d
       LEFT JOIN court_case AS c ON c.date_rowid = d.id
      WHERE c.date_rowid IS NULL
      ORDER BY d.id`,
  ],
  counts: [
    `SELECT 'case ' || c.id || ' is in no unit', c.id
       FROM court_case AS c
      WHERE NOT EXISTS (SELECT 1 FROM contribution AS co WHERE co.case_id = c.id)
      ORDER BY c.id`,
    `SELECT 'unit ' || coalesce(u.name, 'unknown') || ' contains case ' || co.case_id || ', which does not exist', co.case_id
       FROM contribution AS co
       LEFT JOIN unit AS u ON u.id = co.unit_id
      WHERE NOT EXISTS (SELECT 1 FROM court_case AS c WHERE c.id = co.case_id)
      ORDER BY co.case_id`,
    `SELECT 'the change log has for case ' || case_id || ': ' || kind || ' after ' || coalesce(before, 'none'), case_id
       FROM (SELECT case_id, kind, seq, lag(kind) OVER (PARTITION BY case_id ORDER BY seq) AS before
               FROM change_log)
      WHERE (kind = 'added') <> (before IS NULL OR before = 'removed')
      ORDER BY seq`,
    `WITH last AS (SELECT case_id, kind, max(seq) FROM change_log GROUP BY case_id),
          wrong (id, about) AS (
            SELECT c.id, coalesce(last.kind, 'none')
              FROM court_case AS c
              LEFT JOIN last ON last.case_id = c.id
             WHERE coalesce(last.kind, 'removed') = 'removed'
             UNION ALL
            SELECT last.case_id, last.kind || ', but the case is not stored'
              FROM last
              LEFT JOIN court_case AS c ON c.id = last.case_id
             WHERE c.id IS NULL AND last.kind <> 'removed')
     SELECT 'the last change of case ' || id || ' in the change log is: ' || about, id FROM wrong`,
    `SELECT 'unit ' || u.source || ' ' || u.name || ' was read from an archive that is not in the import log', NULL
       FROM unit AS u
      WHERE u.sha256 IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM import_log AS l WHERE l.unit_id = u.id AND l.sha256 = u.sha256)`,
    `SELECT 'the counts of the import of ' || path
            || ' do not add up: read differs from added + changed + unchanged + rejected', NULL
       FROM import_log
      WHERE read <> added + changed + unchanged + rejected`,
  ],
};
