import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ManifestFile } from "../../src/export/export-writer.ts";
import { type ManifestHead, syncWritten, writeManifest } from "../../src/export/manifest.ts";
import { type Publication, publish } from "../../src/export/publish.ts";
import { listing } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

function publication(existing: Publication["existing"] = "refused"): Publication {
  const folder = tempFolder();
  const corpusPath = join(folder, "c.db");
  writeFileSync(corpusPath, "");
  return { target: join(folder, "out"), existing, corpusPath };
}

/** A folder with a manifest and one file, `name`. */
async function fill(folder: string, name: string): Promise<void> {
  writeFileSync(join(folder, name), name);
  await writeManifest(folder, HEAD, filesOf(folder, name));
}

async function* filesOf(folder: string, path: string): AsyncGenerator<ManifestFile> {
  yield await syncWritten(folder, { path, rows: 1 });
}

const HEAD: ManifestHead = {
  caselaw: "0.1.0",
  format: "csv",
  filter: {},
  options: { full_case: false, body_format: null, flat: false, partition: false, columns: null, edges: null },
  corpus: { last_change: 1, state: "x" },
  exported_at: "2026-01-01T00:00:00.000Z",
  cases: 1,
};

test("publish gives the folder its name and returns what was written", async () => {
  const to = publication();
  const published = publish(to, async (folder) => {
    await fill(folder, "a");
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
    await fill(folder, "a");
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

test("publish keeps the old export until the new one is complete", async () => {
  const to = publication("replaced");
  await publish(to, (folder) => fill(folder, "a"));
  await expect(publish(to, () => Promise.reject(new Error("half")))).rejects.toThrow("half");
  expect(listing(to.target)).toEqual(["a", "manifest.json"]);
  await publish(to, (folder) => fill(folder, "b"));
  expect(listing(to.target)).toEqual(["b", "manifest.json"]);
});

test("O2: publish looks again before it replaces: what came into the old export meanwhile stays", async () => {
  const to = publication("replaced");
  await publish(to, (folder) => fill(folder, "a"));
  const published = publish(to, async (folder) => {
    await fill(folder, "b");
    writeFileSync(join(to.target, "notes.txt"), "mine");
  });
  await expect(published).rejects.toThrow(
    '"notes.txt" in it is not a file that the export wrote; move it away, or choose another folder',
  );
  expect(listing(dirname(to.target))).toEqual(["c.db", "out", "out/a", "out/manifest.json", "out/notes.txt"]);
});

test("O3: publish lets stand what others keep under the names of unfinished exports", async () => {
  const to = publication();
  const names = [".part", ".part.old", ".0123456789abcdef.part", ".new"].map((end) => `out${end}`);
  for (const name of names) {
    mkdirSync(join(dirname(to.target), name));
    writeFileSync(join(dirname(to.target), name, "notes.txt"), "mine");
  }
  symlinkSync("out.part", join(dirname(to.target), "out.fedcba9876543210.part"));
  const before = listing(dirname(to.target));
  await publish(to, (folder) => fill(folder, "a"));
  expect(listing(dirname(to.target)).filter((name) => !/^out($|\/)/.test(name))).toEqual(before);
});

test.each(["", ".holder"])(
  "O3: publish refuses a target whose lock%s has the name of another file",
  async (end) => {
    const to = publication();
    writeFileSync(`${to.target}.part.lock${end}`, "mine");
    await expect(publish(to, (folder) => fill(folder, "a"))).rejects.toMatchObject({
      code: "invalid",
      message: `Cannot use export "${to.target}": "${to.target}.part.lock${end}" has the name of its lock and is not a lock; move that file away`,
    });
    expect(readFileSync(`${to.target}.part.lock${end}`, "utf8")).toBe("mine");
  },
);

test("O3: publish writes to the folder that a link names", async () => {
  const to = publication("replaced");
  const far = join(dirname(to.target), "far");
  await publish({ ...to, target: far }, (folder) => fill(folder, "a"));
  symlinkSync("far", to.target);
  await publish(to, (folder) => fill(folder, "b"));
  expect(lstatSync(to.target).isSymbolicLink()).toBe(true);
  expect(listing(dirname(to.target))).toEqual([
    ...["c.db", "far", "far/b", "far/manifest.json"],
    ...["out", "out/b", "out/manifest.json"],
  ]);
});
