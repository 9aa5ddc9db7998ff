import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import type { SyncOptions } from "../../src/sync/plan.ts";
import { sync } from "../../src/sync/sync.ts";
import { startBulkService } from "../support/bulk-service.ts";
import { contributedIds, dumpCorpus, openPlain } from "../support/dump.ts";
import { bulkCases } from "../support/records.ts";
import { listing, syncAt, syncOptions } from "../support/run.ts";
import { startScriptedServer } from "../support/scripted-server.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openSite, publishBags } from "../support/two-releases.ts";
import { downloadsOf } from "../support/volume-site.ts";

/** A bulk service of one jurisdiction; `publish` makes a release of it the only one. */
async function openBulk() {
  const folder = tempFolder();
  const publish = async (date: string, lines: readonly unknown[]): Promise<string> => {
    await publishBags(folder, date, { text: lines });
    return `Illinois-${date}-text.zip`;
  };
  await publish("20190416", bulkCases(1, 20));
  const service = await startBulkService(folder);
  onTestFinished(() => service.close());
  return { publish, service };
}

test("sync fetches nothing the second time although no archive is kept", async () => {
  const { site } = await openSite();
  const options: SyncOptions = { ...syncOptions("static", site.url), keep: "none" };
  const first = await syncAt(options);
  expect(listing(options.dataFolder).filter((name) => name.endsWith(".zip"))).toEqual([]);
  const before = dumpCorpus(options.corpusPath);
  const second = await syncAt(options);
  expect(downloadsOf(site)).toHaveLength(2);
  expect(second.total).toMatchObject({ unchanged: first.total.added, added: 0, changed: 0 });
  for (const { archives } of [first, second]) {
    expect(archives.map(({ unit }) => unit).sort()).toEqual(["a2d/1", "a2d/2"]);
  }
  expect(dumpCorpus(options.corpusPath)).toEqual(before);
});

test("I7: sync removes the unfinished download of a file that is not listed, not those of files that it did not select", async () => {
  const { site } = await openSite();
  const options = syncOptions("static", site.url);
  const kept = ["static/a2d/2.zip.part", "static/a2d/2.zip.part.json", "static/us/1.zip.part"];
  const others = ["bulk/ill.zip.part", "courtlistener/opinions-2025-03-31.csv.bz2.part"];
  for (const name of [...kept, ...others, "static/a2d/9.zip.part"]) {
    const path = join(options.dataFolder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "x");
  }
  await syncAt({ ...options, selection: { ...options.selection, volumes: ["a2d/1"] } });
  const unfinished = listing(options.dataFolder).filter((name) => name.includes(".part"));
  expect(unfinished.toSorted()).toEqual([...kept, ...others].toSorted());
});

test("sync asks by validators for an archive it did not keep and whose list has no version", async () => {
  const { folder, site } = await openSite();
  const list = join(folder, "VolumesMetadata.json");
  const volumes: { last_updated: unknown }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const volume of volumes) volume.last_updated = null;
  writeFileSync(list, JSON.stringify(volumes));
  const options: SyncOptions = { ...syncOptions("static", site.url), keep: "none" };
  const first = await syncAt(options);
  const asked = site.requests.length;
  const second = await syncAt(options);
  const zips = site.requests.slice(asked).filter(({ url }) => url.endsWith(".zip"));
  expect(zips.map(({ headers }) => typeof headers["if-none-match"])).toEqual(["string", "string"]);
  expect(listing(options.dataFolder).filter((name) => name.endsWith(".zip"))).toEqual([]);
  expect(second.total).toMatchObject({ unchanged: first.total.added, added: 0, changed: 0 });
});

test.each(["newest", "none"] as const)(
  "sync --recheck asks about every file, and downloads what changed without its listing, with --keep %s",
  async (keep) => {
    const { folder, site } = await openSite();
    const options: SyncOptions = { ...syncOptions("static", site.url), keep };
    const zipsSince = (first: number) => site.requests.slice(first).filter(({ url }) => url.endsWith(".zip"));
    await syncAt(options);
    // the first answer may come from a cache, so the next run asks again
    await syncAt(options);
    const path = join(folder, "a2d", "1.zip");
    const bytes = readFileSync(path);
    // the same archive with a comment at its end
    bytes.writeUInt16LE(1, bytes.length - 2);
    writeFileSync(path, Buffer.concat([bytes, Buffer.from("x")]));
    const asked = site.requests.length;
    expect((await syncAt(options)).archives.map(({ status }) => status)).toEqual(["unchanged", "unchanged"]);
    expect(zipsSince(asked)).toEqual([]);
    const report = await syncAt({ ...options, recheck: "every unit" });
    expect(report.archives.map(({ status }) => status).toSorted()).toEqual(["imported", "unchanged"]);
    expect(zipsSince(asked)).toHaveLength(2);
  },
);

