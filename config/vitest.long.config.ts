/** `npm run test:long`: what takes minutes, by hand. `SEED` and `POINTS` choose the random points; both are printed. */
import { defineConfig } from "vitest/config";
import suite from "./vitest.config.ts";

export default defineConfig({
  test: { ...suite.test, include: ["test/kill/*.long.ts"], testTimeout: 3_600_000 },
});
