/**
 * A parser thread of an import: asks the reader for chunks, checks and prepares their records, and sends them to the main
 * thread. It ends when the reader closes its port.
 */
import { parentPort, workerData } from "node:worker_threads";
import { rowsById } from "../../sources/read-case.ts";
import { type OpenKnownUnits, openKnownUnits } from "../../store/write/known-units.ts";
import { mentionedBy } from "../unit/mentions.ts";
import { Blocks } from "./blocks.ts";
import type { Chunk } from "./chunks.ts";
import { type IsKnown, type Judging, judgeChunk } from "./records.ts";
import {
  asFault,
  type ChunkPlace,
  type FromParser,
  type ParsedChunk,
  type ParserFault,
  type ParserPorts,
  type ParserTask,
  type RecordBatch,
  type ToParser,
} from "./thread-messages.ts";

/** Chunks requested at a time. The reader does not answer while it decodes; with 2 the parser waited for it a twentieth of the time. */
const ASKED = 4;

const { reader, writer }: ParserPorts = workerData;
if (parentPort === null) throw new Error("the parser was not started as a thread");
const main = parentPort;
const blocks = new Blocks();
/** Opened when it is first needed, for all archives of the run. */
let corpus: OpenKnownUnits | null = null;
let judging: Judging = { volume: null, rows: new Map(), isKnown: () => false, dictionaries: {} };

reader.on("message", (message: ToParser) => {
  if (message.kind === "chunk") {
    const { chunk, archive, sequence } = message;
    send(chunk, { archive, sequence });
    reader.postMessage("next" satisfies FromParser);
    return;
  }
  try {
    judging = judgingOf(message.task);
  } catch (error) {
    main.postMessage({ kind: "fault", fault: asFault(error) } satisfies ParserFault);
  }
});
reader.on("close", () => {
  corpus?.[Symbol.dispose]();
  writer.close();
  main.close();
});
for (let asked = 0; asked < ASKED; asked++) reader.postMessage("next" satisfies FromParser);

function judgingOf(task: ParserTask): Judging {
  const { volume, rows, dictionaries } = task;
  return { volume, rows: rowsById(rows), isKnown: isKnownIn(task), dictionaries };
}

/** Looks up stored records by digest, so that unchanged records are not prepared. @throws CaselawError as `openKnownUnits` */
function isKnownIn({ corpusPath, unitId, digests }: ParserTask): IsKnown {
  if (corpusPath === null || unitId === null) return () => false;
  corpus ??= openKnownUnits(corpusPath, "little");
  const { contributions } = corpus;
  return (caseId, digest) =>
    contributions.has({ unitId, caseId, digest }) &&
    (digests === "trusted" || !contributions.isContributedElsewhere({ unitId, caseId }));
}

function send(chunk: Chunk, place: ChunkPlace): void {
  const records = judgeChunk(chunk, judging, blocks.allocate);
  const cases = records.flatMap((record) => (record.kind === "prepared" ? [record.prepared.record] : []));
  const isNeeded = records.some(({ kind }) => kind === "known");
  const bytes = isNeeded ? chunk.bytes : null;
  const memory = blocks.take();
  const { fraction, weight } = chunk;
  const batch: RecordBatch = { records, mentioned: mentionedBy(cases), bytes, memory, fraction };
  writer.postMessage(batch, [...memory, ...(bytes === null ? [] : [bytes.buffer])]);
  main.postMessage({ kind: "parsed", ...place, weight } satisfies ParsedChunk);
  // freed at once: otherwise V8 collects the heap for them, in an import of 10,000 bodies 11 times instead of 5
  if (bytes === null) chunk.bytes.buffer.transfer(0);
}