test("N4: sync reports a listed volume that is missing, and imports the others", async () => {
  const { folder, site } = await openSite();
  rmSync(join(folder, "a2d", "1.zip"));
  const options = syncOptions("static", site.url);
  const report = await syncAt(options);
  expect(report.problems).toEqual([expect.stringMatching(/^a2d\/1: .*404.*a2d\/1\.zip$/)]);
  expect(hasFaults(report)).toBe(true);
  expect(report.archives.map(({ status }) => status)).toEqual(["imported"]);
});

test("N4: sync keeps the stored version when the source loses the volume", async () => {
  const { folder, site } = await openSite();
  const options = syncOptions("static", site.url);
  await syncAt(options);
  const before = dumpCorpus(options.corpusPath);
  rmSync(join(folder, "a2d", "1.zip"));
  for (const list of ["VolumesMetadata.json", "a2d/VolumesMetadata.json"]) {
    const text = readFileSync(join(folder, list), "utf8");
    writeFileSync(join(folder, list), text.replace(/("last_updated": *")\d{4}/g, "$12031"));
  }
  await syncAt(options);
  expect(dumpCorpus(options.corpusPath).records.cases).toEqual(before.records.cases);
  expect(existsSync(join(options.dataFolder, "static", "a2d", "1.zip"))).toBe(true);
});

test("sync takes a newer release, and drops the older archive only when the newer one is in", async () => {
  const { publish, service } = await openBulk();
  const options = syncOptions("bulk", service.url);
  const kept = (): string[] => listing(join(options.dataFolder, "bulk"));
  const first = await publish("20190416", bulkCases(1, 20));
  await syncAt(options);
  expect(kept()).toEqual([first]);
  const shrunk = await publish("20200416", bulkCases(1, 5));
  for (const _try of [1, 2]) {
    const refused = await syncAt(options);
    expect(refused.archives).toEqual([expect.objectContaining({ status: "failed", unit: "ill/text" })]);
    expect(kept()).toEqual([first, shrunk]);
    expect(contributedIds(options.corpusPath)).toHaveLength(20);
  }
  expect(downloadsOf(service)).toHaveLength(2);
  const allowed = await syncAt({ ...options, shrink: "allowed" });
  expect(allowed.archives).toEqual([expect.objectContaining({ status: "imported", removed: 15 })]);
  expect(kept()).toEqual([shrunk]);
});

test("S3: a run whose source is away is in the log of runs, one with a selection that it lacks is not; neither makes a corpus", async () => {
  const { service } = await openBulk();
  const options = syncOptions("bulk", service.url);
  await syncAt(options);
  const runs = () => {
    using db = openPlain(options.corpusPath);
    return db.prepare("SELECT outcome FROM run ORDER BY id").pluck().all();
  };
  const selection = { ...options.selection, jurisdictions: ["nowhere"] };
  await expect(sync({ ...options, selection })).rejects.toMatchObject({ code: "invalid" });
  expect(runs()).toEqual(["done"]);
  await using empty = await startScriptedServer({});
  await expect(sync({ ...options, sourceUrl: empty.url })).rejects.toThrow("Cannot read");
  expect(runs()).toEqual(["done", "failed"]);
  const fresh = syncOptions("bulk", empty.url);
  await expect(sync(fresh)).rejects.toThrow("Cannot read");
  expect(listing(dirname(fresh.corpusPath))).toEqual([]);
});

test("sync refuses to run during another run before it asks the source", async () => {
  const { site } = await openSite();
  const options = { ...syncOptions("static", site.url), command: "sync A" };
  const inner: Promise<unknown>[] = [];
  await syncAt({
    ...options,
    onProgress: ({ kind }) => {
      if (kind === "plan")
        inner.push(sync({ ...options, command: "sync B" }).catch((error: unknown) => error));
    },
  });
  expect(await Promise.all(inner)).toEqual([
    expect.objectContaining({ code: "conflict", message: expect.stringContaining("caselaw sync A") }),
  ]);
  expect(site.requests.filter(({ url }) => url === "/JurisdictionsMetadata.json")).toHaveLength(1);
});

test("sync refuses a list without a unit where the corpus has some, and takes it if that is allowed", async () => {
  const { folder, site } = await openSite();
  const options = syncOptions("static", site.url);
  await syncAt(options);
  const before = dumpCorpus(options.corpusPath);
  writeFileSync(join(folder, "VolumesMetadata.json"), "[]");
  const report = await syncAt(options);
  expect(hasFaults(report)).toBe(true);
  expect(report.problems).toEqual([
    "Cannot use the source's list: it has no unit, and the corpus has 2 of this source; nothing was changed",
  ]);
  expect(dumpCorpus(options.corpusPath)).toEqual(before);
  expect(hasFaults(await syncAt({ ...options, shrink: "allowed" }))).toBe(false);
});
