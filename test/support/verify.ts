/** Asks whether a corpus is whole, after whatever a test did to it (docs/faults.md, "I3"). */

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { type Verification, verifyCorpus } from "../../src/maintenance/verify.ts";

/** Holds a corpus to be whole, every case compared with its index. Tens of milliseconds for a tiny one. */
export async function expectWhole(path: string, dataFolder: string | null = null): Promise<void> {
  const found = await verifyCorpus(path, { depth: "all", dataFolder });
  expect(problemsIn(found)).toEqual([]);
  expect(found.verdict).toBe("ok");
}

/** What was found, a line a problem: `index words: case 1: …`. */
export function problemsIn({ checks }: Verification): string[] {
  return checks.flatMap(({ check, problems }) => problems.map(({ message }) => `${check}: ${message}`));
}

/** The size of a corpus's pages, as its file says it (SQLite's file format, section 1.3.2). */
export function pageBytesOf(path: string): number {
  return readFileSync(path).readUInt16BE(16);
}
