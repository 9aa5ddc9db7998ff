/** Runs that are killed at one call after another, or after a count of bytes from the source. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { Ended } from "./children.ts";
import { startCountingProxy } from "./counting-proxy.ts";
import { seededRandom } from "./fuzz.ts";
import { expectSurvived } from "./kill-check.ts";
import type { KillPlace } from "./kill-place.ts";
import { CALL_KINDS, type CallKind } from "./patch-calls.ts";

/** Kills a run at the 1st, 2nd, 3rd … moment of these calls until one ends by itself; returns the number of moments. */
export async function killAtEvery(place: KillPlace, kinds: readonly CallKind[]): Promise<number> {
  for (let at = 1; ; at++) if ((await killAt(place, kinds, at)) === "ended") return at - 1;
}

/** Kills a run once after each kind of rename, fsync and COMMIT in `calls` that `of` matches; returns how often. */
export async function killAfterEachKind(
  place: KillPlace,
  calls: readonly string[],
  of = /./,
): Promise<number> {
  let killed = 0;
  // the last call may come a little later in another run, which then ends before
  for (const at of killPoints(calls, ["rename", "fsync", "commit"], of))
    if ((await killAt(place, CALL_KINDS, at)) === "killed") killed++;
  return killed;
}

/**
 * The number of the first call of each kind, among the calls of an undisturbed run: a rename or fsync of a file that is done, a
 * COMMIT by the statement before it, a write that is half done.
 *
 * @param of of each kind, as `fsync /its/path` and `commit INSERT INTO run`
 */
export function killPoints(calls: readonly string[], kinds: readonly CallKind[], of = /./): number[] {
  const points = new Map<string, number>();
  let statement = "";
  for (const [index, call] of calls.entries()) {
    const [kind = "", moment, ...what] = call.split(" ");
    if (kind === "statement") statement = what.slice(0, 3).join(" ");
    if (moment !== (kind === "write" ? "half" : "after") || !kinds.some((one) => one === kind)) continue;
    const key = `${kind} ${kind === "commit" ? statement : what.join(" ").replace(/\d[\da-f-]*/g, "N")}`;
    if (of.test(key) && !points.has(key)) points.set(key, index + 1);
  }
  return [...points.values()];
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
  return callsOf((environment) => place.runChild({ environment }));
}

/** The calls of a run in order. @param run runs a program with `preload-kill.ts` to its end */
export async function callsOf(
  run: (environment: Record<string, string>) => Promise<Ended>,
): Promise<string[]> {
  const path = join(mkdtempSync(join(tmpdir(), "caselaw-test-")), "calls.txt");
  const { code, stderr } = await run({ KILL_RECORD: path });
  expect({ code }, stderr).toEqual({ code: 0 });
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line) => line.replaceAll("\t", " "));
}

/** Whole numbers from 1 to `max`, always the same for a seed. */
export function seededPoints(seed: number, count: number, max: number): number[] {
  const next = seededRandom(seed);
  return Array.from({ length: count }, () => 1 + Math.floor(next() * max));
}
