/**
 * A source that misbehaves, as the operator meets it (docs/faults.md, "Network"): what the run says, its exit code, and what it
 * leaves. Each fault is met by a volume of its own in one run, with the limits of the session turned down; how a download goes on
 * after each is held in `download/`.
 */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { DEFAULT_LIMITS, type WebLimits } from "../../src/download/session.ts";
import { makeVolumeZip } from "../support/archives.ts";
import { startBulkService } from "../support/bulk-service.ts";
import { staticCases, staticHtml } from "../support/records.ts";
import { listing } from "../support/run.ts";
import { SAMPLE_SITE, startSampleSite } from "../support/sample-site.ts";
import {
  fileStep,
  type Scripted,
  type ScriptedServer,
  sha256Of,
  startScriptedServer,
} from "../support/scripted-server.ts";
import { SELF_SIGNED } from "../support/self-signed.ts";
import type { RecordedRequest } from "../support/service.ts";
import { lettingTimePass, stopClock } from "../support/stopped-clock.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";
import { publishBulk, RELEASES } from "../support/two-releases.ts";
import { expectWhole } from "../support/verify.ts";
import { dumpOf, expectNothingMade, type Synced, sync, TOKEN } from "./faulty-source.ts";

// `sync` has no option for them
Object.assign(DEFAULT_LIMITS, {
  maxListBytes: 200_000,
  maxFileBytes: 200_000,
  maxRetries: 2,
  firstDelayMs: 1,
  headersTimeoutMs: 300,
  idleTimeoutMs: 300,
  rateSpanMs: 100,
  minSpanBytes: 50,
} satisfies Partial<WebLimits>);

stopClock();

/** Time passes while the source stalls, and only then. */
function syncStalling({ url, stalling }: ScriptedServer, folder?: string): Promise<Synced> {
  const through = <T>(run: Promise<T>) => lettingTimePass(run, () => stalling() > 0);
  return sync(url, { through, ...(folder === undefined ? {} : { folder }) });
}

/** Told to wait no time at all, so that tries follow each other at once. */
const BUSY: Scripted = { status: 503, headers: { "retry-after": "0" } };
const ETAG = { etag: '"1"' };

/** The steps of a volume whose file has these bytes. */
type Steps = (bytes: Buffer) => readonly Scripted[];

const good: Steps = (bytes) => [fileStep(bytes, ETAG)];
const SLOW: Readonly<Record<string, (bytes: Buffer) => Scripted>> = {
  "sends no headers": () => ({ stallAfter: -1 }),
  "stops within the body": (body) => ({ headers: ETAG, body, stallAfter: 500 }),
  "sends a byte per interval": (body) => ({ headers: ETAG, body, trickleMs: 20 }),
};

interface Site {
  readonly server: ScriptedServer;
  /** Of the zip, by the volume's folder. */
  readonly bytes: readonly Buffer[];
}

