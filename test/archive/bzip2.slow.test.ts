/** The files in `bzip2/` are what the programs of their names wrote, or bzip2. */
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readBzip2 } from "../../src/archive/bzip2.ts";
import { keptBytes } from "../support/kept.ts";
import { tempFolder } from "../support/temp-folder.ts";

const FOLDER = join(import.meta.dirname, "bzip2");
const LINES = Buffer.from(Array.from({ length: 30_000 }, (_, i) => `line ${i % 7}\n`).join(""));
const SHORT = Buffer.from("Reversed and remanded.\n");

function packed(name: string): Buffer {
  return readFileSync(join(FOLDER, `${name}.bz2`));
}

/** Bytes of all values, most of them low: codes of all lengths. */
function mixedBytes(): Buffer {
  let seed = 1;
  const next = (): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor(256 * ((seed >>> 8) / 2 ** 24) ** 4);
  };
  return Buffer.from(Array.from({ length: 6000 }, next));
}

/** The bytes at which a bitmap of the used bytes, in three rows, is the magic number of a block. */
function magicBytes(): Buffer {
  const places = Array.from({ length: 48 }, (_, place) => place);
  return Buffer.from(places.filter((place) => "1" === bitsOf("314159265359")[place]).map((at) => 0x40 + at));
}

