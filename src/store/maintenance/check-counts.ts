/**
 * Compares the tables of a corpus with each other: cases, contributions, change log, import log, counts and index
 * rows. Each query returns rows that should not exist.
 *
 * All these invariants hold between any two transactions, so a killed run leaves no problem.
 */
import type { Database } from "better-sqlite3";
import { wrongFacetBlocks } from "../database/write-facet-blocks.ts";
import { WRONG_COUNTS } from "../write/case-counts.ts";
import { type Finding, problem } from "./check-problem.ts";

interface BadRow {
  /** A case id, a date rowid, or the id of a log row. */
  readonly id: number;
  readonly about: string | null;
}

type CountCheck = "index rows" | "counts";

interface CountQuery {
  readonly sql: string;
  readonly describe: (row: BadRow) => string;
  /** Whether `id` is a case id. */
  readonly of: "case" | "other";
}

/** The rows of the index that belong to no case. */
export const LEFT_ROWS = `
  SELECT d.id, NULL AS about
    FROM case_words_docsize AS d
    LEFT JOIN court_case AS c ON c.date_rowid = d.id
   WHERE c.date_rowid IS NULL
   ORDER BY d.id
`;

const QUERIES: Readonly<Record<CountCheck, readonly CountQuery[]>> = {
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
      sql: LEFT_ROWS,
      describe: ({ id }) => `row ${id} of case_words belongs to no case`,
      of: "other",
    },
  ],
  counts: [
    {
      sql: `
        SELECT c.id, NULL AS about
          FROM court_case AS c
         WHERE NOT EXISTS (SELECT 1 FROM contribution AS h WHERE h.case_id = c.id)
         ORDER BY c.id
      `,
      describe: ({ id }) => `case ${id} is in no unit`,
      of: "case",
    },
    {
      sql: `
        SELECT h.case_id AS id, u.name AS about
          FROM contribution AS h
          LEFT JOIN unit AS u ON u.id = h.unit_id
         WHERE NOT EXISTS (SELECT 1 FROM court_case AS c WHERE c.id = h.case_id)
         ORDER BY h.case_id
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

/** Runs the check "index rows" or "counts". */
export function* checkCounts(db: Database, check: CountCheck): Generator<Finding> {
  for (const { sql, describe, of } of QUERIES[check]) {
    yield null;
    for (const row of db.prepare<[], BadRow>(sql).iterate()) {
      yield problem(check, describe(row), of === "case" ? row.id : null);
    }
  }
  if (check !== "index rows") return;
  for (const wrong of wrongFacetBlocks(db)) {
    yield wrong === null
      ? null
      : problem(check, `the packed facets from date rowid ${wrong} on and the cases differ`, null);
  }
}
