import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CaseReading,
  compareWithMetadata,
  readCaseRecord,
  readSourceBody,
  type VolumeContext,
} from "../../src/sources/read-case.ts";

const NOWHERE: VolumeContext = { volume: null, reporter: null };

function read(raw: unknown, context: VolumeContext | null = null) {
  const reading = readCaseRecord(raw, context);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.record;
}

function refusal(raw: unknown): CaseReading {
  return readCaseRecord(raw, null);
}

test("readCaseRecord needs nothing but an id", () => {
  expect(read({ id: 7 })).toEqual({
    id: 7,
    name: "",
    nameAbbreviation: "",
    decisionDate: null,
    docketNumber: "",
    firstPage: "",
    lastPage: "",
    citations: [],
    volume: { barcode: null, volumeNumber: null, reporterId: null, reporterName: null },
    court: null,
    jurisdiction: null,
    citesTo: null,
    analysis: null,
    lastUpdated: null,
    provenance: null,
    courtlistener: null,
    body: { form: "none" },
  });
});

test("readCaseRecord reads a line of 2018, without addresses", () => {
  const record = read({
    id: 435690,
    name: "Jonathan Taylor",
    name_abbreviation: "Taylor v. Sprinkle",
    decision_date: "1819-12",
    citations: [{ type: "official", cite: "1 Ill. 17", normalized_cite: "1-ill-17" }],
    volume: { volume_number: "1" },
    reporter: { full_name: "Illinois Reports" },
    court: { id: 8853, name: "Illinois Supreme Court", jurisdiction_url: null, slug: "ill-1" },
    jurisdiction: { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: true },
    casebody: { status: "ok", data: "<casebody/>" },
  });
  expect(record.citations).toEqual([{ type: "official", cite: "1 Ill. 17" }]);
  expect(record.volume).toEqual({
    barcode: null,
    volumeNumber: "1",
    reporterId: null,
    reporterName: "Illinois Reports",
  });
  expect(record.court).toEqual({
    id: 8853,
    slug: "ill-1",
    name: "Illinois Supreme Court",
    nameAbbreviation: null,
    jurisdictionId: 29,
    jurisdictionSlug: "ill",
  });
  expect(record.jurisdiction).toMatchObject({ id: 29, slug: "ill", nameLong: "Illinois", whitelisted: true });
  expect(record.body).toEqual({ form: "xml", xml: "<casebody/>" });
});

test("readCaseRecord takes barcode, ids and slugs from addresses of any host, and keeps no address", () => {
  const record = read({
    id: 1,
    url: "https://api.capapi.org/v1/cases/1/",
    volume: { url: "https://api.capapi.org/v1/volumes/A3d_138/" },
    reporter: { url: "http://cite.capapi.org/v1/reporters/322/", full_name: "X" },
    court: { id: 2, url: "https://api.case.law/v1/courts/pa-adm-1/" },
    jurisdiction: { id: 3, url: "https://api.case.law/v1/jurisdictions/us/" },
  });
  expect(record.volume).toMatchObject({ barcode: "A3d_138", reporterId: 322 });
  expect([record.court?.slug, record.jurisdiction?.slug]).toEqual(["pa-adm-1", "us"]);
  expect(JSON.stringify(record)).not.toContain("http");
});

test("readCaseRecord reads the flat form of mid-2018", () => {
  const record = read({
    id: 1,
    reporter: "United States Reports",
    reporter_url: "https://capapi.org/api/v1/reporters/983/",
    volume_number: "275",
    volume_url: "https://capapi.org/api/v1/volumes/NOTALEPH000758/",
  });
  expect(record.volume).toEqual({
    barcode: "NOTALEPH000758",
    volumeNumber: "275",
    reporterId: 983,
    reporterName: "United States Reports",
  });
});

test("readCaseRecord keeps cites_to, analysis and provenance as given, an empty list too", () => {
  const cite = { cite: "1 U.S. 1", case_ids: [1, 2], pin_cites: [{ page: "3" }], opinion_index: -1 };
  const kept = { cites_to: [cite], analysis: { sha256: "x", random_id: 5 }, provenance: { batch: "2018" } };
  const record = read({ id: 1, ...kept, last_updated: "2023-07-14T19:38:59.7431881+00:00" });
  expect([record.citesTo, record.analysis, record.provenance]).toEqual(Object.values(kept));
  expect(record.lastUpdated).toBe("2023-07-14T19:38:59.7431881+00:00");
  expect(read({ id: 1, cites_to: [] }).citesTo).toEqual([]);
});

test("readCaseRecord fills a static case from its volume", () => {
  const context: VolumeContext = {
    volume: {
      barcode: "32044078688439",
      volumeNumber: "1",
      title: null,
      publisher: null,
      publicationYear: 1907,
      startYear: 0,
      endYear: 0,
      nominativeVolumeNumber: null,
      nominativeName: null,
      seriesVolumeNumber: "",
      reporterId: 5,
      reporterName: "Y",
      jurisdictions: [{ id: 29, slug: "il", name: "Ill.", nameLong: null, whitelisted: true }],
    },
    reporter: null,
  };
  const jurisdiction = { id: 29, name_long: "Illinois", name: "Ill." };
  const record = read({ id: 1, court: { id: 2 }, jurisdiction, casebody: { opinions: [] } }, context);
  expect(record.volume).toEqual({
    barcode: "32044078688439",
    volumeNumber: "1",
    reporterId: 5,
    reporterName: "Y",
  });
  expect(record.jurisdiction).toMatchObject({ slug: "il", whitelisted: true });
  expect(record.court).toMatchObject({ slug: null, jurisdictionId: 29, jurisdictionSlug: "il" });
  expect(record.body).toMatchObject({ form: "static", html: null });
  expect(read({ id: 1, jurisdiction }, NOWHERE).jurisdiction).toMatchObject({
    slug: "ill",
    whitelisted: true,
  });
  expect(read({ id: 1, jurisdiction }).jurisdiction).toMatchObject({ slug: null, whitelisted: null });
});

