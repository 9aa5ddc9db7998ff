/** A changed reference record takes a change number, and touches the cases that show it. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ReferenceRecords } from "../../../src/domain/case.ts";
import { openCorpusFile } from "../../../src/store/read/corpus-reader.ts";
import { importRecords, openTestWriter } from "../../support/corpus.ts";
import { bulkCase, bulkCases } from "../../support/records.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const NOTHING: ReferenceRecords = { jurisdictions: [], courts: [], reporters: [], volumes: [] };
const REPORTER = {
  id: 315,
  slug: null,
  fullName: "Illinois Reports",
  shortName: null,
  startYear: null,
  endYear: null,
  jurisdictions: null,
};
const COURT = { id: 10, name: "Appellate Court", name_abbreviation: "App.", slug: "ill-app-1" };

/** Imports cases 1 to 3, the last of another court; then a listing. */
function touchedBy(listing: Partial<ReferenceRecords>): { last: number; touched: unknown[]; rows: number } {
  const path = join(tempFolder(), "test.db");
  using writer = openTestWriter(path);
  importRecords(writer, { records: [...bulkCases(1, 2), bulkCase(3, { court: COURT })] });
  writer.writeListings({ ...NOTHING, ...listing }, []);
  using reader = openCorpusFile(path);
  const last = reader.changes.last();
  const touched = [...reader.changes.touched({ since: 3, until: last })];
  return { last, touched, rows: reader.changes.read({ since: 3, until: last }, 10).length };
}

const court = { id: 10, slug: "ill-app-1", jurisdictionId: null, jurisdictionSlug: null };

test("a court that is called otherwise touches its cases; the change log has no row of it", () => {
  const courts = [{ ...court, name: "Appellate Court of Illinois", nameAbbreviation: "App." }];
  expect(touchedBy({ courts })).toEqual({ last: 4, touched: [{ caseId: 3, gone: 0 }], rows: 0 });
});

test("a listing without changes takes no number", () => {
  const courts = [{ ...court, name: "Appellate Court", nameAbbreviation: "App." }];
  expect(touchedBy({ courts })).toEqual({ last: 3, touched: [], rows: 0 });
});

test("a reporter that cases only named touches them once it is known", () => {
  const { last, touched, rows } = touchedBy({ reporters: [REPORTER] });
  expect({ last, rows }).toEqual({ last: 4, rows: 0 });
  expect(touched).toEqual([1, 2, 3].map((caseId) => ({ caseId, gone: 0 })));
});

test("the next change of a case goes on above the numbers taken", () => {
  const path = join(tempFolder(), "test.db");
  using writer = openTestWriter(path);
  importRecords(writer, { records: bulkCases(1, 2) });
  writer.writeListings({ ...NOTHING, reporters: [REPORTER] }, []);
  importRecords(writer, { records: [bulkCase(1)], release: "2021-01-01" });
  using reader = openCorpusFile(path);
  const changes = reader.changes.read({ since: 2, until: reader.changes.last() }, 10);
  expect(changes.map(({ number, kind, caseId }) => [number, kind, caseId])).toEqual([[4, "removed", 2]]);
  expect([...reader.changes.touched({ since: 2, until: 4 })]).toEqual([
    { caseId: 1, gone: 0 },
    { caseId: 2, gone: 1 },
  ]);
});
