/**
 * Two releases of twenty cases, as archives and at sources: the second adds one, changes one, removes one, and renames
 * the court of all. What a run between the two does is killed, stopped and disturbed by the tests of faults, D and C.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { makeBagZip, makeVolumeZip } from "./archives.ts";
import { bodyData, bulkCase, staticCase, staticCases, staticHtml, textBody, xmlBody } from "./records.ts";
import type { Service } from "./service.ts";
import { startStaticSite } from "./static-site.ts";
import { tempFolder } from "./temp-folder.ts";

export const RELEASES = ["20190416", "20200604"] as const;
export type Release = (typeof RELEASES)[number];

/** Ids of the case that the second release adds, changes, removes. */
export const ADDED = 21;
export const CHANGED = 7;
export const REMOVED = 20;
/** Words that only the old text of the changed case has, and only the new one. */
export const OLD_WORD = `word${CHANGED}`;
export const NEW_WORD = "overruled";

const NEW_COURT = { id: 9, name: "Supreme Court of Illinois", name_abbreviation: "Ill.", slug: "ill-1" };
const ILLINOIS = { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: true };
const REPORTER = { id: 500, full_name: "Atlantic Reporter", short_name: "A.2d", slug: "a2d" };
const PLACE = { id: 29, name: "Ill.", name_long: "Illinois" };

/** The lines of a bulk archive. */
export function bulkLines(release: Release, format: "text" | "xml"): Record<string, unknown>[] {
  const bodied = format === "text" ? sameText : xmlBody;
  const line = (id: number) => ({ ...bulkCase(id), id, casebody: bodied(`word${id}`) });
  const lines = Array.from({ length: 20 }, (_, index) => line(index + 1));
  if (release === RELEASES[0]) return lines;
  const court = NEW_COURT;
  const changed = { decision_date: "1902-03-04", casebody: bodied(NEW_WORD) };
  return [...lines.filter(({ id }) => id !== REMOVED), line(ADDED)].map((one) => ({
    ...one,
    court,
    ...(one.id === CHANGED ? changed : {}),
  }));
}

/** What `xmlBody` comes to as text: then it does not matter to a reader which of the two came first. */
function sameText(text: string): Record<string, unknown> {
  const body = textBody(text);
  return { ...body, data: Object.assign({}, body.data, { parties: ["Head."] }) };
}

export function makeBulkArchive(folder: string, release: Release, format: "text" | "xml"): Promise<string> {
  const lines = bulkLines(release, format);
  return makeBagZip(join(folder, `Illinois-${release}-${format}.zip`), { lines });
}

/** A volume of the static site, of other cases: 101 to 120, the second release changed likewise. */
export function makeVolume(path: string, release: Release): Promise<string> {
  const second = release === RELEASES[1];
  const ids = Array.from({ length: 20 }, (_, index) => 101 + index).filter((id) => !second || id !== 120);
  const cases = staticCases(...ids, ...(second ? [121] : []));
  if (second) {
    const casebody = bodyData("Head.", `all ${NEW_WORD}`);
    const last_updated = "2024-01-01T00:00:00+00:00";
    cases["0107-01"] = staticCase(107, { file_name: "0107-01", casebody, last_updated });
  }
  const html = Object.fromEntries(
    Object.entries(cases).map(([name, { id }]) => [
      name,
      staticHtml(second && id === 107 ? NEW_WORD : `word${String(id)}`),
    ]),
  );
  const mtime = new Date(second ? "2024-06-01" : "2024-01-01");
  return makeVolumeZip(path, { cases, html, volume: volumeRow("1", release) }, { mtime });
}

/** Writes what a bulk service serves from `folder`: one jurisdiction, both formats, this release alone. */
export function publishBulk(folder: string, release: Release): Promise<void> {
  return publishBags(folder, release, { text: bulkLines(release, "text"), xml: bulkLines(release, "xml") });
}

/** Likewise bags of these lines, by their format. */
export async function publishBags(
  folder: string,
  release: string,
  bags: Readonly<Record<string, readonly unknown[]>>,
): Promise<void> {
  for (const empty of ["courts", "reporters", "volumes"]) writeListing(folder, `${empty}.json`, []);
  writeListing(folder, "jurisdictions.json", [{ url: "{base_url}/v1/jurisdictions/ill/", ...ILLINOIS }]);
  const day = `${release.slice(0, 4)}-${release.slice(4, 6)}-${release.slice(6)}`;
  const records = [];
  for (const [index, [format, lines]] of Object.entries(bags).entries()) {
    const name = `Illinois-${release}-${format}.zip`;
    await makeBagZip(join(folder, "bulk", name), { lines });
    const id = 2 * Number(release) + index;
    records.push({
      id,
      download_url: `{base_url}/v1/bulk/${id}/download/`,
      file_name: name,
      export_date: `${day}T00:00:00Z`,
      public: true,
      filter_type: "jurisdiction",
      filter_id: ILLINOIS.id,
      body_format: format,
    });
  }
  writeListing(folder, "bulk.json", records);
}

/** Writes what a static site serves from `folder`: two volumes of a reporter; the second one stays as it is. */
export async function publishSite(folder: string, release: Release): Promise<void> {
  const volumes = [volumeRow("1", release), volumeRow("2", RELEASES[0])];
  writeListing(folder, "JurisdictionsMetadata.json", [{ ...ILLINOIS, reporters: [REPORTER] }]);
  writeListing(folder, "ReportersMetadata.json", [{ ...REPORTER, jurisdictions: [PLACE] }]);
  for (const at of ["VolumesMetadata.json", "a2d/VolumesMetadata.json"]) writeListing(folder, at, volumes);
  await makeVolume(join(folder, "a2d", "1.zip"), release);
  const cases = staticCases(201, 202, 203);
  const mtime = new Date("2024-01-01");
  await makeVolumeZip(
    join(folder, "a2d", "2.zip"),
    { cases, volume: volumeRow("2", RELEASES[0]) },
    { mtime },
  );
}

/** The first release's site for the running test, which may change its folder. */
export async function openSite(): Promise<{ readonly folder: string; readonly site: Service }> {
  const folder = tempFolder();
  await publishSite(folder, RELEASES[0]);
  const site = await startStaticSite(folder);
  onTestFinished(() => site.close());
  return { folder, site };
}

function volumeRow(number: string, release: Release): Record<string, unknown> {
  return {
    id: `3204400000000${number}`,
    volume_number: number,
    volume_folder: number,
    reporter_slug: "a2d",
    jurisdictions: [PLACE],
    publication_year: 1940,
    last_updated: `${release.slice(0, 4)}-01-01T00:00:00+00:00`,
  };
}

function writeListing(folder: string, name: string, value: unknown): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}
