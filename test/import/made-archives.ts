/** Archives of one jurisdiction for the property test of imports: two bulk formats and a volume, release after release. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeBagZip, makeVolumeZip } from "../support/archives.ts";
import { bulkCase, staticCase, staticHtml, textBody, xmlBody } from "../support/records.ts";
import type { Format, ModelArchive, ModelRecord } from "./import-model.ts";

/** What one release of a unit says. */
export interface Snapshot {
  readonly unit: Format;
  /** Index in `RELEASES`. */
  readonly release: number;
  /** The word of each shared case, 0 where the release lacks it. */
  readonly shared: readonly number[];
  /** Places of the unit's own cases that it lacks. */
  readonly lacking: readonly number[];
  /** A shared case that occurs twice, the other record before or after it; null for none. */
  readonly twice: { readonly id: number; readonly place: "before" | "behind" } | null;
  readonly fault: "none" | "mismatch" | "refused record";
  /** Cases that no other archive has: more than 250 make several batches. */
  readonly more: number;
}

/** Cases that all units have, and those that a unit has alone. */
export const SHARED = 4;
export const OWN = 12;
/** The volumes' zips are some days younger than the bags. */
const RELEASES: Readonly<Record<"bag" | "volume", readonly string[]>> = {
  bag: ["2018-08-29", "2019-04-16", "2020-06-04", "2021-08-01", "2022-03-01", "2023-12-04"],
  volume: ["2018-09-09", "2019-05-09", "2020-07-09", "2021-09-09", "2022-04-09", "2024-01-09"],
};
/** Records have it from 2021 on, and it moves with the releases: so the order of all contributions is total. */
const UPDATED = [
  null,
  null,
  null,
  "2021-01-01T00:00:00+00:00",
  "2021-01-01T00:00:00+00:00",
  "2023-01-01T00:00:00+00:00",
];
const OLDER = "2020-12-31T00:00:00+00:00";
const WORDS = ["", "alpha", "beta", "gamma"];
const FIRST_OWN: Readonly<Record<Format, number>> = { text: 100, xml: 1100, volume: 2100 };

export function releaseOf({ unit, release }: Pick<Snapshot, "unit" | "release">): string {
  return RELEASES[unit === "volume" ? "volume" : "bag"][release] ?? "";
}

/** Writes a snapshot below `folder`, once; `packing` 1 has other bytes for the same content. */
export async function makeArchive(
  folder: string,
  snapshot: Snapshot,
  packing: number,
): Promise<ModelArchive & { readonly path: string }> {
  const { unit, fault } = snapshot;
  const records = recordsOf(snapshot);
  const refused = fault === "refused record" ? [FIRST_OWN[unit]] : [];
  const day = releaseOf(snapshot);
  const name =
    unit === "volume" ? join("a2d", day, "1.zip") : `Illinois-${day.replaceAll("-", "")}-${unit}.zip`;
  const path = join(folder, `packing${packing}`, name);
  const kept = records.filter(({ id }) => !refused.includes(id));
  if (!existsSync(path)) {
    const write = unit === "volume" ? writeVolume : writeBag;
    await write(path, snapshot, { records: kept, refused }, packing);
  }
  const sha256 = createHash("sha256").update(readFileSync(path)).digest("hex");
  return { unit, release: day, sha256, records: kept, refused, isHoled: fault === "mismatch", path };
}

function recordsOf({ unit, release, shared, lacking, twice, more }: Snapshot): ModelRecord[] {
  const record = (id: number, word: number): ModelRecord => ({
    id,
    token: `${unit}${WORDS[word] ?? ""}`,
    lastUpdated: UPDATED[release] ?? null,
    citesTo: unit !== "text",
  });
  const own = Array.from({ length: OWN + more }, (_, place) => place).filter(
    (place) => !lacking.includes(place),
  );
  const records = [
    ...shared.flatMap((word, place) => (word === 0 ? [] : [record(place + 1, word)])),
    ...own.map((place) => record(FIRST_OWN[unit] + place, 1)),
  ];
  const given = records.find(({ id }) => id === twice?.id);
  if (twice === null || given === undefined || unit === "volume") return records;
  const other = { ...given, token: `${unit}other`, lastUpdated: given.lastUpdated === null ? null : OLDER };
  return twice.place === "before" ? [other, ...records] : [...records, other];
}

interface Content {
  readonly records: readonly ModelRecord[];
  readonly refused: readonly number[];
}

async function writeBag(
  path: string,
  { unit, fault }: Snapshot,
  content: Content,
  packing: number,
): Promise<void> {
  const lines = [
    ...content.records.map((record) =>
      bulkCase(record.id, { ...fieldsOf(record), casebody: bodyOf(unit, record) }),
    ),
    ...content.refused.map((id) => bulkCase(id, { name: 5 })),
    ...(fault === "mismatch" ? ["{"] : []),
  ];
  await makeBagZip(path, { lines }, { compress: packing === 1 });
}

async function writeVolume(
  path: string,
  snapshot: Snapshot,
  content: Content,
  packing: number,
): Promise<void> {
  const cases = Object.fromEntries([
    ...content.records.map((record) =>
      fileOf(record.id, { ...fieldsOf(record), casebody: textBody(record.token).data }),
    ),
    ...content.refused.map((id) => fileOf(id, { name: 5 })),
  ]);
  const html = Object.fromEntries(
    content.records.map(({ id, token }) => [nameOf(id), staticHtml(token)] as const),
  );
  for (const id of content.refused) html[nameOf(id)] = staticHtml("refused");
  const rows = Object.entries(cases).map(([file_name, row]) => ({ ...row, casebody: undefined, file_name }));
  const mismatch = snapshot.fault === "mismatch" ? [{ id: 9999, file_name: "9999-01" }] : [];
  const mtime = new Date(`${releaseOf(snapshot)}T12:00:00Z`);
  const volume = { id: "32044000000001", volume_number: "1" };
  await makeVolumeZip(
    path,
    { cases, html, rows: [...rows, ...mismatch], volume },
    { compress: packing === 1, mtime },
  );
}

function fileOf(id: number, more: Readonly<Record<string, unknown>>): [string, Record<string, unknown>] {
  return [nameOf(id), staticCase(id, { last_updated: undefined, ...more, file_name: nameOf(id) })];
}

function nameOf(id: number): string {
  return `${String(id).padStart(4, "0")}-01`;
}

function fieldsOf({ token, lastUpdated, citesTo }: ModelRecord): Record<string, unknown> {
  return {
    name: token,
    ...(lastUpdated === null ? {} : { last_updated: lastUpdated }),
    cites_to: citesTo ? [{ cite: `1 ${token} 1` }] : [],
  };
}

function bodyOf(unit: Format, { token }: ModelRecord): unknown {
  return unit === "xml" ? xmlBody(token) : textBody(token);
}
