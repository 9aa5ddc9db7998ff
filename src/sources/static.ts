/**
 * The publisher's site since March 2024, static.case.law: metadata files and a zip per volume (docs/formats.md,
 * "static.case.law").
 *
 * Folders come from `volume_folder`, never from the volume's number. Zips have no published checksum: `last_updated`
 * identifies a version. `--jurisdiction` selects volumes, not cases, since the zip is the unit (docs/formats.md, "Static
 * folders, file names and selection").
 */
import type { BulkFile, Offer, Selection, Source, Web } from "../domain/bulk-file.ts";
import type { JurisdictionRecord, ReporterRecord, VolumeRecord } from "../domain/case.ts";
import { slugify } from "../domain/citation.ts";
import { below, listFile, notListed, readRows } from "./listing.ts";
import { isSafeName } from "./local-path.ts";
import {
  readCaseTotal,
  readStaticJurisdiction,
  readStaticReporter,
  type StaticVolume,
} from "./read-metadata.ts";
import { listVolumes, selectionBySlugs } from "./static-volumes.ts";

export const staticSource: Source = { name: "static", list };

/** A volume that can be downloaded. */
interface PlacedVolume {
  readonly unit: string;
  readonly folder: string;
  readonly reporterSlug: string;
  readonly reporter: ReporterRecord | null;
  readonly volume: VolumeRecord;
  readonly lastUpdated: string | null;
}

async function list(baseUrl: string, asked: Selection, web: Web): Promise<Offer> {
  const jurisdictionRows = await listFile(below(baseUrl, "JurisdictionsMetadata.json"), web);
  const jurisdictions = readRows(jurisdictionRows, readStaticJurisdiction, "jurisdiction");
  const reporters = readRows(
    await listFile(below(baseUrl, "ReportersMetadata.json"), web),
    readStaticReporter,
    "reporter",
  );
  const slugs = new Map(jurisdictions.records.map(({ id, slug }) => [id, slug]));
  const known = reporters.records.map((reporter) => ({ ...reporter, ...slugged(reporter, slugs) }));
  const selection = selectionBySlugs(asked, known);
  const rows = await listVolumes(baseUrl, selection, known, web);
  const placed = placedVolumes(rows.records, known, slugs);
  const wanted = chosenVolumes(placed.volumes, selection, jurisdictions.records);
  return {
    files: wanted.map((volume) => bulkFileOf(volume, baseUrl)),
    // a row without a count is not an error
    totals: readRows(jurisdictionRows, readCaseTotal, "jurisdiction").records,
    reference: {
      jurisdictions: jurisdictions.records,
      courts: [],
      reporters: known,
      volumes: placed.volumes.map(({ volume }) => volume),
    },
    problems: [jurisdictions, reporters, rows, placed].flatMap((part) => part.problems),
  };
}

/** Replaces the slugs of a record's jurisdictions by those of the list, where it has them. */
function slugged(
  { jurisdictions }: { readonly jurisdictions: readonly JurisdictionRecord[] | null },
  slugs: ReadonlyMap<number, string | null>,
): { readonly jurisdictions: readonly JurisdictionRecord[] | null } {
  return {
    jurisdictions: jurisdictions?.map((one) => ({ ...one, slug: slugs.get(one.id) ?? one.slug })) ?? null,
  };
}

/** The volumes with a known reporter and folder, each unit once; a message for each of the others. */
function placedVolumes(
  rows: readonly StaticVolume[],
  reporters: readonly ReporterRecord[],
  slugs: ReadonlyMap<number, string | null>,
): { readonly volumes: readonly PlacedVolume[]; readonly problems: readonly string[] } {
  const bySlug = new Map(reporters.map((reporter) => [reporter.slug, reporter]));
  const taken = new Map<string, string>();
  const volumes: PlacedVolume[] = [];
  const problems: string[] = [];
  for (const { volume, folder, reporterSlug, lastUpdated } of rows) {
    const lack = folder === null ? "folder" : reporterSlug === null ? "reporter" : null;
    if (folder === null || reporterSlug === null) {
      problems.push(`Cannot use volume "${volume.barcode}": its ${lack} is missing`);
      continue;
    }
    const unit = `${reporterSlug}/${folder}`;
    const other = taken.get(unit.toLowerCase());
    if (other === volume.barcode) continue;
    if (other !== undefined) {
      problems.push(
        `Cannot use volume "${volume.barcode}": its folder "${unit}" is that of volume "${other}"`,
      );
    } else if (isSafeName(folder) && isSafeName(reporterSlug)) {
      taken.set(unit.toLowerCase(), volume.barcode);
      const reporter = bySlug.get(reporterSlug) ?? null;
      const ofReporter = { reporterId: reporter?.id ?? null, reporterName: reporter?.fullName ?? null };
      const full = { ...volume, ...ofReporter, ...slugged(volume, slugs) };
      volumes.push({ unit, folder, reporterSlug, reporter, volume: full, lastUpdated });
    } else {
      problems.push(
        `Cannot use volume "${volume.barcode}": ${JSON.stringify(unit)} is not a folder of the site`,
      );
    }
  }
  return { volumes, problems };
}

/** Applies each part of the selection. @throws CaselawError `invalid` for a name that the source does not have */
function chosenVolumes(
  volumes: readonly PlacedVolume[],
  selection: Selection,
  listed: readonly JurisdictionRecord[],
): readonly PlacedVolume[] {
  const units = new Set(volumes.map(({ unit }) => unit));
  const missing = selection.volumes.find((asked) => !units.has(asked));
  if (missing !== undefined) throw notListed("volume", missing);
  const jurisdictions = new Set(selection.jurisdictions.map((asked) => slugAsked(asked, volumes, listed)));
  return volumes.filter(
    ({ unit, reporterSlug, volume }) =>
      (selection.volumes.length === 0 || selection.volumes.includes(unit)) &&
      (selection.reporters.length === 0 || selection.reporters.includes(reporterSlug)) &&
      (jurisdictions.size === 0 || volume.jurisdictions?.some(({ slug }) => jurisdictions.has(slug ?? ""))),
  );
}

function slugAsked(
  asked: string,
  volumes: readonly PlacedVolume[],
  listed: readonly JurisdictionRecord[],
): string {
  const named = [listed, ...volumes.map(({ volume }) => volume.jurisdictions ?? [])];
  for (const jurisdictions of named) {
    for (const { slug, name } of jurisdictions) {
      if (slug !== null && (slug === asked || name === asked || slug === slugify(asked))) return slug;
    }
  }
  throw notListed("jurisdiction", asked);
}

function bulkFileOf(placed: PlacedVolume, baseUrl: string): BulkFile {
  const address = [placed.reporterSlug, `${placed.folder}.zip`].map(encodeURIComponent).join("/");
  return {
    source: "static",
    unit: placed.unit,
    path: `static/${placed.reporterSlug}/${placed.folder}.zip`,
    url: below(baseUrl, address),
    bytes: null,
    version: placed.lastUpdated,
    release: placed.lastUpdated,
    bulk: null,
    reporter: placed.reporter,
    volume: placed.volume,
  };
}
