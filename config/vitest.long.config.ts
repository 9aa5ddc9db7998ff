/** `npm run test:long`: what takes minutes, by hand. `SEED` and `POINTS` choose the random points; both are printed. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/kill/*.long.ts"],
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
