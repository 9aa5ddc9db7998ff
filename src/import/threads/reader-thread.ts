/**
 * The reader thread of an import: opens one archive after the other, decodes it, cuts it into pieces and hands them to the
 * parsers. It goes no further ahead of the writer than it may, so that memory does not grow with the archive.
 */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { openArchive } from "../../archive/open-archive.ts";
import { type Chunk, chunksOf } from "./chunks.ts";
import {
  type ArchiveTask,
  asFault,
  type ParserTask,
  type ReadEnd,
  type ToReader,
} from "./thread-messages.ts";

/** Weight of pieces that may be under way: handed out, parsed, or waiting for the writer. */
const aheadBytes = Number(workerData);
if (parentPort === null) throw new Error("the reader was not started as a thread");
const main: MessagePort = parentPort;

/** Parsers that ask, each as often as it asked. */
const asking: MessagePort[] = [];
/** Pieces that no parser has asked for yet. */
const ready: { readonly piece: Chunk; readonly sequence: number }[] = [];
const parsers: MessagePort[] = [];
/** The archive at hand, and who was told of it. */
let task: ParserTask | null = null;
const told = new Set<MessagePort>();
let underWay = 0;
let isClosed = false;
let wake: () => void = () => {};

main.on("message", (order: ToReader) => {
  if (order.kind === "parser") join(order.port);
  else if (order.kind === "read") void read(order.task);
  else if (order.kind === "taken") underWay -= order.weight;
  else close();
  wake();
});

function join(port: MessagePort): void {
  parsers.push(port);
  port.on("message", () => {
    asking.push(port);
    handOut();
  });
}

/** A bug is not caught: it ends the thread, and the main thread hears of it. */
async function read(order: ArchiveTask): Promise<void> {
  let pieces = 0;
  const fault = await sendPieces(order, () => pieces++).then(() => null, asFault);
  main.postMessage({ kind: "end", pieces, fault } satisfies ReadEnd);
}

async function sendPieces({ path, ...of }: ArchiveTask, nextSequence: () => number): Promise<void> {
  await using archive = await openArchive(path);
  task = { ...of, rows: archive.layout === "volume" ? archive.casesMetadata : [] };
  told.clear();
  for await (const piece of chunksOf(archive)) {
    await roomFor(piece.weight);
    if (isClosed) return;
    underWay += piece.weight;
    ready.push({ piece, sequence: nextSequence() });
    handOut();
  }
}

/** Waits until so much more may be under way; a piece heavier than all that may be goes alone. */
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
    if (next === undefined || port === undefined || task === null) return;
    if (!told.has(port)) port.postMessage({ kind: "archive", task });
    told.add(port);
    port.postMessage({ kind: "piece", ...next }, [next.piece.bytes.buffer]);
  }
}

/** What is open is closed on the way out of `read`; the thread ends when nobody can speak to it. */
function close(): void {
  isClosed = true;
  for (const port of parsers) port.close();
  main.close();
}
