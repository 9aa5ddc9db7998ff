import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { PlainDatabase } from "../../../src/store/read/plain-database.ts";
import { tempFolder } from "../../support/temp-folder.ts";

test("PlainDatabase writes the rows of a call in one transaction, and is one file", () => {
  const path = join(tempFolder(), "plain.db");
  {
    using database = new PlainDatabase(path);
    database.write([["jurisdictions", { id: 1, slug: "ill", name: null, name_long: null, whitelisted: 1 }]]);
    const twice = { id: 2, full_name: "A", short_name: null, start_year: null, end_year: null };
    expect(() =>
      database.write([
        ["reporters", twice],
        ["reporters", twice],
      ]),
    ).toThrow(/UNIQUE/);
    database.finish();
  }
  const db = new Database(path, { readonly: true });
  expect(db.prepare("SELECT slug, name FROM jurisdictions").all()).toEqual([{ slug: "ill", name: null }]);
  expect(db.pragma("journal_mode", { simple: true })).toBe("delete");
  db.close();
});
