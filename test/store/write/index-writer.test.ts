/** The index is in step with the cases whatever becomes of a transaction, also while segments are made. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { readJoinedBody } from "../../../src/casebody/read-body.ts";
import { ThreadedSegmentMaker } from "../../../src/import/threads/threaded-segment-maker.ts";
import { mentionedBy } from "../../../src/import/unit/mentions.ts";
import { readCaseRecord } from "../../../src/sources/read-case.ts";
import { SegmentBuilder, type SegmentMaker } from "../../../src/store/segments/segment-builder.ts";
import { CorpusWriter } from "../../../src/store/write/corpus-writer.ts";
import { line, textBody } from "../../corpus/records.ts";
import { openTestWriter, prepare } from "../../support/corpus.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { expectWhole } from "../../support/verify.ts";

/** Two or three cases fill it. */
const INDEX_MEMORY = 2_000;
const UNKNOWN_UNIT = 999;

function open(path: string, segmentMaker: SegmentMaker | null): CorpusWriter {
  openTestWriter(path)[Symbol.dispose]();
  return new CorpusWriter(path, readJoinedBody, { indexMemory: INDEX_MEMORY, segmentMaker });
}

/** A batch of an archive, which shares the transaction of the batches before it. */
function write(writer: CorpusWriter, raws: readonly unknown[], unitId: number, day: number): void {
  const records = raws.map((raw) => {
    const reading = readCaseRecord(raw, null);
    if (!reading.ok) throw new Error(reading.reason);
    return reading.record;
  });
  const batch = records.map((record) => ({ prepared: prepare(record), repeated: false }));
  writer.writeBatch(batch, mentionedBy(records), { unitId, release: `2020-01-${day}`, sha256: `${day}` });
}

/** What may be wrong with a segment. */
const FAULTS = {
  error: () => {
    throw new Error("no segment can be made");
  },
  *damaged(): Generator<Uint8Array, void, undefined> {
    yield Buffer.from("no rows of a segment");
  },
};

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
  { weight: 1, arbitrary: fc.constantFrom("error" as const, "damaged" as const).map((kind) => ({ kind })) },
);

test.each([
  ["the writer at the end of a transaction", null],
  ["another thread while a transaction goes on", new ThreadedSegmentMaker()],
])("cases that are changed, removed and rolled back, with segments made by %s", async (_, maker) => {
  await using _ended = maker;
  const begun = vi.spyOn(ThreadedSegmentMaker.prototype, "begin");
  let failed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const path = join(tempFolder(), "test.db");
      {
        using writer = open(path, maker);
        const { id: unitId } = writer.claimUnit("test", "test");
        writer.commit();
        for (const [nth, one] of steps.entries()) {
          if (one.kind === "commit") writer.commit();
          if (one.kind === "remove") writer.releaseCases([one.id], unitId);
          if (one.kind === "rollback")
            expect(() => write(writer, [line(99)], UNKNOWN_UNIT, nth + 10)).toThrow("FOREIGN KEY");
          if (one.kind === "error" || one.kind === "damaged") {
            const finishes = [SegmentBuilder.prototype, ThreadedSegmentMaker.prototype].map((makers) =>
              vi.spyOn(makers, "finish").mockImplementation(FAULTS[one.kind]),
            );
            const changed = line(1, { casebody: textBody("", `fault${nth} `) });
            const error = errorOf(() => {
              write(writer, [changed], unitId, nth + 10);
              writer.commit();
            });
            expect(error).toMatch(/no segment can be made|the rows of a segment are damaged/);
            failed++;
            for (const finish of finishes) finish.mockRestore();
          }
          if (one.kind !== "batch") continue;
          const lines = one.records.map(({ id, year, text }) =>
            line(id, {
              decision_date: `${year}-01-01`,
              casebody: textBody("", `word${text} `.repeat(20 + text)),
            }),
          );
          write(writer, lines, unitId, nth + 10);
        }
      }
      await expectWhole(path);
    }),
    { numRuns: 40, seed: 5 },
  );
  expect(failed).toBeGreaterThan(10);
  expect(begun.mock.calls.length > 40).toBe(maker !== null);
  begun.mockRestore();
});

function errorOf(work: () => void): string {
  try {
    work();
    return "";
  } catch (error) {
    return String(error);
  }
}
