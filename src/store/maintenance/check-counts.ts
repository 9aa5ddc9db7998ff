/**
 * Compares what the corpus's own ledgers say: cases, who holds them, the change log, the import log, the rows of the
 * two indexes. Each query is of rows that should not be.
 *
 * All of it is true between any two transactions, so that a run that was killed leaves nothing to find here.
 */
import type { Database } from "better-sqlite3";
import { type CheckName, type Finding, problem } from "./check-problem.ts";

interface BadRow {
  /** A case id; in the last rows a rank or the id of a log row. */
  readonly id: number;
  readonly about: string | null;
}

interface CountQuery {
  readonly check: CheckName;
  readonly sql: string;
  readonly describe: (row: BadRow) => string;
  /** Whether `id` is a case's. */
  readonly of: "case" | "other";
}

const CASE_WITHOUT_UNIT = `
  SELECT c.id, NULL AS about
    FROM court_case AS c
   WHERE NOT EXISTS (SELECT 1 FROM holding AS h WHERE h.case_id = c.id)
   ORDER BY c.id
`;
const CONTRIBUTION_WITHOUT_CASE = `
  SELECT h.case_id AS id, u.name AS about
    FROM holding AS h
    LEFT JOIN unit AS u ON u.id = h.unit_id
   WHERE NOT EXISTS (SELECT 1 FROM court_case AS c WHERE c.id = h.case_id)
   ORDER BY h.case_id
`;
const LOG_OUT_OF_ORDER = `
  SELECT case_id AS id, kind || ' after ' || coalesce(before, 'nothing') AS about
    FROM (SELECT case_id, kind, seq, lag(kind) OVER (PARTITION BY case_id ORDER BY seq) AS before
            FROM change_log)
   WHERE (kind = 'added') <> (before IS NULL OR before = 'removed')
   ORDER BY seq
`;
const LOG_AGAINST_CASES = `
  WITH last AS (SELECT case_id, kind, max(seq) FROM change_log GROUP BY case_id)
  SELECT c.id, coalesce(last.kind, 'nothing') AS about
    FROM court_case AS c
    LEFT JOIN last ON last.case_id = c.id
   WHERE coalesce(last.kind, 'removed') = 'removed'
   UNION ALL
  SELECT last.case_id, last.kind || ', and it is not held'
    FROM last
    LEFT JOIN court_case AS c ON c.id = last.case_id
   WHERE c.id IS NULL AND last.kind <> 'removed'
`;
const UNLOGGED_UNIT = `
  SELECT u.id, u.source || ' ' || u.name AS about
    FROM unit AS u
   WHERE u.sha256 IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM import_log AS l WHERE l.unit_id = u.id AND l.sha256 = u.sha256)
`;
const WRONG_SUM = `
  SELECT id, path AS about
    FROM import_log
   WHERE read <> added + changed + unchanged + rejected
`;
/** A rank below 0 waits for the next run, which makes the rows (schema-3.ts). */
const missingFrom = (index: "case_words" | "case_names"): string => `
  SELECT c.id, NULL AS about
    FROM court_case AS c
    LEFT JOIN ${index}_docsize AS d ON d.id = c.rank
   WHERE d.id IS NULL AND c.rank >= 0
   ORDER BY c.id
`;
const leftIn = (index: "case_words" | "case_names"): string => `
  SELECT d.id, NULL AS about
    FROM ${index}_docsize AS d
    LEFT JOIN court_case AS c ON c.rank = d.id
   WHERE c.rank IS NULL
   ORDER BY d.id
`;

const QUERIES: readonly CountQuery[] = [
  ...(["case_words", "case_names"] as const).flatMap((index): CountQuery[] => [
    {
      check: "index rows",
      sql: missingFrom(index),
      describe: ({ id }) => `case ${id} has no row in ${index}`,
      of: "case",
    },
    {
      check: "index rows",
      sql: leftIn(index),
      describe: ({ id }) => `row ${id} of ${index} is of no case`,
      of: "other",
    },
  ]),
  {
    check: "counts",
    sql: CASE_WITHOUT_UNIT,
    describe: ({ id }) => `case ${id} is held by no unit`,
    of: "case",
  },
  {
    check: "counts",
    sql: CONTRIBUTION_WITHOUT_CASE,
    describe: ({ id, about }) => `unit ${about ?? "unknown"} holds case ${id}, which is not there`,
    of: "case",
  },
  {
    check: "counts",
    sql: LOG_OUT_OF_ORDER,
    describe: ({ id, about }) => `the change log says of case ${id}: ${about}`,
    of: "case",
  },
  {
    check: "counts",
    sql: LOG_AGAINST_CASES,
    describe: ({ id, about }) => `the change log's last word on case ${id} is: ${about}`,
    of: "case",
  },
  {
    check: "counts",
    sql: UNLOGGED_UNIT,
    describe: ({ about }) => `unit ${about} was read from an archive that is not in the import log`,
    of: "other",
  },
  {
    check: "counts",
    sql: WRONG_SUM,
    describe: ({ about }) =>
      `the import of ${about} does not add up: read is not added, changed, unchanged and rejected`,
    of: "other",
  },
];

/** The checks "index rows" and "counts". */
export function* checkCounts(db: Database, check: "index rows" | "counts"): Generator<Finding> {
  for (const { sql, describe, of } of QUERIES.filter((one) => one.check === check)) {
    yield null;
    for (const row of db.prepare<[], BadRow>(sql).iterate()) {
      yield problem(check, describe(row), of === "case" ? row.id : null);
    }
  }
}
