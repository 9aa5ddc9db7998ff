/**
 * The JSON of an answer as bytes, in pieces: equal to `JSON.stringify(answer)`, but a page of 10,000 whole cases is never
 * one string, which could be longer than a string may be.
 *
 * Texts are written one after the other into one buffer that every answer uses: to join them first, and to take a new
 * buffer for each answer, costs as much as making them.
 */
import { PIECE_BYTES } from "../limits.ts";

/** A UTF-16 unit comes to three bytes at most. */
const MAX_UNIT_BYTES = 3;
const COMMA = 0x2c;
const scratch = Buffer.allocUnsafeSlow(PIECE_BYTES);

/** @returns pieces of at most `PIECE_BYTES` bytes; at least one */
export function jsonPieces(answer: object | null): Buffer[] {
  const pieces = new Pieces();
  if (answer === null || Array.isArray(answer)) pieces.write(JSON.stringify(answer));
  else writeObject(answer, pieces);
  return pieces.take();
}

/** A list in the object is written element by element. */
function writeObject(answer: object, pieces: Pieces): void {
  let before = "{";
  for (const [key, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    pieces.write(`${before}${JSON.stringify(key)}:`);
    if (Array.isArray(value)) writeList(value, pieces);
    else pieces.write(JSON.stringify(value));
    before = ",";
  }
  pieces.write(before === "{" ? "{}" : "}");
}

function writeList(list: readonly unknown[], pieces: Pieces): void {
  pieces.write("[");
  for (const [at, element] of list.entries()) {
    if (at > 0) pieces.writeComma();
    pieces.write(JSON.stringify(element));
  }
  pieces.write("]");
}

class Pieces {
  readonly #full: Buffer[] = [];
  #used = 0;

  write(text: string): void {
    const most = text.length * MAX_UNIT_BYTES;
    if (most > PIECE_BYTES - this.#used) this.#flush();
    if (most <= PIECE_BYTES) this.#used += scratch.write(text, this.#used);
    else this.#full.push(...slicesOf(Buffer.from(text, "utf8")));
  }

  /** A call for one byte costs as much as one for a hundred. */
  writeComma(): void {
    if (this.#used === PIECE_BYTES) this.#flush();
    scratch[this.#used++] = COMMA;
  }

  take(): Buffer[] {
    this.#flush();
    return this.#full;
  }

  #flush(): void {
    if (this.#used > 0) this.#full.push(Buffer.from(scratch.subarray(0, this.#used)));
    this.#used = 0;
  }
}

/** A text as bytes, in pieces; at least one. */
export function textPieces(text: string): Buffer[] {
  return text === "" ? [Buffer.alloc(0)] : [...slicesOf(Buffer.from(text, "utf8"))];
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
