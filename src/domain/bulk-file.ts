/** What a source offers, and the same on disk. */
import type { ValidatedArchive } from "./archive-contents.ts";
import type { ReferenceRecords, ReporterRecord, VolumeRecord } from "./reference.ts";

export type SourceName = "bulk" | "static";

/** Ids from here on are made here, for bags that came from disk; services number their files from 1. */
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

/** One unit of download that a source offers. */
export interface BulkFile {
  readonly source: SourceName;
  /** Names the unit across releases: `ill/xml` (jurisdiction slug, format), `a2d/100` (reporter slug, volume folder). */
  readonly unit: string;
  /** Where it is kept, below the data folder: safe parts only, `/` between them, never shared by two units. */
  readonly path: string;
  readonly url: string;
  /** Size in bytes where the listing tells. */
  readonly bytes: number | null;
  /** What the listing gives to tell one version from another (`export_date`, `last_updated`); null when nothing. */
  readonly version: string | null;
  /** Release date when the listing tells: `YYYY-MM-DD` or an ISO 8601 instant. */
  readonly release: string | null;
  readonly bulk: BulkRecord | null;
  /** What the listings know of a volume zip, which does not say it itself. */
  readonly reporter: ReporterRecord | null;
  readonly volume: VolumeRecord | null;
}

/**
 * The name of the unit in the corpus that archives of a listed unit are imported into: a volume's barcode, else the unit's own
 * name.
 */
export function corpusUnitOf({ unit, volume }: Pick<BulkFile, "unit" | "volume">): string {
  return volume?.barcode ?? unit;
}

/** What is to be mirrored. Empty lists choose everything. */
export interface Selection {
  readonly jurisdictions: readonly string[];
  readonly reporters: readonly string[];
  /** `REPORTER/VOLUME`, the static site's folder names. */
  readonly volumes: readonly string[];
  readonly bodyFormat: "xml" | "text" | "both";
}

/** How many cases a source says a jurisdiction has. */
export interface CaseTotal {
  readonly jurisdictionId: number;
  readonly cases: number;
}

/** All that a source answers to "what have you?". */
export interface Offer {
  readonly files: readonly BulkFile[];
  /** For coverage only; nothing is refused on their word (docs/formats.md, "Totals"). */
  readonly totals: readonly CaseTotal[];
  readonly reference: ReferenceRecords;
  /** Listed records that cannot be used, one line each; the others are. */
  readonly problems: readonly string[];
}

/** The part of the web that a source needs: JSON by URL, with retries, limits and credentials seen to. */
export interface Web {
  /**
   * @throws CaselawError `not_found` (404), `unreachable` (no answer, refused, server error after all retries) or
   *   `corrupt` (not JSON, too long); the message names the URL.
   */
  getJson(url: string): Promise<unknown>;
}

export interface Source {
  readonly name: SourceName;
  /**
   * Reads the listings of the source, every page of each.
   *
   * @throws CaselawError as `Web.getJson`, and `invalid` when the selection names what the source does not have.
   */
  list(baseUrl: string, selection: Selection, web: Web): Promise<Offer>;
}

/** How a server tells two versions of a file apart. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A complete file of a source on disk. */
export interface StoredFile {
  readonly file: BulkFile;
  /** Absolute path. */
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly validators: Validators;
  /** Whether this run fetched it, or it was here already. */
  readonly fetched: boolean;
  /** The result of this run's validation, so that the import need not repeat it; null when this run did not validate it. */
  readonly validated: ValidatedArchive | null;
}

/** How a sync came to the archive of a unit, or why it did not; printed and logged as it is. */
export type UnitOutcome = "downloaded" | "already here" | "already imported" | "missing" | "failed";

/** Whether a unit needed no download. */
export function isHere(outcome: UnitOutcome): boolean {
  return outcome === "already here" || outcome === "already imported";
}
