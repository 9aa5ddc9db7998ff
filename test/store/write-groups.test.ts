/** Batches that share a transaction: all or nothing is committed, with the same result as separate transactions. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readCaseRecord } from "../../src/sources/read-case.ts";
import { CorpusReader } from "../../src/store/read/corpus-reader.ts";
import type { Outcome } from "../../src/store/write/case-writer.ts";
import type { CorpusWriter } from "../../src/store/write/corpus-writer.ts";
import { line, textBody } from "../corpus/records.ts";
import { openTestWriter, prepare } from "../support/corpus.ts";
import { dumpCorpus } from "../support/dump.ts";
import { tempFolder } from "../support/temp-folder.ts";

const spoken = (id: number, text: string, more = {}) => line(id, { casebody: textBody("", text), ...more });
const newPath = (): string => join(tempFolder(), "test.db");

const units = new WeakMap<CorpusWriter, ReturnType<CorpusWriter["claimUnit"]>>();

/** Writes one batch of an archive of the unit `test`; ids in `repeated` were in an earlier batch. */
function write(writer: CorpusWriter, raws: readonly unknown[], repeated: readonly number[] = []): Outcome[] {
  const unit = units.get(writer) ?? writer.claimUnit("test", "test");
  units.set(writer, unit);
  const records = raws.map((raw) => {
    const reading = readCaseRecord(raw, null);
    if (!reading.ok) throw new Error(reading.reason);
    return reading.record;
  });
  const batch = records.map((record) => ({
    prepared: prepare(record),
    repeated: repeated.includes(record.id),
  }));
  return writer.writeBatch(batch, {
    unitId: unit.id,
    release: "2020-01-01",
    sha256: "a",
  });
}

function reporterIds(path: string): number[] {
  using reader = new CorpusReader(path);
  return reader.reporters().map(({ id }) => id);
}

function found(path: string, word: string): unknown[] {
  const db = new Database(path, { readonly: true });
  const sql =
    "SELECT c.id FROM case_words AS w JOIN court_case AS c ON c.date_rowid = w.rowid WHERE w.case_words MATCH ?";
  const ids = db.prepare(sql).pluck().all(word);
  db.close();
  return ids;
}

describe("writeBatch", () => {
  test("shows nothing of a group before anything else is written, and then all of it", () => {
    const path = newPath();
    using writer = openTestWriter(path);
    write(writer, [spoken(1, "first")]);
    write(writer, [spoken(2, "second")]);
    expect([...found(path, "first"), ...found(path, "second")]).toEqual([]);
    writer.commit();
    expect([...found(path, "first"), ...found(path, "second")]).toEqual([1, 2]);
  });

  test("commits by itself after ten seconds", () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const path = newPath();
    using writer = openTestWriter(path);
    write(writer, [spoken(1, "common")]);
    expect(found(path, "common")).toEqual([]);
    clock.mockReturnValue(10_001);
    write(writer, [spoken(2, "common")]);
    expect(found(path, "common")).toEqual([1, 2]);
  });

  test("a case met again in the group is as if each batch had been committed", () => {
    const records = [
      spoken(1, "gone", { decision_date: "1900-01-01" }),
      spoken(2, "stays", { decision_date: "1900-01-01" }),
      spoken(1, "moved", { decision_date: "1950-01-01", last_updated: "2020-01-01T00:00:00Z" }),
      spoken(3, "takes the place", { decision_date: "1900-01-01" }),
      spoken(1, "again", { decision_date: "1900-01-01", last_updated: "2021-01-01T00:00:00Z" }),
    ];
    const dumps = ["grouped", "alone"].map((how) => {
      const path = newPath();
      {
        using writer = openTestWriter(path);
        for (const [index, record] of records.entries()) {
          write(writer, [record], index === 0 ? [] : [1]);
          if (how === "alone") writer.commit();
        }
      }
      expect([found(path, "gone"), found(path, "moved"), found(path, "again")]).toEqual([[], [], [1]]);
      return dumpCorpus(path);
    });
    expect(dumps[0]).toEqual(dumps[1]);
  });

  test("an error rolls the group back, and later writes are as if the group had never existed", () => {
    const path = newPath();
    using writer = openTestWriter(path);
    write(writer, [spoken(1, "before")]);
    writer.commit();
    write(writer, [spoken(2, "undone", { reporter: { id: 77, full_name: "Undone Reports" } })]);
    const [bad] = [spoken(3, "bad")];
    const reading = readCaseRecord(bad, null);
    if (!reading.ok) throw new Error(reading.reason);
    const prepared = prepare(reading.record);
    const broken = { prepared: { ...prepared, record: { ...prepared.record, id: 0.5 } }, repeated: false };
    const origin = { unitId: 1, release: "2020-01-01", sha256: "a" };
    expect(() => writer.writeBatch([broken], origin)).toThrow();
    expect(reporterIds(path)).not.toContain(77);
    write(writer, [spoken(4, "after")]);
    writer.commit();
    expect([found(path, "before"), found(path, "undone"), found(path, "after")]).toEqual([[1], [], [4]]);
  });
});
