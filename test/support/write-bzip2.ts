/** Packs small texts as bzip2, for machines without the program: correct, and neither fast nor small. */

const BLOCK_BYTES = 50_000;
const GROUP_SYMBOLS = 50;

/** @param text of one stream */
export function writeBzip2(text: string | Buffer): Buffer {
  const bits = new Bits();
  const bytes = Buffer.from(text);
  bits.add(0x425a_6839, 32);
  let streamCrc = 0;
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    const block = bytes.subarray(at, at + BLOCK_BYTES);
    const crc = crcOf(block);
    streamCrc = (((streamCrc << 1) | (streamCrc >>> 31)) ^ crc) >>> 0;
    addBlock(bits, withRuns(block), crc);
  }
  bits.add(0x177245, 24);
  bits.add(0x385090, 24);
  bits.add(streamCrc, 32);
  return bits.bytes();
}

class Bits {
  readonly #bytes: number[] = [];
  #open = 0;
  #count = 0;

  add(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit--) {
      this.#open = (this.#open << 1) | (Math.floor(value / 2 ** bit) % 2);
      if (++this.#count % 8 !== 0) continue;
      this.#bytes.push(this.#open);
      this.#open = 0;
    }
  }

  bytes(): Buffer {
    while (this.#count % 8 !== 0) this.add(0, 1);
    return Buffer.from(this.#bytes);
  }
}

/** Four equal bytes are followed by how many more there are. */
function withRuns(bytes: Buffer): Buffer {
  const coded: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    let run = 1;
    while (run < 255 && bytes[at + run] === byte) run++;
    for (let nth = 0; nth < Math.min(run, 4); nth++) coded.push(byte);
    if (run >= 4) coded.push(run - 4);
    at += run;
  }
  return Buffer.from(coded);
}

function addBlock(bits: Bits, block: Buffer, crc: number): void {
  const { last, origin } = sorted(block);
  const used = [...new Set(block)].toSorted((a, b) => a - b);
  bits.add(0x314159, 24);
  bits.add(0x265359, 24);
  bits.add(crc, 32);
  bits.add(0, 1);
  bits.add(origin, 24);
  const isUsed = (byte: number): number => Number(used.includes(byte));
  const range = Array.from({ length: 16 }, (_, nth) => nth);
  const rows = range.map((high) => range.map((low) => isUsed(high * 16 + low)));
  for (const row of rows) bits.add(Number(row.includes(1)), 1);
  for (const row of rows) if (row.includes(1)) for (const bit of row) bits.add(bit, 1);
  const symbols = symbolsOf(last, used);
  const alphabet = used.length + 2;
  // all codes have one length, and both tables are the same
  const width = Math.ceil(Math.log2(alphabet));
  const groups = Math.ceil(symbols.length / GROUP_SYMBOLS);
  bits.add(2, 3);
  bits.add(groups, 15);
  bits.add(0, groups);
  for (let table = 0; table < 2; table++) {
    bits.add(width, 5);
    bits.add(0, alphabet);
  }
  for (const symbol of symbols) bits.add(symbol, width);
}

/** The last column of the sorted rotations, and the row that is the block itself. */
function sorted(block: Buffer): { readonly last: readonly number[]; readonly origin: number } {
  const { length } = block;
  const twice = Buffer.concat([block, block]);
  const rows = Array.from({ length }, (_, start) => start);
  rows.sort((a, b) => twice.compare(twice, b, b + length, a, a + length));
  return { last: rows.map((start) => block[(start + length - 1) % length] ?? 0), origin: rows.indexOf(0) };
}

/** Places in the list of recent bytes; runs of zeros in binary, of two symbols. */
function symbolsOf(last: readonly number[], used: readonly number[]): number[] {
  const recent = [...used];
  const symbols: number[] = [];
  let zeros = 0;
  const endRun = (): void => {
    for (; zeros > 0; zeros = Math.floor((zeros - 1) / 2)) symbols.push(zeros % 2 === 1 ? 0 : 1);
  };
  for (const byte of last) {
    const place = recent.indexOf(byte);
    if (place === 0) {
      zeros++;
      continue;
    }
    endRun();
    symbols.push(place + 1);
    recent.splice(place, 1);
    recent.unshift(byte);
  }
  endRun();
  return [...symbols, used.length + 1];
}

function crcOf(bytes: Buffer): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c1_1db7 : 0);
  }
  return ~crc >>> 0;
}
