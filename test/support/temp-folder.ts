/** Folders that tests write to, gone when the test is. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { endChildren } from "./children.ts";

/** Makes an empty folder for the running test. */
export function tempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "caselaw-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Makes an empty folder for all tests of a file. Processes that write to it are ended before it is removed. */
export function keptFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "caselaw-test-"));
  afterAll(async () => {
    await endChildren([]);
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}
