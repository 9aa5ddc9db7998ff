import { expect, test } from "vitest";
import { inParallel } from "../../src/sync/sync-units.ts";

test("inParallel does every work, never more at once than its width", async () => {
  let running = 0;
  let most = 0;
  const work = async (thing: number): Promise<number> => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    return thing * 2;
  };
  const results = await Array.fromAsync(inParallel([1, 2, 3, 4, 5], 2, work, () => {}));
  expect(results.toSorted()).toEqual([10, 2, 4, 6, 8]);
  expect(most).toBe(2);
});

test("inParallel stops what is under way and waits for it when its reader ends early", async () => {
  const stop = new AbortController();
  const ended: string[] = [];
  const work = async (thing: string): Promise<string> => {
    if (thing === "quick") return thing;
    await new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
    ended.push(thing);
    throw new Error("broken off");
  };
  const read = async (): Promise<void> => {
    for await (const thing of inParallel(["quick", "slow", "slower"], 2, work, () => stop.abort())) {
      throw new Error(`reader ends at ${thing}`);
    }
  };
  await expect(read()).rejects.toThrow("reader ends at quick");
  expect(ended).toEqual(["slow", "slower"]);
});
