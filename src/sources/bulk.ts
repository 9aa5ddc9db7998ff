/**
 * Lists a bulk service: any server with the v1 interface and its bulk collection.
 *
 * The newest file of each jurisdiction and format is used (docs/formats.md, "Bulk file names and releases"); files by reporter
 * and `metadata` files are ignored. The other collections are read completely, so that the corpus has their full records
 * (docs/interface.md, "Sources").
 */
import type { BulkFile, BulkRecord, Offer, Selection, Web } from "../domain/bulk-file.ts";
import type { JurisdictionRecord } from "../domain/case.ts";
import { compareRelease, dayOf } from "../domain/decision-date.ts";
import { CaselawError } from "../domain/errors.ts";
import { below, isSafeName, listCollection, localNames, readRows, selectedSlug } from "./listing.ts";
import {
  type ListedBulkFile,
  readBulkRecord,
  readCourt,
  readJurisdiction,
  readReporter,
  readVolume,
} from "./read-reference.ts";

/** A listed file whose jurisdiction and format are known. */
interface PlacedFile extends ListedBulkFile {
  readonly slug: string;
  readonly format: "text" | "xml";
  readonly release: string | null;
}

export async function listBulk(baseUrl: string, selection: Selection, web: Web): Promise<Offer> {
  const rowsOf = (collection: string) => listCollection(below(baseUrl, `v1/${collection}/`), web);
  const jurisdictions = readRows(await rowsOf("jurisdictions"), readJurisdiction, "jurisdiction");
  const chosen = chosenSlugs(selection, jurisdictions.records);
  const listed = readRows(await rowsOf("bulk"), readBulkRecord, "bulk file");
  const courts = readRows(await rowsOf("courts"), readCourt, "court");
  const reporters = readRows(await rowsOf("reporters"), readReporter, "reporter");
  const volumes = readRows(await rowsOf("volumes"), readVolume, "volume");

  const placed = placedFiles(listed.records, jurisdictions.records, baseUrl);
  const newest = newestFiles(placed.files);
  const names = localNames(newest.map((file) => ({ key: keyOf(file), fileName: file.bulk.fileName })));
  const files = newest.map((file) => ({
    isSelected: isSelected(file, chosen, selection),
    file: bulkFileOf(file, names.get(keyOf(file)) ?? `bulk~${keyOf(file)}.zip`),
  }));
  return {
    files: files.filter(({ isSelected }) => isSelected).map(({ file }) => file),
    listedPaths: files.map(({ file }) => file.path),
    totals: [],
    reference: {
      jurisdictions: jurisdictions.records,
      courts: courts.records,
      reporters: reporters.records,
      volumes: volumes.records,
    },
    problems: [jurisdictions, listed, courts, reporters, volumes, placed].flatMap((part) => part.problems),
    notes: [],
  };
}

/** The slugs of the selected jurisdictions; null without a selection. */
function chosenSlugs(selection: Selection, known: readonly JurisdictionRecord[]): ReadonlySet<string> | null {
  const unsupported = selection.reporters[0] ?? selection.volumes[0];
  if (unsupported !== undefined) {
    throw new CaselawError(
      "invalid",
      `Cannot sync "${unsupported}": a bulk service has only complete jurisdictions`,
    );
  }
  const slugs = selection.jurisdictions.map((text) => selectedSlug(text, known));
  return slugs.length === 0 ? null : new Set(slugs);
}

function isSelected(file: PlacedFile, chosen: ReadonlySet<string> | null, selection: Selection): boolean {
  const isOfFormat = selection.bodyFormat === "both" || selection.bodyFormat === file.format;
  return isOfFormat && (chosen === null || chosen.has(file.slug));
}

/**
 * Jurisdiction, format and date of each file: from its record, else from its name (docs/formats.md, "Bulk file names and
 * releases").
 */
