/** The suite's two parts (`config/test-parts.ts`): each test file is in one of them, and what is slow by nature in the slow one. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { FAST, FAST_ALONE, SLOW } from "../config/test-parts.ts";

const ROOT = join(import.meta.dirname, "..");
/** What takes long whoever uses it: runs that are killed again and again, browsers, npm's scripts. */
const SLOW_MEANS = /\/(kill-place|kill-points|browser)\.ts"|\W"npm"\W/;

const find = (patterns: readonly string[]) => globSync([...patterns], { cwd: ROOT });
const slow = find(SLOW.include);
const alone = find(FAST_ALONE.include);
const fast = find(FAST.include).filter((path) => !slow.includes(path));

test("every file with tests is of one part, fast or slow", () => {
  const named = globSync("test/**/*.ts", { cwd: ROOT }).filter((path) => /\.test\.ts$/.test(path));
  expect([...fast, ...slow].sort()).toEqual(named.sort());
  expect(new Set([...fast, ...slow]).size).toBe(named.length);
  expect(FAST.exclude).toEqual([...SLOW.include, ...FAST_ALONE.include]);
  expect(alone.filter((path) => slow.includes(path))).toEqual([]);
  expect(Math.min(fast.length, slow.length)).toBeGreaterThan(10);
});

test("a test lies in the folder of what it tests: a folder of src, a folder of a level, or the root", () => {
  const levels = ["bench", "browser", "conformance", "end-to-end", "kill", "support"];
  const misplaced = [...fast, ...slow].filter((path) => {
    const folder = dirname(relative("test", path));
    return folder !== "." && !levels.includes(folder) && !existsSync(join(ROOT, "src", folder));
  });
  expect(misplaced).toEqual([]);
});

test("a test that has the name of a source lies at that source's path", () => {
  const sources = new Set(globSync("src/**/*.ts", { cwd: ROOT }).map((path) => relative("src", path)));
  const nameOf = (path: string): string =>
    `${basename(path).replace(/(?:\.slow|\.alone)?\.test\.ts$/, "")}.ts`;
  const named = new Set([...sources].map((path) => basename(path)));
  const elsewhere = [...fast, ...slow].filter((path) => {
    const [top = ""] = relative("test", path).split("/");
    const isLevel = !existsSync(join(ROOT, "src", top));
    return (
      !isLevel && named.has(nameOf(path)) && !sources.has(join(dirname(relative("test", path)), nameOf(path)))
    );
  });
  expect(elsewhere).toEqual([]);
});

test("a fast file that replaces modules or stops the clock is run alone, as its worker would keep both", () => {
  const changes = fast.filter((path) =>
    /\bvi\.(?:do)?[mM]ock\(|\bstopClock\(|\buseFakeTimers\(/.test(readFileSync(join(ROOT, path), "utf8")),
  );
  expect(changes.filter((path) => !path.endsWith("test-parts.test.ts")).sort()).toEqual(alone.sort());
});

test("no fast file kills runs, opens a browser or runs npm", () => {
  expect(fast.filter((path) => SLOW_MEANS.test(readFileSync(join(ROOT, path), "utf8")))).toEqual([]);
});

test("processes are started by support/children.ts, which ends them, and by nothing else but to be waited for at once", () => {
  const starters = globSync("test/**/*.ts", { cwd: ROOT }).filter((path) =>
    /\b(spawn|execFile|exec|fork|execFileSync|execSync)\b[^;]*from "node:child_process"/.test(
      readFileSync(join(ROOT, path), "utf8"),
    ),
  );
  expect(starters.sort()).toEqual(
    [
      "test/support/children.ts",
      // of a script that is no test
      "test/support/run-program.ts",
      // ends with the run by itself
      "test/support/run-folder.ts",
    ].sort(),
  );
});

test("no test is held to a time of its own, nor measures any", () => {
  const TIMED = /\btimeout: (?!HANG_MS)|performance\.now|process\.hrtime|^\}, [\d_]+\);$/m;
  const timed = globSync("test/**/*.ts", { cwd: ROOT }).filter((path) =>
    TIMED.test(readFileSync(join(ROOT, path), "utf8")),
  );
  expect(timed).toEqual([]);
});
