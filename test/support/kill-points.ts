/** Runs that are killed at one call after another, or after a count of bytes from the source. */
import { readFileSync, rmSync } from "node:fs";
import { expect } from "vitest";
import { startCountingProxy } from "./counting-proxy.ts";
import { expectSurvived } from "./kill-check.ts";
import type { KillPlace } from "./kill-place.ts";
import type { CallKind } from "./patch-calls.ts";

/**
 * Kills a run at the 1st, 2nd, 3rd … moment of these calls until one ends by itself; returns the number of moments.
 *
 * @param moments `alternating`: before the first call, after the second, before the third …
 */
export async function killAtEvery(
  place: KillPlace,
  kinds: readonly CallKind[],
  moments: "all" | "alternating" = "all",
): Promise<number> {
  for (let at = 1; ; at++) {
    // each call has two moments: before and after it
    if (moments === "alternating" && at % 4 !== 1 && at % 4 !== 0) continue;
    if ((await killAt(place, kinds, at)) === "ended") return at - 1;
  }
}

/** Kills a run at the `at`-th moment of these calls and holds what is left to be sound. */
export async function killAt(
  place: KillPlace,
  kinds: readonly CallKind[],
  at: number,
): Promise<"killed" | "ended"> {
  place.reset();
  const environment = { KILL_KINDS: kinds.join(","), KILL_AT: String(at) };
  const { code, stderr } = await place.runChild({ environment });
  await expectSound(place, `${kinds.join(", ")} number ${at}`, { code, stderr });
  return code === null ? "killed" : "ended";
}

/** Kills a run of a static site once the source has sent so many bytes, listing and archives together. */
export async function killAfterBytes(place: KillPlace, bytes: number): Promise<"killed" | "ended"> {
  place.reset();
  let kill = (): void => {};
  await using proxy = await startCountingProxy(place.sourceUrl, bytes, () => kill());
  const onStart = (child: { kill: (signal: "SIGKILL") => unknown }): void => {
    kill = () => void child.kill("SIGKILL");
  };
  const { code, stderr } = await place.runChild({ sourceUrl: proxy.url, onStart });
  await expectSound(place, `byte ${bytes}`, { code, stderr });
  return code === null ? "killed" : "ended";
}

/** Bytes that the source sends in an undisturbed run. */
export async function countBytes(place: KillPlace): Promise<number> {
  place.reset();
  await using proxy = await startCountingProxy(place.sourceUrl, Number.MAX_SAFE_INTEGER, () => {});
  await place.runChild({ sourceUrl: proxy.url });
  return proxy.sent();
}

async function expectSound(
  place: KillPlace,
  where: string,
  ended: { readonly code: number | null; readonly stderr: string },
): Promise<void> {
  try {
    expect([null, 0], ended.stderr).toContain(ended.code);
    await expectSurvived(place);
  } catch (error) {
    throw new Error(`killed at ${where}: ${String(error)}`, { cause: error });
  }
}

/** The calls of an undisturbed run in order: `fsync before /the/path`. */
export async function recordCalls(place: KillPlace): Promise<string[]> {
  place.reset();
  const path = `${place.folder}-calls.txt`;
  rmSync(path, { force: true });
  const { code, stderr } = await place.runChild({ environment: { KILL_RECORD: path } });
  expect({ code }, stderr).toEqual({ code: 0 });
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line) => line.replaceAll("\t", " "));
}

/** How many moments of these calls an undisturbed run has. */
export async function countMoments(place: KillPlace, kinds: readonly CallKind[]): Promise<number> {
  const calls = await recordCalls(place);
  return calls.filter((line) => kinds.some((kind) => line.startsWith(`${kind} `))).length;
}

/** Whole numbers from 1 to `max`, always the same for a seed. */
export function seededPoints(seed: number, count: number, max: number): number[] {
  const next = seededRandom(seed);
  return Array.from({ length: count }, () => 1 + Math.floor(next() * max));
}

/** Numbers from 0 to below 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
