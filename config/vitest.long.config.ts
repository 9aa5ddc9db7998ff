/**
 * `npm run test:long`: what takes long, by hand. `SEED` and `POINTS` choose the random points of kills; both are printed.
 * Tests of random damage and of random runs make ten times as many tries (`CASELAW_FUZZ`), sweeps all steps.
 */
import { defineConfig } from "vitest/config";
import { common } from "./vitest.config.ts";

const { env, ...settings } = common(100);

export default defineConfig({
  test: {
    ...settings,
    env: { ...env, CASELAW_FUZZ: process.env.CASELAW_FUZZ ?? "10" },
    include: [
      "test/kill/*.long.ts",
      "test/engine/**/*.slow.test.ts",
      "test/**/{*fuzz*,any-imports,year-of-nights,lies,same-bytes,since-formats}*.test.ts",
    ],
  },
});
