/** Folders that tests write to, gone when the test is. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes an empty folder for the running test. */
export function tempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "caselaw-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
