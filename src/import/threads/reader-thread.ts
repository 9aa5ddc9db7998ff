/**
 * The reader thread of an import. It validates archives, several at a time, and reads them in the order given: decodes one, cuts
 * it into chunks and sends them to the parsers. Chunks that the writer has not taken are bounded, so that memory does not
 * grow with the archive.
 */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { openArchive } from "../../archive/open-archive.ts";
import type { Checksum, ValidatedArchive } from "../../domain/bulk-file.ts";
import { readContents } from "../unit/read-contents.ts";
import { type Chunk, chunksOf } from "./chunks.ts";
import {
  type ArchiveTask,
  asFault,
  type ChunkPlace,
  type ParserTask,
  type Question,
  type ReadEnd,
  type ToParser,
  type ToReader,
} from "./thread-messages.ts";

type ReadOrder = Extract<ToReader, { readonly kind: "read" }>;

/** Bound of the weight of chunks that are parsed or wait for a parser or the writer. */
const aheadBytes = Number(workerData);
if (parentPort === null) throw new Error("the reader was not started as a thread");
const main: MessagePort = parentPort;

/** Parsers that want a chunk, each as often as it asked. */
const asking: MessagePort[] = [];
/** Chunks that no parser has asked for yet, with the task of their archive. */
const ready: { readonly chunk: Chunk; readonly place: ChunkPlace; readonly task: ParserTask }[] = [];
const parsers: MessagePort[] = [];
/** The task that was sent to a parser last. */
const informed = new Map<MessagePort, ParserTask>();
const answering = new Set<Promise<void>>();
/** Ends when the archives that were ordered so far are read. */
let reading = Promise.resolve();
let underWay = 0;
let isClosed = false;
let wake: () => void = () => {};

main.on("message", (order: ToReader) => {
  if (order.kind === "parser") join(order.port);
  else if (order.kind === "question") reply(order.question, order.port);
  else if (order.kind === "read") reading = reading.then(() => read(order));
  else if (order.kind === "taken") underWay -= order.weight;
  else void close();
  wake();
});

function join(port: MessagePort): void {
  parsers.push(port);
  port.on("message", () => {
    asking.push(port);
    handOut();
  });
}

function reply(question: Question, port: MessagePort): void {
  const answered: Promise<void> = answerTo(question)
    .then(
      (value) => port.postMessage({ ok: true, value }),
      (error: unknown) => port.postMessage({ ok: false, fault: asFault(error) }),
    )
    .finally(() => answering.delete(answered));
  answering.add(answered);
}

async function answerTo(question: Question): Promise<unknown> {
  if (question.about === "validity") return validate(question.path, question.zip);
  // needed once for a corpus, and slow to load
  const { sampleBodies } = await import("./sample-bodies.ts");
  return sampleBodies(question.path, question.volume);
}

async function validate(path: string, zip: Checksum | null): Promise<ValidatedArchive> {
  await using archive = await openArchive(path);
  const checksum = await archive.validate(zip ?? undefined);
  return { ...checksum, contents: await readContents(archive) };
}

/** A bug is not caught: it ends the thread, and the main thread gets the error. */
async function read({ archive, task }: ReadOrder): Promise<void> {
  if (isClosed) return;
  let chunks = 0;
  const fault = await sendChunks(task, () => ({ archive, sequence: chunks++ })).then(() => null, asFault);
  main.postMessage({ kind: "end", archive, chunks, fault } satisfies ReadEnd);
}

async function sendChunks({ path, ...of }: ArchiveTask, nextPlace: () => ChunkPlace): Promise<void> {
  await using archive = await openArchive(path);
  const task: ParserTask = { ...of, rows: archive.layout === "volume" ? archive.casesMetadata : [] };
  for await (const chunk of chunksOf(archive)) {
    await roomFor(chunk.weight);
    if (isClosed) return;
    underWay += chunk.weight;
    ready.push({ chunk, place: nextPlace(), task });
    handOut();
  }
}

/** Waits until a chunk of this weight keeps within the bound; a chunk heavier than the bound is sent by itself. */
async function roomFor(weight: number): Promise<void> {
  while (!isClosed && underWay > 0 && underWay + weight > aheadBytes) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

function handOut(): void {
  while (ready.length > 0 && asking.length > 0) {
    const [next, port] = [ready.shift(), asking.shift()];
    if (next === undefined || port === undefined) return;
    const { chunk, place, task } = next;
    if (informed.get(port) !== task) port.postMessage({ kind: "archive", task } satisfies ToParser);
    informed.set(port, task);
    port.postMessage({ kind: "chunk", chunk, ...place } satisfies ToParser, [chunk.bytes.buffer]);
  }
}

/** `read` closes its archive on the way out. Without ports the thread ends. */
async function close(): Promise<void> {
  isClosed = true;
  for (const port of parsers) port.close();
  await Promise.all(answering);
  main.close();
}
