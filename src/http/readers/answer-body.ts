/** The body of an answer, sent as fast as the client reads it. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { AskTool, ToolAnswer } from "../../mcp/server.ts";
import type { Setting } from "../../v1/v1.ts";
import { CHUNK_BYTES } from "../limits.ts";
import type { Question } from "./protocol.ts";
import { type ChunkedAnswer, type ReaderPool, Unanswered } from "./reader-pool.ts";

/** A range of bytes: `end` is the first byte after it. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * @param part the bytes to send; null: all
 * @returns the bytes if the body is one chunk. Otherwise a stream that requests the next chunk when the client has read the
 *   last one, and drops the other chunks when the client disconnects
 */
export function bodyOf(answer: ChunkedAnswer, part: Part | null = null): Buffer | Readable {
  const { chunk, bytes } = answer.head;
  const { start, end } = part ?? { start: 0, end: bytes };
  if (chunk.length === bytes) return Buffer.from(chunk.buffer, chunk.byteOffset + start, end - start);
  const chunks = chunksOf(answer, { start, end });
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: CHUNK_BYTES });
  return stream.once("close", () => answer.drop());
}

/**
 * A reader may have discarded the other chunks, or may have ended because of another question. Then the connection is closed, so
 * that the client sees that the answer is incomplete.
 */
async function* chunksOf({ head, more }: ChunkedAnswer, { start, end }: Part): AsyncGenerator<Uint8Array> {
  let chunk: Uint8Array | null = head.chunk;
  for (let at = 0; at < end; chunk = at < end ? await more() : null) {
    if (chunk === null) throw new Unanswered("The answer was discarded");
    if (at + chunk.length > start) yield chunk.subarray(Math.max(0, start - at), end - at);
    at += chunk.length;
  }
}

export async function jsonAnswer<T>(
  pool: Pick<ReaderPool, "answer">,
  question: Question,
  options: Parameters<ReaderPool["answer"]>[1] = {},
): Promise<{ readonly status: number; readonly value: T }> {
  const answer = await pool.answer(question, options);
  const body = bodyOf(answer);
  const text = (Buffer.isBuffer(body) ? body : await buffer(body)).toString("utf8");
  return { status: answer.head.status, value: JSON.parse(text) };
}

/** Tools of the Model Context Protocol, run by the reader processes. @param connection whose calls take turns with those of others */
export function askTools(pool: ReaderPool, setting: Setting, connection: object): AskTool {
  return async (name, input, signal): Promise<ToolAnswer> => {
    try {
      const question = { kind: "tool", name, input, setting } as const;
      const { status, value } = await jsonAnswer<Record<string, unknown>>(pool, question, {
        ...{ signal, connection },
      });
      return status === 200 ? { result: value } : { failure: failureOf(value) };
    } catch (error) {
      if (error instanceof Unanswered) return { failure: `${error.message} Ask for less, or again later.` };
      throw error;
    }
  };
}

/** An error body: a detail, or messages by parameter. */
function failureOf(body: Readonly<Record<string, unknown>>): string {
  if (typeof body.detail === "string") return body.detail;
  return Object.entries(body)
    .map(([name, messages]) => `${name}: ${[messages].flat().join(" ")}`)
    .join("; ");
}
