/**
 * A parser thread of an import: checks and prepares the records of the chunks that the reader sends, and sends them to the main
 * thread. It ends when the reader closes its port.
 */
import { parentPort, workerData } from "node:worker_threads";
import { BODY_READERS } from "../../casebody/read-body.ts";
import { rowsById } from "../../sources/read-case.ts";
import { type KnownUnits, openKnownUnits } from "../../store/write/known-units.ts";
import type { Chunk } from "./chunks.ts";
import { type CheckContext, checkChunk, type IsKnown } from "./records.ts";
import {
  asFault,
  type FromParser,
  type ParserStart,
  type ParserTask,
  type RecordBatch,
  type ToParser,
} from "./thread-messages.ts";

/** A chunk of new records needs a few blocks of memory; a chunk of known records with a changed record needs the first block. */
const [FIRST_BLOCK_BYTES, BLOCK_BYTES] = [2 ** 13, 2 ** 16];
const NOTHING = Buffer.allocUnsafeSlow(0);

const { reader, writer, stopped }: ParserStart = workerData;
if (parentPort === null) throw new Error("the parser was not started as a thread");
const main = parentPort;
/** The memory of the packed texts and tokens of a batch: sent without a copy, and freed by the writer. */
let blocks: ArrayBuffer[] = [];
let block = NOTHING;
let used = 0;
/** Opened when it is first needed, for all archives of the run. */
let corpus: KnownUnits | null = null;
let context: CheckContext = { volume: null, rows: new Map(), isKnown: () => false, dictionary: null };

reader.on("message", (message: ToParser) => {
  try {
    if (message.kind === "archive") context = contextOf(message.task);
    else if (stopped[0] === 0) send(message.chunk);
  } catch (error) {
    main.postMessage({ kind: "fault", fault: asFault(error) } satisfies FromParser);
  }
});
reader.on("close", () => {
  corpus?.[Symbol.dispose]();
  writer.close();
  main.close();
});

/** @throws CaselawError as `openKnownUnits` */
function contextOf(task: ParserTask): CheckContext {
  const { volume, rows, dictionary } = task;
  const known = knownIn(task);
  return {
    ...{ volume, rows: rowsById(rows), isKnown: isKnownIn(task, known), dictionary },
    indexStored: (id, allocateBlock) => known?.indexStored(id, BODY_READERS, allocateBlock) ?? null,
  };
}

function knownIn({ corpusPath }: ParserTask): KnownUnits | null {
  if (corpusPath !== null) corpus ??= openKnownUnits(corpusPath, "little");
  return corpusPath === null ? null : corpus;
}

/** Looks up stored records by digest, so that unchanged records are not prepared. */
function isKnownIn({ unitId, digests }: ParserTask, known: KnownUnits | null): IsKnown {
  if (known === null || unitId === null) return () => false;
  const { contributions } = known;
  return (caseId, digest) =>
    contributions.has({ unitId, caseId, digest }) &&
    (digests === "trusted" || !contributions.isContributedElsewhere({ unitId, caseId }));
}

function send({ records: chunkRecords, bytes: chunkBytes, fraction }: Chunk): void {
  const { records, fault } = checkChunk({ records: chunkRecords, bytes: chunkBytes }, context, allocate);
  const bytes = records.some(({ kind }) => kind === "known") ? chunkBytes : null;
  const batch: RecordBatch = { records, bytes, memory: blocks, fraction, fault: fault && asFault(fault) };
  writer.postMessage(batch, [...blocks, ...(bytes === null ? [] : [bytes.buffer])]);
  main.postMessage({ kind: "parsed" } satisfies FromParser);
  [blocks, block, used] = [[], NOTHING, 0];
  // freed at once: otherwise V8 collects the heap for them, in an import of 10,000 bodies 11 times instead of 5
  if (bytes === null) chunkBytes.buffer.transfer(0);
}

function allocate(bytes: number): Uint8Array {
  if (used + bytes > block.length) {
    block = Buffer.allocUnsafeSlow(Math.max(blocks.length === 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES, bytes));
    blocks.push(block.buffer);
    used = 0;
  }
  used += bytes;
  return block.subarray(used - bytes, used);
}
