/** A source whose answers have no end, through a whole run with its real limits (docs/faults.md, "N12" and "N13"). */
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { listing } from "../support/run.ts";
import { SAMPLE_SITE, startSampleSite } from "../support/sample-site.ts";
import { startService } from "../support/service.ts";
import { expectNothingMade, sync } from "./faulty-source.ts";

test("N12: sync leaves an archive whose encoding hides a hundred times its size, and takes the other: exit 3", async () => {
  const body = zstdCompressSync(Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(80 * 2 ** 20)]));
  const server = await startSampleSite({
    "/sarat-cc/1.zip": [{ body, headers: { "content-encoding": "zstd" } }],
  });
  const { code, stderr, folder } = await sync(server.url);
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringMatching(/1\.zip: its encoding unpacks to more than 100 times its size\n/),
  });
  expect(listing(join(folder, "data", "static", "sarat-cc"))).toEqual(["1-2.zip"]);
});

/** The sample's site, but one list that repeats a row for ever. */
async function endlessList(path: string, row: string): Promise<string> {
  const rows = Buffer.from(`${row},`.repeat(Math.ceil(65_536 / row.length)));
  const pour = (response: ServerResponse): void => {
    while (!response.destroyed && response.write(rows));
    if (!response.destroyed) response.once("drain", () => pour(response));
  };
  const service = await startService((request, response) => {
    if (request.url !== path) {
      response.end(readFileSync(join(SAMPLE_SITE, request.url ?? "")));
      return;
    }
    response.writeHead(200).write("[");
    pour(response);
  }, 0);
  onTestFinished(() => service.close());
  return service.url;
}

test("N13: sync leaves a list of empty rows without end before it fills the memory: exit 1, nothing made", async () => {
  expectNothingMade(
    await sync(await endlessList("/VolumesMetadata.json", "{}")),
    /Cannot read \S+\/VolumesMetadata\.json: the listings of one run have more than 10000000 values together\n/,
  );
});

test("N13: sync names the first thousand of 200,000 rows that it cannot use, counts the others, and uses the rest: exit 3", async () => {
  const rows = JSON.parse(readFileSync(join(SAMPLE_SITE, "VolumesMetadata.json"), "utf8"));
  const body = JSON.stringify([...rows, ...Array.from({ length: 200_000 }, () => 5)]);
  const server = await startSampleSite({ "/VolumesMetadata.json": [{ body }] });
  const { code, stderr, archives } = await sync(server.url);
  expect([code, archives.map(({ status }) => status)]).toEqual([3, ["imported", "imported"]]);
  expect(stderr.match(/Cannot use volume/g)).toHaveLength(1_000);
  expect(stderr).toContain("and 199000 more listed records that cannot be used");
});
