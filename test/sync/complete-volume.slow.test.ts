import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import { openWriter, type ProgressEvent } from "../../src/import/run.ts";
import type { SyncOptions } from "../../src/sync/plan.ts";
import type { VolumeFixture } from "../support/archives.ts";
import { contributedIds, dumpCorpus } from "../support/dump.ts";
import { staticCase, staticCases, staticHtml } from "../support/records.ts";
import { importAt, listing, only, runOptions, syncAt, syncOptions } from "../support/run.ts";
import { openVolumeSite, type VolumeSite } from "../support/volume-site.ts";

const [MARCH, APRIL] = ["2024-03-04T00:00:00+00:00", "2024-04-04T00:00:00+00:00"] as const;
const ALL = staticCases(1, 2, 3, 4);
const ROWS = Object.values(ALL).map(({ casebody: _body, ...row }) => row);
const HTML = Object.fromEntries([1, 2, 3, 4].map((id) => [`000${id}-01`, staticHtml(`word${id}`)]));
const MISMATCH = "listed in CasesMetadata.json, but has no JSON file";

/** The volume of four cases without these files, `json/0002-01`. */
function without(...missing: readonly string[]): VolumeFixture {
  const left = <T>(kind: string, files: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(files).filter(([name]) => !missing.includes(`${kind}/${name}`)));
  return { cases: left("json", ALL), html: left("html", HTML), rows: ROWS };
}

/** A site, a sync of it that keeps its notes, and the supplements on disk. */
async function open(more: Partial<SyncOptions> = {}) {
  const volume: VolumeSite = await openVolumeSite();
  const notes: string[] = [];
  const onProgress = (event: ProgressEvent): void => {
    if (event.kind === "note") notes.push(event.message);
  };
  const options: SyncOptions = { ...syncOptions("static", volume.site.url), onProgress, ...more };
  const folder = join(options.dataFolder, "static", "a2d", "1.supplements");
  const supplements = (): string[] => listing(folder).filter((name) => name.includes("."));
  return { volume, options, notes, folder, supplements };
}

function layAll({ lay }: VolumeSite): void {
  for (const [name, record] of Object.entries(ALL)) lay(`cases/${name}.json`, record);
  for (const [name, html] of Object.entries(HTML)) lay(`html/${name}.html`, html);
}

/** A corpus made of the data folder alone. */
async function imported(options: SyncOptions): Promise<string> {
  const fresh = runOptions();
  const lists = { jurisdictions: "JurisdictionsMetadata.json", reporters: "ReportersMetadata.json" };
  for (const list of Object.values(lists)) {
    const answer = await fetch(`${options.sourceUrl}/${list}`);
    writeFileSync(join(options.dataFolder, "static", list), await answer.text());
  }
  await importAt([join(options.dataFolder, "static")], fresh);
  return fresh.corpusPath;
}

test("sync fetches singly what a volume's zip lacks, and import of the data folder comes to the same", async () => {
  const { volume, options, notes, supplements } = await open();
  await volume.publish(without("json/0002-01", "html/0002-01", "json/0003-01", "html/0004-01"), MARCH);
  layAll(volume);
  const report = await syncAt(options);
  expect(hasFaults(report)).toBe(false);
  expect(only(report)).toMatchObject({ status: "imported", read: 4, added: 4, rejected: 0, problems: [] });
  expect(volume.asked()).toEqual([
    "cases/0002-01.json",
    "html/0002-01.html",
    "cases/0003-01.json",
    "html/0004-01.html",
  ]);
  expect(notes).toEqual(["a2d/1: 4 of 4 missing entries downloaded separately"]);
  expect(supplements()).toEqual([
    "html/0002-01.html",
    "html/0004-01.html",
    "json/0002-01.json",
    "json/0003-01.json",
  ]);
  const [synced, complete] = [dumpCorpus(options.corpusPath), dumpCorpus(await imported(options))];
  expect([complete.records.cases, complete.bodies, complete.words]).toEqual([
    synced.records.cases,
    synced.bodies,
    synced.words,
  ]);
});

test("sync reports files that the site does not have either, and requests only these the next time", async () => {
  const { volume, options, notes } = await open();
  await volume.publish(without("json/0002-01", "json/0003-01"), MARCH);
  volume.lay("cases/0003-01.json", ALL["0003-01"]);
  const first = await syncAt(options);
  expect(hasFaults(first)).toBe(true);
  expect(only(first)).toMatchObject({ status: "incomplete", added: 3, rejected: 1 });
  expect(only(first).problems).toContain(`0002-01: ${MISMATCH}`);
  expect(volume.asked()).toHaveLength(2);
  const second = await syncAt(options);
  expect(volume.asked()).toEqual(["cases/0002-01.json"]);
  expect(hasFaults(second)).toBe(false);
  expect(second.total).toMatchObject({ added: 0, changed: 0, removed: 0 });
  volume.lay("cases/0002-01.json", ALL["0002-01"]);
  const third = await syncAt(options);
  expect(only(third)).toMatchObject({ status: "imported", added: 1, changed: 0, rejected: 0 });
  expect(volume.asked()).toEqual(["cases/0002-01.json"]);
  await syncAt(options);
  expect(volume.asked()).toEqual([]);
  expect(volume.zips()).toBe(1);
  expect(notes).toEqual([
    "a2d/1: 1 of 2 missing entries downloaded separately",
    "a2d/1: 1 of 1 missing entry downloaded separately",
  ]);
  expect(contributedIds(options.corpusPath)).toEqual([1, 2, 3, 4]);
  using writer = openWriter(options.corpusPath);
  const unit = writer.known.units.find("static", "32044000000001");
  expect(unit).not.toBeNull();
  expect(writer.known.units.mismatches(unit?.id ?? 0)).toEqual([]);
});

