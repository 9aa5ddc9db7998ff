import { zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { packText, unpackText } from "../../../src/store/codec/codec.ts";

test("packText is undone by unpackText, and gives one frame with a checksum", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const packed = packText(text);
      expect(unpackText(packed)).toBe(text.toWellFormed());
      expect(zstdDecompressSync(packed).toString()).toBe(text.toWellFormed());
      // frame header descriptor: checksum (RFC 8878, section 3.1.1.1.1)
      expect((packed[4] ?? 0) & 0x04).toBe(0x04);
    }),
  );
});
