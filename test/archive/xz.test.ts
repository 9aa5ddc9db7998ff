import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { test as baseTest, describe, expect, test } from "vitest";
import { openLiblzma } from "../../src/archive/liblzma.ts";
import { decodeInWebAssembly, decodeNatively, decodeXz, encodeXz } from "../../src/archive/xz.ts";
import { chunksOf, toXz } from "../support/archives.ts";
import { keptBytes } from "../support/kept.ts";
import { toXzOfBlocks } from "../support/xz-blocks.ts";

const TEXT = Buffer.from(
  Array.from({ length: 3000 }, (_, i) => `{"id": ${i}, "n": ${(i * 7919) % 1000}}\n`).join(""),
);

const DECODERS = ["WebAssembly", "native code"] as const;
/** Some machines have no binary. */
const hasNative = openLiblzma("decode") !== null;
const hasBinary =
  process.platform === "linux" && process.arch === "x64" && !existsSync("/etc/alpine-release");

test.runIf(hasBinary)("the native decoder is there where it has a binary", () => {
  expect(hasNative).toBe(true);
});

async function decode(bytes: Uint8Array, chunkBytes: number): Promise<Buffer> {
  return keptBytes(decodeXz(chunksOf(bytes, chunkBytes)));
}

/** The encoding with a dictionary of this size in its last block, as LZMA2 numbers sizes. */
function withDictionary(xz: Buffer, size: number): Buffer {
  // a block header: size, flags, filter id, size of properties, dictionary size; its CRC-32 is its last four bytes
  const bytes = Buffer.from(xz);
  const start = bytes.lastIndexOf(Buffer.from("210116000000", "hex")) - 2;
  bytes.writeUInt8(size, start + 4);
  const end = start + (bytes[start] ?? 0) * 4;
  bytes.writeUInt32LE(crc32(bytes.subarray(start, end)), end);
  return bytes;
}

/** The encoding with another number for its check, in header and footer. */
function withCheck(xz: Buffer, check: number): Buffer {
  const bytes = Buffer.from(xz);
  bytes.writeUInt8(check, 7);
  bytes.writeUInt32LE(crc32(bytes.subarray(6, 8)), 8);
  bytes.writeUInt8(check, bytes.length - 3);
  bytes.writeUInt32LE(crc32(bytes.subarray(-8, -2)), bytes.length - 12);
  return bytes;
}

