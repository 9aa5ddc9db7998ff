/** An open archive: records in lines (a bag, a bare file) or in members (a volume, a METS bag). Opened by `openArchive`. */
import type { Line } from "./lines/lines.ts";

export type { Line } from "./lines/lines.ts";

export interface Proof {
  /**
   * Lower-case hex: of the file; of a folder: of its sorted list of path and content hash; of a zip with supplements beside
   * it: of both hashes.
   */
  readonly sha256: string;
  readonly bytes: number;
}

interface ArchiveBase extends AsyncDisposable {
  /** As it was given. */
  readonly path: string;
  /**
   * Reads every byte once, before any row is written (docs/interface.md, "Import guarantees"): the zip's directory, sizes,
   * CRC-32 and names, a bag's manifests, a bare `.xz` to its end.
   *
   * @throws CaselawError `corrupt` naming the entry and what differs.
   */
  prove(): Promise<Proof>;
}

export interface LineArchive extends ArchiveBase {
  readonly layout: "lines";
  /** The bag's name (its top folder, else the file's name without `.zip`) and Bagging-Date; null for a bare file. */
  readonly bag: { readonly name: string; readonly baggingDate: string | null } | null;
  /**
   * Decodes while reading; blank lines are skipped but counted.
   *
   * @param maxLineBytes longer lines come as a `problem`; the limit's when absent
   * @throws CaselawError `corrupt` at the place of a fault, after the lines before it.
   */
  lines(maxLineBytes?: number): AsyncIterable<Line>;
  /** How much of the packed payload `lines` has read, from 0 to 1. */
  fraction(): number;
}

/** A case file of a volume, with the HTML file of the same name. */
export interface VolumeCase {
  /** `0036-01` */
  readonly name: string;
  /** `json/0036-01.json` */
  readonly entry: string;
  readonly json: Buffer;
  readonly html: Buffer | null;
}

/** Names that do not fit together (docs/formats.md, "Known gaps of the static site" and "Integrity of a volume"). */
export interface Mismatch {
  readonly kind: "row_without_json" | "json_without_row" | "json_without_html" | "html_without_json";
  readonly name: string;
}

export interface VolumeArchive extends ArchiveBase {
  readonly layout: "volume";
  /** `VolumeMetadata.json`, parsed; null when absent. */
  readonly volumeMetadata: unknown;
  /** Rows of `CasesMetadata.json` or `.jsonl`; empty when absent. */
  readonly casesMetadata: readonly unknown[];
  /**
   * Newest day of change of the zip's members, `YYYY-MM-DD`; with supplements beside it an instant of that day, ISO 8601, the
   * later the more there are. Null for a folder.
   */
  readonly release: string | null;
  readonly mismatches: readonly Mismatch[];
  /** Whether there is any HTML; without it no case is said to lack its own. */
  readonly hasHtml: boolean;
  /** `json/0036-01.json`: what the zip lacks and the folder of supplements beside it has. */
  readonly supplements: readonly string[];
  /** The last two parts of the path, which on the site are reporter and volume folder; hints, no more. */
  readonly pathHint: { readonly reporter: string; readonly folder: string } | null;
  /** In order of their names. @throws CaselawError `corrupt` */
  cases(): AsyncIterable<VolumeCase>;
}

/** A CaseMETS document: one case with its body. */
export interface MetsFile {
  readonly entry: string;
  readonly xml: Buffer;
}

export interface MetsArchive extends ArchiveBase {
  readonly layout: "mets";
  /** As a `LineArchive`'s. */
  readonly bag: { readonly name: string; readonly baggingDate: string | null };
  readonly files: number;
  /** In order of their names. @throws CaselawError `corrupt` */
  cases(): AsyncIterable<MetsFile>;
}

export type Archive = LineArchive | VolumeArchive | MetsArchive;
