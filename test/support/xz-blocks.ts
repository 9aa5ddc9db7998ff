/**
 * An xz file of several blocks, which `xz --block-size` and its threads write and our encoder does not: the blocks of
 * streams of one block each, under one index (The .xz File Format 1.2.1, sections 2 to 4).
 */
import { crc32 } from "node:zlib";
import { toXz } from "./archives.ts";

const HEADER_BYTES = 12;
const FOOTER_BYTES = 12;

interface Block {
  /** Header, packed data, padding and check. */
  readonly bytes: Buffer;
  /** Its record in the index: two numbers of variable length. */
  readonly record: Buffer;
}

/** One stream with a block for each of `pieces`, of which none may be empty: nothing has no block. */
export async function toXzOfBlocks(pieces: readonly Uint8Array[]): Promise<Buffer> {
  const streams = await Promise.all(pieces.map((piece) => toXz(piece)));
  const [first] = streams;
  if (first === undefined) throw new Error("an xz file of no pieces");
  const blocks = streams.map(blockOf);
  const index = indexOf(blocks.map(({ record }) => record));
  return Buffer.concat([
    first.subarray(0, HEADER_BYTES),
    ...blocks.map(({ bytes }) => bytes),
    index,
    footerOf(first, index.length),
  ]);
}

function blockOf(stream: Buffer): Block {
  const end = stream.length - FOOTER_BYTES;
  const start = end - (stream.readUInt32LE(end + 4) + 1) * 4;
  // indicator 0, one record; behind it padding and a CRC-32
  let recordEnd = start + 2;
  for (let numbers = 0; numbers < 2; recordEnd++) if ((stream[recordEnd] ?? 0) < 0x80) numbers++;
  return { bytes: stream.subarray(HEADER_BYTES, start), record: stream.subarray(start + 2, recordEnd) };
}

/** @param records fewer than 128 */
function indexOf(records: readonly Buffer[]): Buffer {
  const told = Buffer.concat([Buffer.from([0, records.length]), ...records]);
  const padded = Buffer.concat([told, Buffer.alloc((4 - (told.length % 4)) % 4)]);
  return Buffer.concat([padded, checksum(padded)]);
}

/** Check, size of the index, flags as in the header, the magic bytes. */
function footerOf(stream: Buffer, indexBytes: number): Buffer {
  const told = Buffer.concat([Buffer.alloc(4), stream.subarray(6, 8)]);
  told.writeUInt32LE(indexBytes / 4 - 1);
  return Buffer.concat([checksum(told), told, Buffer.from("YZ")]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(bytes));
  return sum;
}
