/**
 * Batches that share a transaction: all or nothing is committed, with the same result as separate transactions, and the index is in step
 * with the cases whatever becomes of a transaction.
 */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { BODY_READERS } from "../../../src/casebody/read-body.ts";
import { openCorpusFile } from "../../../src/store/read/corpus-reader.ts";
import type { Outcome } from "../../../src/store/write/case-writer.ts";
import type { CorpusWriter } from "../../../src/store/write/corpus-writer.ts";
import { line, textBody } from "../../corpus/records.ts";
import { openTestWriter, prepareLine } from "../../support/corpus.ts";
import { dumpCorpus } from "../../support/dump.ts";
import { readSql } from "../../support/sql.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { expectWhole } from "../../support/verify.ts";

const spoken = (id: number, text: string, more = {}) => line(id, { casebody: textBody("", text), ...more });
const newPath = (): string => join(tempFolder(), "test.db");

type Origin = Parameters<CorpusWriter["writeBatch"]>[1];
const UNIT = 1;

/** With the unit `test`. */
function openWriter(path: string, indexBytes?: number): CorpusWriter {
  const writer = openTestWriter(path, indexBytes);
  expect(writer.claimUnit("test", "test").id).toBe(UNIT);
  writer.commit();
  return writer;
}

/** Writes one batch of an archive of the unit; ids in `repeated` were in an earlier batch. */
function write(
  writer: CorpusWriter,
  raws: readonly unknown[],
  { repeated = [], ...origin }: { readonly repeated?: readonly number[] } & Partial<Origin> = {},
): Outcome[] {
  const batch = raws.map(prepareLine).map((prepared) => ({
    prepared,
    repeated: repeated.includes(prepared.record.id),
  }));
  return writer.writeBatch(batch, { unitId: UNIT, release: "2020-01-01", sha256: "a", ...origin });
}

function reporterIds(path: string): number[] {
  using reader = openCorpusFile(path);
  return reader.reporters().map(({ id }) => id);
}

function found(path: string, word: string): unknown[] {
  const sql =
    "SELECT c.id FROM case_words AS w JOIN court_case AS c ON c.date_rowid = w.rowid WHERE w.case_words MATCH ?";
  return readSql(path, sql, word);
}

describe("writeBatch", () => {
  test("shows nothing of a group before anything else is written, and then all of it", () => {
    const path = newPath();
    using writer = openWriter(path);
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
    using writer = openWriter(path);
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
        using writer = openWriter(path);
        for (const [index, record] of records.entries()) {
          write(writer, [record], { repeated: index === 0 ? [] : [1] });
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
    using writer = openWriter(path);
    write(writer, [spoken(1, "before")]);
    writer.commit();
    write(writer, [spoken(2, "undone", { reporter: { id: 77, full_name: "Undone Reports" } })]);
    const prepared = prepareLine(spoken(3, "bad"));
    const broken = { prepared: { ...prepared, record: { ...prepared.record, id: 0.5 } }, repeated: false };
    const origin = { unitId: 1, release: "2020-01-01", sha256: "a" };
    expect(() => writer.writeBatch([broken], origin)).toThrow();
    expect(reporterIds(path)).not.toContain(77);
    write(writer, [spoken(4, "after")]);
    writer.commit();
    expect([found(path, "before"), found(path, "undone"), found(path, "after")]).toEqual([[1], [], [4]]);
  });
});

describe("what a parser has indexed of a stored body, for a record without one", () => {
  /** Writes a record without a body, for which the body of `before` was indexed as if its text were `indexed`; before that, `later`. */
  async function wordsFound(later: string | null, indexed: string): Promise<unknown[][]> {
    const path = newPath();
    {
      using writer = openWriter(path);
      write(writer, [spoken(1, "before")]);
      writer.commit();
      const read = writer.known.indexStored(1, BODY_READERS);
      const other = prepareLine(spoken(1, indexed)).indexed;
      if (read === null || other === null) throw new Error("nothing was indexed");
      if (later !== null) write(writer, [spoken(1, later)], { release: "2021-01-01", sha256: "b" });
      const bare = prepareLine(line(1, { docket_number: "No. 12" }));
      const prepared = { ...bare, stored: { ...read, indexed: other } };
      const origin = { unitId: UNIT, release: "2022-01-01", sha256: "c" };
      writer.writeBatch([{ prepared, repeated: false }], origin);
    }
    if (later === null && indexed === "before") await expectWhole(path);
    return ["before", "later", "indexed"].map((word) => found(path, word));
  }

  test("is what is written", async () => {
    expect(await wordsFound(null, "before")).toEqual([[1], [], []]);
    expect(await wordsFound(null, "indexed")).toEqual([[], [], [1]]);
  });

  test("is not written where the corpus has another body since then", async () => {
    expect(await wordsFound("later", "indexed")).toEqual([[], [1], []]);
  });
});

/** Two or three cases fill it. */
const INDEX_BYTES = 750;
const UNKNOWN_UNIT = 999;
/** Each batch is of another archive. */
const later = (nth: number) => ({ release: `2020-01-${nth + 10}`, sha256: String(nth) });

const record = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  year: fc.integer({ min: 1900, max: 1903 }),
  text: fc.nat(5),
});
const batch = fc.uniqueArray(record, { maxLength: 6, selector: ({ id }) => id });
const step = fc.oneof(
  { weight: 4, arbitrary: batch.map((records) => ({ kind: "batch" as const, records })) },
  { weight: 1, arbitrary: fc.constant({ kind: "commit" as const }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map((id) => ({ kind: "remove" as const, id })) },
  { weight: 1, arbitrary: fc.constant({ kind: "rollback" as const }) },
);

test("cases that are changed, removed and rolled back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const path = join(tempFolder(), "test.db");
      {
        using writer = openWriter(path, INDEX_BYTES);
        for (const [nth, one] of steps.entries()) {
          if (one.kind === "commit") writer.commit();
          if (one.kind === "remove") writer.releaseCases([one.id], UNIT);
          if (one.kind === "rollback")
            expect(() => write(writer, [line(99)], { unitId: UNKNOWN_UNIT, ...later(nth) })).toThrow(
              "FOREIGN KEY",
            );
          if (one.kind !== "batch") continue;
          const lines = one.records.map(({ id, year, text }) =>
            line(id, {
              decision_date: `${year}-01-01`,
              casebody: textBody("", `word${text} `.repeat(20 + text)),
            }),
          );
          write(writer, lines, later(nth));
        }
      }
      await expectWhole(path);
    }),
    { numRuns: 12, seed: 5 },
  );
});
