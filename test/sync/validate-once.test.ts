/** An archive is hashed and checked once on its way in, by the reader thread. */
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { ReadingThreads } from "../../src/import/threads/reading-threads.ts";
import { staticCases, staticHtml } from "../support/records.ts";
import { only, syncAt, syncOptions } from "../support/run.ts";
import { openVolumeSite } from "../support/volume-site.ts";

const CASES = staticCases(1, 2);
const ROWS = Object.values(CASES).map(({ casebody: _body, ...row }) => row);
const HTML = { "0001-01": staticHtml("one"), "0002-01": staticHtml("two") };
const VERSION = "2024-03-04T00:00:00+00:00";

let validate: MockInstance<ReadingThreads["validate"]>;
beforeEach(() => {
  validate = vi.spyOn(ReadingThreads.prototype, "validate");
});
afterEach(() => validate.mockRestore());

/** The files whose every byte was checked since the last call; `supplements of` those of which only supplements were. */
function validated(): string[] {
  const calls = validate.mock.calls.map(([path, zip]) => {
    const name = path.replace(/^.*\//, "");
    return zip == null ? name : `supplements of ${name}`;
  });
  validate.mockClear();
  return calls;
}

/** A site of one volume whose zip has these cases and whose folder has those, and a sync of it. */
async function open(zipped: Record<string, unknown>, separate: Record<string, unknown> = {}) {
  const volume = await openVolumeSite();
  await volume.publish({ cases: zipped, html: HTML, rows: ROWS }, VERSION);
  const lay = (cases: Record<string, unknown>): void => {
    for (const [name, record] of Object.entries(cases)) volume.lay(`cases/${name}.json`, record);
  };
  lay(separate);
  return { options: syncOptions("static", volume.site.url), lay };
}

const FIRST = { "0001-01": CASES["0001-01"] };

test("sync validates an archive when it is downloaded, and not again for its import or the next night", async () => {
  const { options } = await open(CASES);
  expect(only(await syncAt(options))).toMatchObject({ status: "imported", added: 2 });
  expect(validated()).toEqual(["1.zip.part"]);
  expect(only(await syncAt(options))).toMatchObject({ status: "unchanged" });
  expect(validated()).toEqual([]);
});

test("sync validates an archive that was downloaded before once, when it imports it", async () => {
  const { options } = await open(CASES);
  await syncAt({ ...options, steps: "download" });
  expect(validated()).toEqual(["1.zip.part"]);
  expect(only(await syncAt(options))).toMatchObject({ status: "imported", added: 2 });
  expect(validated()).toEqual(["1.zip"]);
});

test("sync reads only the supplements of a volume whose zip was validated or imported", async () => {
  const { options } = await open(FIRST, CASES);
  expect(only(await syncAt(options))).toMatchObject({ status: "imported", added: 2 });
  expect(validated()).toEqual(["1.zip.part", "supplements of 1.zip"]);
  expect(only(await syncAt(options))).toMatchObject({ status: "unchanged" });
  expect(validated()).toEqual(["supplements of 1.zip"]);
});

test("sync validates a zip that an earlier run imported when it imports it with a new supplement", async () => {
  const { options, lay } = await open(FIRST);
  expect(only(await syncAt(options))).toMatchObject({ status: "incomplete", added: 1 });
  expect(validated()).toEqual(["1.zip.part"]);
  lay(CASES);
  expect(only(await syncAt(options))).toMatchObject({ status: "imported", added: 1 });
  expect(validated()).toEqual(["supplements of 1.zip", "1.zip"]);
});
