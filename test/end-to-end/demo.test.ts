/** The README's first command. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { runChild } from "../support/children.ts";

const ROOT = join(import.meta.dirname, "..", "..");

test("npm run demo ends with search results and says what to type next", async () => {
  const ended = await runChild("npm", ["run", "-s", "demo"], { folder: ROOT });
  expect(ended.code, ended.stderr).toBe(0);
  expect(ended.stdout).toContain('9 cases match "mill dam"');
  expect(ended.stdout).toMatch(/in a browser, .*\n\n {2}\.\/caselaw serve --db data\/demo\.db\n/);
  expect(ended.stdout).toContain("./caselaw sync --volume us/410");
});
