import { zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Dictionary, packText, unpackText } from "../../../src/store/codec/codec.ts";

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

test("unpackText treats damaged bytes as Node does, and then unpacks intact ones", () => {
  const packed = packText(`${SHARED}x`, dictionary(1, SHARED));
  const intact = packText("intact", dictionary(1, SHARED));
  const find = (): Dictionary => dictionary(1, SHARED);
  const expected = (bytes: Uint8Array): string | null => {
    try {
      return zstdDecompressSync(bytes.subarray(1), { dictionary: find().data }).toString();
    } catch {
      return null;
    }
  };
  const actual = (bytes: Uint8Array): string | null => {
    try {
      return unpackText(bytes, find);
    } catch {
      return null;
    }
  };
  const damaged = Array.from(packed, (byte, at) => [
    packed.subarray(0, at),
    Buffer.concat([packed.subarray(0, at), Buffer.from([byte ^ 0x5a]), packed.subarray(at + 1)]),
  ]);
  const more = [Buffer.concat([packed, packed]), Buffer.concat([packed, packed.subarray(1)])];
  // the first byte is the id of the dictionary
  for (const bytes of [...damaged.slice(1), more].flat()) {
    expect(actual(bytes)).toBe(expected(bytes));
    expect(unpackText(intact, find)).toBe("intact");
  }
});
