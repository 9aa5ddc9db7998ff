/** The test runner's settings: files mirror `src/` under `test/`; a test may start child processes, hence the time limit. */
import { defineConfig } from "vitest/config";

const root = new URL("..", import.meta.url).pathname;

export default defineConfig({
  test: {
    root,
    // hundreds of child processes load the same modules
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compile` },
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
