/** The pictures of README and docs/ can be taken again (`npm run screenshots`), and those that it shows are among them. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BROWSER_PATH } from "../support/browser-path.ts";
import { runChild } from "../support/children.ts";
import { PAGES, pageText } from "../support/markdown.ts";
import { tempFolder } from "../support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** So that the pages stay quick to load. */
const MAX_BYTES = 150_000;

test.skipIf(BROWSER_PATH === null)(
  "npm run screenshots takes the pictures of README and docs/ (skipped: where no Chromium is installed)",
  async () => {
    const folder = tempFolder();
    const { code, stderr } = await runChild("npm", ["run", "-s", "screenshots", "--", folder], {
      folder: ROOT,
    });
    expect(code, stderr).toBe(0);
    const pages = PAGES.map(pageText).join("");
    const shown = [...pages.matchAll(/data\/screenshots\/([\w-]+\.png)/g)].map(([, name = ""]) => name);
    expect(shown.length).toBeGreaterThanOrEqual(4);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(shown));
    // those that are kept: what a picture weighs depends on the fonts of the machine that takes it
    for (const name of shown) {
      expect(statSync(join(ROOT, "data", "screenshots", name)).size).toBeLessThan(MAX_BYTES);
    }
  },
);