function bitsOf(hex: string): string {
  return Array.from(hex, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
}

function bytesOf(bits: string): Buffer {
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
}

/** A stream of so many times the block of a stream that has one. */
function repeatBlock(stream: Buffer, times: number): { readonly stream: Buffer; readonly blockBits: number } {
  const bits = bitsOf(stream.toString("hex"));
  const block = bits.slice(32, bits.lastIndexOf(bitsOf("177245385090")));
  const crc = Number.parseInt(block.slice(48, 80), 2);
  let all = 0;
  for (let i = 0; i < times; i++) all = (((all << 1) | (all >>> 31)) ^ crc) >>> 0;
  const end = bitsOf(`177245385090${all.toString(16).padStart(8, "0")}`);
  return { stream: bytesOf(bits.slice(0, 32) + block.repeat(times) + end), blockBits: block.length };
}

function writeFile(bytes: Uint8Array): string {
  const path = join(tempFolder(), "x.bz2");
  writeFileSync(path, bytes);
  return path;
}

/** What is read before the end or the fault, and the message of the fault. */
async function read(bytes: Uint8Array, jobs = 2): Promise<{ text: Buffer; fault: string | null }> {
  const chunks: Buffer[] = [];
  const path = writeFile(bytes);
  try {
    for await (const chunk of readBzip2(path, { jobs })) chunks.push(Buffer.from(chunk));
    return { text: Buffer.concat(chunks), fault: null };
  } catch (error) {
    expect(error).toMatchObject({ code: "corrupt", at: { file: path } });
    const message =
      error instanceof Error ? error.message.replace(/^Cannot read "[^"]*": bzip2 at /, "") : "";
    return { text: Buffer.concat(chunks), fault: message };
  }
}

describe("readBzip2", () => {
  test.each([
    ["bzip2-lines", "three blocks in one stream", LINES],
    ["lbzip2-lines", "another encoder", LINES],
    ["pbzip2-lines", "three streams", LINES],
    ["mixed", "long codes", mixedBytes()],
    ["zeros", "runs that unpack to more than a chunk", Buffer.alloc(3_000_000)],
    ["empty", "a stream without a block", Buffer.alloc(0)],
    ["magic", "a block in which the magic number occurs", magicBytes()],
  ])("reads %s: %s", async (name, _, bytes) => {
    const { text, fault } = await read(packed(name));
    expect(fault).toBeNull();
    expect(text.equals(bytes)).toBe(true);
  });

  test("reads blocks that begin at each bit of a byte, and reports how far it is", async () => {
    const { stream, blockBits } = repeatBlock(packed("short"), 20);
    expect(blockBits % 2).toBe(1);
    const reports: number[] = [];
    const path = writeFile(Buffer.concat([stream, packed("empty"), stream]));
    const bytes = await keptBytes(readBzip2(path, { jobs: 1, onRead: (read) => reports.push(read) }));
    expect(bytes.toString()).toBe(SHORT.toString().repeat(40));
    expect(reports).toEqual(reports.toSorted((a, b) => a - b));
    expect(reports.at(-1)).toBe(2 * stream.length + packed("empty").length);
  });

  test.each([1, 2, 5])("gives the same bytes with %i threads", async (jobs) => {
    const { stream } = repeatBlock(packed("magic"), 30);
    const { text, fault } = await read(stream, jobs);
    expect(fault).toBeNull();
    expect(text.equals(Buffer.concat(Array.from({ length: 30 }, magicBytes)))).toBe(true);
  });

  test("reads what is before a cut, wherever it is", async () => {
    const { stream, blockBits } = repeatBlock(packed("short"), 3);
    const faults = new Set<string>();
    for (let bytes = 1; bytes < stream.length; bytes += 9) {
      const { text, fault } = await read(stream.subarray(0, bytes), 1);
      const blocks = Math.min(3, Math.max(0, Math.floor((8 * bytes - 32) / blockBits)));
      expect(text.toString(), `${bytes} bytes`).toBe(SHORT.toString().repeat(blocks));
      faults.add(fault?.replace(/\d+/, "N") ?? "none");
    }
    expect([...faults]).toEqual(["byte N: it ends in the middle"]);
  });

  test("a cut between two streams is not noticed, one within the header of the second is", async () => {
    const both = Buffer.concat([packed("short"), packed("short")]);
    const bytes = packed("short").length;
    expect(await read(both.subarray(0, bytes))).toEqual({ text: SHORT, fault: null });
    expect(await read(both.subarray(0, bytes + 2))).toEqual({
      text: SHORT,
      fault: `byte ${bytes}: it ends in the middle`,
    });
  });

  test("a flipped bit is a fault of its block, of which nothing is read, or is in a table that no code uses", async () => {
    const { stream, blockBits } = repeatBlock(packed("short"), 3);
    const second = Math.floor((32 + blockBits) / 8);
    let faults = 0;
    const third = Math.floor((32 + 2 * blockBits) / 8);
    for (let at = second + 1; at < third; at += 7) {
      const damaged = Buffer.from(stream);
      damaged.writeUInt8((damaged[at] ?? 0) ^ 0x10, at);
      const { text, fault } = await read(damaged, 1);
      if (fault === null) {
        expect(text.toString(), `byte ${at}`).toBe(SHORT.toString().repeat(3));
        continue;
      }
      faults++;
      expect(text.toString(), `byte ${at}`).toBe(SHORT.toString());
      expect(fault.startsWith(`byte ${second}: `)).toBe(true);
    }
    expect(faults).toBeGreaterThan(2);
  });

  test("the checksums of block and stream are compared", async () => {
    const ofBlock = packed("short");
    ofBlock.writeUInt8((ofBlock[10] ?? 0) ^ 1, 10);
    expect((await read(ofBlock)).fault).toBe("byte 4: the checksum of the block does not match");
    const ofStream = packed("empty");
    ofStream.writeUInt8(1, 12);
    expect((await read(ofStream)).fault).toBe("byte 4: the checksum of the stream does not match");
  });

  test.each([
    ["an empty file", Buffer.alloc(0), "byte 0: it is empty", ""],
    ["another format", Buffer.from("id,name\n1,x\n"), "byte 0: no bzip2 stream begins here", ""],
    ["a level that is not there", Buffer.from("BZh0"), "byte 0: no bzip2 stream begins here", ""],
    [
      "zeros at the end",
      Buffer.concat([packed("short"), Buffer.alloc(9)]),
      "byte 61: other bytes follow the stream",
      SHORT.toString(),
    ],
    [
      "noise in a stream",
      Buffer.concat([Buffer.from("BZh9"), Buffer.alloc(50)]),
      "byte 4: neither a block nor the end of the stream is here",
      "",
    ],
  ])("%s is corrupt", async (_, bytes, fault, text) => {
    expect(await read(bytes)).toEqual({ text: Buffer.from(text), fault });
  });

  test("a file that is not there is not corrupt", async () => {
    const path = join(tempFolder(), "none.bz2");
    await expect(keptBytes(readBzip2(path))).rejects.toMatchObject({ code: "not_found" });
  });

  test.runIf(existsSync("/proc/self/task"))(
    "a reader that ends early leaves no thread and no open file",
    async () => {
      const path = writeFile(repeatBlock(packed("mixed"), 60).stream);
      for await (const _ of readBzip2(path, { jobs: 2 })) {
        expect(threadNames().filter((name) => name === "bzip2-thread")).toHaveLength(2);
        expect(openFiles()).toContain(path);
        break;
      }
      expect(threadNames()).not.toContain("bzip2-thread");
      expect(openFiles()).not.toContain(path);
    },
  );
});

function threadNames(): string[] {
  const tasks = "/proc/self/task";
  return readdirSync(tasks).map((task) => readFileSync(join(tasks, task, "comm"), "utf8").trim());
}

function openFiles(): string[] {
  const folder = "/proc/self/fd";
  return readdirSync(folder).flatMap((name) => {
    // the one that lists the folder is closed by now
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      return [];
    }
  });
}
