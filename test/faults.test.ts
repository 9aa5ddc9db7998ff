/** Every fault has a section in `docs/faults.md`, and every section a test that exists and carries its id. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Rows whose tests are still to come; each of them must be missing. */
const PENDING: readonly string[] = [];

const ROWS = new Map(
  readFileSync(join(import.meta.dirname, "..", "docs", "faults.md"), "utf8")
    .split(/^### /m)
    .flatMap((section) => {
      const [heading = "", promise = "", tests = ""] = section.split("\n\n");
      const [, id, fault] = /^([A-HJ-Z]\d+): (.*)$/.exec(heading) ?? [];
      const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
      return id === undefined ? [] : [[id, { fault, promise, files }] as const];
    }),
);

test("docs/faults.md has a promise for every fault, and no id twice", () => {
  expect(ROWS.size).toBeGreaterThan(75);
  for (const { fault, promise } of ROWS.values()) expect([fault, promise]).not.toContain("");
});

test.each([...ROWS.keys()].filter((id) => !PENDING.includes(id)))(
  "%s is held by the tests that faults.md names",
  (id) => {
    const files = ROWS.get(id)?.files ?? [];
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !hasTestOf(id, file))).toEqual([]);
  },
);

test("no test is there for a fault that is said to be pending", () => {
  expect(PENDING.filter((id) => ROWS.get(id)?.files.some((file) => hasTestOf(id, file)))).toEqual([]);
});

/** Whether the file has a test, or a group of tests, whose title begins with the id, or with several that include it. */
function hasTestOf(id: string, file: string): boolean {
  const path = join(import.meta.dirname, file);
  return existsSync(path) && new RegExp(`["\`](?:[\\w, ]+, )?${id}: `).test(readFileSync(path, "utf8"));
}
