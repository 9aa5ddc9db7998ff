/**
 * The worker thread of an import: reads one archive and prepares its records, batch by batch.
 *
 * It goes on only when it is told to, so that no more than a few batches are ever between it and the writer. What the
 * unit holds is looked up through a read-only connection of its own: a record that is known costs no parsing.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { Archive } from "../archive/archive.ts";
import { openArchive } from "../archive/open-archive.ts";
import { CaselawError } from "../domain/errors.ts";
import { holdingsOf } from "../store/holdings.ts";
import { openForReading } from "../store/open-database.ts";
import type { ArchiveTask, Fault, FromWorker, RecordBatch, ToWorker } from "./archive-thread.ts";
import { mentionedBy } from "./mentions.ts";
import { type IsKnown, type ReadRecord, readRecords } from "./records.ts";

/** Records a batch: enough that a transaction's own cost does not show, little enough for a stop within a second. */
const BATCH_RECORDS = 250;
/** Bytes of stored bodies a batch: four times as much memory with the words beside them, in at most three batches. */
const BATCH_BYTES = 3 * 2 ** 20;

await run(workerData as ArchiveTask);

type Port = NonNullable<typeof parentPort>;

async function run(task: ArchiveTask): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("the archive worker was not started as a worker");
  const orders = ordersOf(port);
  const fault = await sendBatches(task, port, orders).catch(asFault);
  // all is closed by now; the thread ends by itself once nobody can speak to it
  port.postMessage({ kind: "end", fault } satisfies FromWorker);
  port.close();
}

/** Sends batch after batch, each when it is asked for, until the last or until told to stop. */
async function sendBatches(task: ArchiveTask, port: Port, orders: AsyncIterator<ToWorker>): Promise<null> {
  using known = openKnown(task);
  await using archive = await openArchive(task.path);
  const records = readRecords(archive, task.volume, known.isKnown);
  for await (const batch of inBatches(records, fractionOf(archive))) {
    const { value: order } = await orders.next();
    if (order !== "next") return null;
    port.postMessage({ kind: "batch", batch } satisfies FromWorker, buffersOf(batch));
  }
  return null;
}

/** The fault of an archive, to be told to the main thread; a bug goes on. */
function asFault(error: unknown): Fault {
  if (!(error instanceof CaselawError)) throw error;
  const { code, message, at, hint } = error;
  return { code, message, at, ...(hint === undefined ? {} : { hint }) };
}

/** What the main thread says, in order. */
async function* ordersOf(port: Port): AsyncGenerator<ToWorker> {
  const waiting: ToWorker[] = [];
  let wake: () => void = () => {};
  port.on("message", (order: ToWorker) => {
    waiting.push(order);
    wake();
  });
  for (;;) {
    const order = waiting.shift();
    if (order !== undefined) yield order;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
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

/** The records in batches; those before a fault come before it is thrown (contract, section 9). */
async function* inBatches(
  records: AsyncIterable<ReadRecord>,
  fractionAt: (read: number) => number | null,
): AsyncGenerator<RecordBatch> {
  let batch: ReadRecord[] = [];
  let read = 0;
  let bytes = 0;
  let fault: unknown;
  try {
    for await (const record of records) {
      batch.push(record);
      read++;
      bytes += bytesOf(record);
      if (batch.length < BATCH_RECORDS && bytes < BATCH_BYTES) continue;
      yield batchOf(batch, fractionAt(read));
      batch = [];
      bytes = 0;
    }
  } catch (error) {
    fault = error;
  }
  if (batch.length > 0) yield batchOf(batch, fractionAt(read));
  if (fault !== undefined) throw fault;
}

/** How much of the archive so many records are: bytes tell of lines, of members the list. */
function fractionOf(archive: Archive): (read: number) => number | null {
  if (archive.layout === "lines") return () => archive.fraction();
  const listed = archive.casesMetadata.length;
  return (read) => (listed === 0 ? null : Math.min(read / listed, 1));
}

function batchOf(records: readonly ReadRecord[], fraction: number | null): RecordBatch {
  const cases = records.flatMap((record) => (record.kind === "prepared" ? [record.prepared.record] : []));
  return { records, mentioned: mentionedBy(cases), fraction };
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
