import { expect, test } from "vitest";
import { recordOfBag } from "../../src/sources/bag-record.ts";

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

test("recordOfBag leaves unknown what the bag does not say, and that is not public", () => {
  expect(recordOfBag(FACTS)).toMatchObject({
    fileName: "Illinois-20190416-text.zip",
    filterId: null,
    public: false,
  });
});
