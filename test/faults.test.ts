/** Every fault has a section in `docs/faults.md`, and every section a test that exists and carries its id. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Rows whose tests are still to come; each of them must be missing. */
const PENDING: readonly string[] = [];

interface Holder {
  readonly path: string;
  readonly title: string;
}

const ROWS = new Map(
  readFileSync(join(import.meta.dirname, "..", "docs", "faults.md"), "utf8")
    .split(/^### /m)
    .flatMap((section) => {
      const [, id, fault, promise, held] =
        /^([A-HJ-Z]\d+): (.*)\n\n([^-][\s\S]*?)\n\n([\s\S]*)/.exec(section) ?? [];
      return id === undefined ? [] : [[id, { fault, promise, holders: holdersIn(held ?? "") }] as const];
    }),
);

test("docs/faults.md has a promise for every fault, and no id twice", () => {
  expect(ROWS.size).toBeGreaterThan(75);
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
