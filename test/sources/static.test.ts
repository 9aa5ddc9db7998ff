import { expect, test } from "vitest";
import { listStatic } from "../../src/sources/static.ts";
import { listedWeb, selectionOf } from "../support/web.ts";

const BASE = "http://127.0.0.1:9/site";
const JURISDICTIONS = [
  { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois", reporters: [] },
  { id: 8, slug: "del", name: "Del.", name_long: "Delaware", reporters: [] },
];
const REPORTERS = [
  {
    id: 210,
    slug: "a2d",
    full_name: "Atlantic",
    short_name: "A.2d",
    jurisdictions: [{ id: 8, name: "Del." }],
  },
  { id: 6, slug: "ill-cir-ct-rep", full_name: "Illinois Circuit Court Reports", jurisdictions: [] },
];

function row(reporter: string | undefined, folder: string | undefined, more: object = {}): object {
  return {
    id: `${reporter}-${folder}`,
    volume_number: "1",
    reporter_slug: reporter,
    volume_folder: folder,
    jurisdictions: [{ id: 8, name: "Del.", name_long: "Delaware" }],
    last_updated: "2024-02-27T23:46:10.534315+00:00",
    ...more,
  };
}

function webWith(volumes: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) {
  return listedWeb({
    [`${BASE}/JurisdictionsMetadata.json`]: JURISDICTIONS,
    [`${BASE}/ReportersMetadata.json`]: REPORTERS,
    [`${BASE}/VolumesMetadata.json`]: volumes,
    ...more,
  });
}

const ILL = { jurisdictions: [{ id: 29, name: "Ill." }] };
const VOLUMES = [row("a2d", "100"), row("a2d", "138-2"), row("ill-cir-ct-rep", "1", ILL)];
const unitsOf = async (more: object) =>
  (await listStatic(BASE, selectionOf(more), webWith(VOLUMES))).files.map(({ unit }) => unit);

test("listStatic offers a zip per volume, built from its folder, with volume and reporter", async () => {
  const offer = await listStatic(BASE, selectionOf(), webWith(VOLUMES));
  expect(offer.files[1]).toMatchObject({
    source: "static",
    unit: "a2d/138-2",
    path: "static/a2d/138-2.zip",
    url: `${BASE}/a2d/138-2.zip`,
    version: "2024-02-27T23:46:10.534315+00:00",
    bytes: null,
    bulk: null,
    reporter: { id: 210, slug: "a2d", jurisdictions: [{ id: 8, slug: "del", whitelisted: true }] },
    volume: { barcode: "a2d-138-2", volumeNumber: "1", reporterId: 210, reporterName: "Atlantic" },
  });
  expect(offer.files).toHaveLength(3);
  expect(Object.values(offer.reference).map((records) => records.length)).toEqual([2, 0, 2, 3]);
});

test("listStatic chooses by jurisdiction, reporter and volume, each narrowing", async () => {
  expect(await unitsOf({ jurisdictions: ["ill"] })).toEqual(["ill-cir-ct-rep/1"]);
  expect(await unitsOf({ jurisdictions: ["Del."] })).toEqual(["a2d/100", "a2d/138-2"]);
  for (const name of ["a2d", "210", "Atlantic", "A2D"])
    expect(await unitsOf({ reporters: [name] })).toEqual(["a2d/100", "a2d/138-2"]);
  expect(await unitsOf({ volumes: ["a2d/138-2"] })).toEqual(["a2d/138-2"]);
  expect(await unitsOf({ reporters: ["a2d"], jurisdictions: ["ill"] })).toEqual([]);
});

test.each([
  [{ jurisdictions: ["zz"] }, "jurisdiction", "zz"],
  [{ reporters: ["zz"] }, "reporter", "zz"],
  [{ volumes: ["a2d/9999"] }, "volume", "a2d/9999"],
  [{ volumes: ["100"] }, "volume", "100"],
])("listStatic refuses the unknown in %j", async (more, kind, asked) => {
  const message = `Cannot sync ${kind} "${asked}": the source has no ${kind} of that name`;
  await expect(unitsOf(more)).rejects.toMatchObject({ code: "invalid", message });
});

test("listStatic reads a reporter's own list when only reporters are chosen", async () => {
  const own = `${BASE}/a2d/VolumesMetadata.json`;
  const web = webWith([], { [own]: [row(undefined, "7")] });
  const offer = await listStatic(BASE, selectionOf({ reporters: ["a2d"] }), web);
  expect(offer.files.map(({ unit }) => unit)).toEqual(["a2d/7"]);
  expect(web.asked).toContain(own);
  expect(web.asked).not.toContain(`${BASE}/VolumesMetadata.json`);
});

test("listStatic knows a volume of unlisted reporter by its slug, one without last_updated by no version", async () => {
  const offer = await listStatic(
    BASE,
    selectionOf(),
    webWith([row("new", "1", { last_updated: null, jurisdictions: [{ id: 77, name: "N.C." }] })]),
  );
  expect(offer.files[0]).toMatchObject({ unit: "new/1", version: null, release: null, reporter: null });
  expect(offer.files[0]?.volume?.jurisdictions?.[0]?.slug).toBe("nc");
});

test.each(["../../x", "/etc/x", "C:\\x", "", "..", "a".repeat(300), "a/b"])(
  "N11: listStatic reports the folder %j and uses the others",
  async (folder) => {
    const offer = await listStatic(BASE, selectionOf(), webWith([row("a2d", folder), row("a2d", "2")]));
    expect(offer.files.map(({ unit }) => unit)).toEqual(["a2d/2"]);
    expect(offer.problems).toHaveLength(1);
  },
);

test("N11: listStatic gives no two volumes one place", async () => {
  const same = row("a2d", "1");
  const other = row("A2D", "1", { id: "other" });
  const offer = await listStatic(BASE, selectionOf(), webWith([same, same, other, { id: 5 }]));
  expect(offer.files.map(({ unit }) => unit)).toEqual(["a2d/1"]);
  expect(offer.problems).toEqual([
    "Cannot use volume 4 of the listing: id: expected a text, found 5",
    'Cannot use volume "other": its folder "A2D/1" is that of volume "a2d-1"',
  ]);
});
