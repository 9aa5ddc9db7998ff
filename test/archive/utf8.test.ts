import fc from "fast-check";
import { expect, test } from "vitest";
import { readUtf8, withoutMark } from "../../src/archive/utf8.ts";

test("readUtf8 reads back what was written", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(readUtf8(Buffer.from(text))).toBe(text);
    }),
  );
});

test.each([
  ["61ff62", 1],
  ["c3", 0],
  ["efbfbdefbfbd41fe", 7],
  ["e282ac80", 3],
  ["eda080", 0],
  ["c080", 0],
])("readUtf8 names the first bad byte of %s", (hex, offset) => {
  expect(() => readUtf8(Buffer.from(hex, "hex"))).toThrow(`Cannot read text at byte ${offset}: not UTF-8`);
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
