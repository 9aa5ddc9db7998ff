/** Fault O3: unfinished outputs have their own name, and leftovers are recognised. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { UnfinishedOutput } from "../../../src/store/database/unfinished.ts";
import { listing } from "../../support/run.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const MARK = "caselaw-unfinished.txt";

/** Creates what a killed run leaves. Returns the name of the folder. */
function leave(target: string): string {
  const { path } = new UnfinishedOutput(target);
  mkdirSync(path);
  writeFileSync(join(path, "half"), "x");
  return basename(dirname(path));
}

test("O3: an unfinished output is in a folder that nobody else has, with a mark; publishing leaves only the output", () => {
  const target = join(tempFolder(), "out");
  {
    using unfinished = new UnfinishedOutput(target);
    const folder = dirname(unfinished.path);
    expect(basename(folder)).toMatch(/^out\.[0-9a-f]{16}\.part$/);
    expect(readFileSync(join(folder, MARK), "utf8")).toMatch(/^An unfinished output of caselaw\. /);
    mkdirSync(unfinished.path);
    unfinished.publish();
  }
  expect(listing(dirname(target))).toEqual(["out"]);
});

test("O3: a later run removes what a killed one left, also with half a mark or without a mark, and no other files", () => {
  const folder = tempFolder();
  const target = join(folder, "out");
  const [left, half, empty] = [leave(target), `out.${"1".repeat(16)}.part`, `out.${"2".repeat(16)}.part`];
  expect(left).not.toBe("");
  mkdirSync(join(folder, half));
  writeFileSync(join(folder, half, MARK), "An unfin");
  mkdirSync(join(folder, empty));
  const foreign = [`out.${"3".repeat(16)}.part`, "out.part", "other.0123456789abcdef.part", "out.old.part"];
  for (const name of foreign) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "notes.txt"), "mine");
  }
  for (const name of foreign.slice(1)) writeFileSync(join(folder, name, MARK), "An unfinished output");
  writeFileSync(join(folder, `out.${"4".repeat(16)}.part`), "a file");
  const forged = `out.${"5".repeat(16)}.part`;
  mkdirSync(join(folder, forged));
  symlinkSync(join(folder, "out.part", MARK), join(folder, forged, MARK));
  const kept = [...foreign, `out.${"4".repeat(16)}.part`, forged].sort();
  new UnfinishedOutput(target)[Symbol.dispose]();
  expect(readdirSync(folder).sort()).toEqual(kept);
});

test("O3: a former output that a killed run had moved aside is restored", () => {
  const target = join(tempFolder(), "out");
  mkdirSync(target);
  writeFileSync(join(target, "a"), "old");
  const left = leave(target);
  renameSync(target, join(dirname(target), left, "former"));
  new UnfinishedOutput(target)[Symbol.dispose]();
  expect(listing(dirname(target))).toEqual(["out", "out/a"]);
});

test("O3: a former output that cannot go back is not removed with the folder", () => {
  const target = join(tempFolder(), "out");
  mkdirSync(target);
  writeFileSync(join(target, "a"), "old");
  const unfinished = new UnfinishedOutput(target);
  const folder = dirname(unfinished.path);
  // there is no new output: the second rename fails, and the first is undone
  expect(() => unfinished.publish()).toThrow("ENOENT");
  expect(readFileSync(join(target, "a"), "utf8")).toBe("old");
  unfinished[Symbol.dispose]();
  expect(listing(dirname(target))).toEqual(["out", "out/a"]);
  rmSync(folder, { recursive: true, force: true });
});
