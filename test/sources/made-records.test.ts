import { expect, test } from "vitest";
import { jurisdictionNamed } from "../../src/sources/made-records.ts";

test("jurisdictionNamed knows long names, names and slugs, and guesses nothing", () => {
  for (const name of ["Illinois", "Ill.", "ill"]) expect(jurisdictionNamed(name)?.id).toBe(29);
  expect(jurisdictionNamed("United States")?.slug).toBe("us");
  expect(jurisdictionNamed("illinois state")).toBeNull();
  expect(jurisdictionNamed("")).toBeNull();
});
