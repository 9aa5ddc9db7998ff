/** Every fault has a row in `faults.md`, and every row a test that is there and carries its id. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** How many faults of each kind there are in the first table. */
const FAULTS: readonly (readonly [string, number])[] = [
  ["N", 11],
  ["A", 8],
  ["R", 7],
  ["D", 6],
  ["C", 4],
  ["X", 8],
  ["H", 11],
  ["F", 5],
];
const IDS = FAULTS.flatMap(([kind, count]) =>
  Array.from({ length: count }, (_, index) => `${kind}${index + 1}`),
);
/** Rows whose tests are still to come; each of them must be missing. */
const PENDING: readonly string[] = [];

interface Holder {
  readonly path: string;
  readonly title: string;
}

const ROWS = new Map(
  readFileSync(join(import.meta.dirname, "faults.md"), "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, id]) => id !== undefined && /^[A-Z]\d+$/.test(id))
    .map(
      ([, id, fault, promise, held]) =>
        [id ?? "", { fault, promise, holders: holdersIn(held ?? "") }] as const,
    ),
);

test("faults.md has every fault once, in order, with its promise", () => {
  expect([...ROWS.keys()].slice(0, IDS.length)).toEqual(IDS);
  for (const { fault, promise } of ROWS.values()) expect([fault, promise]).not.toContain("");
});

test.each([...ROWS.keys()].filter((id) => !PENDING.includes(id)))(
  "%s is held by the tests that faults.md names",
  (id) => {
    const holders = ROWS.get(id)?.holders ?? [];
    expect(holders).not.toEqual([]);
    for (const holder of holders) {
      expect(holder.title).toMatch(new RegExp(`\\b${id}:`));
      expect(isThere(holder), `${holder.path}: ${holder.title}`).toBe(true);
    }
  },
);

test("no test is there for a fault that is said to be pending", () => {
  expect(PENDING.filter((id) => ROWS.get(id)?.holders.some(isThere))).toEqual([]);
});

function holdersIn(cell: string): Holder[] {
  return [...cell.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, path = "", title = ""]) => ({ path, title }));
}

/** Whether the file has a test, or a group of tests, whose title begins so. */
function isThere({ path, title }: Holder): boolean {
  const file = join(import.meta.dirname, path);
  if (!existsSync(file)) return false;
  const text = readFileSync(file, "utf8");
  return ['"', "`"].some((quote) => text.includes(`${quote}${title}`));
}
