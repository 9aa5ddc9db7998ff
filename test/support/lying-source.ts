/**
 * A source that lies: a static site of many volumes and a bulk service of some jurisdictions, in three generations, of which
 * any unit's archive can be answered by another one. Listings are always true.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bagMembers, type Members, volumeMembers, writeZip } from "./archives.ts";
import { bulkCase, staticCase, textBody } from "./records.ts";
import { type Service, startService } from "./service.ts";

export const LIES = ["wrong unit", "wrong unit, unnamed", "stale", "swapped", "truncated", "mixed"] as const;
export type Lie = (typeof LIES)[number];

export const GENERATIONS = 3;
const VOLUMES = 16;
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
  /** What was asked for so far. */
  const zips = new Map<string, Promise<Buffer>>();
  let [now, lies]: [number, ReadonlyMap<string, Lie>] = [0, new Map()];
  const archiveOf = async (unit: Unit, all: readonly Unit[]): Promise<Buffer> => {
    const lie = lies.get(unit.name) ?? null;
    // a bag has no form of its own: such a lie is the truth
    const isTrue = all === jurisdictions && (lie === "mixed" || lie === "wrong unit, unnamed");
    const told = toldOf(unit, all, now, isTrue ? null : lie);
    const key = `${told.unit.name} ${told.generation} ${told.form}`;
    const zip = zips.get(key) ?? (all === volumes ? volumeZip(told) : bagZip(told));
    zips.set(key, zip);
    const bytes = await zip;
    return lie === "truncated" ? bytes.subarray(0, Math.floor(bytes.length * 0.7)) : bytes;
  };
  const service = await startService(async (request, response, url) => {
    const path = (request.url ?? "").replace(/\?.*/, "");
    const list = listings(url, now, volumes, jurisdictions).get(path);
    if (list !== undefined) {
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(list));
      return;
    }
    const all = path.startsWith("/v1/") ? jurisdictions : volumes;
    const unit = all.find(({ name, index }) =>
      [`/${name}.zip`, `/v1/bulk/${index + 1}/download/`].includes(path),
    );
    if (unit === undefined) {
      response.writeHead(404).end();
      return;
    }
    const bytes = await archiveOf(unit, all);
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

/** The archive that is sent for a unit. */
interface Told {
  readonly unit: Unit;
  readonly generation: number;
  readonly form: "plain" | "unnamed" | "mixed";
}

function toldOf(unit: Unit, all: readonly Unit[], generation: number, lie: Lie | null): Told {
  const other = (steps: number): Unit => all[(unit.index + steps) % all.length] ?? unit;
  const plain: Told = { unit, generation, form: "plain" };
  switch (lie) {
    case "wrong unit":
      return { ...plain, unit: other(1) };
    case "wrong unit, unnamed":
      return { ...plain, unit: other(1), form: "unnamed" };
    case "swapped":
      return { ...plain, unit: other(unit.index % 2 === 0 ? 1 : all.length - 1) };
    case "stale":
      return { ...plain, generation: Math.max(0, generation - 1) };
    default:
      return lie === "mixed" ? { ...plain, form: "mixed" } : plain;
  }
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

async function volumeZip({ unit, generation, form }: Told): Promise<Buffer> {
  const cases = volumeCases(unit, generation);
  const rows = Object.values(cases).map(({ casebody: _, ...row }) => row);
  const told = form === "mixed" ? { ...cases, ...volumeCases(unit, Math.max(0, generation - 1)) } : cases;
  const files = Object.fromEntries(Object.entries(told).filter(([name]) => name in cases));
  const members = volumeMembers({ cases: files, rows, volume: volumeRow(unit) });
  if (form === "unnamed") members.delete("metadata/VolumeMetadata.json");
  return packed(members, generation);
}

async function packed(members: Members, generation: number): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "caselaw-test-"));
  const mtime = new Date(`${dateOf(generation)}T12:00:00Z`);
  const path = await writeZip(join(folder, "x.zip"), members, { mtime, compress: false });
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

async function bagZip({ unit, generation }: Told): Promise<Buffer> {
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
  return packed(members, generation);
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
