/**
 * A source that is slow, endless or lies about lengths, through a whole run with its limits turned down (docs/faults.md, "N8",
 * "N10", N11, A1): the exit code, how often it was asked, and what is on disk.
 */
import { mkdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_LIMITS, type WebLimits } from "../../src/download/session.ts";
import { startBulkService } from "../support/bulk-service.ts";
import { listing } from "../support/run.ts";
import { SAMPLE_SITE, startSampleSite } from "../support/sample-site.ts";
import {
  fileStep,
  type Scripted,
  type ScriptedServer,
  sha256Of,
  startScriptedServer,
} from "../support/scripted-server.ts";
import { type Service, startService } from "../support/service.ts";
import { lettingTimePass, stopClock } from "../support/stopped-clock.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { publishBulk, RELEASES } from "../support/two-releases.ts";
import {
  BYTES,
  dumpOf,
  expectAsUndisturbed,
  expectNothingMade,
  expectOneFailed,
  GOOD,
  STORED,
  type Synced,
  sync,
  TOKEN,
  ZIP,
} from "./faulty-source.ts";

// the session's own limits: `sync` has no option for them
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
function syncStalling({ url, stalling }: ScriptedServer): Promise<Synced> {
  return sync(url, { through: (run) => lettingTimePass(run, () => stalling() > 0) });
}

const SLOW: Readonly<Record<string, Scripted>> = {
  "sends no headers": { stallAfter: -1 },
  "stops within the body": { headers: { etag: '"1"' }, body: BYTES, stallAfter: 5_000 },
  "sends a byte per interval": { headers: { etag: '"1"' }, body: BYTES, trickleMs: 20 },
};

test.each(Object.entries(SLOW))(
  "N8: sync gives up a server that %s after three requests, and takes the other volume: exit 3; then goes on: exit 0",
  async (_, slow) => {
    const server = await startSampleSite({ [ZIP]: [slow] });
    const ended = await syncStalling(server);
    await expectOneFailed(ended);
    expect(server.seen(ZIP)).toHaveLength(3);
    expect(ended.stderr).toMatch(/Cannot download \S+\/sarat-cc\/1\.zip: \S/);
    server.script.set(ZIP, [GOOD]);
    expect((await sync(server.url, { folder: ended.folder })).code).toBe(0);
    await expectAsUndisturbed(ended.folder);
  },
);

test.each(Object.entries(SLOW))(
  "N8: sync asks a server again that %s, once it answers: exit 0",
  async (_, slow) => {
    const { code, folder } = await syncStalling(await startSampleSite({ [ZIP]: [slow, GOOD] }));
    expect(code).toBe(0);
    await expectAsUndisturbed(folder);
  },
);

test("N8: sync gives up a listing that stops within its body: exit 1, nothing made", async () => {
  const server = await startSampleSite({
    "/VolumesMetadata.json": [{ body: "[".padEnd(500), stallAfter: 100 }],
  });
  expectNothingMade(await syncStalling(server), /^caselaw: Cannot read \S+\/VolumesMetadata\.json: \S/m);
  expect(server.seen("/VolumesMetadata.json")).toHaveLength(3);
});

test.each<[string, Scripted]>([
  ["packed by gzip", { body: gzipSync(BYTES), headers: { "content-encoding": "gzip" } }],
  [
    "packed by gzip, of unknown length",
    { body: gzipSync(BYTES), headers: { "content-encoding": "gzip" }, size: "unknown" },
  ],
  ["of unknown length", { body: BYTES, size: "unknown" }],
])("N10: sync stores a body %s as the source's file, and reports its size: exit 0", async (_, step) => {
  const { code, folder, archives } = await sync((await startSampleSite({ [ZIP]: [step] })).url);
  expect(code).toBe(0);
  const stored = readFileSync(join(folder, STORED));
  expect([stored.length, sha256Of(stored)]).toEqual([BYTES.length, sha256Of(BYTES)]);
  expect(archives.find(({ path }) => path.endsWith("sarat-cc/1.zip"))?.bytes).toBe(BYTES.length);
  await expectAsUndisturbed(folder);
});

test.each<[string, Scripted]>([
  ["longer than its told length", { body: BYTES, headers: { "content-length": BYTES.length - 100 } }],
  ["of unknown length that breaks off", { body: BYTES.subarray(0, BYTES.length - 100), size: "unknown" }],
  [
    "packed by gzip that breaks off",
    { body: gzipSync(BYTES).subarray(0, 5_000), headers: { "content-encoding": "gzip" } },
  ],
])("N10: sync refuses a body %s: exit 3", async (_, step) => {
  await expectOneFailed(await sync((await startSampleSite({ [ZIP]: [step] })).url));
});

test("N10: sync goes on after a body shorter than its told length: exit 0", async () => {
  const short = { headers: { etag: '"1"' }, body: BYTES, cutAfter: BYTES.length - 1 };
  const server = await startSampleSite({ [ZIP]: [short, GOOD] });
  const { code, folder } = await sync(server.url);
  expect(code).toBe(0);
  expect(server.seen(ZIP)[1]?.headers.range).toBe(`bytes=${BYTES.length - 1}-`);
  await expectAsUndisturbed(folder);
});