/** A site of a volume for each of these, each of a case of its own. */
async function siteOf(volumes: readonly Steps[], folder = tempFolder()): Promise<Site> {
  const place = { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois" };
  const reporter = { id: 500, full_name: "Atlantic Reporter", short_name: "A.2d", slug: "a2d" };
  const rows = volumes.map((_, at) => ({
    ...{ id: `V${at}`, volume_number: String(at), volume_folder: String(at), reporter_slug: "a2d" },
    ...{ jurisdictions: [place], last_updated: "2024-01-01T00:00:00+00:00" },
  }));
  const bytes = await Promise.all(
    rows.map(async (volume, at) => {
      const cases = staticCases(at + 1);
      const html = Object.fromEntries(Object.keys(cases).map((name) => [name, staticHtml("x")]));
      return readFileSync(await makeVolumeZip(join(folder, `${at}.zip`), { cases, html, volume }));
    }),
  );
  const server = await startScriptedServer({
    "/JurisdictionsMetadata.json": [{ body: JSON.stringify([{ ...place, reporters: [reporter] }]) }],
    "/ReportersMetadata.json": [{ body: JSON.stringify([{ ...reporter, jurisdictions: [place] }]) }],
    "/VolumesMetadata.json": [{ body: JSON.stringify(rows) }],
    ...Object.fromEntries(bytes.map((one, at) => [zipOf(at), volumes[at]?.(one) ?? []])),
  });
  return { server, bytes };
}

function zipOf(at: number): string {
  return `/a2d/${at}.zip`;
}

/** A volume that fails, with the words that name why, and how often it is asked for. */
const FAILING: Readonly<Record<string, readonly [steps: Steps, named: RegExp, requests: number]>> = {
  ...Object.fromEntries(
    [401, 403].map((status) => [
      `N3: answered ${status} with an echo of the request`,
      [
        () => [({ headers }: RecordedRequest) => ({ status, body: JSON.stringify(headers) })],
        new RegExp(`the server answered ${status}`),
        1,
      ],
    ]),
  ),
  "N5: that is always too busy": [() => [BUSY], /the server answered 503/, 3],
  "N7: redirected in a loop": [
    () => [({ url }) => ({ status: 302, headers: { location: url } })],
    /more than 5 redirects/,
    6,
  ],
  "N7: redirected to a file": [
    () => [{ status: 302, headers: { location: "file:///etc/passwd" } }],
    /a redirect from "http:" to "file:"/,
    1,
  ],
  ...Object.fromEntries(
    Object.entries(SLOW).map(([what, slow]) => [
      `N8: of a server that ${what}`,
      [(bytes) => [slow(bytes)], /\S/, 3],
    ]),
  ),
  "N9: that is a page": [
    () => [{ body: "<html>\u001b[31mSorry</html>" }],
    /it begins with "<html> \[31mSorry<\/html>"/,
    1,
  ],
  "N9: that is JSON": [() => [{ body: '{"detail": "x"}' }], /detail/, 1],
  "N9: that is a pointer": [() => [{ body: "version https://git-lfs" }], /git-lfs/, 1],
  "N9: that is empty": [() => [{ body: "" }], /it is empty/, 1],
  "N10: longer than its told length": [
    (body) => [{ body, headers: { "content-length": body.length - 100 } }],
    /cut short/,
    1,
  ],
  "N10: of unknown length that breaks off": [
    (body) => [{ body: body.subarray(0, -100), size: "unknown" }],
    /cut short/,
    1,
  ],
  "N10: packed by gzip that breaks off": [
    (body) => [{ body: gzipSync(body).subarray(0, 500), headers: { "content-encoding": "gzip" } }],
    /the connection broke \(unexpected end of file\)/,
    3,
  ],
  "N11: whose body never ends": [
    () => [{ body: `PK\u0003\u0004${" ".repeat(250_000)}`, size: "unknown", stallAfter: 250_000 }],
    /longer than 200000 bytes/,
    1,
  ],
  "A1: cut at the source": [
    (bytes) => [fileStep(bytes.subarray(0, bytes.length >> 1), ETAG)],
    /cannot \S.*: cut short/,
    1,
  ],
};

describe("sync of a site with good volumes and one", () => {
  const names = Object.keys(FAILING);
  const [zips, disturbed, other] = [keptFolder(), keptFolder(), keptFolder()];
  let [first, second, undisturbed]: Synced[] = [];
  let site: Site;
  let asked: readonly RecordedRequest[][] = [];
  beforeAll(async () => {
    site = await siteOf([...Object.values(FAILING).map(([steps]) => steps), good, good], zips);
    const { server, bytes } = site;
    first = await syncStalling(server, disturbed);
    asked = bytes.map((_, at) => [...server.seen(zipOf(at))]);
    for (const [at, one] of bytes.entries()) server.script.set(zipOf(at), good(one));
    second = await sync(server.url, { folder: disturbed });
    undisturbed = await sync(server.url, { folder: other });
  });
  afterAll(() => site.server.close());

  test.each(names)("%s", (name) => {
    const [, named, requests] = FAILING[name] ?? [];
    const at = names.indexOf(name);
    const [line] = first?.stderr.split("\n").filter((one) => one.includes(`${zipOf(at)}: `)) ?? [];
    expect(line).toMatch(/^caselaw: .*Cannot download http:\S+\.zip: \S/);
    expect(line).toMatch(named ?? "");
    expect(asked[at]).toHaveLength(requests ?? 0);
  });

  test("takes the good ones, whole: exit 3; then fetches the others, whatever came of them before: exit 0", async () => {
    const statuses = first?.archives.map(({ status }) => status).toSorted();
    expect([first?.code, statuses]).toEqual([3, [...names.map(() => "failed"), "imported", "imported"]]);
    expect([second?.code, undisturbed?.code]).toEqual([0, 0]);
    expect(dumpOf(disturbed)).toEqual(dumpOf(other));
    await expectWhole(join(disturbed, "data", "caselaw.db"));
    const again = site.server.seen(zipOf(names.indexOf("A1: cut at the source")))[1]?.headers;
    for (const name of ["range", "if-none-match"]) expect(again).not.toHaveProperty(name);
  });
});

const cut = (body: Buffer, cutAfter: number): Scripted => ({ headers: ETAG, body, cutAfter });

/** A volume that comes in the end. */
const TAKEN: Readonly<Record<string, Steps>> = {
  "N1: whose connection is cut": (bytes) => [cut(bytes, 500), ...good(bytes)],
  "N2: that changes between two tries": (bytes) => [
    { headers: { etag: '"old"' }, body: Buffer.from(bytes).fill(0, 100), cutAfter: 500 },
    ...good(bytes),
  ],
  "N5: that is busy twice": (bytes) => [BUSY, { ...BUSY, status: 429 }, ...good(bytes)],
  "N7: redirected to another origin": () => [],
  ...Object.fromEntries(
    Object.entries(SLOW).map(([what, slow]) => [
      `N8: of a server that first ${what}`,
      (bytes) => [slow(bytes), ...good(bytes)],
    ]),
  ),
  "N10: packed by gzip": (bytes) => [
    { body: gzipSync(bytes), headers: { "content-encoding": "gzip" }, size: "unknown" },
  ],
  "N10: of unknown length": (body) => [{ body, size: "unknown" }],
  "N10: shorter than its told length": (bytes) => [cut(bytes, bytes.length - 1), ...good(bytes)],
};

test("sync takes each volume as the source has it, whatever happened on the way: exit 0", async () => {
  const names = Object.keys(TAKEN);
  const { server, bytes } = await siteOf(Object.values(TAKEN));
  const other = await startScriptedServer({});
  onTestFinished(() => Promise.all([server.close(), other.close()]).then(() => undefined));
  const moved = zipOf(names.indexOf("N7: redirected to another origin"));
  server.script.set(moved, [{ status: 302, headers: { location: other.url + moved } }]);
  other.script.set(moved, good(bytes[names.indexOf("N7: redirected to another origin")] ?? Buffer.alloc(0)));
  const { code, folder, archives, stderr } = await syncStalling(server);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  for (const [at, name] of names.entries()) {
    const stored = readFileSync(join(folder, "data", "static", zipOf(at)));
    expect(sha256Of(stored), name).toBe(sha256Of(bytes[at] ?? stored));
    const archive = archives.find(({ path }) => path.endsWith(zipOf(at)));
    expect(archive, name).toMatchObject({ status: "imported", bytes: bytes[at]?.length });
  }
  const headersOf = (name: string) => server.seen(zipOf(names.indexOf(name))).at(-1)?.headers;
  const goesOn = { range: expect.stringMatching(/^bytes=[1-9]\d*-$/), "if-range": '"1"' };
  expect(headersOf("N1: whose connection is cut")).toMatchObject(goesOn);
  const last = `bytes=${(bytes.at(-1)?.length ?? 0) - 1}-`;
  expect(headersOf("N10: shorter than its told length")).toMatchObject({ range: last });
  expect(server.seen(moved)[0]?.headers.authorization).toBe(`Token ${TOKEN}`);
  expect(other.seen(moved)[0]?.headers.authorization).toBeUndefined();
});

test("N5: sync leaves alone a source that asks for an hour, and says until when: exit 3", async () => {
  const later = { status: 503, headers: { "retry-after": "3600" } };
  const { server } = await siteOf([() => [later], good]);
  onTestFinished(() => server.close());
  const { code, stderr, stdout } = await sync(server.url);
  expect(code).toBe(3);
  expect(stdout + stderr).toMatch(
    /\d units? left to a later run: the server asks to wait until \d{4}-\d\d-\d\dT/,
  );
  expect(server.seen(zipOf(0))).toHaveLength(1);
});

test("N6: sync names host and cause of a server that nobody vouches for, and touches nothing: exit 1", async () => {
  const server = await startScriptedServer({}, SELF_SIGNED);
  onTestFinished(() => server.close());
  const { code, folder, stderr } = await sync(server.url);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^caselaw: Cannot read https:\/\/127\.0\.0\.1:\d+\/\S+: .*certificate/m);
  expect(server.requests).toEqual([]);
  expect(listing(folder)).toEqual([]);
});

