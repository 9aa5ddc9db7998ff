/** The body of an answer, as the client takes it. */
import { Readable } from "node:stream";
import { MAX_REMAKES, PIECE_BYTES } from "../limits.ts";
import type { Question } from "./protocol.ts";
import type { Asked, ReaderPool } from "./reader-pool.ts";

type Readers = Pick<ReaderPool, "ask">;

/**
 * @returns the body whole when one piece holds it, else a stream that asks for the next piece when the client has taken
 *   the last one, and lets the reader forget the rest when the client goes away
 */
export function bodyOf(pool: Readers, question: Question, asked: Asked): Buffer | Readable {
  const { piece, bytes } = asked.answer;
  if (piece.length === bytes) return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  const stream = Readable.from(pieces(pool, question, asked), {
    objectMode: false,
    highWaterMark: PIECE_BYTES,
  });
  // a generator that was never begun has no end to do it in
  return stream.once("close", () => asked.drop());
}

/**
 * A reader may have let the rest go, or have ended over another question. Then the answer is made again: it goes on when
 * it is the same as before, else the connection breaks off, since two states are no answer.
 */
async function* pieces(pool: Readers, question: Question, asked: Asked): AsyncGenerator<Uint8Array> {
  const { tag, bytes, piece: first } = asked.answer;
  let current = asked;
  let remakes = 0;
  let sent = first.length;
  try {
    yield first;
    while (sent < bytes) {
      let piece = await current.more();
      if (piece === null) {
        if (++remakes > MAX_REMAKES) throw new Error("The answer was let go too often");
        current = await pool.ask(question, { from: sent });
        if (current.answer.tag !== tag) throw new Error("The corpus changed while an answer was sent");
        piece = current.answer.piece;
      }
      sent += piece.length;
      yield piece;
    }
  } finally {
    current.drop();
  }
}
