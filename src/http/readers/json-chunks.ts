/** An answer as bytes, in chunks: it is never one string, because a page of 10,000 full cases could exceed the maximum length. */
import { CHUNK_BYTES } from "../limits.ts";

/** The bytes of `JSON.stringify(answer)`. */
export function jsonChunks(answer: object | null): Buffer[] {
  const isObject = answer !== null && !Array.isArray(answer);
  return textChunks(isObject ? partsOf(answer) : [JSON.stringify(answer)]);
}

/** The lists in the object element by element. */
function* partsOf(answer: object): Generator<string> {
  let before = "{";
  for (const [key, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    before = ",";
    if (!Array.isArray(value)) {
      yield JSON.stringify(value);
      continue;
    }
    yield "[";
    for (const [at, element] of value.entries()) yield `${at === 0 ? "" : ","}${JSON.stringify(element)}`;
    yield "]";
  }
  yield before === "{" ? "{}" : "}";
}

/** Texts, one behind the other, as UTF-8 in chunks; at least one. Joining the texts first would take longer. */
export function textChunks(texts: Iterable<string>): Buffer[] {
  const chunks: Buffer[] = [];
  let parts: Buffer[] = [];
  let bytes = 0;
  for (const text of texts) {
    const part = Buffer.from(text, "utf8");
    parts.push(part);
    bytes += part.length;
    if (bytes < CHUNK_BYTES) continue;
    chunks.push(...byteChunks(Buffer.concat(parts)));
    [parts, bytes] = [[], 0];
  }
  if (bytes > 0 || chunks.length === 0) chunks.push(...byteChunks(Buffer.concat(parts)));
  return chunks;
}

export function byteChunks(bytes: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES));
}
