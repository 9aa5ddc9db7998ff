/** The publisher's hash of a text (harvard-lil/capstone, capstone/scripts/simhash.py). */
import { createHash } from "node:crypto";

/** `1:` and 16 hexadecimal digits. Each bit is the majority of that bit in the MD5 hashes of all runs of three words. */
export function publisherSimhash(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const runs = words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`);
  const votes = new Array<number>(64).fill(0);
  for (const run of runs) {
    const digest = createHash("md5").update(run).digest();
    for (const bit of votes.keys())
      votes[bit] = (votes[bit] ?? 0) + (((digest[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  }
  const bits = votes.map((vote) => (vote > Math.floor(runs.length / 2) ? "1" : "0")).join("");
  return `1:${BigInt(`0b${bits}`).toString(16).padStart(16, "0")}`;
}
