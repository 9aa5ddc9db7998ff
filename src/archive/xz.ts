/**
 * The xz format: decoded while reading, encoded as the publisher does (docs/formats.md, "Layout of a bulk archive").
 *
 * liblzma decodes where this machine has a binary of it, else WebAssembly. Both are strict: input that does not end properly is
 * an error, never a shorter text.
 */
import { ReadableStream } from "node:stream/web";
import xz from "xz-decompress";
import { CaselawError, messageOf } from "../domain/errors.ts";
import { archiveFault, reasonOf } from "./fault.ts";
import { LIBLZMA_ADVICE, type Liblzma, LZMA_FINISH, LZMA_RUN, LzmaFault, openLiblzma } from "./liblzma.ts";
import { brokenUnpackLimit, type Limits } from "./members.ts";

/** A file, or an entry of an archive; `bytes` is its size on disk. */
export interface PackedFile {
  readonly path: string;
  /** Null for a bare file. */
  readonly entry: string | null;
  readonly bytes: number;
}

/**
 * Decodes a packed payload as long as it keeps within the limits on what it may unpack to.
 *
 * @throws CaselawError `corrupt` naming the file, the entry, and the byte or the limit.
 */
export async function* unpackXz(
  { path, entry, bytes }: PackedFile,
  chunks: AsyncIterable<Buffer>,
  limits: Limits,
): AsyncGenerator<Buffer> {
  let unpackedBytes = 0;
  try {
    for await (const chunk of decodeXz(chunks)) {
      unpackedBytes += chunk.length;
      const limit = brokenUnpackLimit(unpackedBytes, bytes, limits);
      if (limit !== null) throw archiveFault(path, entry, `over the limit of ${limit}`);
      yield chunk;
    }
  } catch (error) {
    // an error with a place comes from the chunks, or reports the limit
    if (!(error instanceof CaselawError) || error.at.file !== undefined) throw error;
    throw archiveFault(path, entry, reasonOf(error), error);
  }
}

/**
 * Decodes one or more xz streams, with or without padding between and after them. Each chunk is the decoder's own memory and
 * valid until the next one is requested, because copies would become garbage faster than it is collected.
 *
 * @throws CaselawError `corrupt` when the input is not xz, is damaged, cut short or followed by other bytes, or its
 *   first block needs a dictionary of more than 64 MiB; the message has the byte of the input at which that was noticed, counted from
 *   0 and exact to 1 KiB. All bytes that could be decoded before are yielded first.
 */
export async function* decodeXz(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const liblzma = openLiblzma("decode");
  yield* liblzma === null ? decodeInWebAssembly(chunks) : decodeNatively(liblzma, chunks);
}

const [DICTIONARY, OPTIONS, END] = [6, 8, 10];
/** By liblzma's `lzma_ret`. The WebAssembly, XZ Embedded, has the same results in the same order, with numbers two less. */
const REASONS: Readonly<Record<number, string>> = {
  5: "the decoder got no memory",
  [DICTIONARY]: "its dictionary is over the limit of 64 MiB",
  7: "no xz stream begins here",
  [OPTIONS]: "it uses a filter or check that this decoder does not know, or its header is damaged",
  9: "the data is damaged",
  [END]: "it ends in the middle",
};

function xzFault(byte: number, result: number, cause?: unknown): CaselawError {
  const reason = REASONS[result] ?? messageOf(cause);
  return new CaselawError("corrupt", `Cannot decode xz at byte ${byte}: ${reason}`, { cause });
}

/** `decodeXz` with liblzma, which is disposed at the end. */
export async function* decodeNatively(
  liblzma: Liblzma,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  using decoder = liblzma;
  let head = Buffer.alloc(0);
  let bytes = 0;
  try {
    for await (const { buffer, byteOffset, byteLength } of chunks) {
      const input = Buffer.from(buffer, byteOffset, byteLength);
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, input.subarray(0, HEAD_BYTES - head.length)]);
        refuseHead(head);
      }
      yield* decoder.code(LZMA_RUN, input);
      bytes += input.length;
    }
    yield* decoder.code(LZMA_FINISH);
  } catch (error) {
    if (!(error instanceof LzmaFault)) throw error;
    throw xzFault(bytes + error.usedBytes, error.result, error);
  }
}

