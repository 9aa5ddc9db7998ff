import fc from "fast-check";
import { expect, test } from "vitest";
import { listBulk, readBulkFileName } from "../../src/sources/bulk.ts";
import { listedWeb, pageOf, selectionOf } from "../support/web.ts";

const BASE = "http://127.0.0.1:9";
const ILL = { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: true };
const NEB = { id: 5, slug: "neb", name: "Neb.", name_long: "Nebraska", whitelisted: false };

function listed(id: number, more: object = {}): object {
  return {
    id,
    download_url: `${BASE}/v1/bulk/${id}/download/`,
    file_name: "Illinois-20200501-xml.zip",
    export_date: "2020-05-01T00:00:00.000000Z",
    public: true,
    filter_type: "jurisdiction",
    filter_id: 29,
    body_format: "xml",
    ...more,
  };
}

function webWith(bulk: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) {
  return listedWeb({
    [`${BASE}/v1/jurisdictions/`]: pageOf([ILL, NEB]),
    [`${BASE}/v1/bulk/`]: pageOf(bulk),
    [`${BASE}/v1/courts/`]: pageOf([{ id: 1, slug: "ill-1" }]),
    [`${BASE}/v1/reporters/`]: pageOf([{ id: 2 }]),
    [`${BASE}/v1/volumes/`]: pageOf([{ barcode: "3" }]),
    ...more,
  });
}

const offerOf = (bulk: readonly unknown[], selection = selectionOf()) =>
  listBulk(BASE, selection, webWith(bulk));

test("listBulk offers a file per jurisdiction and format, with all reference records", async () => {
  const text = { body_format: "text", file_name: "Illinois-20200501-text.zip" };
  const neb = { filter_id: 5, public: false, file_name: "Nebraska-20200501-xml.zip", export_date: null };
  const offer = await offerOf([listed(1), listed(2, text), listed(3, neb)]);
  expect(offer.files.map(({ unit, path }) => [unit, path])).toEqual([
    ["ill/text", "bulk/Illinois-20200501-text.zip"],
    ["ill/xml", "bulk/Illinois-20200501-xml.zip"],
    ["neb/xml", "bulk/Nebraska-20200501-xml.zip"],
  ]);
  expect(offer.files[1]).toMatchObject({
    source: "bulk",
    url: `${BASE}/v1/bulk/1/download/`,
    version: "2020-05-01T00:00:00.000000Z",
    release: "2020-05-01T00:00:00.000000Z",
    bulk: { id: 1, fileName: "Illinois-20200501-xml.zip", public: true, filterId: 29 },
  });
  expect(offer.files[2]).toMatchObject({ release: "2020-05-01", bulk: { public: false, exportDate: null } });
  expect(Object.values(offer.reference).map((records) => records.length)).toEqual([2, 1, 1, 1]);
  expect(offer.problems).toEqual([]);
});

test("listBulk takes the newest file of a unit, by date, then by id", async () => {
  const old = listed(1, { export_date: "2018-08-29T20:11:42Z", file_name: "Illinois-20180829-xml.zip" });
  for (const bulk of [
    [old, listed(2)],
    [listed(2), old],
    [listed(2), listed(1)],
  ]) {
    const offer = await offerOf(bulk);
    expect(offer.files.map((file) => file.bulk?.id)).toEqual([2]);
  }
});

test("listBulk goes by the file's name where the record says nothing", async () => {
  const bare = { filter_id: null, filter_type: null, body_format: null, export_date: null };
  const offer = await offerOf([listed(1, bare), listed(2, { ...bare, file_name: "neb_text_20210921.zip" })]);
  expect(offer.files.map(({ unit, release }) => [unit, release])).toEqual([
    ["ill/xml", "2020-05-01"],
    ["neb/text", "2021-09-21"],
  ]);
});

test("listBulk leaves metadata files and files by reporter", async () => {
  const metadata = { body_format: null, file_name: "ill_metadata_20210921.zip" };
  const offer = await offerOf([listed(1, metadata), listed(2, { filter_type: "reporter", filter_id: 315 })]);
  expect(offer).toMatchObject({ files: [], problems: [] });
});

