import { zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Dictionary, packText, unpackText } from "../../../src/store/database/codec.ts";

const SHARED = "The judgment of the circuit court is affirmed for the reasons given below. ".repeat(100);

function dictionary(id: number, text: string): Dictionary {
  return { id, data: Buffer.from(text) };
}

test("packText is undone by unpackText, whatever was packed before", () => {
  const dictionaries = [null, dictionary(1, SHARED), dictionary(2, "other"), dictionary(1, "same id")];
  const given = fc.tuple(fc.string({ unit: "binary", maxLength: 300 }), fc.constantFrom(...dictionaries));
  fc.assert(
    fc.property(given, ([text, used]) => {
      expect(unpackText(packText(text, used), () => used ?? dictionary(9, ""))).toBe(text.toWellFormed());
    }),
  );
});

test("packText packs a long text and a text that cannot be compressed", () => {
  const random = Array.from({ length: 80_000 }, (_, at) =>
    String.fromCharCode(((at * 7919 * at) % 65_000) & 0x7fff),
  );
  for (const text of [random.join(""), SHARED.repeat(100)]) {
    expect(unpackText(packText(text, dictionary(1, SHARED)), () => dictionary(1, SHARED))).toBe(text);
  }
});

test("packText gives one frame with the size of the text", () => {
  const [first, second] = [packText(SHARED), packText(SHARED)];
  expect(Buffer.compare(first, second)).toBe(0);
  expect(zstdDecompressSync(first).toString()).toBe(SHARED);
  // frame header descriptor: content size present, single segment, checksum (RFC 8878, section 3.1.1.1.1)
  expect((first[4] ?? 0) & 0xe4).toBe(0x64);
});