const ENDLESS: Scripted = { body: "[".padEnd(250_000), size: "unknown", stallAfter: 250_000 };

test.each<[string, Scripted, string]>([
  ["N5: a listing that is always too busy", BUSY, "the server answered 503"],
  ["N8: a listing that stops within its body", { body: "[".padEnd(500), stallAfter: 100 }, ""],
  ["N11: a listing that is not JSON", { body: "<html>" }, "not JSON"],
  ["N11: a listing that is a 404", { status: 404 }, "the server answered 404"],
  ["N11: a listing that is no list", { body: "{}" }, ""],
  ["N11: a listing whose body never ends", ENDLESS, "longer than 200000 bytes"],
])("%s stops sync before anything: exit 1", async (_, step, message) => {
  const server = await startSampleSite({ "/VolumesMetadata.json": [step] });
  expectNothingMade(
    await syncStalling(server),
    new RegExp(`^caselaw: Cannot read \\S+/VolumesMetadata\\.json: .*${message}`, "m"),
  );
});

test("N11: sync reports a broken row of a listing and uses the others, nothing outside the data folder: exit 3", async () => {
  const rows: unknown[] = JSON.parse(readFileSync(join(SAMPLE_SITE, "VolumesMetadata.json"), "utf8"));
  const [first] = rows;
  const climbing = { ...(first as object), id: "X1", volume_folder: "../../x" };
  const body = JSON.stringify([...rows, 5, climbing]);
  const { code, folder } = await sync((await startSampleSite({ "/VolumesMetadata.json": [{ body }] })).url);
  expect(code).toBe(3);
  expect(readdirSync(folder).sort()).toEqual(["data", "report.json"]);
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report.problems).toHaveLength(2);
  expect(report.total.archives).toBe(2);
});

