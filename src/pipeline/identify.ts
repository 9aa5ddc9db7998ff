/**
 * Which unit an archive is, from its content first: names are for people and paths are hints (formats, sections 2.1
 * and 3.4).
 */
import { resolve } from "node:path";
import type { Archive, LineArchive, MetsArchive, VolumeArchive } from "../archive/archive.ts";
import { readUtf8, withoutMark } from "../archive/utf8.ts";
import type { BulkFile, BulkRecord } from "../domain/bulk-file.ts";
import type { CaseRecord } from "../domain/case.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { CaselawError } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import type {
  JurisdictionRecord,
  ReferenceRecords,
  ReporterRecord,
  VolumeRecord,
} from "../domain/reference.ts";
import { slugify } from "../domain/slug.ts";
import { recordOfBag } from "../sources/bag-record.ts";
import { readBulkFileName } from "../sources/bulk-name.ts";
import { readCaseRecord, type VolumeContext } from "../sources/read-case.ts";
import { readStaticVolume, type StaticVolume } from "../sources/read-metadata.ts";
import type { KnownReferences } from "./known-references.ts";

export interface Identity {
  readonly source: "bulk" | "static" | "files";
  readonly unit: string;
  /** `YYYY-MM-DD` or an ISO 8601 instant; null when nobody tells, and then nothing is ever removed on its word. */
  readonly release: string | null;
  readonly volume: VolumeContext | null;
  /** Of a bag that no list told of: its record in the bulk collection. */
  readonly bulk: BulkRecord | null;
  readonly references: ReferenceRecords;
  /** What a person should know of it, one line each. */
  readonly problems: readonly string[];
  /** Whether it is what the list says; else nothing is removed on its word. */
  readonly isAsListed: boolean;
}

/** Records looked at for the unit's name before it is given up. */
const PEEKED_RECORDS = 20;
/** Of a record that is looked at: eight times the longest known; the thread that reads them all holds such lines too. */
const PEEKED_BYTES = 8 * 2 ** 20;
const NO_REFERENCES: ReferenceRecords = { jurisdictions: [], courts: [], reporters: [], volumes: [] };

export async function identify(
  archive: Archive,
  listed: BulkFile | null,
  known: KnownReferences,
): Promise<Identity> {
  if (archive.layout === "lines") return identifyLines(archive, listed, known);
  return archive.layout === "mets" ? identifyMets(archive) : identifyVolume(archive, listed, known);
}

/**
 * A bag of documents is named by its own name: it may be of any part of the collection, and its cases have ids of their own,
 * so it is no release of a jurisdiction's bulk file and stands in no list of them. Only a name with a date makes it a release
 * of anything: two bags named `bag` are not two states of one.
 */
function identifyMets({ bag }: MetsArchive): Identity {
  const named = readBulkFileName(bag.name);
  return {
    source: "bulk",
    unit: `${slugify(named?.name ?? bag.name) || "unknown"}/mets`,
    release: named?.date ?? null,
    volume: null,
    bulk: null,
    references: NO_REFERENCES,
    problems: [],
    isAsListed: true,
  };
}

async function identifyLines(
  archive: LineArchive,
  listed: BulkFile | null,
  known: KnownReferences,
): Promise<Identity> {
  const common = { volume: null, bulk: null, references: NO_REFERENCES, problems: [], isAsListed: true };
  if (archive.bag === null) return { source: "files", unit: resolve(archive.path), release: null, ...common };
  const named = readBulkFileName(archive.bag.name);
  const release = listed?.release ?? named?.date ?? archive.bag.baggingDate;
  const first = await peek(archive);
  if (first === null && listed !== null) return { source: "bulk", unit: listed.unit, release, ...common };
  const format =
    first?.body.form === "xml" ? "xml" : first?.body.form === "text" ? "text" : named?.bodyFormat;
  const name = named?.name ?? archive.bag.name;
  const slug = first === null ? slugOfName(name, known) : slugOfRecord(first, name, listed);
  const bodyFormat = format === "xml" ? "xml" : "text";
  const filterType = first !== null && isOfReporter(first, name) ? "reporter" : "jurisdiction";
  const facts = { name: archive.bag.name, release, bodyFormat, filterType, first } as const;
  const bulk = listed === null ? recordOfBag(facts) : null;
  return { source: "bulk", unit: `${slug}/${format ?? "text"}`, release, ...common, bulk };
}

/** The jurisdiction's slug; for a reporter's file, which holds a part of a jurisdiction, the reporter's name. */
function slugOfRecord(first: CaseRecord, name: string, listed: BulkFile | null): string {
  if (listed === null && isOfReporter(first, name)) return `reporter-${slugify(name)}`;
  return first.jurisdiction?.slug ?? (slugify(first.jurisdiction?.name ?? name) || "unknown");
}

/** Whether the name is that of a reporter; a jurisdiction may have the name of its reporter: `1 Ohio 5`. */
function isOfReporter({ jurisdiction, volume, citations }: CaseRecord, name: string): boolean {
  return (
    (jurisdiction === null || !hasName(jurisdiction, name)) &&
    (volume.reporterName === name || citations.some(({ cite }) => ` ${cite} `.includes(` ${name} `)))
  );
}