/** The sample's site, but one path whose body, beginning so, never ends. */
async function endless(path: string, beginning: string): Promise<Service> {
  const service = await startService((request, response) => {
    if (request.url !== path) response.end(readFileSync(join(SAMPLE_SITE, request.url ?? "")));
    else pour(response.writeHead(200), Buffer.from(beginning));
  }, 0);
  onTestFinished(() => service.close());
  return service;
}

function pour(response: ServerResponse, bytes: Buffer): void {
  while (!response.destroyed && response.write(bytes)) bytes = Buffer.alloc(16_384, " ");
  if (!response.destroyed) response.once("drain", () => pour(response, Buffer.alloc(16_384, " ")));
}

test("N11: sync leaves a listing whose body never ends at the limit: exit 1, nothing made", async () => {
  const service = await endless("/VolumesMetadata.json", "[");
  expectNothingMade(await sync(service.url), /VolumesMetadata\.json: longer than 200000 bytes/);
});

test("N11: sync leaves an archive whose body never ends at the limit, and takes the other: exit 3", async () => {
  const ended = await sync((await endless(ZIP, "PK\u0003\u0004")).url);
  await expectOneFailed(ended);
  expect(ended.stderr).toMatch(/1\.zip: longer than 200000 bytes/);
  expect(listing(ended.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

/** A bulk service with a second page of jurisdictions, as scripted; it is held once before. */
async function bulkListing(second: (base: string) => Scripted, next: (base: string) => string) {
  const folder = tempFolder();
  mkdirSync(join(folder, "bulk"));
  await publishBulk(folder, RELEASES[0]);
  const service = await startBulkService(folder);
  onTestFinished(() => service.close());
  const server = await startScriptedServer({});
  onTestFinished(() => server.close());
  for (const name of ["courts", "reporters", "volumes", "bulk", "jurisdictions"]) {
    const body = await (await fetch(`${service.url}/v1/${name}/`)).text();
    server.script.set(`/v1/${name}/`, [{ body: body.replaceAll(service.url, server.url) }]);
  }
  for (const path of ["/v1/bulk/1/download/", "/v1/bulk/2/download/"]) {
    server.script.set(path, [fileStep(Buffer.from(await (await fetch(service.url + path)).arrayBuffer()))]);
  }
  const held = await sync(server.url, { source: "bulk" });
  expect(held.code).toBe(0);
  const { results } = JSON.parse(await (await fetch(`${server.url}/v1/jurisdictions/`)).text());
  const page = { count: 2, next: next(server.url), previous: null, results };
  server.script.set("/v1/jurisdictions/", [{ body: JSON.stringify(page) }]);
  server.script.set("/v1/jurisdictions/?cursor=b", [second(server.url)]);
  return { server, folder: held.folder };
}

test.each<[string, Scripted]>([
  ["is a 500", { status: 500 }],
  ["is a 404", { status: 404 }],
  ["is not JSON", { body: "<html>" }],
  ["leads back", ({ url }) => ({ body: JSON.stringify({ count: 2, next: url, results: [] }) })],
  ["never ends", { body: `{"results": [${" ".repeat(300_000)}` }],
])(
  "N11: sync stops when the second page of a listing %s, and what is held stays: exit 1",
  async (_, step) => {
    const { server, folder } = await bulkListing(
      () => step,
      (base) => `${base}/v1/jurisdictions/?cursor=b`,
    );
    const before = dumpOf(folder);
    const { code, stderr } = await sync(server.url, { folder, source: "bulk" });
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("/v1/jurisdictions/"),
    });
    expect(dumpOf(folder)).toEqual(before);
  },
);

test("N11: sync asks nothing of another origin that a listing's next names, and sends no token there: exit 1", async () => {
  const other = await startScriptedServer({});
  onTestFinished(() => other.close());
  const { server, folder } = await bulkListing(
    () => ({ status: 404 }),
    () => `${other.url}/v1/jurisdictions/?cursor=b`,
  );
  const { code, stderr } = await sync(server.url, { folder, source: "bulk" });
  expect(code).toBe(1);
  expect(stderr).toContain("its next page is on another origin");
  expect(other.requests).toEqual([]);
  expect(server.seen("/v1/jurisdictions/")[0]?.headers.authorization).toBe(`Token ${TOKEN}`);
});

test("A1: sync holds no zip that is cut at the source, and fetches it anew in each run: exit 3, then 0", async () => {
  const folder = tempFolder();
  const server = await startSampleSite();
  for (const sixteenth of [1, 8, 15]) {
    const cut = BYTES.subarray(0, Math.floor((BYTES.length * sixteenth) / 16));
    server.script.set(ZIP, [fileStep(cut, { etag: `"${sixteenth}"` })]);
    const asked = server.seen(ZIP).length;
    const ended = await sync(server.url, { folder });
    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(/1\.zip: cannot \S/);
    expect(listing(join(folder, "data", "static", "sarat-cc"))).toEqual(["1-2.zip"]);
    const [request] = server.seen(ZIP).slice(asked);
    expect(request?.headers).not.toHaveProperty("range");
    expect(request?.headers).not.toHaveProperty("if-none-match");
  }
  server.script.set(ZIP, [GOOD]);
  expect((await sync(server.url, { folder })).code).toBe(0);
  await expectAsUndisturbed(folder);
});
