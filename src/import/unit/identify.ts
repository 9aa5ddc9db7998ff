/**
 * Reads the contents of an archive, apart from its records, and identifies its unit by them first: names are for people and paths are hints
 * (docs/formats.md, "Bulk file names and releases" and "What a static case file lacks").
 */
import { resolve } from "node:path";
import { readUtf8, withoutMark } from "../../archive/fault.ts";
import type { Archive, LineArchive } from "../../archive/members.ts";
import {
  type ArchiveContents,
  type BagLabel,
  type BulkFile,
  type BulkRecord,
  corpusUnitOf,
  type FirstRecord,
  type LineContents,
  type MetsContents,
  type VolumeContents,
} from "../../domain/bulk-file.ts";
import type { CaseRecord, JurisdictionRecord, ReferenceRecords, ReporterRecord } from "../../domain/case.ts";
import { slugify } from "../../domain/citation.ts";
import { CaselawError } from "../../domain/errors.ts";
import { isJsonObject } from "../../domain/json.ts";
import { readBulkFileName } from "../../sources/bulk.ts";
import { recordOfBag } from "../../sources/made-records.ts";
import { readCaseRecord, type VolumeContext } from "../../sources/read-case.ts";
import { readStaticVolume, type StaticVolume } from "../../sources/read-reference.ts";
import type { KnownReferences } from "../../store/references/reference-reader.ts";
import { areCitedBy, bagDate, officialCitations } from "./other-unit.ts";

export interface Identity {
  readonly source: "bulk" | "static" | "files" | "courtlistener";
  readonly unit: string;
  /** `YYYY-MM-DD` or an ISO 8601 instant; null when unknown: then the archive removes no case of the unit. */
  readonly release: string | null;
  readonly volume: VolumeContext | null;
  /** The record of the bulk collection, for a bag that no source lists. */
  readonly bulk: BulkRecord | null;
  readonly references: ReferenceRecords;
}

const NO_REFERENCES: ReferenceRecords = { jurisdictions: [], courts: [], reporters: [], volumes: [] };

export interface ArchiveContext {
  readonly path: string;
  /** The file in the list of a source; null for an archive from disk. */
  readonly listed: BulkFile | null;
  readonly known: KnownReferences;
}

export function identify(archive: ArchiveContents, context: ArchiveContext): Identity {
  if (archive.layout === "lines") return identifyLines(archive, context);
  if (archive.layout === "court") {
    const { court, release } = archive;
    return {
      source: "courtlistener",
      unit: court,
      release,
      volume: null,
      bulk: null,
      references: NO_REFERENCES,
    };
  }
  return archive.layout === "mets" ? identifyMets(archive, context.listed) : identifyVolume(archive, context);
}

/**
 * The unit of a bag of documents is its own name. It may have any part of the collection, and its cases have ids of their own,
 * so it is not a release of a jurisdiction's bulk file. Only a name with a date makes it a release: two bags named `bag` are
 * not two releases of one unit.
 */
function identifyMets({ bag }: MetsContents, listed: BulkFile | null): Identity {
  const named = readBulkFileName(bag.name);
  return {
    source: "bulk",
    unit: listed === null ? `${slugify(named?.name ?? bag.name) || "unknown"}/mets` : corpusUnitOf(listed),
    release: named?.date ?? listed?.release ?? null,
    volume: null,
    bulk: null,
    references: NO_REFERENCES,
  };
}

function identifyLines({ bag, first }: LineContents, { path, listed, known }: ArchiveContext): Identity {
  const common = { volume: null, bulk: null, references: NO_REFERENCES };
  if (bag === null) return { source: "files", unit: resolve(path), release: null, ...common };
  if (listed !== null) {
    const release = releaseOf(bag, listed.release);
    return { source: "bulk", unit: corpusUnitOf(listed), release, ...common };
  }
  const named = readBulkFileName(bag.name);
  const release = bagDate(bag);
  const form = first?.bodyForm;
  const format = form === "xml" || form === "text" ? form : named?.bodyFormat;
  const name = named?.name ?? bag.name;
  const slug = first === null ? slugOfName(name, known) : slugOfRecord(first, name);
  const bodyFormat = format === "xml" ? "xml" : "text";
  const filterType = first !== null && isOfReporter(first, name) ? "reporter" : "jurisdiction";
  const facts = { name: bag.name, release, bodyFormat, filterType, first } as const;
  const bulk = recordOfBag(facts);
  return { source: "bulk", unit: `${slug}/${format ?? "text"}`, release, ...common, bulk };
}

/** The listed release, unless the bag is of an earlier day: a source may send an older release again. */
function releaseOf(bag: BagLabel, listed: string | null): string | null {
  const date = bagDate(bag);
  return listed === null || (date !== null && date < listed.slice(0, 10)) ? date : listed;
}

/** The jurisdiction's slug; for a file of one reporter, a part of a jurisdiction, the reporter's name. */
function slugOfRecord(first: FirstRecord, name: string): string {
  if (isOfReporter(first, name)) return `reporter-${slugify(name)}`;
  return first.jurisdiction?.slug ?? (slugify(first.jurisdiction?.name ?? name) || "unknown");
}

/** Whether the name is that of a reporter; a jurisdiction may have the name of its reporter: `1 Ohio 5`. */
function isOfReporter({ jurisdiction, volume, citations }: FirstRecord, name: string): boolean {
  return (
    (jurisdiction === null || !hasName(jurisdiction, name)) &&
    (volume.reporterName === name || citations.some(({ cite }) => ` ${cite} `.includes(` ${name} `)))
  );
}

