import { expect, test } from "vitest";
import {
  readBulkRecord,
  readCourt,
  readJurisdiction,
  readReporter,
  readStaticJurisdiction,
  readStaticReporter,
  readStaticVolume,
  readVolume,
} from "../../src/sources/read-reference.ts";

const US = {
  url: "http://x/v1/jurisdictions/us/",
  id: 39,
  slug: "us",
  name: "U.S.",
  name_long: "United States",
};
const US_READ = { id: 39, slug: "us", name: "U.S.", nameLong: "United States", whitelisted: null };

test("readJurisdiction reads a record of the interface", () => {
  expect(readJurisdiction({ ...US, whitelisted: false })).toEqual({
    ok: true,
    record: { ...US_READ, whitelisted: false },
  });
});

test("readCourt takes the jurisdiction from its address, else from its name", () => {
  const court = {
    id: 8837,
    slug: "ill-app-ct",
    name: "Illinois Appellate Court",
    jurisdiction: "N. Mar. I.",
  };
  const read = { id: 8837, slug: "ill-app-ct", nameAbbreviation: null, jurisdictionId: null };
  const url = "http://x/v1/jurisdictions/ill/";
  expect(readCourt({ ...court, jurisdiction_url: url })).toMatchObject({
    record: { ...read, jurisdictionSlug: "ill" },
  });
  expect(readCourt(court)).toMatchObject({ record: { ...read, jurisdictionSlug: "n-mar-i" } });
});

test("readReporter and readVolume keep 0, null and the empty text apart", () => {
  const reporter = { id: 983, full_name: "United States Reports", end_year: 0, jurisdictions: [US] };
  expect(readReporter(reporter)).toMatchObject({
    record: { slug: null, startYear: null, endYear: 0, shortName: null, jurisdictions: [US_READ] },
  });
  const volume = {
    barcode: "WnApp_199",
    title: "",
    start_year: 0,
    reporter_url: "http://x/v1/reporters/477/",
  };
  expect(readVolume(volume)).toMatchObject({
    record: {
      barcode: "WnApp_199",
      title: "",
      publisher: null,
      startYear: 0,
      reporterId: 477,
      jurisdictions: null,
    },
  });
});

test("readBulkRecord reads a listed file, private unless it says otherwise", () => {
  const raw = {
    id: 7,
    download_url: "http://x/7",
    file_name: "a.zip",
    filter_type: "jurisdiction",
    filter_id: 29,
  };
  expect(readBulkRecord(raw)).toEqual({
    ok: true,
    record: {
      downloadUrl: "http://x/7",
      bulk: {
        id: 7,
        fileName: "a.zip",
        exportDate: null,
        public: false,
        filterType: "jurisdiction",
        filterId: 29,
        bodyFormat: null,
      },
    },
  });
});

test.each([
  [readJurisdiction, { id: "1" }, /^id: /],
  [readCourt, { id: 1, name: 5 }, /^name: /],
  [readReporter, { id: 1, jurisdictions: [{}] }, "jurisdictions[0].id: expected a value, found nothing"],
  [readVolume, { volume_number: "1" }, "barcode: expected a value, found nothing"],
  [readVolume, { barcode: "" }, 'barcode: expected a text that is not empty, found ""'],
  [readBulkRecord, { id: 1, file_name: "a.zip" }, "download_url: expected a value, found nothing"],
  [
    readStaticVolume,
    { id: "1", publication_year: "1907" },
    'publication_year: expected a number, found "1907"',
  ],
  [readStaticReporter, { id: 1 }, "slug: expected a value, found nothing"],
])("a reader says what is wrong with a record (%#)", (reader, raw, reason) => {
  expect(reader(raw)).toEqual({
    ok: false,
    reason: expect.stringMatching(typeof reason === "string" ? RegExp(`^${escaped(reason)}$`) : reason),
  });
});

test("readStaticJurisdiction and readStaticReporter hold every jurisdiction open and make missing slugs", () => {
  expect(readStaticJurisdiction({ ...US, case_count: 5, reporters: [] })).toMatchObject({
    record: { slug: "us", whitelisted: true },
  });
  const jurisdictions = [{ id: 56, name: "D.C.", name_long: "District of Columbia" }];
  expect(readStaticReporter({ id: 210, slug: "a2d", short_name: "A.2d", jurisdictions })).toMatchObject({
    record: { slug: "a2d", shortName: "A.2d", jurisdictions: [{ id: 56, slug: "dc", whitelisted: true }] },
  });
});

test.each([
  [null, null, null],
  [{ volume_number: null, nominative_name: "Matthews and Bangs" }, null, "Matthews and Bangs"],
  [{ id: 4, short_name: "Bee", full_name: "Bee's", volume_number: "1" }, "1", "Bee"],
])("readStaticVolume reads the nominative reporter %j", (nominative, number, name) => {
  const raw = { id: "3204", volume_number: "1", nominative_reporter: nominative, volume_folder: "138-2" };
  expect(readStaticVolume(raw)).toMatchObject({
    record: {
      folder: "138-2",
      reporterSlug: null,
      lastUpdated: null,
      volume: { barcode: "3204", nominativeVolumeNumber: number, nominativeName: name },
    },
  });
});

function escaped(text: string): string {
  return text.replace(/[[\].]/g, "\\$&");
}
