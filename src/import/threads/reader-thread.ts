/**
 * The reader thread of an import. It validates archives, several at a time, and reads them in the order given: decodes one, splits
 * it into chunks and sends them to the parsers in turn. Chunks that the writer has not taken are bounded, so that memory does not
 * grow with the archive.
 */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Checksum, ValidatedArchive } from "../../domain/bulk-file.ts";
import { openRecords } from "../tables/open-court.ts";
import { readContents } from "../unit/identify.ts";
import { chunksOf } from "./chunks.ts";
import {
  type ArchiveTask,
  asFault,
  type FromReader,
  type ParserTask,
  type ToParser,
  type ToReader,
  type ValidityAnswer,
} from "./thread-messages.ts";

/** Bound of the weight of chunks that are parsed or wait for a parser or the writer. */
const aheadBytes = Number(workerData);
if (parentPort === null) throw new Error("the reader was not started as a thread");
const main: MessagePort = parentPort;

const parsers: MessagePort[] = [];
/** The archive that is read. */
let task: ParserTask | null = null;
const answering = new Set<Promise<void>>();
/** Resolved when the archives that were ordered so far are read. */
let reading = Promise.resolve();
/** Weights of the chunks that were sent and not taken, and their sum. */
const weights: number[] = [];
let underWay = 0;
let sent = 0;
let ordered = 0;
/** Archives before this number are not read to their end. */
let skippedBefore = 0;
let wake: () => void = () => {};

main.on("message", (order: ToReader) => {
  if (order.kind === "parser") join(order.port);
  else if (order.kind === "validate") answer(order.path, order.zip, order.port);
  else if (order.kind === "read") {
    const archive = ordered++;
    reading = reading.then(() => read(order.task, archive));
  } else if (order.kind === "taken") underWay -= weights.shift() ?? 0;
  else if (order.kind === "skip") skippedBefore = order.before;
  else void close();
  wake();
});

function join(port: MessagePort): void {
  parsers.push(port);
  if (task !== null) port.postMessage({ kind: "archive", task } satisfies ToParser);
}

function answer(path: string, zip: Checksum | null, port: MessagePort): void {
  const answered: Promise<void> = validate(path, zip)
    .then(
      (archive): ValidityAnswer => ({ ok: true, archive }),
      (error: unknown): ValidityAnswer => ({ ok: false, fault: asFault(error) }),
    )
    .then((message) => port.postMessage(message))
    .finally(() => answering.delete(answered));
  answering.add(answered);
}

async function validate(path: string, zip: Checksum | null): Promise<ValidatedArchive> {
  await using archive = await openRecords(path);
  const checksum = await archive.validate(zip ?? undefined);
  return { ...checksum, contents: await readContents(archive) };
}

/** A bug is not caught: it ends the thread, and the main thread gets the error. */
async function read(archiveTask: ArchiveTask, archive: number): Promise<void> {
  const fault = await sendChunks(archiveTask, archive).then(() => null, asFault);
  main.postMessage({ kind: "end", fault } satisfies FromReader);
}

async function sendChunks({ path, ...context }: ArchiveTask, number: number): Promise<void> {
  const isSkipped = (): boolean => number < skippedBefore;
  if (isSkipped()) return;
  await using archive = await openRecords(path);
  task = { ...context, rows: archive.layout === "volume" ? archive.casesMetadata : [] };
  for (const port of parsers) port.postMessage({ kind: "archive", task } satisfies ToParser);
  for await (const chunk of chunksOf(archive)) {
    // a chunk heavier than the bound is sent by itself
    while (!isSkipped() && underWay > 0 && underWay + chunk.weight > aheadBytes) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (isSkipped()) return;
    const parser = sent++ % parsers.length;
    weights.push(chunk.weight);
    underWay += chunk.weight;
    parsers[parser]?.postMessage({ kind: "chunk", chunk } satisfies ToParser, [chunk.bytes.buffer]);
    main.postMessage({ kind: "sent", parser } satisfies FromReader);
  }
}

/** `sendChunks` closes its own archive. Without ports the thread ends. */
async function close(): Promise<void> {
  skippedBefore = Number.POSITIVE_INFINITY;
  for (const port of parsers) port.close();
  await Promise.all(answering);
  main.close();
}
