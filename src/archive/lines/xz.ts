/**
 * The xz format: decoded while reading, encoded as the publisher does (docs/formats.md, "Layout of a bulk archive").
 *
 * Decoding is strict: input that does not end properly is an error, never a shorter text.
 */
import { once } from "node:events";
import type { Transform } from "node:stream";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { archiveFault, reasonOf } from "../fault.ts";
import { brokenUnpackLimit, type Limits } from "../limits.ts";
import { openNativeXzDecoder } from "./native-xz-decoder.ts";
import { openWasmXzDecoder } from "./wasm-xz-decoder.ts";
import { type XzDecoder, XzFault } from "./xz-decoder.ts";

/** As liblzma numbers its checks. */
const CHECK_CRC64 = 4;

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
 * @throws CaselawError `unavailable` when the optional package that does it is not installed.
 */
export async function* encodeXz(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const encoder = await openEncoder();
  const ready: Buffer[] = [];
  encoder.on("data", (chunk: Buffer) => ready.push(chunk));
  const ended = once(encoder, "end");
  // awaited only at the end: until then a rejection must not count as unhandled
  ended.catch(() => {});
  try {
    for await (const chunk of chunks) {
      if (!encoder.write(chunk)) await Promise.race([once(encoder, "drain"), ended]);
      yield* ready.splice(0);
    }
    encoder.end();
    await ended;
    yield* ready.splice(0);
  } finally {
    encoder.destroy();
  }
}

async function openEncoder(): Promise<Transform> {
  // The package's types know the name of the check only, its code only the number. Encoding on its own thread can
  // abort the process when a reader stops early, hence `synchronous`.
  const options: object = { preset: 6, check: CHECK_CRC64, synchronous: true };
  try {
    const lzma = await import("lzma-native");
    return lzma.createStream("easyEncoder", options);
  } catch (error) {
    throw new CaselawError("unavailable", `Cannot compress with xz: ${messageOf(error)}`, {
      hint: "Install the optional package lzma-native.",
      cause: error,
    });
  }
}
