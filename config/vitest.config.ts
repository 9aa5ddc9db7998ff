/** The test runner's settings: files mirror `src/` under `test/`; a test may start child processes, hence the time limit. */
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = new URL("..", import.meta.url).pathname;

/** Files that take longest, by where they lie; begun last, one of them would run alone at the end. */
const LONG = ["test/kill/kill-", "test/cli/hostile-archives", "test/browser/", "test/kill/", "test/bench/"];

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

export default defineConfig({
  test: {
    root,
    // hundreds of child processes load the same modules
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compile` },
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // one more than the cores that CI has: tests wait for processes, disks and deadlines
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
