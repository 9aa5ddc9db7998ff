import { expect, test } from "vitest";
import { readMets } from "../../src/casebody/mets/read-mets.ts";
import { MADE_CASE_ID, madeId, rawOfMets } from "../../src/sources/mets-record.ts";
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
