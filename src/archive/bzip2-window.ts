/** A moving window on the bytes of a bzip2 file: reads bits, and finds places at which a block may begin. */
import type { FileHandle } from "node:fs/promises";

const READ_BYTES = 512 * 1024;
/** More bytes than a call of `bits` reads. */
const BITS_BYTES = 16;
/** The magic numbers of a block and of the end of a stream, 48 bits in two halves. */
export const BLOCK_MAGIC = [0x314159, 0x265359] as const;
export const END_MAGIC = [0x177245, 0x385090] as const;
const MAGIC_BYTES = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];

/**
 * For the second, third and fourth byte of a magic number: by value, the bits of the first byte (1 << bit) at which it then can begin.
 * After the three together, few places must be read bit by bit.
 */
const SHIFTS = [1, 2, 3].map((at) => {
  const shifts = new Uint8Array(256);
  for (let shift = 0; shift < 8; shift++) {
    const pair = ((MAGIC_BYTES[at - 1] ?? 0) << 8) | (MAGIC_BYTES[at] ?? 0);
    const value = (pair >> shift) & 0xff;
    shifts[value] = (shifts[value] ?? 0) | (1 << shift);
  }
  return shifts;
});

export class Bzip2Window {
  readonly #file: FileHandle;
  #buffer = Buffer.allocUnsafeSlow(0);
  /** Offsets in the file: of the first byte in the buffer, and of the first byte that is needed. */
  #start = 0;
  #needed = 0;
  #isEnd = false;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** The bytes from one offset to another, fewer at the end of the file. They are valid until the next call. */
  async bytes(from: number, to: number): Promise<Buffer> {
    while (!this.#isEnd && to > this.#start + this.#buffer.length) await this.#read();
    return this.#buffer.subarray(from - this.#start, to - this.#start);
  }

  async #read(): Promise<void> {
    const rest = this.#buffer.subarray(this.#needed - this.#start);
    const buffer = Buffer.allocUnsafeSlow(rest.length + READ_BYTES);
    const at = this.#start + this.#buffer.length;
    const { bytesRead } = await this.#file.read(buffer, rest.length, READ_BYTES, at);
    buffer.set(rest);
    this.#buffer = buffer.subarray(0, rest.length + bytesRead);
    this.#start = this.#needed;
    this.#isEnd = bytesRead === 0;
    // freed at once, before the collector would free it
    rest.buffer.transfer(0);
  }

  /** Bytes before this offset, which is not after those that were read, are not needed any more. */
  forget(before: number): void {
    this.#needed = before;
  }

  /** The bits from a bit on, at most 24 at once; after the end of the file they are 0. */
  async bits(from: number, ...counts: readonly number[]): Promise<readonly number[]> {
    const start = Math.floor(from / 8);
    const padded = Buffer.alloc(BITS_BYTES + 4);
    (await this.bytes(start, start + BITS_BYTES)).copy(padded);
    let at = from - start * 8;
    return counts.map((count) => {
      const value = (padded.readUInt32BE(at >> 3) << (at & 7)) >>> (32 - count);
      at += count;
      return value;
    });
  }

  /** The first bit from a bit on at which the magic number of a block is; null if no block begins in the next `most` bytes. */
  async findBlock(from: number, most: number): Promise<number | null> {
    const [second, third, fourth] = SHIFTS;
    const end = Math.floor(from / 8) + most;
    for (let start = Math.floor(from / 8); start < end; start += READ_BYTES) {
      // with what `bits` needs, so that it moves nothing
      const bytes = await this.bytes(start, Math.min(start + READ_BYTES, end) + BITS_BYTES);
      for (let at = 0; at + 3 < bytes.length && at < READ_BYTES; at++) {
        let shifts = second?.[bytes[at + 1] ?? 0] ?? 0;
        if (shifts === 0) continue;
        shifts &= (third?.[bytes[at + 2] ?? 0] ?? 0) & (fourth?.[bytes[at + 3] ?? 0] ?? 0);
        for (let shift = 0; shifts >> shift !== 0; shift++) {
          const bit = (start + at) * 8 + shift;
          if (((shifts >> shift) & 1) === 0 || bit < from) continue;
          const [high, low] = await this.bits(bit, 24, 24);
          if (high === BLOCK_MAGIC[0] && low === BLOCK_MAGIC[1]) return bit;
        }
      }
      if (bytes.length < READ_BYTES) return null;
    }
    return null;
  }
}