/** For an archive without a readable record: the slug of the jurisdiction that has its name. */
function slugOfName(name: string, { jurisdictions }: KnownReferences): string {
  const jurisdiction = jurisdictions.find((known) => hasName(known, name));
  return jurisdiction?.slug ?? (slugify(name) || "unknown");
}

function hasName(
  { slug, name, nameLong }: Pick<JurisdictionRecord, "slug" | "name" | "nameLong">,
  wantedName: string,
): boolean {
  return [slug, name, nameLong].includes(wantedName);
}

function identifyVolume(archive: VolumeContents, { path, listed, known }: ArchiveContext): Identity {
  const read = readStaticVolume(archive.volumeMetadata);
  const metadata = read.ok ? read.record : null;
  const reporter = listed?.reporter ?? reporterOf(archive, metadata, known);
  const record = metadata?.volume ?? listed?.volume ?? null;
  const ofReporter = { reporterId: reporter?.id ?? null, reporterName: reporter?.fullName ?? null };
  const volume = record === null ? null : { ...record, ...ofReporter };
  return {
    source: "static",
    unit: listed === null ? (volume?.barcode ?? resolve(path)) : corpusUnitOf(listed),
    release: archive.release,
    volume: { volume, reporter },
    bulk: null,
    references: {
      ...NO_REFERENCES,
      reporters: reporter === null ? [] : [reporter],
      volumes: volume === null ? [] : [volume],
    },
  };
}

/**
 * The known reporter that a listing names for the volume, else the volume's own metadata, else the path, else
 * the cases' own official citations (docs/formats.md, "What a static case file lacks").
 */
function reporterOf(
  archive: VolumeContents,
  metadata: StaticVolume | null,
  { reporters, listedVolumes }: KnownReferences,
): ReporterRecord | null {
  const listedId = metadata === null ? undefined : listedVolumes.get(metadata.volume.barcode);
  const bySlug = (slug: string | null | undefined): ReporterRecord | null =>
    onlyReporter(reporters.filter((reporter) => reporter.slug !== null && reporter.slug === slug));
  const citations = officialCitations(archive.casesMetadata);
  return (
    onlyReporter(reporters.filter(({ id }) => id === listedId)) ??
    bySlug(metadata?.reporterSlug) ??
    bySlug(archive.pathHint?.reporter) ??
    onlyReporter(reporters.filter((reporter) => areCitedBy(citations, reporter)))
  );
}

/** The reporter, if these records are all of one reporter: lists repeat each other. */
function onlyReporter(reporters: readonly ReporterRecord[]): ReporterRecord | null {
  const [first] = reporters;
  return first !== undefined && reporters.every(({ id }) => id === first.id) ? first : null;
}

/** Records that are searched for the first one that names its jurisdiction. */
const MAX_RECORDS = 20;
/** Longest of these records: eight times the longest known. */
const MAX_RECORD_BYTES = 8 * 2 ** 20;
/** Keys of a metadata row that the import of the volume reads. */
const ROW_KEYS = ["id", "file_name", "last_updated", "jurisdiction", "citations"] as const;

export async function readContents(archive: Archive): Promise<ArchiveContents> {
  if (archive.layout === "mets") return { layout: "mets", bag: archive.bag, files: archive.files };
  if (archive.layout === "court") {
    const { layout, court, release, clusters, hasAllDecisions, hasAllParts, unplaced } = archive;
    return { layout, court, release, clusters, hasAllDecisions, hasAllParts, unplaced };
  }
  if (archive.layout === "lines") {
    const { bag } = archive;
    return { layout: "lines", bag, first: bag === null ? null : await readFirst(archive) };
  }
  const { volumeMetadata, release, mismatches, pathHint } = archive;
  const casesMetadata = archive.casesMetadata.map(withoutOtherKeys);
  return { layout: "volume", volumeMetadata, casesMetadata, release, mismatches, pathHint };
}

/** Rows wait in memory until their volume is imported, so all but these keys is left out. */
function withoutOtherKeys(row: unknown): unknown {
  if (!isJsonObject(row)) return null;
  return Object.fromEntries(ROW_KEYS.filter((key) => key in row).map((key) => [key, row[key]]));
}

/** The first record that names its jurisdiction; null when none of the first lines does. */
async function readFirst(archive: LineArchive): Promise<FirstRecord | null> {
  let left = MAX_RECORDS;
  try {
    for await (const { bytes, problem } of archive.records(MAX_RECORD_BYTES)) {
      if (left-- === 0) return null;
      const record = problem === null ? recordOf(bytes) : null;
      if (record === null || record.jurisdiction === null) continue;
      const { jurisdiction, volume, citations, body } = record;
      return { jurisdiction, volume, citations, bodyForm: body.form };
    }
  } catch (error) {
    // the import reads the same lines and reports the fault
    if (!(error instanceof CaselawError) || error.code !== "corrupt") throw error;
  }
  return null;
}

function recordOf(bytes: Buffer): CaseRecord | null {
  try {
    const reading = readCaseRecord(JSON.parse(readUtf8(withoutMark(bytes))), null);
    return reading.ok ? reading.record : null;
  } catch (error) {
    if (error instanceof CaselawError || error instanceof SyntaxError) return null;
    throw error;
  }
}
