import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { textBodyOf } from "../../src/corpus/bodies.ts";
import { exported } from "./exporting.ts";

test("sqlite has each case with its opinions, citations and edges", async () => {
  const { folder, cases } = await exported({ format: "sqlite" });
  using db = closing(new Database(join(folder, "caselaw.db"), { readonly: true }));
  const all = (sql: string): unknown[] => db.it.prepare(sql).all();
  expect(all("SELECT id, name, decision_date, docket_number, head_matter FROM cases ORDER BY id")).toEqual(
    cases.map((one) => ({
      id: one.id,
      name: one.name,
      decision_date: one.decisionDate,
      docket_number: one.docketNumber,
      head_matter: textBodyOf(one)?.headMatter,
    })),
  );
  expect(all("SELECT case_id, seq, type, author, text FROM opinions ORDER BY case_id, seq")).toEqual(
    cases.flatMap((one) =>
      (textBodyOf(one)?.opinions ?? []).map((opinion, at) => ({
        case_id: one.id,
        seq: at + 1,
        ...opinion,
      })),
    ),
  );
  expect(all("SELECT case_id, seq, type, cite FROM citations ORDER BY case_id, seq")).toEqual(
    cases.flatMap((one) =>
      one.citations.map((citation, at) => ({ case_id: one.id, seq: at + 1, ...citation })),
    ),
  );
  expect(
    all(
      "SELECT case_id, cite, cited_case_id, target, target_case_ids AS ids FROM edges ORDER BY case_id, seq",
    ),
  ).toEqual([
    { case_id: 1, cite: "1 Ill. 3", cited_case_id: 3, target: "one", ids: "[3]" },
    { case_id: 1, cite: "9 Nowhere 9", cited_case_id: null, target: "none", ids: "[]" },
    { case_id: 2, cite: "1 Ill. 3", cited_case_id: null, target: "several", ids: "[3,77]" },
  ]);
});

test("sqlite has views, reference records and an index that finds words by their stems", async () => {
  const { folder } = await exported({ format: "sqlite" });
  using db = closing(new Database(join(folder, "caselaw.db"), { readonly: true }));
  const one = (sql: string): unknown => db.it.prepare(sql).pluck().get();
  expect(one("PRAGMA integrity_check")).toBe("ok");
  expect(one("SELECT slug FROM jurisdictions WHERE id = 30")).toBe("ind");
  expect(one("SELECT name FROM courts")).toBe("Illinois Supreme Court");
  expect(one("SELECT count(*) FROM case_list WHERE jurisdiction = 'ill'")).toBe(4);
  expect(one("SELECT cases FROM cases_by_year WHERE decision_year = 1899")).toBe(1);
  expect(one("SELECT rowid FROM cases_fts WHERE cases_fts MATCH 'tackles'")).toBe(1);
  expect(
    one(
      "SELECT case_id FROM opinions_fts JOIN opinions ON opinions.id = opinions_fts.rowid WHERE opinions_fts MATCH 'word5'",
    ),
  ).toBe(5);
});

test("sqlite names the column of every foreign key, without which Datasette shows no table that has one", async () => {
  const { folder } = await exported({ format: "sqlite" });
  using db = closing(new Database(join(folder, "caselaw.db"), { readonly: true }));
  const keys = db.it
    .prepare(
      `SELECT t.name || ' ' || k."from" || ' ' || coalesce(k."to", '?')
         FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS k WHERE t.type = 'table'`,
    )
    .pluck()
    .all();
  expect(keys).toContain("cases volume_barcode barcode");
  expect(keys.filter((key) => String(key).endsWith("?"))).toEqual([]);
});

function closing(it: Database.Database): { readonly it: Database.Database } & Disposable {
  return { it, [Symbol.dispose]: () => void it.close() };
}
