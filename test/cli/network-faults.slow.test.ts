/**
 * A source that misbehaves, as the operator meets it (docs/faults.md, "Network"): what the run says, its exit code, and what it
 * leaves. How a download goes on after each fault is held in `download/`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dumpCorpus } from "../support/dump.ts";
import { listing } from "../support/run.ts";
import { type RanHere, runHere } from "../support/run-here.ts";
import { SAMPLE_SITE, startSampleSite } from "../support/sample-site.ts";
import { fileStep, type Scripted, startScriptedServer } from "../support/scripted-server.ts";
import { SELF_SIGNED } from "../support/self-signed.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";

const TOKEN = "t0ken-of-the-test";
const ZIP = "/sarat-cc/1.zip";
const BYTES = readFileSync(join(SAMPLE_SITE, ZIP));
/** Told to wait no time at all, so that tries follow each other at once. */
const BUSY: Scripted = { status: 503, headers: { "retry-after": "0" } };

interface Synced extends RanHere {
  readonly folder: string;
}

/** Syncs into a folder; holds the run to leave one line an error, and its token nowhere (docs/faults.md, "I1" and "I2"). */
async function sync({ url }: { readonly url: string }): Promise<Synced> {
  const folder = tempFolder();
  const args = ["sync", "--source", "static", "--source-url", url, "--report", "report.json"];
  const ended = await runHere(args, { folder, environment: { CASELAW_TOKEN: TOKEN } });
  expect(ended.stderr).not.toMatch(/^ {4}at /m);
  for (const text of [ended.stdout, ended.stderr, ...textsBelow(folder)]) expect(text).not.toContain(TOKEN);
  return { ...ended, folder };
}

