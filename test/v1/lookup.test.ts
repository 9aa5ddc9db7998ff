import { expect, test } from "vitest";
import { reporterIds } from "../../src/v1/lookup.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { line } from "../corpus/records.ts";
import { makeCorpus } from "../support/corpus.ts";

const NAMED = { startYear: null, endYear: null, jurisdictions: [] };
const REPORTERS = [
  { id: 485, shortName: "Wis. 2d", fullName: "Wisconsin Reports Second", ...NAMED },
  { id: 2, shortName: null, fullName: "Wisconsin Reports", ...NAMED },
];

test("a reporter is found by its id, slug, short and full name", () => {
  for (const name of ["485", "wis-2d", "Wis. 2d", "Wisconsin Reports Second"])
    expect(reporterIds(name, { reporters: () => REPORTERS })).toEqual([485]);
  for (const name of ["wis", "", "."]) expect(reporterIds(name, { reporters: () => REPORTERS })).toEqual([]);
});

test("volumes are filtered by the id and the name of their reporter", () => {
  const reporter = { id: 485, full_name: "Wisconsin Reports Second" };
  using v1 = openV1(
    makeCorpus([line(1, { reporter, volume: { barcode: "v1", volume_number: "319" } }), line(2)]),
  );
  const barcodes = (name: string | number) =>
    v1.list("volumes", { reporter: name }).results.map(({ barcode }) => barcode);
  expect([barcodes(485), barcodes("Wisconsin Reports Second"), barcodes(77)]).toEqual([["v1"], ["v1"], []]);
  expect(() => barcodes("nobody")).toThrow("Select a valid choice");
});
