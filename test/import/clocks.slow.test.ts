/** Clocks that are a day off (docs/faults.md, "A8"): the server's and the packer's decide nothing, validators and content do. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import { makeVolumeZip } from "../support/archives.ts";
import { type Dump, dumpCorpus, readChanges } from "../support/dump.ts";
import { staticCases, staticHtml } from "../support/records.ts";
import { syncAt, syncOptions } from "../support/run.ts";
import { fileStep, type Scripted, startScriptedServer } from "../support/scripted-server.ts";
import { tempFolder } from "../support/temp-folder.ts";

const DAY_MS = 86_400_000;
/** When the volume was packed and its list says it was updated. */
const PACKED = Date.parse("2024-03-04T12:00:00Z");
const IDS = [1, 2, 3];
const PLACE = { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois" };
const REPORTER = { id: 983, full_name: "Atlantic Reporter", short_name: "A.2d", slug: "a2d" };
const VOLUME = { id: "32044000000001", volume_number: "1", jurisdictions: [PLACE] };

/** A volume packed by a clock; the content is the same each time. */
async function packedAt(time: number, compress: boolean): Promise<Buffer> {
  const html = Object.fromEntries(IDS.map((id) => [`000${id}-01`, staticHtml(`word${id}`)]));
  const fixture = { cases: staticCases(...IDS), html, volume: VOLUME };
  const path = join(tempFolder(), "1.zip");
  return readFileSync(await makeVolumeZip(path, fixture, { mtime: new Date(time), compress }));
}

/** What the server's own clock writes into an answer. */
function clocked(step: Scripted, time: number): Scripted {
  const headers = { date: new Date(time).toUTCString() };
  return (request) => {
    const answer = typeof step === "function" ? step(request) : step;
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
}

interface Publication {
  readonly zip: Buffer;
  /** Of the list. */
  readonly version: string;
  /** The server's clock, and by it the zip's `Last-Modified`; there is no other validator. */
  readonly time: number;
}

async function openSource() {
  const server = await startScriptedServer({});
  onTestFinished(() => server.close());
  const publish = ({ zip, version, time }: Publication): void => {
    const row = { ...VOLUME, volume_folder: "1", reporter_slug: "a2d", last_updated: version };
    const list = (rows: readonly unknown[]): Scripted[] => [clocked({ body: JSON.stringify(rows) }, time)];
    server.script.set("/JurisdictionsMetadata.json", list([{ ...PLACE, reporters: [REPORTER] }]));
    server.script.set("/ReportersMetadata.json", list([{ ...REPORTER, jurisdictions: [PLACE] }]));
    for (const path of ["/VolumesMetadata.json", "/a2d/VolumesMetadata.json"])
      server.script.set(path, list([row]));
    const lastModified = new Date(time).toUTCString();
    server.script.set("/a2d/1.zip", [clocked(fileStep(zip, { lastModified }), time)]);
  };
  return { server, publish };
}

/** Everything but the volume's own record, which repeats the list. */
function casesOf({ records, bodies, words, changes }: Dump) {
  return { cases: records.cases, citations: records.citations, bodies, words, changes };
}

test.each([
  ["ahead", DAY_MS],
  ["behind", -DAY_MS],
])(
  "A8: sync changes no case when server and packer are a day %s, whatever the list says: exit 0",
  async (_, offMs) => {
    const { server, publish } = await openSource();
    const options = syncOptions("static", server.url);
    const zip = await packedAt(PACKED, true);
    publish({ zip, version: "2024-03-04T12:00:00+00:00", time: PACKED });
    expect((await syncAt(options)).total).toMatchObject({ added: 3 });
    const [before, changes] = [casesOf(dumpCorpus(options.corpusPath)), readChanges(options.corpusPath)];
    const later: readonly Publication[] = [
      { zip, version: "2024-03-04T12:00:00+00:00", time: PACKED + offMs },
      { zip, version: "2024-03-05T12:00:00+00:00", time: PACKED + offMs },
      {
        zip: await packedAt(PACKED + offMs, false),
        version: "2024-03-06T12:00:00+00:00",
        time: PACKED + 2 * offMs,
      },
      { zip: await packedAt(PACKED, false), version: "2024-03-03T12:00:00+00:00", time: PACKED - offMs },
    ];
    for (const publication of later) {
      publish(publication);
      const report = await syncAt(options);
      expect(hasFaults(report)).toBe(false);
      expect(report.total).toMatchObject({ added: 0, changed: 0, removed: 0, rejected: 0 });
      expect(casesOf(dumpCorpus(options.corpusPath))).toEqual(before);
      expect(readChanges(options.corpusPath)).toEqual(changes);
    }
    expect(server.seen("/a2d/1.zip").length).toBeGreaterThan(2);
  },
);