test("sync does not keep what is another case's, and says so", async () => {
  const { volume, options, notes, supplements } = await open();
  await volume.publish(without("json/0002-01"), MARCH);
  volume.lay("cases/0002-01.json", ALL["0003-01"]);
  expect(hasFaults(await syncAt(options))).toBe(true);
  expect(supplements()).toEqual([]);
  expect(notes).toEqual([
    "a2d/1: 0 of 1 missing entry downloaded separately; cases/0002-01.json: differs from its row in the list",
  ]);
});

test("sync leaves a volume for the next run when the site refuses file after file", async () => {
  const { volume, options, notes } = await open();
  await volume.publish(without(...Object.keys(ALL).map((name) => `json/${name}`)), MARCH);
  volume.refuse(403);
  expect(hasFaults(await syncAt(options))).toBe(true);
  expect(volume.asked()).toHaveLength(3);
  expect(notes).toEqual([expect.stringMatching(/^a2d\/1: 0 of 3 .*cases\/0001-01.json: .*403/)]);
});

test("a newer zip makes void the supplements that it has itself or lists otherwise", async () => {
  const { volume, options, folder, supplements } = await open();
  await volume.publish(without("json/0001-01", "json/0002-01", "json/0003-01"), MARCH);
  layAll(volume);
  await syncAt(options);
  const changed = staticCase(2, { file_name: "0002-01", docket_number: "new" });
  const { casebody: _body, ...row } = changed;
  const rows = ROWS.map((one) => (one.id === 2 ? row : one));
  const mtime = new Date(Date.UTC(2024, 3, 4));
  await volume.publish({ ...without("json/0002-01", "json/0003-01"), rows }, APRIL, { mtime });
  volume.asked();
  const report = await syncAt(options);
  expect(supplements()).toEqual(["json/0003-01.json"]);
  expect(only(report).problems).toContain(`0002-01: ${MISMATCH}`);
  volume.lay("cases/0002-01.json", changed);
  expect(only(await syncAt(options))).toMatchObject({ status: "imported", changed: 1, problems: [] });
  await volume.publish(
    { cases: { ...ALL, "0002-01": changed }, html: HTML, rows },
    APRIL.replace("04-04", "05-04"),
    { mtime: new Date(Date.UTC(2024, 4, 4)) },
  );
  await syncAt(options);
  expect(existsSync(folder)).toBe(false);
});

test("sync that keeps no archive drops the supplements too, and fetches nothing the second time", async () => {
  const { volume, options, folder } = await open({ keep: "none" });
  await volume.publish(without("json/0002-01"), MARCH);
  layAll(volume);
  await syncAt(options);
  expect([existsSync(folder), existsSync(folder.replace(".supplements", ".zip"))]).toEqual([false, false]);
  volume.asked();
  const second = await syncAt(options);
  expect([volume.zips(), volume.asked()]).toEqual([1, []]);
  expect(second.total).toMatchObject({ added: 0, changed: 0 });
});

test("sync goes over what a run that was killed left half written", async () => {
  const { volume, options, folder } = await open();
  await volume.publish(without("json/0002-01"), MARCH);
  await syncAt(options);
  mkdirSync(join(folder, "json"), { recursive: true });
  writeFileSync(join(folder, "json", "0002-01.json.part"), "{");
  volume.lay("cases/0002-01.json", ALL["0002-01"]);
  expect(only(await syncAt(options))).toMatchObject({ status: "imported", added: 1 });
  expect(listing(join(folder, "json"))).toEqual(["0002-01.json"]);
});

test.each(["a download", "a download that was killed when it had noted the zip"])(
  "sync after %s fetches what is missing once",
  async (before) => {
    const { volume, options, folder } = await open({ steps: "download" });
    await volume.publish(without("json/0002-01"), MARCH);
    const isKilled = before !== "a download";
    if (!isKilled) layAll(volume);
    await syncAt(options);
    volume.asked();
    layAll(volume);
    if (isKilled) rmdirSync(folder);
    const report = await syncAt({ ...options, steps: "download and import" });
    expect(only(report)).toMatchObject({ status: "imported", added: 4 });
    expect([volume.zips(), volume.asked()]).toEqual([1, isKilled ? ["cases/0002-01.json"] : []]);
  },
);
