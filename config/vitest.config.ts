/**
 * The test runner's settings. A test lies at the path of its source under `test/`, or in a folder for a level.
 *
 * - Two parts, by where a file lies (`test-parts.ts`): `fast` is run by `npm test`, `fast` and `slow` by `npm run test:all`.
 * - No test depends on how fast a machine is: `HANG_MS` ends what hangs and measures nothing, and what a test waits for is
 *   a condition. Where time-outs are tested, the test itself lets the time pass (`test/support/stopped-clock.ts`).
 * - Each ends what it started, also when it fails: processes are started by `test/support/children.ts`, temporary files lie
 *   in a folder that is the run's own, and a watcher clears both when the run is killed (`test/support/run-folder.ts`).
 */
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { HANG_MS } from "../test/support/hang.ts";
import { FAST, FAST_ALONE, SLOW } from "./test-parts.ts";

const root = join(import.meta.dirname, "..");
/** `CASELAW_FUZZ=50` asks for fifty times as many tries (`test/support/fuzz.ts`). */
const TIMES = Math.max(1, Number(process.env.CASELAW_FUZZ ?? 1));

/** Files that take longest, by where they lie; begun last, one of them would run alone at the end. */
const LONG = [
  "test/engine/",
  "test/end-to-end/package",
  "test/kill/",
  "test/cli/hostile-archives",
  "test/worst-strings",
  "test/browser/",
  "test/bench/",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => turnOf(a) - turnOf(b));
  }
}

function turnOf({ moduleId }: TestSpecification): number {
  const found = LONG.findIndex((part) => moduleId.includes(part));
  return found < 0 ? LONG.length : found;
}

/** What all parts have. */
export const common = (times: number) => ({
  root,
  // hundreds of child processes load the same modules
  env: { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compile") },
  globalSetup: ["test/support/run-folder.ts"],
  setupFiles: ["test/support/end-children.ts", "test/support/shared-threads.ts"],
  testTimeout: times * HANG_MS,
  hookTimeout: times * HANG_MS,
  expect: { poll: { timeout: HANG_MS } },
});

export default defineConfig({
  test: {
    ...common(1),
    teardownTimeout: HANG_MS,
    projects: [
      { test: { ...common(TIMES), name: "fast", isolate: false, ...FAST } },
      { test: { ...common(TIMES), name: "fast, alone", ...FAST_ALONE } },
      // a test may kill some fifty runs, one after the other
      { test: { ...common(6 * TIMES), name: "slow", ...SLOW } },
    ],
    // one more than the cores that CI has: tests wait for processes, disks and deadlines
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./config/closing-line.ts"],
  },
});
