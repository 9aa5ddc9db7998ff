/** `npm run test:long`: what takes minutes, by hand. `SEED` and `POINTS` choose the random points; both are printed. */
import { defineConfig } from "vitest/config";
import { common } from "./vitest.config.ts";

export default defineConfig({ test: { ...common(100), include: ["test/kill/*.long.ts"] } });
