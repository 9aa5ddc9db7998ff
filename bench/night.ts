/**
 * What a nightly sync of the complete static site costs: 40,000 volumes, nothing changed, then one in a hundred. A complete sync makes
 * the mirror; it and the site's files are kept for the next time.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { SCHEMA_VERSION } from "../src/store/database/schema.ts";
import { makeVolumeZip } from "../test/support/archives.ts";
import { staticCase } from "../test/support/records.ts";
import { startService } from "../test/support/service.ts";
import { digits, megabytes, table } from "./measure/numbers.ts";
import { type Cost, runTree } from "./measure/run-tree.ts";
import { caselawArgs } from "./measure/setting.ts";

/** Of a mirror that was made before. Its corpus has addresses with the port. */
interface Made {
  readonly port: number;
  /** How often its volumes changed. */
  readonly changes: number;
}

const OPTIONS = {
  volumes: { type: "string", default: "40000" },
  folder: { type: "string", default: join(tmpdir(), "caselaw-bench") },
} as const;
/** The lists of jurisdictions, reporters and volumes. */
const LISTS = 3;
/** Cases of a volume: few, since the night is about volumes. */
const CASES_EACH = 2;
/** The collection has 1,200 reporters and 40,000 volumes. */
const VOLUMES_EACH = 33;
/** One volume in a hundred changes from night to night. */
const CHANGED_EACH = 100;
const JURISDICTION = { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois" };

export async function benchNight(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true });
  const count = Number(values.volumes);
  const folder = resolve(values.folder, `night-${count}-v${SCHEMA_VERSION}`);
  const note = join(folder, "made.json");
  if (!existsSync(note)) {
    process.stderr.write(`making a mirror of ${count} volumes: ${folder}\n`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "data"), { recursive: true });
    await writeSite(join(folder, "site"), count, 0);
    const { port } = await sync(folder, 0);
    writeFileSync(note, JSON.stringify({ port, changes: 0 }));
  }
  const { port, changes }: Made = JSON.parse(readFileSync(note, "utf8"));
  const unchanged = await sync(folder, port);
  await writeSite(join(folder, "site"), count, changes + 1);
  writeFileSync(note, JSON.stringify({ port, changes: changes + 1 }));
  const changed = await sync(folder, port);
  const rows = [
    rowOf("a night without changes", unchanged, LISTS),
    rowOf("a night with 1 % changed", changed, LISTS + Math.ceil(count / CHANGED_EACH)),
  ];
  const columns = ["", "wall s", "CPU s", "memory MB", "requests"];
  process.stdout.write(table(`${count} volumes, one run each`, columns, rows));
}

/** The site's lists, and the zips of the volumes that changed; at first of all. Volumes are dealt out to the reporters in turn. */
async function writeSite(folder: string, count: number, changes: number): Promise<void> {
  const reporters = Math.ceil(count / VOLUMES_EACH);
  const volumes: unknown[] = [];
  for (let number = 0; number < count; number++) {
    const isChanged = number % CHANGED_EACH === 0;
    const row = volumeRow(number, reporters, isChanged ? changes : 0);
    volumes.push(row);
    const path = join(folder, row.reporter_slug, `${row.volume_folder}.zip`);
    const cases = Object.fromEntries(
      Array.from({ length: CASES_EACH }, (_, nth) => {
        const id = number * CASES_EACH + nth + 1;
        const name = `${String(1 + nth).padStart(4, "0")}-01`;
        const docket = `No. ${id}, edition ${nth === 0 && isChanged ? changes : 0}`;
        const about = { docket_number: docket, file_name: name, last_updated: row.last_updated };
        return [name, staticCase(id, about)];
      }),
    );
    const options = { compress: false, mtime: new Date(row.last_updated) };
    if (changes === 0 || isChanged) await makeVolumeZip(path, { cases, volume: row }, options);
  }
  const write = (name: string, rows: readonly unknown[]): void =>
    writeFileSync(join(folder, `${name}Metadata.json`), JSON.stringify(rows));
  write("Jurisdictions", [{ ...JURISDICTION, reporters: [], case_count: count * CASES_EACH }]);
  write(
    "Reporters",
    Array.from({ length: reporters }, (_, reporter) => reporterRow(reporter)),
  );
  write("Volumes", volumes);
}

function reporterRow(reporter: number) {
  return {
    ...{ id: reporter + 1, full_name: `Made Reports, Series ${reporter}`, short_name: `Made ${reporter}` },
    ...{ start_year: 1880, end_year: 1960, jurisdictions: [JURISDICTION], harvard_hollis_id: [] },
    slug: `made-${reporter}`,
  };
}

/** With the keys and about the length of the real ones. @param edition 0, and one more for each time that it changed */
function volumeRow(number: number, reporters: number, edition: number) {
  const folder = String(1 + Math.floor(number / reporters));
  const day = new Date(Date.UTC(2024, 1, 27 + edition)).toISOString().slice(0, 10);
  return {
    ...{ volume_number: folder, title: null, publisher: "Made Publishing Co.", publication_year: 1954 },
    ...{ start_year: 1880, end_year: 1960, series_volume_number: "", jurisdictions: [JURISDICTION] },
    ...{ id: `32044${String(number + 1).padStart(9, "0")}`, harvard_hollis_id: "001361450" },
    ...{ spine_start_year: 0, spine_end_year: 0, publication_city: "St. Paul, MN", second_part_of_id: null },
    ...{ redacted: false, nominative_reporter: null, volume_folder: folder },
    ...{ reporter_slug: `made-${number % reporters}`, last_updated: `${day}T12:46:10.534315+00:00` },
  };
}

interface Night {
  readonly cost: Cost;
  readonly requests: number;
  readonly port: number;
}

/** @param port of the site; 0: any free one */
async function sync(folder: string, port: number): Promise<Night> {
  // without ETag and Last-Modified: a file that has them is confirmed in the next night
  const site = await startService((request, response) => {
    const path = join(folder, "site", request.url ?? "");
    if (!existsSync(path)) response.writeHead(404).end();
    else response.end(readFileSync(path));
  }, port);
  const where = ["--db", join(folder, "corpus.db"), "--data-dir", join(folder, "data"), "--quiet"];
  const args = caselawArgs("sync", "--source", "static", "--source-url", site.url, ...where);
  const cost = await runTree({ program: process.execPath, args }).finally(() => site.close());
  return { cost, requests: site.requests.length, port: Number(new URL(site.url).port) };
}

/** @throws Error when it made another number of requests, since the mirror is then not what a sync leaves */
function rowOf(name: string, { cost, requests }: Night, expected: number): string[] {
  if (requests !== expected)
    throw new Error(`${name}: ${requests} requests, not ${expected}; delete the folder of the mirror`);
  const { wallSeconds, cpuSeconds, largestBytes } = cost;
  return [name, digits(wallSeconds), digits(cpuSeconds), megabytes(largestBytes), String(requests)];
}
