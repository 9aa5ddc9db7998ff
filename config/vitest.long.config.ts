/** `npm run test:long`: what takes minutes, by hand. `SEED` and `POINTS` choose the random points; both are printed. */
import { defineConfig } from "vitest/config";
import suite from "./vitest.config.ts";

const { projects: _, ...common } = suite.test ?? {};

export default defineConfig({
  test: { ...common, include: ["test/kill/*.long.ts"], testTimeout: 24 * 3_600_000 },
});
