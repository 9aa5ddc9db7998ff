/** What `coverage` says after syncs and imports (docs/faults.md, "N4", "A5", "A8"); test/sync has what a refused archive is told as. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import type { SyncOptions } from "../../src/sync/plan.ts";
import type { V1Coverage, V1CoverageUnit } from "../../src/v1/coverage.ts";
import type { Parameters } from "../../src/v1/parameter.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeBagZip, makeVolumeZip, type VolumeFixture } from "../support/archives.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases, staticCases } from "../support/records.ts";
import { importAt, syncAt, syncOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openVolumeSite } from "../support/volume-site.ts";

const [MARCH, APRIL, MAY] = [
  "2024-03-04T00:00:00+00:00",
  "2024-04-04T00:00:00+00:00",
  "2024-05-04T00:00:00+00:00",
] as const;
const CASES = staticCases(1, 2, 3, 4);
const VOLUME: VolumeFixture = { cases: CASES };
const { "0002-01": _missing, ...LEFT } = CASES;
/** Lists four cases and has three. */
const MISMATCHED: VolumeFixture = {
  cases: LEFT,
  rows: Object.values(CASES).map(({ casebody: _body, ...row }) => row),
};

async function openSite() {
  const volume = await openVolumeSite();
  return { volume, options: syncOptions("static", volume.site.url) };
}

function coverageOf({ corpusPath }: Pick<SyncOptions, "corpusPath">, question: Parameters = {}): V1Coverage {
  using corpus = openV1(corpusPath);
  return corpus.coverage(question);
}

/** The only unit. */
function unitOf(options: Pick<SyncOptions, "corpusPath">): V1CoverageUnit {
  const { units } = coverageOf(options);
  expect(units).toHaveLength(1);
  const [unit] = units;
  if (unit === undefined) throw new Error("no unit");
  return unit;
}

/** Says another version of the volume in the list, and leaves the zip. */
function listOnly(zip: string, version: string): void {
  const list = join(dirname(dirname(zip)), "VolumesMetadata.json");
  writeFileSync(list, readFileSync(list, "utf8").replace(/("last_updated": ?")[^"]*/, `$1${version}`));
}

test("N4, A8: a volume is told as absent, fetched, imported, listed anew, broken and lost, as it comes and goes", async () => {
  const { volume, options } = await openSite();
  rmSync(await volume.publish(VOLUME, MARCH));
  const absent = { unit: "a2d/1", cases_imported: 0, imported_at: null, error: null };
  for (const attempts of [1, 2]) {
    expect(hasFaults(await syncAt(options))).toBe(attempts === 1);
    const told = { ...absent, state: "missing", attempts, url: `${volume.site.url}/a2d/1.zip` };
    expect(unitOf(options)).toMatchObject(told);
  }
  const zip = await volume.publish(VOLUME, MARCH);
  await syncAt({ ...options, steps: "download" });
  expect(unitOf(options)).toMatchObject({ state: "downloaded", imported_at: null, cases_expected: null });
  await syncAt(options);
  const held = { cases_imported: 4, cases_expected: 4 };
  expect(unitOf(options)).toMatchObject({ ...held, state: "imported", version: MARCH, attempts: 0 });
  // a list ahead of its zip: a 304 confirms the version, and is asked for once more
  const [zips, checks] = [volume.zips(), volume.checks()];
  listOnly(zip, APRIL);
  const report = await syncAt(options);
  expect(hasFaults(report)).toBe(false);
  expect(report.total).toMatchObject({ added: 0, changed: 0, removed: 0 });
  expect(unitOf(options)).toMatchObject({ ...held, state: "imported", version: APRIL });
  expect([volume.zips(), volume.checks()]).toEqual([zips, checks + 1]);
  await volume.publish(VOLUME, APRIL, { mtime: new Date("2024-04-05T00:00:00Z"), comment: "packed again" });
  expect((await syncAt(options)).total).toMatchObject({ unchanged: 4, changed: 0 });
  expect(unitOf(options)).toMatchObject({ state: "imported" });
  for (const _ of [1, 2]) await syncAt(options);
  expect([volume.zips(), volume.checks()]).toEqual([zips, checks + 3]);
  writeFileSync(await volume.publish(VOLUME, MAY), "<html>Sorry</html>");
  await syncAt(options);
  const error = expect.stringContaining("Sorry");
  expect(unitOf(options)).toMatchObject({ state: "failed", error, attempts: 1, cases_imported: 4 });
  rmSync(await volume.publish(VOLUME, MAY));
  expect(hasFaults(await syncAt(options))).toBe(true);
  const imported_at = expect.stringMatching(/Z$/);
  expect(unitOf(options)).toMatchObject({ state: "missing", cases_imported: 4, imported_at });
});

