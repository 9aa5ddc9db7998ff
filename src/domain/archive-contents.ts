/** What an archive is apart from its records, as plain data that one thread can hand to another. */
import type { CaseRecord, GivenBody } from "./case.ts";

export interface Checksum {
  /**
   * Lower-case hex: of the file; of a folder: of its sorted list of path and content hash; of a zip with supplements: of
   * the zip's hash and the supplements' hash.
   */
  readonly sha256: string;
  readonly bytes: number;
}

/** What a bag says of itself. */
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
  readonly bodyForm: GivenBody["form"];
}

export type ArchiveContents = LineContents | MetsContents | VolumeContents;

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
  /** Number of documents. */
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

/** An archive whose every byte was checked, and what it contains. */
export interface ValidatedArchive extends Checksum {
  readonly contents: ArchiveContents;
}
