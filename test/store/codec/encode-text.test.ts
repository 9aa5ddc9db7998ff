import { expect, test } from "vitest";
import { encodeText } from "../../../src/store/codec/encode-text.ts";

test.each([
  ["no text", ""],
  ["ASCII", "The court held"],
  ["Latin-1", "Café § 5"],
  ["quotes, and a character of four bytes", "“𝒜’s”"],
  ["lone surrogates", "a\ud800b\udc00"],
  ["a long text", "’".repeat(200_000)],
])("%s as Buffer.from", (_, text) => {
  expect(Buffer.from(encodeText(text)).equals(Buffer.from(text))).toBe(true);
});
