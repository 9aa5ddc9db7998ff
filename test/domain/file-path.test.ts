/** Paths below a folder. */
import { resolve, sep } from "node:path";
import { expect, test } from "vitest";
import { pathBelow } from "../../src/domain/file-path.ts";

const ROOT = resolve(sep);

test.each([
  ["data", "data/static/us/1.zip", "static/us/1.zip"],
  ["data", "data/..static", "..static"],
  ["data/", "data/x", "x"],
  [".", "x/y", "x/y"],
  // the folder may be all of a disk
  [ROOT, resolve(ROOT, "x", "y"), "x/y"],
  ["data", "data", null],
  ["data", "data/../x", null],
  ["data", "database/x", null],
  ["data", ROOT, null],
])("from %s, %s is %s", (folder, path, below) => {
  expect(pathBelow(folder, path)).toBe(below);
});
