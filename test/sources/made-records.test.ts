import { expect, test } from "vitest";
import { readMets } from "../../src/casebody/read-mets.ts";
import {
  jurisdictionNamed,
  MADE_CASE_ID,
  madeId,
  rawOfMets,
  recordOfBag,
} from "../../src/sources/made-records.ts";
import { readCaseRecord } from "../../src/sources/read-case.ts";
import { metsDocument } from "../support/mets.ts";

test("rawOfMets gives a record that the reader of lines takes", () => {
  const reading = readCaseRecord(rawOfMets(readMets(metsDocument())), null);
  expect(reading).toMatchObject({
    ok: true,
    record: {
      name: "Jonathan Taylor, Appellant, v. Michael Sprinkle & Co.",
      decisionDate: "1819-12",
      docketNumber: "No. 1",
      firstPage: "17",
      lastPage: "18",
      citations: [
        { type: "official", cite: "1 Ill. 17" },
        { type: "parallel", cite: "2 Breese 3" },
      ],
      volume: { barcode: "32044057891608", volumeNumber: null, reporterId: null, reporterName: null },
      court: { name: "Illinois Supreme Court", nameAbbreviation: "Ill.", slug: null, jurisdictionId: 29 },
      jurisdiction: { id: 29, slug: "ill", name: "Ill.", nameLong: "Illinois", whitelisted: null },
      citesTo: null,
      body: { form: "xml" },
    },
  });
});

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

test("recordOfBag leaves unknown what the bag does not say, and that is not public", () => {
  expect(recordOfBag(FACTS)).toMatchObject({
    fileName: "Illinois-20190416-text.zip",
    filterId: null,
    public: false,
  });
});

test("jurisdictionNamed knows long names, names and slugs, and guesses nothing", () => {
  for (const name of ["Illinois", "Ill.", "ill"]) expect(jurisdictionNamed(name)?.id).toBe(29);
  expect(jurisdictionNamed("United States")?.slug).toBe("us");
  expect(jurisdictionNamed("illinois state")).toBeNull();
  expect(jurisdictionNamed("")).toBeNull();
});