/** Of an archive whose records tell nothing: the slug of the jurisdiction that its name is known to mean. */
function slugOfName(name: string, { jurisdictions }: KnownReferences): string {
  const meant = jurisdictions.find((jurisdiction) => hasName(jurisdiction, name));
  return meant?.slug ?? (slugify(name) || "unknown");
}

function hasName(
  { slug, name, nameLong }: Pick<JurisdictionRecord, "slug" | "name" | "nameLong">,
  asked: string,
): boolean {
  return [slug, name, nameLong].includes(asked);
}

/** The first record that names its jurisdiction, as far as the lines can be read. */
async function peek(archive: LineArchive): Promise<CaseRecord | null> {
  let left = PEEKED_RECORDS;
  try {
    for await (const line of archive.lines(PEEKED_BYTES)) {
      if (left-- === 0) return null;
      const record = "problem" in line ? null : recordOf(line.bytes);
      if (record?.jurisdiction != null) return record;
    }
  } catch (error) {
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

function identifyVolume(archive: VolumeArchive, listed: BulkFile | null, known: KnownReferences): Identity {
  const read = readStaticVolume(archive.volumeMetadata);
  const own = read.ok ? read.record : null;
  const reporter = listed?.reporter ?? reporterOf(archive, own, known);
  const volume = volumeOf(own?.volume ?? null, listed?.volume ?? null, reporter);
  const problems: string[] = [];
  const [found, wanted] = [own?.volume.barcode, listed?.volume?.barcode];
  const isAsListed = found === undefined || wanted === undefined || found === wanted;
  if (!isAsListed) problems.push(`the archive is of volume "${found}", the list says "${wanted}"`);
  if (reporter === null)
    problems.push(
      "its reporter is unknown: neither its path nor its citations name one that the corpus or a list beside it knows",
    );
  return {
    source: "static",
    unit: volume?.barcode ?? listed?.unit ?? resolve(archive.path),
    release: archive.release,
    volume: { volume, reporter },
    bulk: null,
    references: {
      ...NO_REFERENCES,
      reporters: reporter === null ? [] : [reporter],
      volumes: volume === null ? [] : [volume],
    },
    problems,
    isAsListed,
  };
}

function volumeOf(
  own: VolumeRecord | null,
  listed: VolumeRecord | null,
  reporter: ReporterRecord | null,
): VolumeRecord | null {
  const volume = own ?? listed;
  return volume === null
    ? null
    : { ...volume, reporterId: reporter?.id ?? null, reporterName: reporter?.fullName ?? null };
}

/**
 * The known reporter that a listing names for the volume, else the volume's own metadata, else the path, else
 * the cases' own official citations (formats, section 3.4).
 */
function reporterOf(
  archive: VolumeArchive,
  own: StaticVolume | null,
  { reporters, listedVolumes }: KnownReferences,
): ReporterRecord | null {
  const cited = citedNames(archive.casesMetadata);
  const listedId = own === null ? undefined : listedVolumes.get(own.volume.barcode);
  const bySlug = (wanted: string | null | undefined): ReporterRecord | null =>
    onlyOne(reporters.filter(({ slug }) => slug !== null && slug === wanted));
  return (
    onlyOne(reporters.filter(({ id }) => id === listedId)) ??
    bySlug(own?.reporterSlug) ??
    bySlug(archive.pathHint?.reporter) ??
    onlyOne(reporters.filter((reporter) => isCitedBy(cited, reporter)))
  );
}

/** The reporter, when all of these are one: lists repeat each other. */
function onlyOne(reporters: readonly ReporterRecord[]): ReporterRecord | null {
  const [first] = reporters;
  return first !== undefined && reporters.every(({ id }) => id === first.id) ? first : null;
}

/** Whether each case that has an official citation has one in this reporter. */
function isCitedBy(cases: readonly ReadonlySet<string>[], { shortName, slug }: ReporterRecord): boolean {
  const names = [normaliseCitation(shortName ?? ""), normaliseCitation(slug ?? "")].filter(Boolean);
  return cases.length > 0 && cases.every((cited) => names.some((name) => cited.has(name)));
}

/** Of each case with official citations what stands in them between volume and page, without spaces and dots. */
function citedNames(rows: readonly unknown[]): ReadonlySet<string>[] {
  return rows
    .map((row) => (isJsonObject(row) && Array.isArray(row.citations) ? row.citations : []))
    .map((citations) => new Set(citations.flatMap((one: unknown) => officialName(one) ?? [])))
    .filter((names) => names.size > 0);
}

/** `a2d` of `100 A.2d 36`; null when it is no official citation of that form. */
function officialName(citation: unknown): string | null {
  if (!isJsonObject(citation) || citation.type !== "official" || typeof citation.cite !== "string")
    return null;
  const name = normaliseCitation(/^\S+\s+(.*)\s+\S+$/s.exec(citation.cite)?.[1] ?? "");
  return name === "" ? null : name;
}
