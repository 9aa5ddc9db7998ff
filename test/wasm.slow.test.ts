import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile, targetOf, WASM_MODULES } from "../config/make-wasm.ts";

test.each(WASM_MODULES)("the compiled bytes of $name are what `npm run wasm` writes", async (module) => {
  expect(readFileSync(targetOf(module), "utf8")).toBe(await compile(module));
});
