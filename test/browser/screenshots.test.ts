/** The pictures of the README can be taken anew (`npm run screenshots`), and those that it shows are among them. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BROWSER_PATH } from "../support/browser-path.ts";
import { runChild } from "../support/children.ts";
import { tempFolder } from "../support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** So that the page of the README stays quick to load. */
const MAX_BYTES = 150_000;

test.skipIf(BROWSER_PATH === null)(
  "npm run screenshots takes the README's pictures (skipped: where no Chromium is installed)",
  async () => {
    const folder = tempFolder();
    const { code, stderr } = await runChild("npm", ["run", "-s", "screenshots", "--", folder], {
      folder: ROOT,
    });
    expect(code, stderr).toBe(0);
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    const shown = [...readme.matchAll(/data\/screenshots\/([\w-]+\.png)/g)].map(([, name = ""]) => name);
    expect(shown.length).toBeGreaterThanOrEqual(4);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(shown));
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(MAX_BYTES);
  },
);
