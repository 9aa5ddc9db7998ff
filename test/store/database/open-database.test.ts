/** Faults F1, F4 and F5: which files are opened and refused, without changing or creating any file. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { CaselawError } from "../../../src/domain/errors.ts";
import { openForReading, openForWriting } from "../../../src/store/database/open-database.ts";
import { SCHEMA_VERSION } from "../../../src/store/database/schema.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus, openTestWriter } from "../../support/corpus.ts";
import { pageBytesOf } from "../../support/page-bytes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const OPENERS = { openForReading, openForWriting };

function fault(open: (path: string) => Database.Database, path: string): CaselawError {
  try {
    open(path).close();
  } catch (error) {
    if (error instanceof CaselawError) return error;
    throw error;
  }
  throw new Error("it was opened");
}

function state(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name);
      try {
        return `${name} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
      } catch {
        return `${name}/`;
      }
    });
}

describe.each(Object.entries(OPENERS))("%s", (_name, open) => {
  test.each([
    ["an empty file", "", /it is an empty file/],
    ["a text", "Not a database, but a text of some length.\n".repeat(40), /file is not a database/],
    ["HTML", "<html>", /file is not a database/],
  ])("refuses %s and leaves it as it is", (_what, content, message) => {
    const folder = tempFolder();
    const path = join(folder, "x.db");
    writeFileSync(path, content);
    const before = state(folder);
    const error = fault(open, path);
    expect([error.code, error.message]).toEqual(["corrupt", expect.stringMatching(message)]);
    expect(error.message).toContain(path);
    expect(state(folder)).toEqual(before);
  });

  test("refuses a folder", () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "x.db"));
    expect(fault(open, join(folder, "x.db")).message).toMatch(/it is a folder/);
    expect(readdirSync(folder)).toEqual(["x.db"]);
  });

  test("refuses another program's SQLite file and leaves it as it is", () => {
    const folder = tempFolder();
    const path = join(folder, "x.db");
    const other = new Database(path);
    other.exec("CREATE TABLE court_case (id)");
    other.close();
    const before = state(folder);
    expect(fault(open, path).message).toMatch(/another program/);
    expect(state(folder)).toEqual(before);
  });

  test.each([
    ["an older", SCHEMA_VERSION - 1],
    ["a newer", SCHEMA_VERSION + 1],
  ])("F5: refuses %s version, naming both, and leaves it as it is", (_what, version) => {
    const path = makeCorpus([line(1)]);
    const db = new Database(path);
    db.pragma(`user_version = ${version}`);
    db.close();
    const folder = join(path, "..");
    const before = state(folder);
    const error = fault(open, path);
    expect(error.code).toBe("unsupported");
    expect(error.message).toMatch(
      `it has version ${version}, this program reads version ${SCHEMA_VERSION}; move it away and import its archives again`,
    );
    expect(state(folder)).toEqual(before);
  });

  test("refuses a corpus that is cut short in its first page", () => {
    const path = makeCorpus([line(1)]);
    truncateSync(path, 1000);
    expect(fault(open, path).code).toBe("corrupt");
  });
});

describe("openForReading", () => {
  test("makes nothing where nothing is", () => {
    const folder = tempFolder();
    expect(fault(openForReading, join(folder, "x.db")).code).toBe("not_found");
    expect(fault(openForReading, join(folder, "no", "x.db")).code).toBe("not_found");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("lets nothing be written", () => {
    const db = openForReading(makeCorpus([line(1)]));
    expect(() => db.exec("DELETE FROM court_case")).toThrow();
    db.close();
  });

  test("a reader and a writer leave one file", () => {
    const path = makeCorpus([line(1)]);
    {
      using corpus = openV1(path);
      corpus.list("cases");
      using writer = openTestWriter(path);
      writer.claimUnit("test", "other");
      corpus.list("cases");
    }
    expect(readdirSync(join(path, ".."))).toEqual(["test.db"]);
  });

  test("a corpus damaged in its middle is reported as corrupt, not as a bug", () => {
    const path = makeCorpus(Array.from({ length: 30 }, (_, n) => line(n + 1)));
    const bytes = readFileSync(path);
    bytes.fill(0xa5, pageBytesOf(path));
    writeFileSync(path, bytes);
    const ask = (): void => {
      using corpus = openV1(path);
      corpus.list("cases");
    };
    expect(ask).toThrow(CaselawError);
    expect(ask).toThrow(/malformed/);
  });
});

describe("openForWriting", () => {
  test("sweeps what a killed run left of a corpus it was making, and a log without its corpus", () => {
    const folder = tempFolder();
    const path = join(folder, "deeper", "x.db");
    mkdirSync(join(folder, "deeper"));
    for (const left of ["x.db.new", "x.db.new-journal", "x.db-wal", "x.db-shm"]) {
      writeFileSync(join(folder, "deeper", left), "left over");
    }
    openForWriting(path).close();
    expect(readdirSync(join(folder, "deeper"))).toEqual(["x.db"]);
    openForReading(path).close();
  });

  test("reports unavailable for a path below a file", () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "file"), "");
    expect(fault(openForWriting, join(folder, "file", "x.db")).code).toBe("unavailable");
  });
});

test("D2: a new corpus replaces what a run left that found the disk full, and no file of another program", () => {
  const folder = tempFolder();
  const unfinished = join(folder, "c.db.new");
  const left = new Database(unfinished);
  left.pragma("auto_vacuum = INCREMENTAL");
  left.close();
  openForWriting(join(folder, "c.db")).close();
  expect(readdirSync(folder)).toEqual(["c.db"]);
  const other = new Database(unfinished);
  other.exec("CREATE TABLE notes (note TEXT)");
  other.close();
  rmSync(join(folder, "c.db"));
  expect(fault(openForWriting, join(folder, "c.db")).message).toContain("which another file has");
});