function placedFiles(
  listed: readonly ListedBulkFile[],
  jurisdictions: readonly JurisdictionRecord[],
  baseUrl: string,
): { readonly files: readonly PlacedFile[]; readonly problems: readonly string[] } {
  const files: PlacedFile[] = [];
  const problems: string[] = [];
  for (const { bulk, downloadUrl } of listed) {
    const named = readBulkFileName(bulk.fileName);
    const format = bulk.bodyFormat ?? named?.bodyFormat ?? null;
    if ((bulk.filterType ?? "jurisdiction") !== "jurisdiction") continue;
    if (format !== null && format !== "text" && format !== "xml") continue;
    const known = jurisdictionOf(bulk, named?.name ?? null, jurisdictions)?.slug ?? "";
    // it becomes part of local names
    const slug = isSafeName(known) ? known : null;
    const url = webAddress(downloadUrl, baseUrl);
    if (slug === null || format === null || url === null) {
      const lack = slug === null ? "its jurisdiction" : format === null ? "its format" : "its address";
      problems.push(`Cannot use bulk file ${bulk.id}: ${lack} is unknown`);
    } else {
      files.push({ bulk, downloadUrl: url, slug, format, release: bulk.exportDate ?? named?.date ?? null });
    }
  }
  return { files, problems };
}

function jurisdictionOf(
  bulk: BulkRecord,
  name: string | null,
  known: readonly JurisdictionRecord[],
): JurisdictionRecord | undefined {
  if (bulk.filterId !== null) return known.find((jurisdiction) => jurisdiction.id === bulk.filterId);
  return known.find(
    (jurisdiction) => name !== null && (jurisdiction.nameLong === name || jurisdiction.slug === name),
  );
}

function webAddress(address: string, baseUrl: string): string | null {
  const url = URL.parse(address, baseUrl);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : null;
}

function newestFiles(files: readonly PlacedFile[]): readonly PlacedFile[] {
  const newest = new Map<string, PlacedFile>();
  for (const file of files) {
    const unit = unitOf(file);
    const rival = newest.get(unit);
    if (rival === undefined || isNewer(file, rival)) newest.set(unit, file);
  }
  return [...newest.values()].toSorted((a, b) => (unitOf(a) < unitOf(b) ? -1 : 1));
}

function isNewer(file: PlacedFile, rival: PlacedFile): boolean {
  return (compareRelease(file.release, rival.release) || file.bulk.id - rival.bulk.id) > 0;
}

function unitOf(file: PlacedFile): string {
  return `${file.slug}/${file.format}`;
}

function keyOf(file: PlacedFile): string {
  return `${file.slug}-${file.format}`;
}

function bulkFileOf(file: PlacedFile, name: string): BulkFile {
  return {
    source: "bulk",
    unit: unitOf(file),
    path: `bulk/${name}`,
    url: file.downloadUrl,
    version: file.release,
    release: file.release,
    bytes: null,
    bulk: file.bulk,
    reporter: null,
    volume: null,
  };
}

/**
 * Names of bulk files (docs/formats.md, "Bulk file names and releases").
 *
 * A name is read from the right, since the jurisdiction's name may have spaces, dots, hyphens and digits.
 */
interface BulkFileName {
  /** `New Mexico`, `Ill. App. 2d`; from June 2020 the slug. */
  readonly name: string;
  readonly bodyFormat: "text" | "xml" | "metadata";
  /** Release date, `YYYY-MM-DD`. */
  readonly date: string;
}

/** `<name_long>-<YYYYMMDD>-<format>`, until June 2020. */
const UNTIL_2020 = /^(?<name>.+)-(?<date>\d{8})-(?<format>text|xml)$/s;
/** `<slug>_<format>_<YYYYMMDD>`, from June 2020. */
const FROM_2020 = /^(?<name>.+)_(?<format>text|xml|metadata)_(?<date>\d{8})$/s;

/** Reads the name of a bulk file, with or without `.zip`; null for another name or an invalid date. */
export function readBulkFileName(name: string): BulkFileName | null {
  const bare = name.replace(/\.zip$/i, "");
  const groups = (UNTIL_2020.exec(bare) ?? FROM_2020.exec(bare))?.groups;
  const bodyFormat = groups?.format;
  const date = isoDate(groups?.date ?? "");
  if (groups?.name === undefined || date === null) return null;
  if (bodyFormat !== "text" && bodyFormat !== "xml" && bodyFormat !== "metadata") return null;
  return { name: groups.name, bodyFormat, date };
}

function isoDate(digits: string): string | null {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)];
  return dayOf(Number(year), Number(month), Number(day)) === null ? null : `${year}-${month}-${day}`;
}
