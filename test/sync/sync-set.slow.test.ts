/** CourtListener's tables over loopback: what is downloaded, and what becomes of it in the corpus. */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyCorpus } from "../../src/maintenance/verify.ts";
import type { SyncOptions } from "../../src/sync/plan.ts";
import { sync } from "../../src/sync/sync.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { type Decision, rowsOf } from "../support/listener-set.ts";
import { startListenerSite } from "../support/listener-site.ts";
import { listing, syncAt, syncOptions } from "../support/run.ts";

const FIRST: readonly Decision[] = [
  ...Array.from({ length: 20 }, (_, nth) => ({ id: 100 + nth, court: "ca9" })),
  { id: 200, court: "scotus", cluster: { date_filed: "2024-06-03", case_name: "Doe v. Agency" } },
];
const TABLES = ["citations", "courts", "dockets", "opinion-clusters", "opinions"];

async function openListener(more: Partial<SyncOptions> = {}) {
  const site = await startListenerSite();
  site.publish("2025-03-31", rowsOf(FIRST));
  const options: SyncOptions = { ...syncOptions("courtlistener", site.server.url), ...more };
  return { site, options };
}

function namesOf(release: string, tables = TABLES): string[] {
  return tables.map((table) => `${table}-${release}.csv.bz2`);
}

function kept({ dataFolder }: SyncOptions): string[] {
  return listing(join(dataFolder, "courtlistener"));
}

function coverageOf({ corpusPath }: SyncOptions): string[] {
  using v1 = openV1(corpusPath);
  const { units } = v1.coverage({ source: "courtlistener" });
  return units.map(({ unit, state, cases_imported: cases }) => `${unit} ${state} ${cases}`);
}

function changesSince({ corpusPath }: SyncOptions, since: number): string[] {
  using v1 = openV1(corpusPath);
  return [...v1.eachChange({ since: String(since) })].map(({ kind, case_id: id }) => `${kind} ${id}`);
}

function tablesAs(state: string): string[] {
  return TABLES.map((table) => `${table} ${state} 0`);
}

/** What a run says, but for progress. */
function listening(options: SyncOptions): { readonly said: string[]; readonly options: SyncOptions } {
  const said: string[] = [];
  return {
    said,
    options: { ...options, onProgress: (event) => void (event.kind === "note" && said.push(event.message)) },
  };
}

test("the newest set is imported; the next run does nothing; a newer set changes only what differs", async () => {
  const { site, options } = await openListener();
  expect((await syncAt(options)).total).toMatchObject({ added: 21, failed: 0 });
  expect(site.downloads()).toEqual(namesOf("2025-03-31"));
  expect(coverageOf(options)).toEqual(["ca9 imported 20", ...tablesAs("imported"), "scotus imported 1"]);
  const second = await syncAt(options);
  expect(second.archives.map(({ status, unit }) => [status, unit])).toEqual([
    ["unchanged", "tables of 2025-03-31"],
  ]);
  expect(site.server.requests.slice(-TABLES.length).every(({ headers }) => headers["if-none-match"])).toBe(
    true,
  );
  site.downloads();
  await syncAt(options);
  expect(site.downloads()).toEqual([]);
  const renamed = { id: 101, court: "ca9", cluster: { case_name: "Another name" } };
  const added = { id: 201, court: "scotus", cluster: { date_filed: "2025-05-01" } };
  const rest = FIRST.filter(({ id }) => id !== 100 && id !== 101);
  site.publish("2025-06-30", rowsOf([...rest, renamed, added]));
  // a run that was killed left it
  writeFileSync(join(options.dataFolder, ".courtlistener-2024-12-31.staging.part"), "");
  expect((await syncAt(options)).total).toMatchObject({ added: 1, changed: 1, removed: 1, unchanged: 19 });
  expect(changesSince(options, 21).toSorted()).toEqual([
    "added 9000000000201",
    "changed 9000000000101",
    "removed 9000000000100",
  ]);
  expect(kept(options)).toEqual(namesOf("2025-06-30"));
  expect(listing(options.dataFolder).filter((name) => name.includes("staging"))).toEqual([]);
  site.publish("2025-09-30", rowsOf([...FIRST.slice(5), added]));
  const refused = await syncAt(options);
  expect(refused.archives.map(({ unit, status }) => [unit, status])).toEqual([
    ["tables of 2025-09-30", "imported"],
    ["ca9", "failed"],
    ["scotus", "imported"],
  ]);
  expect(coverageOf(options)).toContain("ca9 outdated 19");
  expect(kept(options)).toEqual([...namesOf("2025-06-30"), ...namesOf("2025-09-30")].toSorted());
  expect((await syncAt({ ...options, shrink: "allowed" })).total).toMatchObject({ failed: 0 });
  expect(kept(options)).toEqual(namesOf("2025-09-30"));
  // a court that a set no longer has
  site.publish("2025-12-31", rowsOf(FIRST.slice(5).filter(({ court }) => court === "ca9")));
  expect((await syncAt(options)).archives).toContainEqual(
    expect.objectContaining({ unit: "scotus", status: "failed" }),
  );
  expect((await syncAt({ ...options, shrink: "allowed" })).total).toMatchObject({ removed: 2, failed: 0 });
  expect(coverageOf(options)).toContain("scotus imported 0");
});

