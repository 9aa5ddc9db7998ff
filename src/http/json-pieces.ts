/**
 * The JSON of an answer as bytes, in pieces: equal to `JSON.stringify(answer)`, but a page of 10,000 whole cases is never
 * one string, which could be longer than a string may be.
 */
import { PIECE_BYTES } from "./limits.ts";

/** @returns pieces of at most `PIECE_BYTES` bytes; at least one */
export function jsonPieces(answer: object | null): Buffer[] {
  const pieces: Buffer[] = [];
  let texts: string[] = [];
  let length = 0;
  const flush = (): void => {
    const bytes = Buffer.from(texts.join(""), "utf8");
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      pieces.push(bytes.subarray(at, at + PIECE_BYTES));
    }
    texts = [];
    length = 0;
  };
  for (const text of jsonTexts(answer)) {
    texts.push(text);
    length += text.length;
    if (length >= PIECE_BYTES) flush();
  }
  if (length > 0) flush();
  return pieces;
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
  for (const [at, element] of list.entries()) yield `${at === 0 ? "[" : ","}${JSON.stringify(element)}`;
  yield list.length === 0 ? "[]" : "]";
}
