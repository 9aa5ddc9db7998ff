import { randomBytes } from "node:crypto";
import { zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeText, packText, unpackedBytes, unpackText } from "../../../src/store/codec/codec.ts";

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

test("unpackedBytes reads the size from the frame, whichever of its forms it has", () => {
  for (const bytes of [0, 1, 255, 256, 300, 65_791, 65_792, 200_000, 20_000_000])
    for (const text of ["a".repeat(bytes), randomBytes(Math.floor(bytes / 2)).toString("hex")])
      expect(unpackedBytes(packText(text))).toBe(text.length);
});

test.each([
  ["no text", ""],
  ["ASCII", "The court held"],
  ["Latin-1", "Café § 5"],
  ["quotes, and a character of four bytes", "“𝒜’s”"],
  ["lone surrogates", "a\ud800b\udc00"],
  ["a long text", "’".repeat(200_000)],
])("encodeText gives of %s what Buffer.from gives", (_, text) => {
  expect(Buffer.from(encodeText(text)).equals(Buffer.from(text))).toBe(true);
});
