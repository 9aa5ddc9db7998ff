/** Query plans: a page of millions of cases must not sort or scan all of them. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, test } from "vitest";
import type { CaseFilter } from "../../src/domain/query.ts";
import { createLateIndexes, dropEarlyIndex } from "../../src/store/database/file-layout.ts";
import { READ_CASES } from "../../src/store/read/case-rows.ts";
import { UNITS } from "../../src/store/read/coverage-reader.ts";
import { COURT_DAYS, COURT_TOTALS, FORMS, ODD_CASES } from "../../src/store/read/stats-reader.ts";
import { CASES_OF_REPORTER } from "../../src/store/read/volume-cases.ts";
import { SHARED } from "../../src/store/search/citation-pages.ts";
import { conditionClauses } from "../../src/store/search/conditions.ts";
import { storedCountsOf } from "../../src/store/search/count-matches.ts";
import { BY_VOLUME } from "../../src/store/search/find-cases.ts";
import { keysetParts, sortedPart, walkOf, walkStatements } from "../../src/store/search/ordered-pages.ts";
import { planOf } from "../../src/store/search/plan.ts";
import { clausesOf, rangeStatement, statementOf } from "../../src/store/search/statement.ts";
import { openNameFilters } from "../../src/store/words/name-filter.ts";
import { line } from "../corpus/records.ts";
import { makeCorpus } from "../support/corpus.ts";
import { NO_LOOKUPS, TOO_MANY } from "../support/lookups.ts";
import { keptFolder } from "../support/temp-folder.ts";

const db = new Database(makeCorpus([line(1)], join(keptFolder(), "test.db")));
createLateIndexes(db);
dropEarlyIndex(db);
openNameFilters(db);
afterAll(() => db.close());

function queryPlanOf(sql: string, parameters: Record<string, unknown>): string {
  const rows = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(parameters);
  return rows.map(({ detail }) => detail).join("\n");
}

describe("date order out of an index", () => {
  test.each<[string, CaseFilter]>([
    ["search", { search: "mill" }],
    ["jurisdiction", { jurisdictions: [5] }],
    ["name", { name: "mill" }],
    ["name and search", { name: "mill", search: "mill" }],
  ])(
    "%s is read by row id, both ways, not sorted, and only for names are rows looked at",
    (_name, filter) => {
      for (const order of ["ascending", "descending"] as const) {
        const { sql, parameters } = rangeStatement(planOf({ ...filter, decidedFrom: 0 }, NO_LOOKUPS), order);
        const plan = queryPlanOf(sql, { ...parameters, from: 0, to: 9, limit: 10 });
        expect(plan).not.toContain("TEMP B-TREE");
        const rows = "SEARCH c USING INDEX court_case_date_rowid (date_rowid=?)";
        expect(plan.split("\n").slice(1)).toEqual(filter.name === undefined ? [] : [rows]);
        // FTS5 gets the match and both bounds
        expect(plan).toMatch(/^SCAN case_words VIRTUAL TABLE INDEX \d+:[^\n]*M/);
        expect(plan.split("\n")[0]).toMatch(/[<>].*[<>]/);
      }
    },
  );
});

test.each(["analysis.word_count", "analysis.pagerank.percentile"] as const)(
  "date order of a jurisdiction with a range of %s reads no rows",
  (field) => {
    const conditions = [{ field, kind: "among", spans: [{ gte: 90, lt: 92 }] }] as const;
    const { sql, parameters } = rangeStatement(
      planOf({ jurisdictions: [5], conditions }, TOO_MANY),
      "ascending",
    );
    const plan = queryPlanOf(sql, { ...parameters, from: 0, to: 9, limit: 10 });
    expect(plan).toContain("SEARCH c USING COVERING INDEX court_case_date_rowid (date_rowid=?)");
  },
);

test.each<[string, CaseFilter]>([
  ["no filter", {}],
  ["dates", { decidedFrom: 0, decidedTo: 400 }],
  ["last_updated", { updatedFrom: "2020-01-01T00:00:00Z" }],
])("date order of rows, with %s, is read from the index of date rowids, not sorted", (_name, filter) => {
  for (const order of ["ascending", "descending"] as const) {
    const { sql, parameters } = rangeStatement(planOf(filter, TOO_MANY), order);
    const plan = queryPlanOf(sql, { ...parameters, from: 0, to: 9, limit: 10 });
    expect(plan).toMatch(
      /^SEARCH c USING (COVERING )?INDEX court_case_date_rowid \(date_rowid>\? AND date_rowid<\?\)$/,
    );
  }
});

describe("orders out of the rows", () => {
  test.each([
    ["c.name_abbreviation", "court_case_name"],
    ["c.updated_instant", "court_case_updated"],
    ["c.word_count", "court_case_length"],
    ["c.pagerank_percentile", "court_case_pagerank"],
    ["c.id", "PRIMARY KEY"],
  ])("%s walks %s both ways, from the start and from a key, without sorting all", (column, index) => {
    for (const descending of [false, true]) {
      for (const direction of ["forwards", "backwards"] as const) {
        for (const key of [null, ["5", 7], [null, 7]]) {
          if (column === "c.id" && key?.[0] === null) continue;
          // a name is never null, so SQLite reads nothing
          const parts = keysetParts({ order: { column, descending }, key, direction }).filter(
            ({ where }) => where[0] !== "c.name_abbreviation IS NULL",
          );
          for (const part of parts) {
            const sql = `SELECT c.id FROM court_case AS c WHERE ${part.where.join(" AND ")} ORDER BY ${part.orderBy} LIMIT 10`;
            const plan = queryPlanOf(sql, { ...part.parameters });
            expect(plan).toMatch(index === "PRIMARY KEY" ? /SCAN c$|PRIMARY KEY/ : new RegExp(index));
            // at most within one value: ids ascend while values descend
            expect(plan).not.toContain("USE TEMP B-TREE FOR ORDER BY");
          }
        }
      }
    }
  });

  test.each(["c.updated_instant", "c.name_abbreviation", "c.pagerank_percentile"])(
    "matches of an index are sorted by %s, each found by its date rowid",
    (column) => {
      const match = planOf({ search: "mill" }, NO_LOOKUPS);
      const { from, where, parameters } = clausesOf(match);
      for (const value of [null, "5"]) {
        const part = sortedPart({
          order: { column, descending: false },
          key: [value, 7],
          direction: "forwards",
        });
        const conditions = [...where, ...part.where].join(" AND ");
        const sql = `SELECT c.id FROM ${from} WHERE ${conditions} ORDER BY ${part.orderBy} LIMIT 10`;
        expect(queryPlanOf(sql, { ...parameters, ...part.parameters })).toMatch(
          /SEARCH c USING (COVERING )?INDEX court_case_date_rowid \(date_rowid=\?\)/,
        );
      }
    },
  );

  test.each([
    ["c.name_abbreviation", "court_case_name", { jurisdictions: [5] }],
    ["c.updated_instant", "court_case_updated", { jurisdictions: [5], courts: [7] }],
    ["c.name_abbreviation", "court_case_name", { search: "mill" }],
    ["c.word_count", "court_case_length", { courts: [7] }],
    ["c.pagerank_percentile", "court_case_pagerank", { reporters: [3], decidedFrom: 4 }],
  ])("cases asked one by one are walked by %s in %s, no further than the page", (column, index, filter) => {
    const match = planOf(filter, NO_LOOKUPS);
    for (const value of [null, "5"]) {
      for (const direction of ["forwards", "backwards"] as const) {
        const key = value === null ? null : [value, 7];
        const order = { column, descending: false };
        const { page, parameters } = walkStatements(match, { order, key, direction });
        const plan = queryPlanOf(page, { ...parameters, most: 50, limit: 10 });
        expect(plan).toMatch(/^CO-ROUTINE (walked|c)\n/);
        expect(plan).toContain(index);
        // only the index by last_updated lacks what is checked
        if (index !== "court_case_updated") expect(plan).toContain(`c USING COVERING INDEX ${index}`);
        else expect(plan).toContain("SEARCH c USING INTEGER PRIMARY KEY (rowid=?)");
        expect(plan).not.toContain("USE TEMP B-TREE FOR ORDER BY");
      }
    }
  });

  test.each([
    ["c.name_abbreviation", "court_case_name"],
    ["c.word_count", "court_case_length"],
    ["c.pagerank_percentile", "court_case_pagerank"],
  ])("cases looked up in a list are walked by %s in %s alone", (column, index) => {
    // a name is never null
    for (const key of [null, ["5", 7], ...(column === "c.name_abbreviation" ? [] : [[null, 7]])]) {
      for (const direction of ["forwards", "backwards"] as const) {
        const page = { order: { column, descending: true }, key, direction };
        const { walk, parameters } = walkOf(page, `${column}, c.id, c.date_rowid`);
        const plan = queryPlanOf(walk, { ...parameters, most: 50 });
        expect(plan).toContain(`c USING COVERING INDEX ${index}`);
      }
    }
  });

  test.each([
    ["analysis.word_count", "court_case_length (word_count>? AND word_count<?)"],
    ["analysis.pagerank.percentile", "court_case_pagerank (pagerank_percentile>? AND pagerank_percentile<?)"],
  ] as const)("the few cases within a range of %s are found by %s", (field, index) => {
    const { where, parameters } = conditionClauses([{ field, kind: "among", spans: [{ gte: 7, lt: 9 }] }]);
    const sql = statementOf("c.id", { from: "court_case AS c", where, parameters }, [], "LIMIT 9");
    expect(queryPlanOf(sql, parameters)).toBe(`SEARCH c USING COVERING INDEX ${index}`);
  });

  test("cases of some days are sorted by name, found by their date rowids", () => {
    const { from, where, parameters } = clausesOf(
      planOf({ decidedFrom: 0, decidedTo: 9 }, NO_LOOKUPS),
      "dates",
    );
    const part = sortedPart({
      order: { column: "c.name_abbreviation", descending: false },
      key: null,
      direction: "forwards",
    });
    const sql = `SELECT c.id FROM ${from} WHERE ${[...where, ...part.where].join(" AND ")} ORDER BY ${part.orderBy}`;
    const plan = queryPlanOf(sql, { ...parameters, ...part.parameters });
    expect(
      plan.match(
        /SEARCH c USING (COVERING )?INDEX court_case_date_rowid \(date_rowid>\? AND date_rowid<\?\)/g,
      ),
    ).toHaveLength(3);
    expect(plan).not.toContain("SCAN");
  });

  test("the cases of a jurisdiction are counted in the table of counts by its key", () => {
    const stored = storedCountsOf(planOf({ jurisdictions: [1] }, TOO_MANY));
    if (stored === null) throw new Error("not counted in the table");
    const sql = statementOf("total(cases)", stored.clauses, [], "");
    expect(queryPlanOf(sql, stored.clauses.parameters)).toContain(
      "USING PRIMARY KEY (court_id=? AND reporter_id=? AND jurisdiction_id=?)",
    );
  });

  test("the rows of a page are read in the order of its ids without sorting", () => {
    expect(queryPlanOf(READ_CASES, { ids: "[1]" }).split("\n")).toEqual([
      expect.stringContaining("SCAN requested VIRTUAL TABLE"),
      expect.stringContaining("SEARCH c USING INTEGER PRIMARY KEY"),
    ]);
  });

  test("the cases of a reporter are found by the index of words, and no other row is looked at", () => {
    const plan = queryPlanOf(CASES_OF_REPORTER, { tokens: '"r21"' });
    expect(plan).toMatch(/^SCAN case_words VIRTUAL TABLE INDEX \d+:[^\n]*M/);
    expect(plan).toContain("SEARCH c USING INDEX court_case_date_rowid (date_rowid=?)");
  });
});

test("units, downloads and imports are found by keys, and the cases counted in one walk over the holdings", () => {
  const plan = queryPlanOf(UNITS, {});
  expect(plan).toMatch(/SEARCH d USING PRIMARY KEY \(source=\? AND unit=\?\)/);
  expect(plan).toMatch(/SEARCH u USING INDEX \S+ \(source=\? AND name=\?\)/);
  expect(plan).toMatch(/SEARCH import_log USING INDEX import_log_sha256 \(sha256=\?\)/);
  expect(plan.match(/SCAN contribution/g)).toHaveLength(1);
});

test.each([
  ["the few cases that statistics count apart", ODD_CASES, {}, "USING COVERING INDEX court_case_odd"],
  ["forms of bodies, without a body", FORMS, {}, "COVERING INDEX"],
  [
    "the cases of a citation",
    "SELECT DISTINCT case_id FROM citation WHERE normal = :normal ORDER BY case_id",
    { normal: "1mass1" },
    "citation_normal",
  ],
  [
    "the cases of a volume",
    BY_VOLUME,
    { volumes: '["1ill"]' },
    "SEARCH citation USING COVERING INDEX citation_normal (normal>? AND normal<?)",
  ],
])("%s are read from an index", (_, sql, parameters, plan) => {
  expect(queryPlanOf(sql, parameters)).toContain(plan);
});

test("citations that CourtListener's decisions share are looked up, from its clusters only", () => {
  const plan = queryPlanOf(SHARED, { clusterIds: 1 });
  expect(plan).toContain("SEARCH cluster USING PRIMARY KEY (case_id>?)");
  expect(plan).toContain("SEARCH candidate USING COVERING INDEX citation_normal (normal=? AND case_id<?)");
});

test("the decisions of courts are counted without their rows, those of one court by the index of words", () => {
  const parameters = { clusterIds: 1, until: 1, without: "[]", token: "c1" };
  expect(queryPlanOf(COURT_TOTALS, parameters)).toMatch(/^SCAN c USING COVERING INDEX/);
  expect(queryPlanOf(COURT_DAYS, parameters)).toMatch(/^SCAN case_words VIRTUAL TABLE/);
});
