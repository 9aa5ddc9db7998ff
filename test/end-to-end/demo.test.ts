/** The README's first command. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

test("npm run demo ends with search results and says what to type next", () => {
  const ended = spawnSync("npm", ["run", "-s", "demo"], { cwd: ROOT, encoding: "utf8" });
  expect(ended.status).toBe(0);
  expect(ended.stdout).toContain('9 cases match "mill dam"');
  expect(ended.stdout).toMatch(/in a browser, .*\n\n {2}npm run -s caselaw -- serve --db data\/demo\.db\n/);
  expect(ended.stdout).toContain("npm run -s caselaw -- sync --volume us/410");
});
