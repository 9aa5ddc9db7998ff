/** Faults C1 and C2: one run at a time, and leftover files do not block. */
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CaselawError } from "../../../src/domain/errors.ts";
import { RunLock } from "../../../src/store/database/lock.ts";
import { startChild } from "../../support/children.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const LOCK = new URL("../../../src/store/database/lock.ts", import.meta.url).href;

function conflict(path: string): string {
  try {
    new RunLock(path, "corpus x", "import")[Symbol.dispose]();
  } catch (error) {
    if (error instanceof CaselawError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "taken";
}

test("RunLock admits one run, reports it to the next, and leaves no files", () => {
  const folder = tempFolder();
  const path = join(folder, "deep", "x.lock");
  {
    using lock = new RunLock(path, "corpus x", "sync");
    expect(lock.leftBy).toBeNull();
    expect(conflict(path)).toMatch(
      new RegExp(
        `^conflict: Cannot use corpus x: locked by caselaw sync, process ${process.pid}, since \\d{4}-`,
      ),
    );
    expect(conflict(path)).toMatch(/^conflict/);
  }
  expect(readdirSync(join(folder, "deep"))).toEqual([]);
  expect(conflict(path)).toBe("taken");
});

test("RunLock is refused while another process has it, and free after that process was killed", async () => {
  const path = join(tempFolder(), "x.lock");
  const code = `
    const { RunLock } = await import(${JSON.stringify(LOCK)});
    globalThis.kept = new RunLock(${JSON.stringify(path)}, "corpus x", "sync");
    console.log("held");
    setInterval(() => {}, 1000);`;
  const child = startChild(process.execPath, ["--input-type=module", "-e", code]);
  await once(child.stdout, "data");
  expect(conflict(path)).toContain(`process ${child.pid}`);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  expect(existsSync(path)).toBe(true);
  using lock = new RunLock(path, "corpus x", "import");
  expect(lock.leftBy).toContain(`process ${child.pid}`);
  expect(conflict(path)).toMatch(/^conflict/);
});

test("RunLock reports why a path cannot be written", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "file"), "");
  expect(conflict(join(folder, "file", "x.lock"))).toMatch(/^unavailable: Cannot use/);
});