test.each([["neb"], ["Neb."]])("listBulk finds the jurisdiction %s", async (asked) => {
  const neb = listed(2, { filter_id: 5, file_name: "Nebraska-20200501-xml.zip" });
  const offer = await offerOf([listed(1), neb], selectionOf({ jurisdictions: [asked], bodyFormat: "xml" }));
  expect(offer.files.map(({ unit }) => unit)).toEqual(["neb/xml"]);
  const none = await offerOf([listed(1), neb], selectionOf({ jurisdictions: [asked], bodyFormat: "text" }));
  expect(none.files).toEqual([]);
});

test.each([
  [{ jurisdictions: ["zz"] }, 'Cannot sync jurisdiction "zz": the source has no jurisdiction of that name'],
  [{ reporters: ["us"] }, 'Cannot sync "us": a bulk service has only complete jurisdictions'],
])("listBulk refuses the selection %j before it reads on", async (more, message) => {
  const web = webWith([]);
  const offer = listBulk(BASE, selectionOf(more), web);
  await expect(offer).rejects.toMatchObject({ code: "invalid", message });
  expect(web.asked).toEqual([`${BASE}/v1/jurisdictions/`]);
});

test("N11: listBulk reports broken records and uses the others", async () => {
  const offer = await offerOf([
    listed(1),
    { id: 2, file_name: "x.zip" },
    listed(3, { filter_id: 99, body_format: "text" }),
    listed(4, { filter_id: 5, download_url: "file:///etc/passwd" }),
  ]);
  expect(offer.files.map((file) => file.bulk?.id)).toEqual([1]);
  expect(offer.problems).toEqual([
    "Cannot use bulk file 2 of the listing: download_url: expected a value, found nothing",
    "Cannot use bulk file 3: its jurisdiction is unknown",
    "Cannot use bulk file 4: its address is unknown",
  ]);
});

test("listBulk uses no slug that is not a safe name", async () => {
  const web = webWith([listed(1)], { [`${BASE}/v1/jurisdictions/`]: pageOf([{ ...ILL, slug: "../ill" }]) });
  const offer = await listBulk(BASE, selectionOf(), web);
  expect(offer).toMatchObject({
    files: [],
    problems: ["Cannot use bulk file 1: its jurisdiction is unknown"],
  });
});

test("N11: listBulk fails when any collection cannot be read completely", async () => {
  for (const collection of ["jurisdictions", "bulk", "courts", "reporters", "volumes"]) {
    const web = webWith([listed(1)], { [`${BASE}/v1/${collection}/`]: pageOf([], { count: 7 }) });
    await expect(listBulk(BASE, selectionOf(), web)).rejects.toMatchObject({ code: "corrupt" });
  }
});

test.each([
  ["New Mexico-20190416-text.zip", "New Mexico", "text", "2019-04-16"],
  ["Ill. App. 2d-20190418-text.zip", "Ill. App. 2d", "text", "2019-04-18"],
  ["Illinois-20200501-xml", "Illinois", "xml", "2020-05-01"],
  ["n-mar-i_metadata_20210921.zip", "n-mar-i", "metadata", "2021-09-21"],
  ["us_xml_20200604.ZIP", "us", "xml", "2020-06-04"],
  ["A-20180829-xml-20200501-xml.zip", "A-20180829-xml", "xml", "2020-05-01"],
  ["Nuevo “México”-20190416-text.zip", "Nuevo “México”", "text", "2019-04-16"],
])("readBulkFileName reads %s from the right", (name, jurisdiction, bodyFormat, date) => {
  expect(readBulkFileName(name)).toEqual({ name: jurisdiction, bodyFormat, date });
});

test("readBulkFileName returns the parts that a name was made of", () => {
  const day = fc.date({ min: new Date("1990-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
  const format = fc.constantFrom("text" as const, "xml" as const);
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), day, format, (name, on, bodyFormat) => {
      const date = on.toISOString().slice(0, 10);
      const made = `${name}-${date.replaceAll("-", "")}-${bodyFormat}.zip`;
      expect(readBulkFileName(made)).toEqual({ name, bodyFormat, date });
    }),
  );
});
