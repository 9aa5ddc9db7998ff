import { expect, test } from "vitest";
import { defaultMemory, shareMemory } from "../../../src/import/threads/reading-threads.ts";

test("shareMemory gives more parsers for more memory, up to what the writer keeps up with", () => {
  const parsers = [320, 399, 450, 500, 600, 10_000].map((mib) => shareMemory(mib * 2 ** 20).parsers);
  expect(parsers).toEqual([1, 1, 2, 3, 4, 4]);
  const GIB = 2 ** 30;
  expect(shareMemory(defaultMemory(4, 2 * GIB))).toMatchObject({ parsers: 4 });
  for (const few of [defaultMemory(3, 8 * GIB), defaultMemory(16, GIB)])
    expect(shareMemory(few)).toMatchObject({ parsers: 2 });
});
