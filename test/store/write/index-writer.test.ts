/** The index is in step with the cases whatever becomes of a transaction. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCaseRecord } from "../../../src/sources/read-case.ts";
import type { CorpusWriter } from "../../../src/store/write/corpus-writer.ts";
import { line, textBody } from "../../corpus/records.ts";
import { openTestWriter, prepare } from "../../support/corpus.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { expectWhole } from "../../support/verify.ts";

/** Two or three cases fill it. */
const INDEX_BYTES = 750;
const UNKNOWN_UNIT = 999;

/** A batch of an archive, which shares the transaction of the batches before it. */
function write(writer: CorpusWriter, raws: readonly unknown[], unitId: number, day: number): void {
  const records = raws.map((raw) => {
    const reading = readCaseRecord(raw, null);
    if (!reading.ok) throw new Error(reading.reason);
    return reading.record;
  });
  const batch = records.map((record) => ({ prepared: prepare(record), repeated: false }));
  writer.writeBatch(batch, { unitId, release: `2020-01-${day}`, sha256: `${day}` });
}

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
        using writer = openTestWriter(path, INDEX_BYTES);
        const { id: unitId } = writer.claimUnit("test", "test");
        writer.commit();
        for (const [nth, one] of steps.entries()) {
          if (one.kind === "commit") writer.commit();
          if (one.kind === "remove") writer.releaseCases([one.id], unitId);
          if (one.kind === "rollback")
            expect(() => write(writer, [line(99)], UNKNOWN_UNIT, nth + 10)).toThrow("FOREIGN KEY");
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
    { numRuns: 15, seed: 5 },
  );
});
