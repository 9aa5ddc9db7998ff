/**
 * The xz format: decoded while reading, encoded as the publisher does (docs/formats.md, "Layout of a bulk archive").
 *
 * Decoding is strict: input that does not end properly is an error, never a shorter text.
 */
import { CaselawError } from "../../domain/errors.ts";
import { archiveFault, reasonOf } from "../fault.ts";
import { LIBLZMA_ADVICE, LZMA_FINISH, LZMA_RUN, openLiblzma } from "../liblzma.ts";
import { brokenUnpackLimit, type Limits } from "../limits.ts";
import { openNativeXzDecoder } from "./native-xz-decoder.ts";
import { openWasmXzDecoder } from "./wasm-xz-decoder.ts";
import { type XzDecoder, XzFault } from "./xz-decoder.ts";

/** A compressed file, or an entry of one; `bytes` is its compressed size. */
export interface PackedSource {
  readonly path: string;
  /** Null for a bare file. */
  readonly entry: string | null;
  readonly bytes: number;
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Decodes a packed payload as long as it keeps within the limits on what it may unpack to.
 *
 * @throws CaselawError `corrupt` naming the file, the entry, and the byte or the limit.
 */
export async function* unpackXz(source: PackedSource, limits: Limits): AsyncGenerator<Buffer> {
  const { path, entry, bytes, chunks } = source;
  let unpackedBytes = 0;
  try {
    for await (const chunk of decodeXz(chunks)) {
      unpackedBytes += chunk.length;
      const limit = brokenUnpackLimit(unpackedBytes, bytes, limits);
      if (limit !== null) throw archiveFault(path, entry, `over the limit of ${limit}`);
      yield chunk;
    }
  } catch (error) {
    // an error with a place comes from the source itself, or is that of the limit
    if (!(error instanceof CaselawError) || error.at.file !== undefined) throw error;
    throw archiveFault(path, entry, reasonOf(error), error);
  }
}

/**
 * Decodes one or more xz streams, with or without padding between and after them. Each chunk is the decoder's own memory and
 * valid until the next one is requested, because copies would become garbage faster than it is collected.
 *
 * @throws CaselawError `corrupt` when the input is not xz, is damaged, cut short or followed by other bytes, or needs a
 *   dictionary of more than 64 MiB; the message has the byte of the input at which that was noticed, counted from
 *   0 and exact to 1 KiB. All bytes that could be decoded before are yielded first.
 */
export async function* decodeXz(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield* decodeWith(openNativeXzDecoder() ?? (await openWasmXzDecoder()), chunks);
}

/** The same with this decoder, which is disposed at the end. @throws as `decodeXz` */
export async function* decodeWith(
  decoder: XzDecoder,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  using decoding = decoder;
  try {
    for await (const chunk of chunks) yield* decoding.decode(chunk);
    yield* decoding.finish();
  } catch (error) {
    if (!(error instanceof XzFault)) throw error;
    throw new CaselawError("corrupt", `Cannot decode xz at byte ${error.offset}: ${error.message}`, {
      cause: error,
    });
  }
}

/**
 * Encodes as preset 6 with CRC64 in one block: the same input always gives the same bytes, those of `xz -6`.
 *
 * @throws CaselawError `unavailable` where this machine has no binary of liblzma.
 */
export async function* encodeXz(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  using encoder = openLiblzma("encode");
  if (encoder === null) throw noEncoder();
  for await (const { buffer, byteOffset, byteLength } of chunks)
    yield* copiesOf(encoder.code(LZMA_RUN, Buffer.from(buffer, byteOffset, byteLength)));
  yield* copiesOf(encoder.code(LZMA_FINISH));
}

function* copiesOf(chunks: Iterable<Buffer>): Generator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

function noEncoder(): CaselawError {
  const platform = `${process.platform}-${process.arch}`;
  return new CaselawError(
    "unavailable",
    `Cannot compress with xz: there is no binary of liblzma for ${platform}`,
    {
      hint: LIBLZMA_ADVICE,
    },
  );
}
