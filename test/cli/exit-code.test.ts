import { expect, test } from "vitest";
import { exitCodeOf } from "../../src/cli/exit-code.ts";
import { OUTPUT_CLOSED } from "../../src/cli/output.ts";
import { Stopped } from "../../src/cli/stop.ts";
import { CaselawError } from "../../src/domain/errors.ts";

test.each([
  [new CaselawError("conflict", "Cannot use corpus"), 75],
  [new CaselawError("invalid", "Cannot use --jobs"), 2],
  [new CaselawError("unsupported", 'Cannot open corpus "x": it is of version 9'), 1],
  [new CaselawError("not_found", "Cannot open"), 1],
  [new CaselawError("unreachable", "Cannot read"), 1],
  [new Stopped(130), 130],
  [OUTPUT_CLOSED, 0],
  [new TypeError("a bug"), 1],
])("exitCodeOf %s is %i", (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});
