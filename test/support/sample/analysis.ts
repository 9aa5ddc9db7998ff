/** The figures that the publisher gave with a body (docs/formats.md, "Text hash"). */
import { createHash } from "node:crypto";
import { type CaseBody, flatText } from "../../../src/domain/casebody.ts";
import type { JsonObject } from "../../../src/domain/json.ts";
import type { Random } from "./random.ts";

export function analysisOf(body: CaseBody, random: Random): JsonObject {
  const text = flatText(body);
  const words = text.split(/\s+/).filter((word) => word !== "");
  return {
    cardinality: new Set(words.map((word) => word.toLowerCase())).size,
    char_count: [...text].length,
    ocr_confidence: random.between(412, 987) / 1000,
    sha256: createHash("sha256").update(text, "utf8").digest("hex"),
    simhash: `1:${simhash(words)}`,
    word_count: words.length,
  };
}

/** 64 bits, each the majority of that bit in the hashes of the words: near texts have near hashes. */
function simhash(words: readonly string[]): string {
  const votes = Array.from({ length: 64 }, () => 0);
  for (const word of words) {
    const digest = createHash("md5").update(word.toLowerCase()).digest();
    for (const bit of votes.keys()) {
      const set = ((digest[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
      votes[bit] = (votes[bit] ?? 0) + (set === 1 ? 1 : -1);
    }
  }
  const bits = votes.map((vote) => (vote > 0 ? "1" : "0")).join("");
  return BigInt(`0b${bits}`).toString(16).padStart(16, "0");
}
