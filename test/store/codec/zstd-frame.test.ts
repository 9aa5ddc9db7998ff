import { constants, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { textSizeOf } from "../../../src/store/codec/zstd-frame.ts";

test("textSizeOf gives the size of the text of a complete frame, whatever its length and kind of blocks", () => {
  const random = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * at * 7919) >>> (at % 13)));
  for (const size of [1, 255, 256, 257, 65_791, 65_792, 300_000]) {
    for (const text of [random.subarray(0, size), Buffer.alloc(size, "a")]) {
      for (const flag of [0, 1]) {
        const frame = zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: flag } });
        expect(textSizeOf(frame)).toBe(size);
        expect(textSizeOf(frame.subarray(0, -1))).toBeNull();
        expect(textSizeOf(Buffer.concat([frame, frame]))).toBeNull();
      }
    }
  }
});

test("textSizeOf gives null for what is no frame", () => {
  for (const bytes of ["", "(", "text that is longer", "(\u00b5/\u00fd"])
    expect(textSizeOf(Buffer.from(bytes, "latin1"))).toBeNull();
});