test("A5: what a zip lists and lacks is told by name, until the site gives it singly", async () => {
  const { volume, options } = await openSite();
  await volume.publish(MISMATCHED, MARCH);
  await syncAt(options);
  expect(unitOf(options)).toMatchObject({
    state: "failed",
    error: "1 of the 4 cases that its archive lists could not be imported",
    cases_imported: 3,
    cases_expected: 4,
    mismatches: [{ name: "0002-01", kind: "row_without_json" }],
  });
  expect(coverageOf(options).states).toEqual([
    { state: "failed", units: 1, cases_imported: 3, cases_expected: 4, mismatches: 1 },
  ]);
  volume.lay("cases/0002-01.json", CASES["0002-01"]);
  await syncAt(options);
  // of zip and single together, which have another hash than what was fetched
  expect(unitOf(options)).toMatchObject({ state: "imported", cases_imported: 4, cases_expected: 4 });
});

test("coverage tells of files from disk, and knows them as the source's once it lists them", async () => {
  const { volume, options } = await openSite();
  const folder = tempFolder();
  const bag = await makeBagZip(join(folder, "Illinois-20200302-text.zip"), { lines: bulkCases(1, 5) });
  writeFileSync(join(folder, "data.jsonl"), `${JSON.stringify(bulkCases(6, 6)[0])}\n`);
  await importAt([bag, join(folder, "data.jsonl")], options);
  expect(coverageOf(options).units).toMatchObject([
    {
      source: "bulk",
      unit: "ill/text",
      state: "local",
      cases_imported: 5,
      jurisdictions: ["ill"],
      listed_at: null,
    },
    {
      source: "files",
      unit: join(folder, "data.jsonl"),
      state: "local",
      cases_imported: 1,
      jurisdictions: [],
    },
  ]);
  expect(coverageOf(options, { jurisdiction: "ill" }).units).toHaveLength(2);
  const zip = join(folder, "a2d", "1.zip");
  const own = { id: "32044000000001", volume_number: "1", jurisdictions: [{ id: 29, name: "Ill." }] };
  await makeVolumeZip(zip, { cases: staticCases(7), volume: own });
  await importAt([zip], options);
  rmSync(await volume.publish(VOLUME, MARCH));
  await syncAt(options);
  const units = coverageOf(options, { source: "static" }).units;
  expect(units).toMatchObject([
    { unit: "a2d/1", state: "missing", cases_imported: 1, jurisdictions: ["ill"] },
  ]);
});

test("coverage sets cases held beside those that the source says a jurisdiction has", async () => {
  const { volume, options } = await openSite();
  await volume.publish(VOLUME, MARCH);
  const list = { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois", case_count: 9 };
  const other = { id: 30, slug: "ind", name: "Ind.", name_long: "Indiana", case_count: 2 };
  const site = dirname(dirname(await volume.publish(VOLUME, MARCH)));
  writeFileSync(join(site, "JurisdictionsMetadata.json"), JSON.stringify([list, other]));
  await syncAt(options);
  const { jurisdictions } = coverageOf(options);
  const told = { source: "static", reported_at: expect.stringMatching(/Z$/) };
  expect(jurisdictions).toEqual([
    { slug: "ill", name: "Ill.", cases_imported: 4, cases_expected: 9, ...told },
    { slug: "ind", name: "Ind.", cases_imported: 0, cases_expected: 2, ...told },
  ]);
  const narrowed = coverageOf(options, { jurisdiction: "ind" });
  expect(narrowed).toMatchObject({ units: [], states: [], jurisdictions: [{ slug: "ind" }] });
  expect(coverageOf(options, { state: ["outdated", "failed"] })).toMatchObject({
    units: [],
    states: [{ units: 1 }],
  });
});

test.each([
  [{ state: "lost" }, "state"],
  [{ source: "disk" }, "source"],
  [{ jurisdiction: ["ill", "atlantis"] }, "jurisdiction"],
])("coverage refuses %j", (question, name) => {
  expect(() => coverageOf({ corpusPath: makeCorpus(bulkCases(1, 1)) }, question)).toThrow(
    expect.objectContaining({ parameters: { [name]: [expect.stringContaining("valid choice")] } }),
  );
});
