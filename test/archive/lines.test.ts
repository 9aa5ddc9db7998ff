import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readUtf8, withoutMark } from "../../src/archive/fault.ts";
import { readLines } from "../../src/archive/lines.ts";
import type { ArchiveRecord } from "../../src/archive/members.ts";
import { chunksOf } from "../support/archives.ts";

async function lines(text: string | Buffer, chunkBytes = 3, maxLineBytes = 1000): Promise<unknown[]> {
  const read = readLines(chunksOf(Buffer.from(text), chunkBytes), null, { maxLineBytes });
  return Array.fromAsync(read, shown);
}

function shown({ place, bytes, problem }: ArchiveRecord): [number | null, string] {
  return [place.line, problem ?? bytes.toString()];
}

test("R1: readLines splits at line feeds only and takes the last line without one", async () => {
  const text = "a\u2028b\u0085c\u2029d\r\nzwei\n\n \t\nö";
  expect(await lines(text)).toEqual([
    [1, "a\u2028b\u0085c\u2029d"],
    [2, "zwei"],
    [5, "ö"],
  ]);
});

test("R2: readLines drops a byte order mark on the first line only", async () => {
  expect(await lines("\ufeffa\n\ufeffb", 1)).toEqual([
    [1, "a"],
    [2, "\ufeffb"],
  ]);
});

test("readLines gives the same for any chunks", async () => {
  const text = fc
    .array(fc.constantFrom("a", "\n", "\r\n", " ", "é", "\r", "long long line"))
    .map((l) => l.join(""));
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 20 }), async (given, size) => {
      const expected = given.split("\n").flatMap((line, index) => {
        const kept = line.endsWith("\r") ? line.slice(0, -1) : line;
        return /^[ \r\t]*$/.test(kept) ? [] : [[index + 1, kept]];
      });
      expect(await lines(given, size)).toEqual(expected);
    }),
  );
});

test("X4: readLines takes a line at the limit and reports one over it, then goes on", async () => {
  const [at, over] = ["x".repeat(100), "y".repeat(101)];
  for (const chunkBytes of [1, 7, 1000]) {
    expect(await lines(`${at}\r\n${over}\n${over.repeat(50)}\nz`, chunkBytes, 100)).toEqual([
      [1, at],
      [2, "longer than 100 bytes"],
      [3, "longer than 100 bytes"],
      [4, "z"],
    ]);
  }
  expect(await lines(`\ufeff${at}`, 7, 100)).toEqual([[1, at]]);
  expect(await lines(over, 7, 100)).toEqual([[1, "longer than 100 bytes"]]);
});

test("X4: readLines holds no more of an endless line than the limit", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const part = Buffer.alloc(1024 ** 2, "x");
  collect();
  const before = process.memoryUsage().arrayBuffers;
  let held = 0;
  async function* endless(): AsyncGenerator<Buffer> {
    for (let n = 0; n < 300; n++) {
      // fresh buffers, so that holding them shows once the others are collected
      yield Buffer.from(part);
      if (n % 25 > 0) continue;
      collect();
      held = Math.max(held, process.memoryUsage().arrayBuffers - before);
    }
    yield Buffer.from("\nnext");
  }
  const read = await Array.fromAsync(readLines(endless(), "e"));
  expect(read.map(shown)).toEqual([
    [1, "longer than 67108864 bytes"],
    [2, "next"],
  ]);
  expect(held).toBeLessThan(150 * 1024 ** 2);
});

test("X2: readLines passes over a hundred million newlines", async () => {
  const newlines = Buffer.alloc(1024 ** 2, "\n");
  async function* endless(): AsyncGenerator<Buffer> {
    for (let n = 0; n < 100; n++) yield newlines;
    yield Buffer.from("a");
  }
  expect(await Array.fromAsync(readLines(endless()), shown)).toEqual([[100 * 1024 ** 2 + 1, "a"]]);
});

test("R2: readUtf8 names the offset that a byte-wise search finds", () => {
  const good = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(good, good, (before, after) => {
      const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]);
      expect(() => readUtf8(bytes)).toThrow(`at byte ${Buffer.byteLength(before)}:`);
    }),
  );
});

test("withoutMark drops one byte order mark at the beginning", () => {
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  expect(withoutMark(Buffer.concat([mark, Buffer.from("a")])).toString()).toBe("a");
  expect(withoutMark(Buffer.from("a")).toString()).toBe("a");
  expect(withoutMark(mark).length).toBe(0);
});