test.each([
  [{ court: "x" }, 'court: expected an object, found "x"'],
  [{ court: [] }, "court: expected an object, found a list"],
  [{ court: { id: "5" } }, /^court\.id: /],
  [{ name: 5 }, "name: expected a string, found 5"],
  [{ decision_date: 1988 }, "decision_date: expected a string, found 1988"],
  [{ citations: {} }, "citations: expected a list, found an object"],
  [{ citations: [{ cite: "a" }, null] }, /^citations\[1\]: expected an object, found null$/],
  [{ cites_to: ["x"] }, /^cites_to\[0\]: expected an object/],
  [{ reporter: { id: "x" } }, /^reporter\.id: /],
  [{ jurisdiction: { id: 1, whitelisted: "yes" } }, /^jurisdiction\.whitelisted: expected true or false/],
  [{ casebody: "x" }, /^casebody: expected an object/],
  [{ casebody: { status: 5 } }, /^casebody\.status: /],
  [{ casebody: { status: "ok", data: 5 } }, /^casebody\.data: expected an object, found 5/],
  [{ casebody: { opinions: [{ text: 5 }] } }, /^casebody\.opinions\[0\]\.text: /],
  [{ last_updated: [] }, "last_updated: expected a string, found a list"],
])("R5: readCaseRecord refuses %j, naming path and id", (wrong, reason) => {
  expect(refusal({ id: 12, ...wrong })).toEqual({ ok: false, id: 12, reason: expect.stringMatching(reason) });
});

test("readCaseRecord never throws, and what it takes is well-formed", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.anything(), (json, odd) => {
      for (const raw of [json, odd, { id: 1, name: odd, court: json, casebody: odd, cites_to: json }]) {
        const reading = readCaseRecord(raw, null);
        if (reading.ok) expect(JSON.stringify(reading.record).isWellFormed()).toBe(true);
        else expect(reading.reason).toMatch(/^[a-z_.[\]0-9]+: /);
      }
    }),
    { numRuns: 300 },
  );
});

const BODY = {
  judges: ["J."],
  parties: ["A v. B", null],
  opinions: [{ text: "t", type: "majority", author: null }],
  attorneys: [],
  head_matter: "h",
};
const READ = {
  parties: ["A v. B", null],
  opinions: [{ type: "majority", author: null, text: "t" }],
  headMatter: "h",
  attorneys: [],
  judges: ["J."],
  corrections: "",
};
const TEXT = { ok: true, record: { form: "text", body: READ } };
const NONE = { ok: true, record: { form: "none" } };

test.each([
  ["wrapped", { status: "ok", data: BODY }],
  ["without status", { data: BODY }],
  ["bare", BODY],
])("readSourceBody reads a text body, %s", (_, casebody) => {
  expect(readSourceBody(casebody, "bulk")).toEqual(TEXT);
});

test("readSourceBody gives a bare body of the static site the form static", () => {
  expect(readSourceBody(BODY, "static")).toEqual({
    ok: true,
    record: { form: "static", body: READ, html: null },
  });
  expect(readSourceBody({ status: "ok", data: BODY }, "static")).toEqual(TEXT);
});

test.each([
  undefined,
  null,
  {},
  { status: "ok" },
  { status: "ok", data: null },
  { status: "error_auth_required" },
])("readSourceBody takes %j for metadata only", (casebody) => {
  expect(readSourceBody(casebody, "bulk")).toEqual(NONE);
});

test("readSourceBody leaves the XML as it is, whatever it holds", () => {
  for (const xml of ["<?xml version='1.0'?>\n<casebody/>", ""]) {
    expect(readSourceBody({ status: "ok", data: xml }, "bulk")).toEqual({
      ok: true,
      record: { form: "xml", xml },
    });
  }
});

test.each([
  ["", "from the opinion", "from the opinion"],
  ["same", "same", "same"],
  ["first", "second", "first\nsecond"],
])(
  "readSourceBody takes a first opinion of type head_matter for the head matter (%j, %j)",
  (head, text, complete) => {
    const opinions = [{ type: "head_matter", author: "head_matter", text }, { text: "o" }];
    const reading = readSourceBody({ status: "ok", data: { head_matter: head, opinions } }, "bulk");
    const left = [{ type: null, author: null, text: "o" }];
    expect(reading).toMatchObject({ ok: true, record: { body: { headMatter: complete, opinions: left } } });
  },
);

const ROW = { id: 1, name: "x", cites_to: [{ cite: "a", case_ids: [1, 2] }], analysis: {} };

test.each([
  ["another value", { ...ROW, name: "y" }],
  ["a key more", { ...ROW, more: null }],
  ["another type", { ...ROW, analysis: [] }],
  ["another order of a list", { ...ROW, cites_to: [{ cite: "a", case_ids: [2, 1] }] }],
  ["an inherited key", JSON.parse('{"id": 1, "name": "x", "cites_to": [], "constructor": {}}')],
  ["no object", [ROW]],
])("compareWithMetadata sees %s", (_, row) => {
  expect(compareWithMetadata({ ...ROW, casebody: {} }, row)).toBe(false);
  expect(compareWithMetadata(row, ROW)).toBe(false);
});