describe("encodeXz", () => {
  test("makes one block with CRC64, the same each time", async () => {
    const [first, second] = [await toXz(TEXT), await toXz(TEXT)];
    expect(first.equals(second)).toBe(true);
    expect(first.subarray(0, 8).toString("hex")).toBe("fd377a585a000004");
    // The index, before its padding, CRC and the footer: indicator 0, then the number of blocks.
    const indexBytes = (first.readUInt32LE(first.length - 8) + 1) * 4;
    expect([...first.subarray(-12 - indexBytes, -10 - indexBytes)]).toEqual([0, 1]);
  });

  test("is undone by decodeXz, whatever the bytes and the chunks", async () => {
    const chunkBytes = fc.integer({ min: 1, max: 5000 });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), chunkBytes, async (bytes, size) => {
        expect((await decode(await toXz(bytes), size)).equals(bytes)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe.each(DECODERS)("decodeXz in %s", (name) => {
  const test = baseTest.skipIf(name === "native code" && !hasNative);
  async function* decodeXz(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    const liblzma = name === "WebAssembly" ? null : openLiblzma("decode");
    yield* liblzma === null ? decodeInWebAssembly(chunks) : decodeNatively(liblzma, chunks);
  }
  const decode = (bytes: Uint8Array, chunkBytes?: number): Promise<Buffer> =>
    keptBytes(decodeXz(chunksOf(bytes, chunkBytes)));

  test("A6: reads several streams with padding between and after them", async () => {
    const xz = await toXz(TEXT);
    const padded = Buffer.concat([xz, Buffer.alloc(8), xz, Buffer.alloc(4)]);
    expect((await decode(padded, 777)).equals(Buffer.concat([TEXT, TEXT]))).toBe(true);
  });

  test("A6: refuses a cut at every byte of a small file", async () => {
    const xz = await toXz(Buffer.from("some lines\n"));
    for (let length = 0; length < xz.length; length++) {
      await expect(decode(xz.subarray(0, length))).rejects.toMatchObject({ code: "corrupt" });
    }
  });

  test("A6: refuses every flipped bit of a small file", async () => {
    const xz = await toXz(Buffer.from("some lines\n"));
    for (let at = 0; at < xz.length; at++) {
      const flipped = Buffer.from(xz);
      flipped.writeUInt8((flipped[at] ?? 0) ^ 0x10, at);
      await expect(decode(flipped)).rejects.toMatchObject({ code: "corrupt" });
    }
  });

  test.each([
    ["text", Buffer.from("trailing bytes, here")],
    ["one byte", Buffer.from("x")],
    ["padding that is no multiple of four", Buffer.alloc(3)],
    ["half a stream", Buffer.from("fd377a585a00", "hex")],
  ])("refuses %s after the end", async (_, trailing) => {
    const xz = await toXz(TEXT);
    const message = new RegExp(`^Cannot decode xz at byte ${xz.length.toString().slice(0, -3)}`);
    await expect(decode(Buffer.concat([xz, trailing]))).rejects.toThrow(message);
  });

  test("yields what comes before a cut, and names its byte", async () => {
    const hashes = Array.from({ length: 2000 }, (_, i) => createHash("sha256").update(`${i}`).digest());
    const random = Buffer.concat(hashes);
    const xz = await toXz(random);
    const cut = xz.subarray(0, xz.length - 3000);
    const got: Buffer[] = [];
    const read = async (): Promise<void> => {
      for await (const chunk of decodeXz(chunksOf(cut))) got.push(chunk);
    };
    const error: unknown = await read().catch((thrown: unknown) => thrown);
    const reported = Number(/at byte (\d+):/.exec(String(error))?.[1]);
    expect(reported).toBe(cut.length);
    const decoded = Buffer.concat(got);
    expect(decoded.length).toBeGreaterThan(40_000);
    expect(decoded.equals(random.subarray(0, decoded.length))).toBe(true);
  });

  test("A6: names the limit when a stream needs a larger dictionary", async () => {
    const xz = await toXz(TEXT);
    for (const chunkBytes of [1, 500, 50_000]) {
      await expect(decode(withDictionary(xz, 30), chunkBytes)).rejects.toThrow(
        "its dictionary is over the limit of 64 MiB",
      );
    }
    const blocks = await toXzOfBlocks([TEXT, TEXT, TEXT]);
    expect((await decode(withDictionary(blocks, 28), 1)).toString()).toBe(`${TEXT}${TEXT}${TEXT}`);
  });

  test("A6: refuses a check that it cannot verify", async () => {
    await expect(decode(withCheck(await toXz(TEXT), 6))).rejects.toThrow(
      "it uses a filter or check that this decoder does not know",
    );
  });

  // the package of the WebAssembly decodes one after the other
  baseTest.skipIf(name === "WebAssembly" || !hasNative)("lets two be read in turns", async () => {
    const xz = await toXz(TEXT);
    const [left, right] = [decodeXz(chunksOf(xz, 100)), decodeXz(chunksOf(xz, 100))];
    const next = async (of: typeof left): Promise<Buffer> => Buffer.from((await of.next()).value ?? []);
    const [first, second] = [await next(left), await next(right)];
    const rest = [await keptBytes(left), await keptBytes(right)] as const;
    expect(Buffer.concat([first, rest[0]]).equals(TEXT)).toBe(true);
    expect(Buffer.concat([second, rest[1]]).equals(TEXT)).toBe(true);
  });

  test("ends quietly when its reader stops early", async () => {
    const xz = await toXz(TEXT);
    for await (const _ of decodeXz(chunksOf(xz, 50))) break;
    expect((await decode(xz)).equals(TEXT)).toBe(true);
  });
});

test("encodeXz stops with its reader, and hands on what its input throws", async () => {
  for await (const _ of encodeXz(chunksOf(TEXT))) break;
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield TEXT;
    throw new Error("no more");
  }
  await expect(Array.fromAsync(encodeXz(broken()))).rejects.toThrow("no more");
});
