/**
 * The worker thread of an import: reads one archive and prepares its records, batch by batch.
 *
 * It goes on only when it is told to, so that no more than a few batches are ever between it and the writer. What the
 * unit holds is looked up through a read-only connection of its own: a record that is known costs no parsing.
 */
import { parentPort, workerData } from "node:worker_threads";
import { openArchive } from "../archive/open-archive.ts";
import { CaselawError } from "../domain/errors.ts";
import { holdingsOf } from "../store/holdings.ts";
import { openForReading } from "../store/open-database.ts";
import type { ArchiveTask, FromWorker, RecordBatch } from "./archive-thread.ts";
import { mentionedBy } from "./mentions.ts";
import { type IsKnown, type ReadRecord, readRecords } from "./records.ts";

/** Records a batch: enough that a transaction's own cost does not show, little enough for a stop within a second. */
const BATCH_RECORDS = 250;
/** Bytes of stored bodies a batch: four times as much memory with the words beside them, in at most three batches. */
const BATCH_BYTES = 3 * 2 ** 20;

await run(workerData as ArchiveTask);

async function run(task: ArchiveTask): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("the archive worker was not started as a worker");
  const turns = turnsOf(port);
  const post = async (message: FromWorker): Promise<void> => {
    await turns.next();
    port.postMessage(message, message.kind === "batch" ? buffersOf(message.batch) : []);
  };
  try {
    using known = openKnown(task);
    await using archive = await openArchive(task.path);
    const records = readRecords(archive, task.volume, known.isKnown);
    for await (const batch of inBatches(records)) await post({ kind: "batch", batch });
    await post({ kind: "end", fault: null });
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    const { code, message, at, hint } = error;
    await post({ kind: "end", fault: { code, message, at, ...(hint === undefined ? {} : { hint }) } });
  } finally {
    port.close();
  }
}

/** One turn for each message from the main thread. */
async function* turnsOf(port: NonNullable<typeof parentPort>): AsyncGenerator<void> {
  let waiting = 0;
  let wake: () => void = () => {};
  port.on("message", () => {
    waiting++;
    wake();
  });
  for (;;) {
    while (waiting === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    waiting--;
    yield;
  }
}

function openKnown({ corpusPath, unitId, digests }: ArchiveTask): Disposable & { readonly isKnown: IsKnown } {
  if (corpusPath === null || unitId === null) return { isKnown: () => false, [Symbol.dispose]: () => {} };
  const db = openForReading(corpusPath);
  const holdings = holdingsOf(db);
  const isKnown: IsKnown = (caseId, digest) => {
    const held = holdings.digest({ unitId, caseId });
    if (held === undefined || Buffer.compare(held, digest) !== 0) return false;
    return digests === "trusted" || !holdings.isHeldElsewhere({ unitId, caseId });
  };
  return { isKnown, [Symbol.dispose]: () => void db.close() };
}

async function* inBatches(records: AsyncIterable<ReadRecord>): AsyncGenerator<RecordBatch> {
  let batch: ReadRecord[] = [];
  let bytes = 0;
  for await (const record of records) {
    batch.push(record);
    bytes += bytesOf(record);
    if (batch.length < BATCH_RECORDS && bytes < BATCH_BYTES) continue;
    yield batchOf(batch);
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batchOf(batch);
}

function batchOf(records: readonly ReadRecord[]): RecordBatch {
  const cases = records.flatMap((record) => (record.kind === "prepared" ? [record.prepared.record] : []));
  return { records, mentioned: mentionedBy(cases) };
}

/** The buffers of stored forms and words, which go over without a copy. */
function buffersOf({ records }: RecordBatch): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const add = (bytes: Uint8Array | null | undefined): void => {
    if (bytes?.buffer instanceof ArrayBuffer && bytes.byteLength > 0) buffers.add(bytes.buffer);
  };
  for (const record of records) {
    if (record.kind !== "prepared") continue;
    for (const { data } of record.prepared.forms) add(data);
    add(record.prepared.indexed?.opinions);
    add(record.prepared.indexed?.forms);
  }
  return [...buffers];
}

function bytesOf(record: ReadRecord): number {
  if (record.kind === "refused") return record.text.length;
  if (record.kind !== "prepared") return 0;
  return record.prepared.forms.reduce((sum, { data }) => sum + (data?.byteLength ?? 0), 0);
}
