/**
 * A source that misbehaves, as the operator meets it (docs/faults.md, "Network"): what the run says, its exit code, and what it
 * leaves. How a download goes on after each fault is held in `download/`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listing } from "../support/run.ts";
import { SAMPLE_SITE, startSampleSite } from "../support/sample-site.ts";
import { type Scripted, startScriptedServer } from "../support/scripted-server.ts";
import { SELF_SIGNED } from "../support/self-signed.ts";
import {
  BYTES,
  expectAsUndisturbed,
  expectNothingMade,
  expectOneFailed,
  GOOD,
  type Synced,
  sync,
  TOKEN,
  ZIP,
} from "./faulty-source.ts";

/** Told to wait no time at all, so that tries follow each other at once. */
const BUSY: Scripted = { status: 503, headers: { "retry-after": "0" } };

/** What a sync of the sample's site does that answers so on this path. */
async function syncOf(script: Record<string, readonly Scripted[]>): Promise<Synced> {
  return sync((await startSampleSite(script)).url);
}

test("N1: sync goes on where the connection was cut: exit 0, no byte asked for twice", async () => {
  const cut = { headers: { etag: '"1"' }, body: BYTES, cutAfter: 5_000 };
  const server = await startSampleSite({ [ZIP]: [cut, GOOD] });
  const { code, folder } = await sync(server.url);
  expect(code).toBe(0);
  const [, second] = server.seen(ZIP);
  expect(second?.headers).toMatchObject({
    range: expect.stringMatching(/^bytes=[1-9]\d*-$/),
    "if-range": '"1"',
  });
  await expectAsUndisturbed(folder);
});

test("N2: sync takes the whole new file when it changed between two tries: exit 0", async () => {
  const old = Buffer.from(BYTES).fill(0, 100);
  const cut = { headers: { etag: '"old"' }, body: old, cutAfter: 5_000 };
  const { code, folder } = await syncOf({ [ZIP]: [cut, GOOD] });
  expect(code).toBe(0);
  await expectAsUndisturbed(folder);
});

test.each([401, 403])(
  "N3: sync asks once for an archive answered %i that echoes the request: exit 3",
  async (status) => {
    const server = await startSampleSite({
      [ZIP]: [({ headers }) => ({ status, body: JSON.stringify(headers) })],
    });
    const ended = await sync(server.url);
    await expectOneFailed(ended);
    expect(ended.stderr).toContain(`${ZIP}: the server answered ${status}`);
    expect(server.seen(ZIP)).toHaveLength(1);
  },
);

test("N5: sync gives up an archive that is always too busy after six requests: exit 3; a listing: exit 1", async () => {
  const server = await startSampleSite({ [ZIP]: [BUSY] });
  await expectOneFailed(await sync(server.url));
  expect(server.seen(ZIP)).toHaveLength(6);
  const shut = await startSampleSite({ "/VolumesMetadata.json": [BUSY] });
  const message = /^caselaw: Cannot read .*VolumesMetadata\.json: the server answered 503$/m;
  expectNothingMade(await sync(shut.url), message);
});

test("N5: sync leaves alone a source that asks for an hour, and says until when: exit 3", async () => {
  const server = await startSampleSite({ [ZIP]: [{ status: 503, headers: { "retry-after": "3600" } }] });
  const { code, stderr, stdout } = await sync(server.url);
  expect(code).toBe(3);
  expect(stdout + stderr).toMatch(
    /\d units? left to a later run: the server asks to wait until \d{4}-\d\d-\d\dT/,
  );
  expect(server.seen(ZIP)).toHaveLength(1);
});

test("N5: sync takes an archive that is busy twice: exit 0", async () => {
  expect((await syncOf({ [ZIP]: [BUSY, { ...BUSY, status: 429 }, GOOD] })).code).toBe(0);
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

test("N7: sync follows an archive to another origin without its token: exit 0", async () => {
  const other = await startSampleSite();
  const server = await startSampleSite({
    [ZIP]: [{ status: 302, headers: { location: `${other.url}${ZIP}` } }],
  });
  expect((await sync(server.url)).code).toBe(0);
  expect(server.seen(ZIP)[0]?.headers.authorization).toBe(`Token ${TOKEN}`);
  expect(other.seen(ZIP)[0]?.headers.authorization).toBeUndefined();
});

test.each([
  ["in a loop", ZIP],
  ["to a file", "file:///etc/passwd"],
])("N7: sync refuses an archive redirected %s: exit 3", async (_, location) => {
  await expectOneFailed(await syncOf({ [ZIP]: [{ status: 302, headers: { location } }] }));
});

test.each([
  ["a page", "<html>\u001b[31mSorry</html>", '"<html> [31mSorry</html>"'],
  ["JSON", '{"detail": "x"}', "detail"],
  ["a pointer", "version https://git-lfs", "git-lfs"],
  ["nothing", "", "it is empty"],
])("N9: sync refuses %s under the name of a zip, quoting it: exit 3", async (_, body, quoted) => {
  const headers = { "content-type": "application/zip" };
  const ended = await syncOf({ [ZIP]: [{ headers, body }] });
  await expectOneFailed(ended);
  expect(ended.stderr).toContain(quoted);
});

test.each([
  ["is not JSON", { body: "<html>" }],
  ["is a 404", { status: 404 }],
  ["is no list", { body: "{}" }],
])("N11: sync stops before anything when a listing %s: exit 1", async (_, step) => {
  expectNothingMade(await syncOf({ "/VolumesMetadata.json": [step] }), /VolumesMetadata\.json/);
});

test("N11: sync reports a broken row of a listing and uses the others, nothing outside the data folder: exit 3", async () => {
  const rows: unknown[] = JSON.parse(readFileSync(join(SAMPLE_SITE, "VolumesMetadata.json"), "utf8"));
  const [first] = rows;
  const climbing = { ...(first as object), id: "X1", volume_folder: "../../x" };
  const body = JSON.stringify([...rows, 5, climbing]);
  const { code, folder } = await syncOf({ "/VolumesMetadata.json": [{ body }] });
  expect(code).toBe(3);
  expect(readdirSync(folder).sort()).toEqual(["data", "report.json"]);
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report.problems).toHaveLength(2);
  expect(report.total.archives).toBe(2);
});
