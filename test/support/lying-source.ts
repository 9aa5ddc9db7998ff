/**
 * A source that lies: a static site of many volumes and a bulk service of some jurisdictions, in three generations, of which
 * any unit's archive can be answered by another one. Listings are always true.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bagMembers, volumeMembers, writeZip } from "./archives.ts";
import { bulkCase, staticCase, textBody } from "./records.ts";
import { type Service, startService } from "./service.ts";
import { tempFolder } from "./temp-folder.ts";

export const LIES = ["wrong unit", "wrong unit, unnamed", "stale", "swapped", "truncated", "mixed"] as const;
export type Lie = (typeof LIES)[number];

export const GENERATIONS = 3;
const VOLUMES = 24;
const JURISDICTIONS = 10;
/** Cases of a unit in its first generation; each later one changes one, removes one and adds one: less than a tenth in two steps. */
const CASES = 24;
const REPORTERS = 4;

export interface LyingSource {
  readonly service: Service;
  /** Names of all units: `r0/1` of the static site, `j0` of the bulk service. */
  readonly units: Readonly<Record<"static" | "bulk", readonly string[]>>;
  /** Lists a generation, and answers these units by lies; all others, and all with no lies, truly. */
  tell(generation: number, lies?: ReadonlyMap<string, Lie>): void;
}

interface Unit {
  readonly name: string;
  readonly index: number;
}

export async function startLyingSource(): Promise<LyingSource> {
  const volumes = range(VOLUMES).map((index) => ({ index, name: `r${index % REPORTERS}/${index}` }));
  const jurisdictions = range(JURISDICTIONS).map((index) => ({ index, name: `j${index}` }));
  const zips = new Map<string, Buffer>();
  for (const generation of range(GENERATIONS)) {
    for (const unit of volumes) {
      zips.set(keyOf(unit, generation), await volumeZip(unit, generation, {}));
      zips.set(keyOf(unit, generation, "unnamed"), await volumeZip(unit, generation, { isUnnamed: true }));
      zips.set(keyOf(unit, generation, "mixed"), await volumeZip(unit, generation, { isMixed: true }));
    }
    for (const unit of jurisdictions) zips.set(keyOf(unit, generation), await bagZip(unit, generation));
  }
  let [now, lies]: [number, ReadonlyMap<string, Lie>] = [0, new Map()];
  const archiveOf = (unit: Unit, all: readonly Unit[]): Buffer => {
    const key = lieKey(unit, all, now, lies.get(unit.name) ?? null);
    const zip = zips.get(key) ?? zips.get(keyOf(unit, now));
    if (zip === undefined) throw new Error(`no archive ${key}`);
    return lies.get(unit.name) === "truncated" ? zip.subarray(0, Math.floor(zip.length * 0.7)) : zip;
  };
  const service = await startService((request, response, url) => {
    const path = (request.url ?? "").replace(/\?.*/, "");
    const list = listings(url, now, volumes, jurisdictions).get(path);
    if (list !== undefined) {
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(list));
      return;
    }
    const volume = volumes.find(({ name }) => path === `/${name}.zip`);
    const bag = jurisdictions.find(({ index }) => path === `/v1/bulk/${index + 1}/download/`);
    if (volume === undefined && bag === undefined) {
      response.writeHead(404).end();
      return;
    }
    const bytes = volume ? archiveOf(volume, volumes) : bag ? archiveOf(bag, jurisdictions) : Buffer.alloc(0);
    const etag = `"${createHash("sha256").update(bytes).digest("hex")}"`;
    if (request.headers["if-none-match"] === etag) response.writeHead(304, { ETag: etag }).end();
    else response.writeHead(200, { ETag: etag, "Content-Length": bytes.length }).end(bytes);
  }, 0);
  const names = (units: readonly Unit[]): string[] => units.map(({ name }) => name);
  return {
    service,
    units: { static: names(volumes), bulk: names(jurisdictions) },
    tell: (generation, told = new Map()) => {
      [now, lies] = [generation, told];
    },
  };
}

function lieKey(unit: Unit, all: readonly Unit[], generation: number, lie: Lie | null): string {
  const other = (steps: number): Unit => all[(unit.index + steps) % all.length] ?? unit;
  if (lie === "wrong unit") return keyOf(other(1), generation);
  if (lie === "wrong unit, unnamed") return keyOf(other(1), generation, "unnamed");
  if (lie === "swapped") return keyOf(other(unit.index % 2 === 0 ? 1 : all.length - 1), generation);
  if (lie === "stale") return keyOf(unit, Math.max(0, generation - 1));
  return keyOf(unit, generation, lie === "mixed" ? "mixed" : "");
}

