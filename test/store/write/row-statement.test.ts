import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { rowStatement } from "../../../src/store/write/row-statement.ts";

test("a row's values are bound by their names, whatever their order, and a name may be used twice", () => {
  const db = inMemory();
  db.exec("CREATE TABLE t (a, b, c)");
  const write = rowStatement<{ a: number; b: string; more: object }>(
    db,
    "INSERT INTO t (a, b, c) VALUES (:a, :b, :a)",
  );
  expect(write({ b: "x", more: {}, a: 1 }).changes).toBe(1);
  expect(db.prepare("SELECT * FROM t").all()).toEqual([{ a: 1, b: "x", c: 1 }]);
});

test("a row that lacks a value is refused", () => {
  const db = inMemory();
  db.exec("CREATE TABLE t (a, b)");
  const write = rowStatement(db, "INSERT INTO t (a, b) VALUES (:a, :b)");
  expect(() => write({ a: 1 })).toThrow("no value for :b");
  expect(db.prepare("SELECT count(*) AS n FROM t").get()).toEqual({ n: 0 });
});

function inMemory(): Database.Database {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  return db;
}
