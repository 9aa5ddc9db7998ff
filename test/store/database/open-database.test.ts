/** Faults F5 and D2: which files are opened and refused; test/cli/commands/verify and test/kill/unwritable have those of every command. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { CaselawError } from "../../../src/domain/errors.ts";
import { openForReading, openForWriting } from "../../../src/store/database/open-database.ts";
import { SCHEMA_VERSION } from "../../../src/store/database/schema.ts";
import { UnfinishedOutput } from "../../../src/store/database/unfinished.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus, openTestWriter } from "../../support/corpus.ts";
import { tempFolder } from "../../support/temp-folder.ts";

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
  const hash = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  return readdirSync(folder)
    .sort()
    .map((name) => `${name} ${hash(name)}`);
}

describe.each(Object.entries({ openForReading, openForWriting }))("%s", (_name, open) => {
  test.each([
    ["an older", SCHEMA_VERSION - 1, "move it away and import its archives again"],
    ["a newer", SCHEMA_VERSION + 1, "install a newer caselaw"],
  ])("F5: refuses %s version, naming both, and leaves it as it is", (_what, version, advice) => {
    const path = makeCorpus([line(1)]);
    const db = new Database(path);
    db.pragma(`user_version = ${version}`);
    db.close();
    const folder = join(path, "..");
    const before = state(folder);
    const error = fault(open, path);
    expect(error.code).toBe("unsupported");
    expect(error.message).toMatch(
      `it has version ${version}, this program reads version ${SCHEMA_VERSION}; ${advice}`,
    );
    expect(state(folder)).toEqual(before);
  });
});

describe("openForReading", () => {
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
});

describe("openForWriting", () => {
  test("sweeps what a killed run left of a corpus it was making, and a log without its corpus", () => {
    const folder = tempFolder();
    const path = join(folder, "deeper", "x.db");
    mkdirSync(join(folder, "deeper"));
    for (const left of ["x.db-wal", "x.db-shm"]) writeFileSync(join(folder, "deeper", left), "left over");
    writeFileSync(new UnfinishedOutput(path).path, "left over");
    openForWriting(path).close();
    expect(readdirSync(join(folder, "deeper"))).toEqual(["x.db"]);
    openForReading(path).close();
  });
});
