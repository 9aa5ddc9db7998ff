import { closeSync, openSync, writeSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openV1 } from "../../../src/v1/v1.ts";
import { line, textBody } from "../../corpus/records.ts";
import { damageBody, makeCorpus } from "../../support/corpus.ts";

/** Overwrites the first page of these tables with zeros, so that every look-up in them fails. */
function damage(path: string, tables: readonly string[]): void {
  const db = new Database(path);
  const pageBytes = Number(db.pragma("page_size", { simple: true }));
  const find = db.prepare<[string], number>("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck();
  const pages = tables.map((table) => find.get(table) ?? Number.NaN);
  db.close();
  const file = openSync(path, "r+");
  for (const page of pages) writeSync(file, Buffer.alloc(pageBytes), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(file);
}

function casesOf(path: string): readonly unknown[] {
  using v1 = openV1(path);
  return v1.list("cases", { page_size: "100" }).results;
}

test.each(["case_extra", "citation"])(
  "CaseRows reads a case with extras in its row without a look-up in %s",
  (table) => {
    const cites_to = [{ cite: "5 U.S. 137" }];
    const path = makeCorpus([line(1, { cites_to }), line(2, { citations: [] })]);
    const before = casesOf(path);
    expect(before).toHaveLength(2);
    damage(path, [table]);
    expect(casesOf(path)).toEqual(before);
    // such a look-up fails
    const db = new Database(path);
    expect(() => db.prepare(`SELECT * FROM ${table} WHERE case_id = 1`).all()).toThrow("malformed");
    db.close();
  },
);

test("a damaged body is an error that names the case, the corpus and what to do", () => {
  const path = makeCorpus([
    line(1, { casebody: textBody("", "The mill was flooded. ".repeat(20)) }),
    line(2),
  ]);
  damageBody(path, 1);
  using v1 = openV1(path);
  const message = `Cannot read the body of case 1 in corpus "${path}": its text is damaged`;
  expect(() => v1.case(1, "text")).toThrow(message);
  expect(() => v1.case(1, "text")).toThrow(
    expect.objectContaining({ code: "corrupt", hint: expect.stringContaining("verify --repair") }),
  );
  expect(v1.case(2)?.id).toBe(2);
});
