/**
 * The JSON of an answer as bytes, in pieces: equal to `JSON.stringify(answer)`, but a page of 10,000 whole cases is never
 * one string, which could be longer than a string may be.
 *
 * Texts are written one after the other into one buffer that every answer uses: to join them first, and to take a new
 * buffer for each answer, costs as much as making them.
 */
import { PIECE_BYTES } from "./limits.ts";

/** A UTF-16 unit comes to three bytes at most. */
const MAX_UNIT_BYTES = 3;
const scratch = Buffer.allocUnsafeSlow(PIECE_BYTES);

/** @returns pieces of at most `PIECE_BYTES` bytes; at least one */
export function jsonPieces(answer: object | null): Buffer[] {
  const pieces: Buffer[] = [];
  let used = 0;
  const flush = (): void => {
    if (used > 0) pieces.push(Buffer.from(scratch.subarray(0, used)));
    used = 0;
  };
  for (const text of jsonTexts(answer)) {
    if (text.length * MAX_UNIT_BYTES > PIECE_BYTES - used) flush();
    if (text.length * MAX_UNIT_BYTES <= PIECE_BYTES) used += scratch.write(text, used);
    else pieces.push(...slicesOf(Buffer.from(text, "utf8")));
  }
  flush();
  return pieces;
}

/** A text as bytes, in pieces; at least one. */
export function textPieces(text: string): Buffer[] {
  return text === "" ? [Buffer.alloc(0)] : [...slicesOf(Buffer.from(text, "utf8"))];
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** The parts of an object's JSON; a list in it is told element by element. */
function* jsonTexts(answer: object | null): Generator<string> {
  if (answer === null || Array.isArray(answer)) {
    yield JSON.stringify(answer);
    return;
  }
  let before = "{";
  for (const [key, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    if (Array.isArray(value)) yield* listTexts(value);
    else yield JSON.stringify(value);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* listTexts(list: readonly unknown[]): Generator<string> {
  let before = "[";
  for (const element of list) {
    yield before;
    yield JSON.stringify(element);
    before = ",";
  }
  yield list.length === 0 ? "[]" : "]";
}
