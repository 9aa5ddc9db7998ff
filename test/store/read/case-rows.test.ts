import { closeSync, openSync, writeSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openV1 } from "../../../src/v1/v1.ts";
import { line, textBody } from "../../corpus/records.ts";
import { damageBody, makeCorpus } from "../../support/corpus.ts";

/** Overwrites the first page of a table with zeros, so that every look-up in it fails. */
function damage(path: string, table: string): void {
  const db = new Database(path);
  const bytes = Number(db.pragma("page_size", { simple: true }));
  const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(table);
  db.close();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(bytes), 0, bytes, (Number(page) - 1) * bytes);
  closeSync(file);
}

function casesOf(path: string): readonly unknown[] {
  using v1 = openV1(path);
  return v1.list("cases", { page_size: "100" }).results;
}

test("CaseRows reads a case without a look-up in citation", () => {
  const cites_to = [{ cite: "5 U.S. 137" }];
  const path = makeCorpus([line(1, { cites_to }), line(2, { citations: [] })]);
  const before = casesOf(path);
  expect(before).toHaveLength(2);
  damage(path, "citation");
  expect(casesOf(path)).toEqual(before);
  // such a look-up fails
  const db = new Database(path);
  expect(() => db.prepare("SELECT * FROM citation WHERE case_id = 1").all()).toThrow("malformed");
  db.close();
});

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