test("N11: sync stops at a wrong second page, asks nothing of another origin, and what is held stays: exit 1", async () => {
  const published = tempFolder();
  mkdirSync(join(published, "bulk"));
  await publishBulk(published, RELEASES[0]);
  const service = await startBulkService(published);
  onTestFinished(() => service.close());
  const { folder, code } = await sync(service.url, { source: "bulk" });
  expect(code).toBe(0);
  const before = dumpOf(folder);
  await using other = await startScriptedServer({});
  await using server = await startScriptedServer({});
  for (const name of ["courts", "reporters", "volumes", "bulk"]) {
    const body = await (await fetch(`${service.url}/v1/${name}/`)).text();
    server.script.set(`/v1/${name}/`, [{ body: body.replaceAll(service.url, server.url) }]);
  }
  const { results } = JSON.parse(await (await fetch(`${service.url}/v1/jurisdictions/`)).text());
  const second = "/v1/jurisdictions/?cursor=b";
  const PAGES: readonly (readonly [named: string, next: string, page: Scripted])[] = [
    ["the server answered 500", server.url + second, { status: 500 }],
    ["the server answered 404", server.url + second, { status: 404 }],
    ["not JSON", server.url + second, { body: "<html>" }],
    [
      "/v1/jurisdictions/",
      server.url + second,
      ({ url }) => ({ body: `{"count":2,"next":"${url}","results":[]}` }),
    ],
    ["longer than 200000 bytes", server.url + second, ENDLESS],
    ["its next page is on another origin", other.url + second, { status: 404 }],
  ];
  for (const [named, next, page] of PAGES) {
    const body = JSON.stringify({ count: 2, next, previous: null, results });
    server.script.set("/v1/jurisdictions/", [{ body }]).set(second, [page]);
    const { code, stderr } = await sync(server.url, { folder, source: "bulk" });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(named) });
    expect(dumpOf(folder)).toEqual(before);
  }
  expect(other.requests).toEqual([]);
  expect(server.seen("/v1/jurisdictions/")[0]?.headers.authorization).toBe(`Token ${TOKEN}`);
});
