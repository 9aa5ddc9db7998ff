import { expect, test } from "vitest";
import { CaselawError } from "../../../src/domain/errors.ts";
import { stackOf } from "../../../src/http/readers/protocol.ts";

test("the first line of an error in the log says what to do", () => {
  const error = new CaselawError("corrupt", "Cannot read the body of case 1", { hint: "Repair it." });
  expect(stackOf(error).split("\n")[0]).toBe("CaselawError: Cannot read the body of case 1; Repair it.");
  expect(stackOf("a text")).toBe("a text");
});
