import { expect, test } from "vitest";
import { jurisdictionNamed, MADE_CASE_ID, madeId, recordOfBag } from "../../src/sources/made-records.ts";

test("madeId is the same for the same name, exact, and above every id of the publisher", () => {
  const ids = ["32044057891608_0001", "32044057891608_0002", "WnApp_199_0036"].map(madeId);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id >= MADE_CASE_ID && Number.isSafeInteger(id)).toBe(true);
  expect(madeId("32044057891608_0001")).toBe(ids[0]);
});

const FACTS = {
  name: "Illinois-20190416-text",
  release: "2019-04-16",
  bodyFormat: "text",
  filterType: "jurisdiction",
  first: null,
} as const;

test("recordOfBag makes the same id of the same bag, exact in JSON and out of any service's reach", () => {
  const { id } = recordOfBag(FACTS);
  expect(recordOfBag({ ...FACTS, name: `${FACTS.name}.zip` }).id).toBe(id);
  expect(recordOfBag({ ...FACTS, release: null }).id).not.toBe(id);
  expect(id).toBeGreaterThanOrEqual(2 ** 40);
  expect(id).toBeLessThan(2 ** 41);
});

test("jurisdictionNamed knows long names, names and slugs, and guesses nothing", () => {
  for (const name of ["Illinois", "Ill.", "ill"]) expect(jurisdictionNamed(name)?.id).toBe(29);
  expect(jurisdictionNamed("United States")?.slug).toBe("us");
  expect(jurisdictionNamed("illinois state")).toBeNull();
  expect(jurisdictionNamed("")).toBeNull();
});
