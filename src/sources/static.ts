/**
 * The publisher's site since March 2024, static.case.law: metadata files and a zip per volume (docs/formats.md,
 * "static.case.law").
 *
 * Folders come from `volume_folder`, never from the volume's number. Zips have no published checksum: `last_updated`
 * identifies a version. `--jurisdiction` selects volumes, not cases, since the zip is the unit (docs/formats.md, "Static
 * folders, file names and selection").
 */
import type { BulkFile, Offer, Selection, Web } from "../domain/bulk-file.ts";
import type { JurisdictionRecord, ReporterRecord } from "../domain/case.ts";
import { slugify } from "../domain/citation.ts";
import { CaselawError } from "../domain/errors.ts";
import { below, isSafeName, type Listed, listFile, notListed, readRows, selectedSlug } from "./listing.ts";
import {
  readCaseTotal,
  readStaticJurisdiction,
  readStaticReporter,
  readStaticVolume,
  type StaticVolume,
} from "./read-reference.ts";

export async function listStatic(baseUrl: string, names: Selection, web: Web): Promise<Offer> {
  const jurisdictionRows = await listFile(below(baseUrl, "JurisdictionsMetadata.json"), web);
  const jurisdictions = readRows(jurisdictionRows, readStaticJurisdiction, "jurisdiction");
  const reporters = readRows(
    await listFile(below(baseUrl, "ReportersMetadata.json"), web),
    readStaticReporter,
    "reporter",
  );
  const slugs = new Map(jurisdictions.records.map(({ id, slug }) => [id, slug]));
  const known = reporters.records.map((reporter) => ({ ...reporter, ...slugged(reporter, slugs) }));
  const selection = selectionBySlugs(names, known);
  const rows = await listVolumes(baseUrl, selection, known, web);
  const placed = placedVolumes(rows.records, known, slugs, baseUrl);
  return {
    files: chosenVolumes(placed.files, selection, jurisdictions.records),
    listedPaths: placed.files.map(({ path }) => path),
    // a row without a count is not an error
    totals: readRows(jurisdictionRows, readCaseTotal, "jurisdiction").records,
    reference: {
      jurisdictions: jurisdictions.records,
      courts: [],
      reporters: known,
      volumes: placed.files.flatMap(({ volume }) => volume ?? []),
    },
    problems: [jurisdictions, reporters, rows, placed].flatMap((part) => part.problems),
    notes: [],
  };
}

/** Replaces the slugs of a record's jurisdictions by those of the list, where it has them. */
function slugged(
  { jurisdictions }: { readonly jurisdictions: readonly JurisdictionRecord[] | null },
  slugs: ReadonlyMap<number, string | null>,
): { readonly jurisdictions: readonly JurisdictionRecord[] | null } {
  return {
    jurisdictions: jurisdictions?.map((row) => ({ ...row, slug: slugs.get(row.id) ?? row.slug })) ?? null,
  };
}

/** The volumes with a known reporter and folder, each unit once; a message for each other volume. */
function placedVolumes(
  rows: readonly StaticVolume[],
  reporters: readonly ReporterRecord[],
  slugs: ReadonlyMap<number, string | null>,
  baseUrl: string,
): { readonly files: readonly BulkFile[]; readonly problems: readonly string[] } {
  const bySlug = new Map(reporters.map((reporter) => [reporter.slug, reporter]));
  const taken = new Map<string, string>();
  const files: BulkFile[] = [];
  const problems: string[] = [];
  for (const { volume, folder, reporterSlug, lastUpdated } of rows) {
    const lack = folder === null ? "folder" : reporterSlug === null ? "reporter" : null;
    if (folder === null || reporterSlug === null) {
      problems.push(`Cannot use volume "${volume.barcode}": its ${lack} is missing`);
      continue;
    }
    const unit = `${reporterSlug}/${folder}`;
    const owner = taken.get(unit.toLowerCase());
    if (owner === volume.barcode) continue;
    if (owner !== undefined) {
      problems.push(
        `Cannot use volume "${volume.barcode}": its folder "${unit}" is that of volume "${owner}"`,
      );
    } else if (isSafeName(folder) && isSafeName(reporterSlug)) {
      taken.set(unit.toLowerCase(), volume.barcode);
      const reporter = bySlug.get(reporterSlug) ?? null;
      const ofReporter = { reporterId: reporter?.id ?? null, reporterName: reporter?.fullName ?? null };
      const address = [reporterSlug, `${folder}.zip`].map(encodeURIComponent).join("/");
      files.push({
        source: "static",
        unit,
        path: `static/${unit}.zip`,
        url: below(baseUrl, address),
        version: lastUpdated,
        release: lastUpdated,
        bytes: null,
        bulk: null,
        reporter,
        volume: { ...volume, ...ofReporter, ...slugged(volume, slugs) },
      });
    } else {
      problems.push(
        `Cannot use volume "${volume.barcode}": ${JSON.stringify(unit)} is not a folder of the site`,
      );
    }
  }
  return { files, problems };
}

/** Applies each part of the selection. @throws CaselawError `invalid` for a name that the source does not have */
function chosenVolumes(
  files: readonly BulkFile[],
  selection: Selection,
  listed: readonly JurisdictionRecord[],
): readonly BulkFile[] {
  const units = new Set(files.map(({ unit }) => unit));
  const missing = selection.volumes.find((volume) => !units.has(volume));
  if (missing !== undefined) throw notListed("volume", missing);
  const known = [...listed, ...files.flatMap(({ volume }) => volume?.jurisdictions ?? [])];
  const jurisdictions = new Set(selection.jurisdictions.map((text) => selectedSlug(text, known)));
  return files.filter(
    ({ unit, volume }) =>
      (selection.volumes.length === 0 || selection.volumes.includes(unit)) &&
      (selection.reporters.length === 0 || selection.reporters.includes(reporterOf(unit))) &&
      (jurisdictions.size === 0 || volume?.jurisdictions?.some(({ slug }) => jurisdictions.has(slug ?? ""))),
  );
}

/**
 * Reads the rows of all volumes that the selection may choose from. The list at the root has tens of thousands of rows; for
 * selected reporters their own short lists are read.
 *
 * @param selection with the reporters by their slugs
 * @throws CaselawError as `Web.getJson`, and `invalid` when the selection names a volume of a reporter that is not among `reporters`
 */
async function listVolumes(
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
function selectionBySlugs(selection: Selection, reporters: readonly ReporterRecord[]): Selection {
  const slugs = selection.reporters.flatMap((text) => {
    const known = reporters.filter(
      ({ slug, id, shortName, fullName }) =>
        slug === slugify(text) || String(id) === text || shortName === text || fullName === text,
    );
    if (known.length === 0) throw notListed("reporter", text);
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
