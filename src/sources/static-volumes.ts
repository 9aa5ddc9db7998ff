/**
 * Reads the volume lists of the static site.
 *
 * The list at the root has tens of thousands of rows; for selected reporters their own short lists are read.
 */
import type { Selection, Web } from "../domain/bulk-file.ts";
import type { ReporterRecord } from "../domain/case.ts";
import { slugify } from "../domain/citation.ts";
import { CaselawError } from "../domain/errors.ts";
import { below, type Listed, listFile, notListed, readRows } from "./listing.ts";
import { readStaticVolume, type StaticVolume } from "./read-metadata.ts";

/**
 * Reads the rows of all volumes that the selection may choose from.
 *
 * @param selection with the reporters by their slugs
 * @throws CaselawError as `Web.getJson`, and `invalid` when the selection names a volume of a reporter that is not among `reporters`
 */
export async function listVolumes(
  baseUrl: string,
  selection: Selection,
  reporters: readonly ReporterRecord[],
  web: Web,
): Promise<Listed<StaticVolume>> {
  const slugs = chosenReporters(selection, reporters);
  if (slugs.length === 0 || selection.jurisdictions.length > 0) return listAll(baseUrl, web);
  const parts: Listed<StaticVolume>[] = [];
  for (const slug of slugs) {
    const rows = await ownList(baseUrl, slug, web);
    if (rows === null) return listAll(baseUrl, web);
    parts.push(rows);
  }
  return { records: parts.flatMap((part) => part.records), problems: parts.flatMap((part) => part.problems) };
}

/**
 * The selection with each reporter by its slug.
 *
 * @throws CaselawError `invalid` for a reporter that none of `reporters` has as its slug, id, short or full name
 */
export function selectionBySlugs(selection: Selection, reporters: readonly ReporterRecord[]): Selection {
  const slugs = selection.reporters.flatMap((asked) => {
    const known = reporters.filter(
      ({ slug, id, shortName, fullName }) =>
        slug === slugify(asked) || String(id) === asked || shortName === asked || fullName === asked,
    );
    if (known.length === 0) throw notListed("reporter", asked);
    return known.flatMap(({ slug }) => slug ?? []);
  });
  return { ...selection, reporters: [...new Set(slugs)] };
}

/** The slugs of the selected reporters, from `--reporter` and `--volume`. */
function chosenReporters(selection: Selection, reporters: readonly ReporterRecord[]): readonly string[] {
  const known = new Set(reporters.map(({ slug }) => slug));
  const misplaced = selection.volumes.find((volume) => !known.has(reporterOf(volume)));
  if (misplaced !== undefined) throw notListed("volume", misplaced);
  return [...new Set([...selection.reporters, ...selection.volumes.map(reporterOf)])];
}

function reporterOf(volume: string): string {
  return volume.slice(0, Math.max(0, volume.indexOf("/")));
}

async function listAll(baseUrl: string, web: Web): Promise<Listed<StaticVolume>> {
  const rows = await listFile(below(baseUrl, "VolumesMetadata.json"), web);
  return readRows(rows, readStaticVolume, "volume");
}

/** A reporter's own list, whose rows need not name the reporter; null when the site does not have it. */
async function ownList(baseUrl: string, slug: string, web: Web): Promise<Listed<StaticVolume> | null> {
  try {
    const rows = await listFile(below(baseUrl, `${encodeURIComponent(slug)}/VolumesMetadata.json`), web);
    const { records, problems } = readRows(rows, readStaticVolume, `volume of "${slug}"`);
    return { records: records.map((row) => ({ ...row, reporterSlug: row.reporterSlug ?? slug })), problems };
  } catch (error) {
    if (error instanceof CaselawError && error.code === "not_found") return null;
    throw error;
  }
}
