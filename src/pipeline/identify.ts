/**
 * Which unit an archive is, from its content first: names are for people and paths are hints (formats, sections 2.1
 * and 3.4).
 */
import { resolve } from "node:path";
import type { Archive, LineArchive, VolumeArchive } from "../archive/archive.ts";
import { readUtf8, withoutMark } from "../archive/utf8.ts";
import type { BulkFile } from "../domain/bulk-file.ts";
import type { CaseRecord } from "../domain/case.ts";
import { CaselawError } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import type { ReferenceRecords, ReporterRecord, VolumeRecord } from "../domain/reference.ts";
import { slugify } from "../domain/slug.ts";
import { readBulkFileName } from "../sources/bulk-name.ts";
import { readCaseRecord, type VolumeContext } from "../sources/read-case.ts";
import { readStaticVolume } from "../sources/read-metadata.ts";

export interface Identity {
  readonly source: "bulk" | "static" | "files";
  readonly unit: string;
  /** `YYYY-MM-DD` or an ISO 8601 instant; null when nobody tells, and then nothing is ever removed on its word. */
  readonly release: string | null;
  readonly volume: VolumeContext | null;
  readonly references: ReferenceRecords;
  /** What a person should know of it, one line each. */
  readonly problems: readonly string[];
}

/** Records looked at for the unit's name before it is given up. */
const PEEKED_RECORDS = 20;
const NO_REFERENCES: ReferenceRecords = { jurisdictions: [], courts: [], reporters: [], volumes: [] };

/** @param reporters those that are known, by slug and names */
export async function identify(
  archive: Archive,
  listed: BulkFile | null,
  reporters: readonly ReporterRecord[],
): Promise<Identity> {
  return archive.layout === "lines"
    ? identifyLines(archive, listed)
    : identifyVolume(archive, listed, reporters);
}

async function identifyLines(archive: LineArchive, listed: BulkFile | null): Promise<Identity> {
  const common = { volume: null, references: NO_REFERENCES, problems: [] };
  if (archive.bag === null) return { source: "files", unit: resolve(archive.path), release: null, ...common };
  const named = readBulkFileName(archive.bag.name);
  const release = listed?.release ?? named?.date ?? archive.bag.baggingDate;
  const first = await peek(archive);
  const format =
    first?.body.form === "xml" ? "xml" : first?.body.form === "text" ? "text" : named?.bodyFormat;
  const name = named?.name ?? archive.bag.name;
  const unit = `${unitOfRecords(first, name)}/${format ?? "text"}`;
  return { source: "bulk", unit, release, ...common };
}

/** The jurisdiction's slug; for a reporter's file, which holds a part of a jurisdiction, the reporter's name. */
function unitOfRecords(first: CaseRecord | null, name: string): string {
  if (first === null) return slugify(name) || "unknown";
  const isReporters =
    first.volume.reporterName === name ||
    first.citations.some(({ cite }) => ` ${cite} `.includes(` ${name} `));
  if (isReporters) return `reporter-${slugify(name)}`;
  const { jurisdiction } = first;
  return jurisdiction?.slug ?? (slugify(jurisdiction?.name ?? name) || "unknown");
}

async function peek(archive: LineArchive): Promise<CaseRecord | null> {
  let left = PEEKED_RECORDS;
  for await (const line of archive.lines()) {
    if (left-- === 0) return null;
    const record = "problem" in line ? null : recordOf(line.bytes);
    if (record?.jurisdiction != null) return record;
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

function identifyVolume(
  archive: VolumeArchive,
  listed: BulkFile | null,
  reporters: readonly ReporterRecord[],
): Identity {
  const read = readStaticVolume(archive.volumeMetadata);
  const own = read.ok ? read.record.volume : null;
  const reporter = listed?.reporter ?? reporterOf(archive, reporters);
  const volume = volumeOf(own, listed?.volume ?? null, reporter);
  const problems: string[] = [];
  if (own !== null && listed?.volume != null && own.barcode !== listed.volume.barcode) {
    problems.push(`the archive is of volume "${own.barcode}", the list says "${listed.volume.barcode}"`);
  }
  if (reporter === null)
    problems.push("its reporter is unknown: neither its path nor its citations name one");
  return {
    source: "static",
    unit: volume?.barcode ?? listed?.unit ?? resolve(archive.path),
    release: archive.release,
    volume: { volume, reporter },
    references: {
      ...NO_REFERENCES,
      reporters: reporter === null ? [] : [reporter],
      volumes: volume === null ? [] : [volume],
    },
    problems,
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

/** The known reporter that the official citations name, or that the path names and the citations do not deny. */
function reporterOf(archive: VolumeArchive, reporters: readonly ReporterRecord[]): ReporterRecord | null {
  const cited = citedReporter(archive.casesMetadata);
  const hinted = reporters.filter(({ slug }) => slug !== null && slug === archive.pathHint?.reporter);
  if (hinted.length === 1) return hinted[0] ?? null;
  const named = reporters.filter(
    ({ shortName, slug }) => shortName === cited || slug === slugify(cited ?? ""),
  );
  return cited !== null && named.length === 1 ? (named[0] ?? null) : null;
}

/** `A.2d`, when that is the reporter of every official citation. */
function citedReporter(rows: readonly unknown[]): string | null {
  const cites = rows.flatMap((row) =>
    isJsonObject(row) && Array.isArray(row.citations) ? row.citations : [],
  );
  const names = new Set(
    cites
      .filter((one: unknown) => isJsonObject(one) && one.type === "official" && typeof one.cite === "string")
      .map((one: { cite: string }) => /^\S+\s+(.*)\s+\S+$/.exec(one.cite)?.[1] ?? ""),
  );
  const [only] = names;
  return names.size === 1 && only !== undefined && only !== "" ? only : null;
}