function keyOf({ name }: Unit, generation: number, form = ""): string {
  return `${name} ${generation} ${form}`;
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** The date of a generation; archives are packed on its day. */
function dateOf(generation: number): string {
  return `202${generation}-03-04`;
}

/** Numbers of a unit's cases in a generation: one leaves, and one comes, with each. */
function numbersOf(generation: number): number[] {
  return range(CASES).map((number) => number + generation);
}

/** The generation in which a case changed last: the last but one changed in the first, the one before it in the second. */
function changedIn(number: number, generation: number): number {
  if (number >= CASES) return number - CASES + 1;
  const changed = CASES - 1 - number;
  return changed <= generation ? changed : 0;
}

function volumeCases(unit: Unit, generation: number): Record<string, Record<string, unknown>> {
  const cases = numbersOf(generation).map((number) => {
    const id = 1000 + unit.index * 100 + number;
    const changed = changedIn(number, generation);
    const name = `${String(number).padStart(4, "0")}-01`;
    const { casebody } = staticCase(id);
    const more = {
      file_name: name,
      name: `Case ${id} of generation ${changed}`,
      citations: [{ type: "official", cite: `${unit.index} R${unit.index % REPORTERS}. ${number}` }],
      jurisdiction: jurisdictionOf(unit.index % REPORTERS),
      court: courtOf(unit.index % REPORTERS),
      last_updated: `${dateOf(changed)}T00:00:00+00:00`,
      casebody,
    };
    return [name, staticCase(id, more)] as const;
  });
  return Object.fromEntries(cases);
}

async function volumeZip(
  unit: Unit,
  generation: number,
  { isUnnamed = false, isMixed = false },
): Promise<Buffer> {
  const cases = volumeCases(unit, generation);
  const rows = Object.values(cases).map(({ casebody: _, ...row }) => row);
  const told = isMixed ? { ...cases, ...volumeCases(unit, Math.max(0, generation - 1)) } : cases;
  const files = Object.fromEntries(Object.entries(told).filter(([name]) => name in cases));
  const members = volumeMembers({ cases: files, rows, volume: volumeRow(unit) });
  if (isUnnamed) members.delete("metadata/VolumeMetadata.json");
  const path = join(tempFolder(), "volume.zip");
  const mtime = new Date(`${dateOf(generation)}T12:00:00Z`);
  return readFileSync(await writeZip(path, members, { mtime, compress: false }));
}

async function bagZip(unit: Unit, generation: number): Promise<Buffer> {
  const lines = numbersOf(generation).map((number) => {
    const id = 10_000 + unit.index * 100 + number;
    const changed = changedIn(number, generation);
    return bulkCase(id, {
      name: `Case ${id} of generation ${changed}`,
      jurisdiction: jurisdictionOf(unit.index),
      court: courtOf(unit.index),
      casebody: textBody(`generation${changed}`),
    });
  });
  const day = dateOf(generation);
  const top = `Jurisdiction ${unit.index}-${day.replaceAll("-", "")}-text`;
  const members = await bagMembers({ lines, top, baggingDate: day, payloadName: "data.jsonl" });
  const path = join(tempFolder(), "bag.zip");
  return readFileSync(
    await writeZip(path, members, { compress: false, mtime: new Date(`${day}T12:00:00Z`) }),
  );
}

function jurisdictionOf(index: number) {
  return {
    id: 30 + index,
    slug: `j${index}`,
    name: `J${index}`,
    name_long: `Jurisdiction ${index}`,
    whitelisted: true,
  };
}

function courtOf(index: number) {
  return { id: 50 + index, name: `Court ${index}`, name_abbreviation: `C${index}.` };
}

function reporterOf(index: number) {
  return {
    id: 100 + index,
    full_name: `Reports ${index}`,
    short_name: `R${index}.`,
    start_year: 1900,
    end_year: 2000,
    jurisdictions: [jurisdictionOf(index)],
    slug: `r${index}`,
  };
}

function volumeRow({ index }: Unit) {
  return {
    id: `3204400000${String(index).padStart(4, "0")}`,
    volume_number: String(index),
    jurisdictions: [jurisdictionOf(index % REPORTERS)],
  };
}

function listings(
  url: string,
  generation: number,
  volumes: readonly Unit[],
  jurisdictions: readonly Unit[],
): Map<string, unknown> {
  const page = (results: readonly unknown[]) => ({
    count: results.length,
    next: null,
    previous: null,
    results,
  });
  const day = dateOf(generation);
  return new Map<string, unknown>([
    ["/JurisdictionsMetadata.json", range(REPORTERS).map(jurisdictionOf)],
    ["/ReportersMetadata.json", range(REPORTERS).map(reporterOf)],
    [
      "/VolumesMetadata.json",
      volumes.map((unit) => ({
        ...volumeRow(unit),
        volume_folder: String(unit.index),
        reporter_slug: `r${unit.index % REPORTERS}`,
        last_updated: `${day}T00:00:00+00:00`,
      })),
    ],
    ["/v1/jurisdictions/", page(jurisdictions.map(({ index }) => jurisdictionOf(index)))],
    ["/v1/courts/", page([])],
    ["/v1/reporters/", page([])],
    ["/v1/volumes/", page([])],
    [
      "/v1/bulk/",
      page(
        jurisdictions.map(({ index }) => ({
          id: index + 1,
          download_url: `${url}/v1/bulk/${index + 1}/download/`,
          file_name: `Jurisdiction ${index}-${day.replaceAll("-", "")}-text.zip`,
          export_date: `${day}T00:00:00.000000Z`,
          public: true,
          filter_type: "jurisdiction",
          filter_id: 30 + index,
          body_format: "text",
        })),
      ),
    ],
  ]);
}