test("courts, dates and parentheticals are selected: the plan has all tables with their sizes, the import less", async () => {
  const { site, options } = await openListener();
  site.publish("2025-03-31", { parentheticals: [], "people-db-people": [] });
  const selected: SyncOptions = { ...options, tables: { courts: ["ca9"], from: null, parentheticals: true } };
  const planned: unknown[] = [];
  const dry = listening(selected);
  await sync({
    ...dry.options,
    mode: "dry run",
    onProgress: (event) => {
      if (event.kind === "plan") planned.push(...(event.files ?? []));
      dry.options.onProgress(event);
    },
  });
  const all = namesOf("2025-03-31", [
    "courts",
    "people-db-people",
    "opinion-clusters",
    "dockets",
    "citations",
    "opinions",
    "parentheticals",
  ]);
  expect(planned).toEqual(
    all.map((name) => ({ path: `courtlistener/${name}`, bytes: site.files.get(name)?.length })),
  );
  expect(dry.said).toEqual([
    "courts and dates select what is imported: all tables are downloaded, because each has all courts",
  ]);
  expect(site.downloads()).toEqual([]);
  expect((await syncAt(selected)).total).toMatchObject({ added: 20 });
  expect(site.downloads()).toEqual(all.toSorted());
  // another selection of the same files
  const from: SyncOptions = { ...options, tables: { courts: [], from: "2024", parentheticals: false } };
  expect(
    (await syncAt({ ...from, tables: { courts: ["scotus"], from: "2024", parentheticals: false } })).total,
  ).toMatchObject({
    added: 1,
    removed: 0,
  });
  await expect(
    sync({ ...options, tables: { courts: ["ca9", "ca99"], from: null, parentheticals: false } }),
  ).rejects.toMatchObject({
    code: "invalid",
    message: 'Cannot import court "ca99": the table of courts has no such id',
  });
});

test("an unknown court is an error before the large tables are downloaded", async () => {
  const { site, options } = await openListener();
  const wrong: SyncOptions = {
    ...options,
    tables: { courts: ["nowhere"], from: null, parentheticals: false },
  };
  await expect(sync(wrong)).rejects.toMatchObject({ code: "invalid" });
  expect(site.downloads()).toEqual(["courts-2025-03-31.csv.bz2"]);
});

test("with --keep none the tables are removed, and downloaded again only for another selection or set", async () => {
  const { site, options } = await openListener({ keep: "none" });
  await syncAt(options);
  expect(kept(options)).toEqual([]);
  await syncAt(options);
  site.downloads();
  expect((await syncAt(options)).archives).toEqual([expect.objectContaining({ status: "unchanged" })]);
  expect(site.downloads()).toEqual([]);
  const other: SyncOptions = { ...options, tables: { courts: ["ca9"], from: null, parentheticals: false } };
  expect((await syncAt(other)).total).toMatchObject({ unchanged: 20, failed: 0 });
  expect(site.downloads()).toEqual(namesOf("2025-03-31"));
});

test("download does not import; the next sync imports without a download", async () => {
  const { site, options } = await openListener();
  await syncAt({ ...options, steps: "download" });
  expect(coverageOf(options)).toEqual(tablesAs("downloaded"));
  const notes = site.downloads();
  expect((await syncAt(options)).total).toMatchObject({ added: 21 });
  expect(notes).toEqual(namesOf("2025-03-31"));
  const { corpusPath, dataFolder } = options;
  const verdict = async () => (await verifyCorpus(corpusPath, { depth: "all", dataFolder })).verdict;
  expect(await verdict()).toBe("ok");
  const path = join(dataFolder, "courtlistener", "dockets-2025-03-31.csv.bz2");
  writeFileSync(path, Buffer.alloc(statSync(path).size, 0x55));
  expect(await verdict()).toBe("archives at fault");
});

