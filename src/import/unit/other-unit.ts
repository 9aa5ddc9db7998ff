/**
 * Checks whether an archive is of the unit that a source lists. A server, a proxy or a cache may send a valid archive of
 * another unit, which must be neither imported nor kept.
 *
 * The archive's own content decides. An archive that does not name its unit is accepted.
 */
import {
  type ArchiveContents,
  type BagLabel,
  type BulkFile,
  corpusUnitOf,
  type LineContents,
  type VolumeContents,
} from "../../domain/bulk-file.ts";
import type { ReporterRecord } from "../../domain/case.ts";
import { normaliseCitation, slugify } from "../../domain/citation.ts";
import { compareInstants } from "../../domain/decision-date.ts";
import { isJsonObject } from "../../domain/json.ts";
import { readBulkFileName } from "../../sources/bulk.ts";
import { readStaticVolume } from "../../sources/read-reference.ts";

/**
 * Returns why the archive is not of the listed unit; null when it may be.
 *
 * @param reporters those that the source lists
 */
export function unitFault(
  archive: ArchiveContents,
  listed: BulkFile,
  reporters: readonly ReporterRecord[],
): string | null {
  if ((archive.layout === "volume") !== (listed.source === "static")) {
    return archive.layout === "volume" ? "it is a volume, not a bag" : "it is a bag, not a volume";
  }
  if (archive.layout === "volume") return volumeFault(archive, listed, reporters);
  return archive.layout === "lines" ? jurisdictionFault(archive, listed) : null;
}

/** Whether the archive's own dates show that it is the listed version, and not an older one. */
export function isListedVersion(archive: ArchiveContents, { version, release }: BulkFile): boolean {
  if (archive.layout === "volume") {
    if (version === null || archive.mismatches.length > 0) return false;
    return archive.casesMetadata.some(
      (row) =>
        isJsonObject(row) &&
        typeof row.last_updated === "string" &&
        compareInstants(row.last_updated, version) >= 0,
    );
  }
  if (archive.layout === "court") return true;
  return archive.bag !== null && release !== null && bagDate(archive.bag) === release.slice(0, 10);
}

/** The day in a bag's name, else its Bagging-Date, `YYYY-MM-DD`; null when it has neither. */
export function bagDate(bag: BagLabel): string | null {
  return readBulkFileName(bag.name)?.date ?? bag.baggingDate;
}

function volumeFault(
  archive: VolumeContents,
  { volume, reporter }: BulkFile,
  reporters: readonly ReporterRecord[],
): string | null {
  const metadata = readStaticVolume(archive.volumeMetadata);
  if (metadata.ok) {
    const [barcode, listed] = [metadata.record.volume.barcode, volume?.barcode ?? null];
    return listed === null || barcode === listed ? null : `it is volume "${barcode}", not "${listed}"`;
  }
  const ids = jurisdictionIds(archive.casesMetadata);
  const listedIds = volume?.jurisdictions?.map(({ id }) => id) ?? [];
  if (ids.length > 0 && listedIds.length > 0 && !ids.some((id) => listedIds.includes(id))) {
    return `none of its cases is of a jurisdiction of the volume "${volume?.barcode}"`;
  }
  return reporter === null
    ? null
    : citationFault(archive, { reporter, number: volume?.volumeNumber ?? null }, reporters);
}

function jurisdictionIds(rows: readonly unknown[]): number[] {
  return rows.flatMap((row) => {
    const id = isJsonObject(row) && isJsonObject(row.jurisdiction) ? row.jurisdiction.id : null;
    return typeof id === "number" ? [id] : [];
  });
}

/** For a volume that does not name itself: why its official citations are of another volume, or null. */
function citationFault(
  { casesMetadata }: VolumeContents,
  listed: { readonly reporter: ReporterRecord; readonly number: string | null },
  reporters: readonly ReporterRecord[],
): string | null {
  const cited = officialCitations(casesMetadata);
  if (!areCitedBy(cited, listed.reporter)) {
    const { id, shortName } = listed.reporter;
    const actual = reporters.find((reporter) => reporter.id !== id && areCitedBy(cited, reporter));
    return actual === undefined ? null : `its cases are cited by "${actual.shortName}", not "${shortName}"`;
  }
  const { number } = listed;
  if (number === null || cited.flat().some(({ volume }) => volume === number)) return null;
  return `no case of it is cited as of volume ${number}`;
}

function jurisdictionFault({ first }: LineContents, listed: BulkFile): string | null {
  if (first === null || first.jurisdiction === null) return null;
  const { jurisdiction, bodyForm } = first;
  const [listedSlug = "", listedFormat = ""] = corpusUnitOf(listed).split("/");
  const slug = jurisdiction.slug ?? slugify(jurisdiction.name ?? "");
  const listedId = listed.bulk?.filterId ?? null;
  if (listedId === null ? slug !== listedSlug : jurisdiction.id !== listedId) {
    return `its cases are of jurisdiction "${slug}", not "${listedSlug}"`;
  }
  const isOther = (bodyForm === "xml" || bodyForm === "text") && bodyForm !== listedFormat;
  return isOther ? `its bodies are ${bodyForm}, not ${listedFormat}` : null;
}

interface OfficialCitation {
  readonly volume: string;
  /** In normal form: `a2d`. */
  readonly reporter: string;
}

/** The official citations of each row of `CasesMetadata.json`; rows without one are left out. */
export function officialCitations(rows: readonly unknown[]): OfficialCitation[][] {
  return rows
    .map((row) => (isJsonObject(row) && Array.isArray(row.citations) ? row.citations : []))
    .map((citations) => citations.flatMap((citation: unknown) => readOfficial(citation) ?? []))
    .filter((citations) => citations.length > 0);
}

/** Whether each case that has an official citation has one in this reporter. */
export function areCitedBy(
  cases: readonly (readonly OfficialCitation[])[],
  { shortName, slug }: Pick<ReporterRecord, "shortName" | "slug">,
): boolean {
  const names = [normaliseCitation(shortName ?? ""), normaliseCitation(slug ?? "")].filter(Boolean);
  return (
    cases.length > 0 &&
    cases.every((citations) => citations.some(({ reporter }) => names.some((name) => name === reporter)))
  );
}

function readOfficial(citation: unknown): OfficialCitation | null {
  if (!isJsonObject(citation) || citation.type !== "official" || typeof citation.cite !== "string")
    return null;
  const [volume = "", ...rest] = citation.cite.trim().split(/\s+/);
  const reporter = normaliseCitation(rest.slice(0, -1).join(""));
  return volume === "" || reporter === "" ? null : { volume, reporter };
}