/** Enough for the header of the stream and that of its first block as encoders write it, with sizes and one filter. */
const HEAD_BYTES = 36;
/** The checks that the WebAssembly knows, as a stream header numbers them: none, CRC32, CRC64. */
const CHECKS: readonly number[] = [0, 1, 4];
const LZMA2 = 0x21;
/** A dictionary of 64 MiB, as LZMA2 writes its size. */
const MAX_DICTIONARY = 28;

/**
 * Refuses what liblzma decodes without a limit: a larger dictionary, or data whose check it does not compute. Only the first
 * block is checked, because an encoder writes all blocks alike.
 */
function refuseHead(head: Buffer): void {
  if (head.length < HEAD_BYTES || !head.subarray(0, 6).equals(Buffer.from("\xfd7zXZ\0", "latin1"))) return;
  const [check = 0] = head.subarray(7);
  if (!CHECKS.includes(check)) throw xzFault(4, OPTIONS);
  const [blockBytes, flags = 0] = head.subarray(12);
  // an index follows the header of an empty stream
  if (blockBytes === 0) return;
  let at = 14;
  // the compressed and the uncompressed size, each optional
  for (const flag of [0x40, 0x80]) if ((flags & flag) !== 0) while ((head[at++] ?? 0) >= 0x80);
  const [filter, , dictionary = 0] = head.subarray(at);
  if ((flags & 3) !== 0 || filter !== LZMA2) throw xzFault(13, OPTIONS);
  if (dictionary > MAX_DICTIONARY) throw xzFault(13, DICTIONARY);
}

/** Bytes given to the WebAssembly at once. A fault is in the last of these steps, and the step's output is lost. */
const STEP_BYTES = 1024;

/** `decodeXz` with WebAssembly. In a thread one input is decoded at a time: a second one waits for the end of the first. */
export async function* decodeInWebAssembly(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const steps = inSteps(chunks);
  let step = await steps.next();
  let bytes = 0;
  let inputError: unknown = null;
  if (step.done === true) throw xzFault(0, END);
  const input = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (step.done === true) return controller.close();
        bytes += step.value.length;
        controller.enqueue(step.value);
        try {
          step = await steps.next();
        } catch (error) {
          inputError = error;
          throw error;
        }
      },
      async cancel() {
        await steps.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  try {
    for await (const { buffer, byteOffset, byteLength } of new xz.XzReadableStream(input))
      yield Buffer.from(buffer, byteOffset, byteLength);
  } catch (error) {
    if (inputError !== null) throw error;
    const code = / error code (\d+)$/.exec(messageOf(error))?.[1];
    throw xzFault(bytes, Number(code) + 2, error);
  }
}

/** Copies, because a chunk is valid only until the next one is requested. */
async function* inSteps(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += STEP_BYTES)
      yield new Uint8Array(chunk.subarray(at, at + STEP_BYTES));
}

/**
 * Encodes as preset 6 with CRC64 in one block: the same input always gives the same bytes, those of `xz -6`.
 *
 * @throws CaselawError `unavailable` where this machine has no binary of liblzma.
 */
export async function* encodeXz(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  using encoder = openLiblzma("encode");
  if (encoder === null) {
    const platform = `${process.platform}-${process.arch}`;
    const reason = `there is no binary of liblzma for ${platform}`;
    throw new CaselawError("unavailable", `Cannot compress with xz: ${reason}`, { hint: LIBLZMA_ADVICE });
  }
  for await (const { buffer, byteOffset, byteLength } of chunks)
    yield* copiesOf(encoder.code(LZMA_RUN, Buffer.from(buffer, byteOffset, byteLength)));
  yield* copiesOf(encoder.code(LZMA_FINISH));
}

function* copiesOf(chunks: Iterable<Buffer>): Generator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}