test("T10: a newer set that lacks a table is not used until it is complete", async () => {
  const { site, options } = await openListener();
  const { opinions: _, ...early } = rowsOf(FIRST.slice(1));
  site.publish("2025-06-30", early);
  const run = listening(options);
  expect((await syncAt(run.options)).total).toMatchObject({ added: 21 });
  expect(run.said).toContain("the set of 2025-06-30 is not complete and not used: it lacks opinions");
  expect(site.downloads()).toEqual(namesOf("2025-03-31"));
});

test("T11: tables of different dates are no set", async () => {
  const site = await startListenerSite();
  const { opinions = [], ...others } = rowsOf(FIRST);
  site.publish("2025-03-31", others);
  site.publish("2025-06-30", { opinions });
  const options = syncOptions("courtlistener", site.server.url);
  await expect(sync(options)).rejects.toMatchObject({
    code: "corrupt",
    message: expect.stringContaining("no set is complete: the set of 2025-06-30 is not complete"),
  });
  expect(site.downloads()).toEqual([]);
});

test("T12: without one of its tables nothing of a set is imported, and what is downloaded stays", async () => {
  const { site, options } = await openListener();
  const name = "opinions-2025-03-31.csv.bz2";
  const script = site.server.script.get(`/bulk-data/${name}`) ?? [];
  site.server.script.delete(`/bulk-data/${name}`);
  const run = listening(options);
  const report = await syncAt(run.options);
  expect(report.problems).toEqual([
    expect.stringContaining("opinions: listed, but missing at the source (404)"),
  ]);
  expect(run.said).toContain("the set of 2025-03-31 is not imported: without opinions");
  expect(coverageOf(options)).toEqual(
    TABLES.map((table) => (table === "opinions" ? "opinions missing 0" : `${table} downloaded 0`)),
  );
  site.server.script.set(`/bulk-data/${name}`, script);
  site.downloads();
  expect((await syncAt(options)).total).toMatchObject({ added: 21 });
});

test("T13: a table that is cut is continued; one of another size or kind is refused, and nothing is imported", async () => {
  const { site, options } = await openListener();
  const path = "/bulk-data/opinions-2025-03-31.csv.bz2";
  const whole = site.server.script.get(path)?.[0];
  const bytes = site.files.get("opinions-2025-03-31.csv.bz2") ?? Buffer.alloc(0);
  const etag = { etag: '"1"' };
  if (whole === undefined) throw new Error("no table");
  for (const [step, found] of [
    [
      { headers: etag, body: Buffer.concat([bytes, bytes]) },
      `it has ${2 * bytes.length} bytes, and the list says ${bytes.length}`,
    ],
    [
      { headers: etag, body: bytes.toString("base64").padEnd(bytes.length).slice(0, bytes.length) },
      "not a bzip2 file",
    ],
  ] as const) {
    site.server.script.set(path, [step]);
    const report = await syncAt(options);
    expect(report.archives).toEqual([
      expect.objectContaining({ unit: "opinions", status: "failed", error: expect.stringContaining(found) }),
    ]);
    expect(kept(options)).toEqual(
      namesOf(
        "2025-03-31",
        TABLES.filter((table) => table !== "opinions"),
      ),
    );
  }
  let requests = 0;
  site.server.script.set(path, [
    (request) => ({
      ...(typeof whole === "function" ? whole(request) : whole),
      ...(requests++ === 0 ? { cutAfter: 100 } : {}),
    }),
  ]);
  expect((await syncAt(options)).total).toMatchObject({ added: 21, failed: 0 });
  expect(site.server.seen(path).at(-1)?.headers.range).toBe("bytes=100-");
});

test("T14: a table that is damaged within is downloaded again, and nothing of its set is imported before", async () => {
  const { site, options } = await openListener();
  await syncAt({ ...options, steps: "download" });
  const path = join(options.dataFolder, "courtlistener", "opinions-2025-03-31.csv.bz2");
  const bytes = Buffer.from(site.files.get("opinions-2025-03-31.csv.bz2") ?? "");
  bytes[60] = (bytes[60] ?? 0) ^ 255;
  writeFileSync(path, bytes);
  site.downloads();
  const report = await syncAt(options);
  expect(report.archives).toEqual([
    expect.objectContaining({ status: "failed", error: expect.stringContaining("opinions") }),
  ]);
  expect(coverageOf(options)).toContain("opinions failed 0");
  expect((await syncAt(options)).total).toMatchObject({ added: 21 });
  expect(coverageOf(options)).toContain("opinions imported 0");
});
