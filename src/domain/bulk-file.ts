/** Files that a source lists, and the same files on disk. */
import type { CaseRecord, ReferenceRecords, ReporterRecord, SourceBody, VolumeRecord } from "./case.ts";

/** The kinds of source. */
export type SourceName = "bulk" | "static" | "courtlistener";

/** First id for bags from disk. The service numbers its files from 1. */
export const MADE_BULK_ID = 2 ** 40;

/** A record of the bulk collection (docs/interface.md, "Bulk file record"), as the service lists it. */
export interface BulkRecord {
  readonly id: number;
  readonly fileName: string;
  readonly exportDate: string | null;
  readonly public: boolean;
  readonly filterType: string | null;
  readonly filterId: number | null;
  readonly bodyFormat: string | null;
}

/** A file that a source lists: one unit of download. */
export interface BulkFile {
  readonly source: SourceName;
  /** Names the unit across releases: `ill/xml` (jurisdiction slug, format), `a2d/100` (reporter slug, volume folder). */
  readonly unit: string;
  /** Path below the data folder: safe names separated by `/`, different for each unit. */
  readonly path: string;
  readonly url: string;
  /** Distinguishes versions of the file (`export_date`, `last_updated`); null if the listing has neither. */
  readonly version: string | null;
  /** Release date: `YYYY-MM-DD` or an ISO 8601 instant; null if the listing does not have it. */
  readonly release: string | null;
  /** Its size as listed; null if the listing does not have it. */
  readonly bytes: number | null;
  readonly bulk: BulkRecord | null;
  /** The records of reporter and volume, which a volume zip does not contain. */
  readonly reporter: ReporterRecord | null;
  readonly volume: VolumeRecord | null;
}

/**
 * The name of the unit in the corpus into which archives of a listed unit are imported: the barcode of a volume, or the name of
 * the unit.
 */
export function corpusUnitOf({ unit, volume }: Pick<BulkFile, "unit" | "volume">): string {
  return volume?.barcode ?? unit;
}

/** Which files to mirror. An empty list selects everything. */
export interface Selection {
  readonly jurisdictions: readonly string[];
  readonly reporters: readonly string[];
  /** `REPORTER/VOLUME`, the static site's folder names. */
  readonly volumes: readonly string[];
  readonly bodyFormat: "xml" | "text" | "both";
  /** Whether CourtListener's table of parentheticals is selected. */
  readonly parentheticals?: boolean;
}

/** The number of cases of a jurisdiction as reported by a source. */
export interface CaseTotal {
  readonly jurisdictionId: number;
  readonly cases: number;
}

export interface Offer {
  readonly files: readonly BulkFile[];
  /** `BulkFile.path` of all files that were listed, selected or not. */
  readonly listedPaths: readonly string[];
  /** For coverage only; they do not affect imports (docs/formats.md, "Totals"). */
  readonly totals: readonly CaseTotal[];
  readonly reference: ReferenceRecords;
  /** Listed records that cannot be used, one line each. */
  readonly problems: readonly string[];
  /** Listed files that are not used for a reason that is no fault, one line each. */
  readonly notes: readonly string[];
}

/** HTTP for sources: listings by URL, with retries, limits and credentials. */
export interface Web {
  /**
   * @throws CaselawError `not_found` (404), `unreachable` (no response, access denied, server error after all retries) or
   *   `corrupt` (not JSON, too long); the message names the URL.
   */
  getJson(url: string): Promise<unknown>;
  /** A listing that is not JSON. @throws CaselawError as `getJson`; `corrupt` when it is not UTF-8 */
  getText(url: string): Promise<string>;
}

/**
 * Reads the listings of a source, every page of each.
 *
 * @throws CaselawError as `Web.getJson`, and `invalid` if the selection names something that the source does not have.
 */
export type ListSource = (baseUrl: string, selection: Selection, web: Web) => Promise<Offer>;

/** The headers by which a server distinguishes versions of a file. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A complete, validated file of a source on disk. */
export interface StoredFile extends Validators {
  readonly file: BulkFile;
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Whether this run downloaded it. If not, it was already on disk. */
  readonly downloaded: boolean;
  /** The result of this run's validation, so that the import need not repeat it; null when this run did not validate it. */
  readonly validated: ValidatedArchive | null;
}

/** The outcome of a sync for one unit, as printed and logged. */
export type UnitOutcome = "downloaded" | "already here" | "already imported" | "missing" | "failed";

export function isHere(outcome: UnitOutcome): boolean {
  return outcome === "already here" || outcome === "already imported";
}

export interface Checksum {
  /**
   * Lower-case hex: of the file; of a folder: of its sorted list of path and content hash; of a zip with supplements: of
   * the zip's hash and the supplements' hash.
   */
  readonly sha256: string;
  readonly bytes: number;
}

export interface BagLabel {
  /** Its top folder, else the file's name without `.zip`. */
  readonly name: string;
  /** `YYYY-MM-DD`; null when missing. */
  readonly baggingDate: string | null;
}

/** Names that do not fit together (docs/formats.md, "Known gaps of the static site" and "Integrity of a volume"). */
export interface Mismatch {
  readonly kind: "row_without_json" | "json_without_row" | "json_without_html" | "html_without_json";
  readonly name: string;
}

/** The first record of a bag that names its jurisdiction. */
export interface FirstRecord extends Pick<CaseRecord, "jurisdiction" | "volume" | "citations"> {
  readonly bodyForm: SourceBody["form"];
}

export type ArchiveContents = LineContents | MetsContents | VolumeContents | CourtContents;

export interface LineContents {
  readonly layout: "lines";
  /** Null for a bare file. */
  readonly bag: BagLabel | null;
  /** Null for a bare file, and when none of the first records can be read. */
  readonly first: FirstRecord | null;
}

export interface MetsContents {
  readonly layout: "mets";
  readonly bag: BagLabel;
  readonly files: number;
}

export interface VolumeContents {
  readonly layout: "volume";
  /** `VolumeMetadata.json`, parsed; null when missing. */
  readonly volumeMetadata: unknown;
  /** Rows of `CasesMetadata.json` or `.jsonl`; empty when missing. */
  readonly casesMetadata: readonly unknown[];
  /** As in `VolumeArchive`. */
  readonly release: string | null;
  readonly mismatches: readonly Mismatch[];
  /** The last two parts of the path, which on the static site are reporter and volume folder. */
  readonly pathHint: { readonly reporter: string; readonly folder: string } | null;
}

/** The decisions of one court in a set of CourtListener's tables. */
export interface CourtContents {
  readonly layout: "court";
  /** `ca9` */
  readonly court: string;
  /** Date of the set. */
  readonly release: string;
  readonly clusters: number;
  /** Whether every row of the table of decisions could be read, so that cases which the set lacks are removed. */
  readonly hasAllDecisions: boolean;
  /** Ids of decisions whose court is not known, because their dockets could not be read: no court loses them. */
  readonly unplaced: readonly number[];
  /** Whether every row of the parts of decisions, such as opinions, could be read: else no stored case loses a part. */
  readonly hasAllParts: boolean;
}

/** An archive whose every byte was checked, and what it contains. */
export interface ValidatedArchive extends Checksum {
  readonly contents: ArchiveContents;
}
