import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { MANIFEST } from "../../src/export/manifest.ts";
import { type Publication, publish } from "../../src/export/publish.ts";
import { listing } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

function publication(existing: Publication["existing"] = "refused"): Publication {
  const folder = tempFolder();
  const corpusPath = join(folder, "c.db");
  writeFileSync(corpusPath, "");
  return { target: join(folder, "out"), existing, corpusPath };
}

/** A folder with a manifest in which `name` lies. */
function fill(folder: string, name: string): void {
  for (const file of [MANIFEST, name]) writeFileSync(join(folder, file), name);
}

test("publish gives the folder its name and returns what was written", async () => {
  const to = publication();
  const published = publish(to, async (folder) => {
    fill(folder, "a");
    return 7;
  });
  expect(await published).toBe(7);
  expect(listing(dirname(to.target))).toEqual(["c.db", "out", "out/a", "out/manifest.json"]);
});

test.each([
  ["SQLITE_FULL", 'Cannot write export "X": no space is left'],
  ["ENOSPC", 'Cannot write export "X": no space is left'],
  ["EIO", 'Cannot write export "X": broken'],
])("publish tells %s in one line and leaves nothing", async (code, message) => {
  const to = publication();
  const broken = publish(to, async (folder) => {
    fill(folder, "a");
    throw Object.assign(new Error("broken"), { code });
  });
  await expect(broken).rejects.toMatchObject({
    code: "unavailable",
    message: message.replace("X", to.target),
  });
  expect(listing(dirname(to.target))).toEqual(["c.db"]);
});

test("publish lets a bug through, and leaves nothing either", async () => {
  const to = publication();
  const broken = publish(to, () => Promise.reject(new TypeError("bug")));
  await expect(broken).rejects.toThrow(new TypeError("bug"));
  expect(listing(dirname(to.target))).toEqual(["c.db"]);
});

test("publish keeps the old export until the new one is whole, and an own folder of another aside", async () => {
  const to = publication("replaced");
  await publish(to, async (folder) => fill(folder, "a"));
  await expect(publish(to, () => Promise.reject(new Error("half")))).rejects.toThrow("half");
  expect(listing(to.target)).toEqual(["a", "manifest.json"]);
  mkdirSync(`${to.target}.part.old`);
  await expect(publish(to, async (folder) => fill(folder, "b"))).rejects.toThrow(
    /out\.part\.old": it is in the way/,
  );
  expect(listing(to.target)).toEqual(["a", "manifest.json"]);
});
