/**
 * Streams the body of an answer: decoded, and bounded in size, compression ratio and slowness.
 *
 * A server that sends a byte a minute keeps within every idle limit, so each span of time must bring a number of bytes
 * (docs/faults.md, "N8").
 */
import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { CaselawError, systemCodeOf } from "../domain/errors.ts";
import type { Body } from "./dispatch.ts";
import { type Answer, causeOf } from "./request.ts";
import type { Session } from "./session.ts";

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** The encoding of the body; null when the bytes are the file's own. */
export function encodingOf(answer: Answer): string | null {
  const encoding = answer.header("content-encoding")?.trim().toLowerCase() ?? "";
  return encoding === "" || encoding === "identity" ? null : encoding;
}

/**
 * Yields the decoded body.
 *
 * @param maxBytes of the decoded body
 * @throws CaselawError `unreachable` when the connection breaks, stalls or is too slow; `corrupt` when the body is too long,
 *   or its encoding unknown or wrong; the signal's reason when the run was stopped. Messages are reasons, without subject
 */
export async function* readBody(session: Session, answer: Answer, maxBytes: number): AsyncGenerator<Buffer> {
  const watch = watchRate(session, answer.body);
  const { maxRatio, ratioFromBytes } = session.limits;
  let [bytes, encodedBytes] = [0, 0];
  const count = (received: number): void => {
    encodedBytes += received;
    watch.count(received);
  };
  try {
    for await (const chunk of decoded(answer, count)) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new CaselawError("corrupt", `longer than ${maxBytes} bytes`);
      if (bytes > ratioFromBytes && bytes > encodedBytes * maxRatio)
        throw new CaselawError("corrupt", `its encoding unpacks to more than ${maxRatio} times its size`);
      yield chunk;
    }
  } catch (error) {
    session.signal.throwIfAborted();
    if (error instanceof CaselawError) throw error;
    const wrong = isDecoderError(error);
    const reason = wrong
      ? `its encoding is broken (${causeOf(error)})`
      : `the connection broke (${causeOf(error)})`;
    throw new CaselawError(wrong ? "corrupt" : "unreachable", reason, { cause: error });
  } finally {
    watch.stop();
    answer.body.destroy();
  }
}

function decoded(answer: Answer, count: (bytes: number) => void): AsyncIterable<Buffer> {
  const encoding = encodingOf(answer);
  if (encoding === null) return counted(answer.body, count);
  const open = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (open === undefined) throw new CaselawError("corrupt", `an unknown encoding, "${encoding}"`);
  // the decoder reports the errors of both
  return counted(
    pipeline(counted(answer.body, count), open(), () => {}),
    () => {},
  );
}

async function* counted(
  stream: AsyncIterable<unknown>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a stream of bytes gave something else");
    count(chunk.length);
    yield chunk;
  }
}

/** Aborts a body that brings too few bytes in a span. */
function watchRate(session: Session, body: Body): { count: (bytes: number) => void; stop: () => void } {
  const { rateSpanMs, minSpanBytes } = session.limits;
  let spanBytes = 0;
  const timer = setInterval(() => {
    if (spanBytes < minSpanBytes) {
      body.destroy(new CaselawError("unreachable", `the server sent ${spanBytes} bytes in ${rateSpanMs} ms`));
    }
    spanBytes = 0;
  }, rateSpanMs);
  return {
    count: (bytes) => {
      spanBytes += bytes;
    },
    stop: () => clearInterval(timer),
  };
}

/** Whether encoded bytes are wrong. Bytes that only end too early are a broken connection. */
function isDecoderError(error: unknown): boolean {
  return /^(Z_DATA|Z_NEED_DICT|Z_STREAM|ERR_|ZSTD_)/.test(systemCodeOf(error) ?? "");
}