function textsBelow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name), "latin1")}`);
}

/** One of the two volumes failed; the other is in, and the corpus whole. */
async function expectOneFailed({ code, folder, stderr, stdout }: Synced): Promise<void> {
  expect({ code, stderr, stdout }).toMatchObject({ code: 3 });
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report.archives.map(({ status }: { status: string }) => status)).toContain("imported");
  expect(listing(join(folder, "data")).filter((name) => name.endsWith("1.zip"))).toEqual([]);
  await expectWhole(join(folder, "data", "caselaw.db"));
}

async function expectAsUndisturbed(folder: string): Promise<void> {
  const undisturbed = await sync(await startSampleSite());
  const [met, not] = [folder, undisturbed.folder].map((one) => dumpCorpus(join(one, "data", "caselaw.db")));
  expect(met).toEqual(not);
}

test("N1: sync goes on where the connection was cut: exit 0, no byte asked for twice", async () => {
  const whole = fileStep(BYTES, { etag: '"1"' });
  const server = await startSampleSite({
    [ZIP]: [{ headers: { etag: '"1"' }, body: BYTES, cutAfter: 5_000 }, whole],
  });
  const { code, folder } = await sync(server);
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
  const server = await startSampleSite({ [ZIP]: [cut, fileStep(BYTES, { etag: '"1"' })] });
  const { code, folder } = await sync(server);
  expect(code).toBe(0);
  await expectAsUndisturbed(folder);
});

test.each([401, 403])(
  "N3: sync asks once for an archive answered %i that echoes the request: exit 3",
  async (status) => {
    const server = await startSampleSite({
      [ZIP]: [({ headers }) => ({ status, body: JSON.stringify(headers) })],
    });
    const ended = await sync(server);
    await expectOneFailed(ended);
    expect(ended.stderr).toContain(`${ZIP}: the server answered ${status}`);
    expect(server.seen(ZIP)).toHaveLength(1);
  },
);

test("N5: sync gives up an archive that is always too busy after six requests: exit 3; a listing: exit 1", async () => {
  const server = await startSampleSite({ [ZIP]: [BUSY] });
  await expectOneFailed(await sync(server));
  expect(server.seen(ZIP)).toHaveLength(6);
  const shut = await startSampleSite({ "/VolumesMetadata.json": [BUSY] });
  const { code, folder, stderr } = await sync(shut);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^caselaw: Cannot read .*VolumesMetadata\.json: the server answered 503$/m);
  expect(listing(join(folder, "data"))).toEqual([]);
});

test("N5: sync leaves alone a source that asks for an hour, and says until when: exit 3", async () => {
  const server = await startSampleSite({ [ZIP]: [{ status: 503, headers: { "retry-after": "3600" } }] });
  const { code, stderr, stdout } = await sync(server);
  expect(code).toBe(3);
  expect(stdout + stderr).toMatch(
    /\d units? left to a later run: the server asks to wait until \d{4}-\d\d-\d\dT/,
  );
  expect(server.seen(ZIP)).toHaveLength(1);
});

test("N5: sync takes an archive that is busy twice: exit 0", async () => {
  const server = await startSampleSite({
    [ZIP]: [BUSY, { ...BUSY, status: 429 }, fileStep(BYTES, { etag: '"1"' })],
  });
  expect((await sync(server)).code).toBe(0);
});

test("N6: sync names host and cause of a server that nobody vouches for, and touches nothing: exit 1", async () => {
  const server = await startScriptedServer({}, SELF_SIGNED);
  onTestFinished(() => server.close());
  const { code, folder, stderr } = await sync(server);
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
  expect((await sync(server)).code).toBe(0);
  expect(server.seen(ZIP)[0]?.headers.authorization).toBe(`Token ${TOKEN}`);
  expect(other.seen(ZIP)[0]?.headers.authorization).toBeUndefined();
});

test.each([
  ["in a loop", ZIP],
  ["to a file", "file:///etc/passwd"],
])("N7: sync refuses an archive redirected %s: exit 3", async (_, location) => {
  await expectOneFailed(
    await sync(await startSampleSite({ [ZIP]: [{ status: 302, headers: { location } }] })),
  );
});

test.each([
  ["a page", "<html>\u001b[31mSorry</html>", '"<html> [31mSorry</html>"'],
  ["JSON", '{"detail": "x"}', "detail"],
  ["a pointer", "version https://git-lfs", "git-lfs"],
  ["nothing", "", "it is empty"],
])("N9: sync refuses %s under the name of a zip, quoting it: exit 3", async (_, body, quoted) => {
  const headers = { "content-type": "application/zip" };
  const ended = await sync(await startSampleSite({ [ZIP]: [{ headers, body }] }));
  await expectOneFailed(ended);
  expect(ended.stderr).toContain(quoted);
});

test("N10: sync reports the size that is on disk for a body without a told length: exit 0", async () => {
  const { code, folder } = await sync(await startSampleSite({ [ZIP]: [{ body: BYTES, size: "unknown" }] }));
  expect(code).toBe(0);
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  const bytes = report.archives.map((one: { bytes: number }) => one.bytes);
  expect(bytes).toContain(BYTES.length);
  expect(readFileSync(join(folder, "data/static/sarat-cc/1.zip")).equals(BYTES)).toBe(true);
});

test.each([
  ["is not JSON", { body: "<html>" }],
  ["is a 404", { status: 404 }],
  ["is no list", { body: "{}" }],
])("N11: sync stops before anything when a listing %s: exit 1", async (_, step) => {
  const { code, folder, stderr } = await sync(await startSampleSite({ "/VolumesMetadata.json": [step] }));
  expect(code).toBe(1);
  expect(stderr).toMatch(/VolumesMetadata\.json/);
  expect(listing(join(folder, "data"))).toEqual([]);
});

test("N11: sync reports a broken row of a listing and uses the others, nothing outside the data folder: exit 3", async () => {
  const rows: unknown[] = JSON.parse(readFileSync(join(SAMPLE_SITE, "VolumesMetadata.json"), "utf8"));
  const [first] = rows;
  const climbing = { ...(first as object), id: "X1", volume_folder: "../../x" };
  const server = await startSampleSite({
    "/VolumesMetadata.json": [{ body: JSON.stringify([...rows, 5, climbing]) }],
  });
  const { code, folder } = await sync(server);
  expect(code).toBe(3);
  expect(readdirSync(folder).sort()).toEqual(["data", "report.json"]);
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report.problems).toHaveLength(2);
  expect(report.total.archives).toBe(2);
});
