/** An open archive: records in lines (a bag, a bare file) or in members (a volume, a METS bag). Opened by `openArchive`. */
import type { BagLabel, Checksum, Mismatch, VolumeContents } from "../domain/bulk-file.ts";

/** The position of a record in its archive: a line, or a member that has one record. */
export interface RecordPlace {
  /** A member's name, null for a bare file. */
  readonly entry: string | null;
  /** From 1, blank lines too. */
  readonly line: number | null;
}

export interface ArchiveRecord {
  readonly place: RecordPlace;
  /** JSON, or the XML of a CaseMETS document; valid until the next record is requested. */
  readonly bytes: Buffer;
  /** The HTML file of the same name, of a volume. */
  readonly html: Buffer | null;
  /** Why its bytes were not read; null when they were. */
  readonly problem: string | null;
}

interface ArchiveBase extends AsyncDisposable {
  /** The path that it was opened by. */
  readonly path: string;
  /**
   * Hashes and checks every byte, before any row is written (docs/interface.md, "Import guarantees"): the zip's directory,
   * sizes, CRC-32 and names, a bag's manifests, a bare `.xz` to its end.
   *
   * @param zip the checksum of a volume's zip whose bytes were validated before: only its supplements are read then
   * @throws CaselawError `corrupt` naming the entry and what differs.
   */
  validate(zip?: Checksum): Promise<Checksum>;
  /**
   * Decodes while reading: lines without the blank ones, members in the order of their names.
   *
   * @param maxLineBytes longer lines come as a `problem`; default: the limit
   * @throws CaselawError `corrupt` at the place of a fault, after the records before it.
   */
  records(maxLineBytes?: number): AsyncIterable<ArchiveRecord>;
  /** The part of the archive that `records` has read, from 0 to 1. */
  fraction(): number;
}

export interface LineArchive extends ArchiveBase {
  readonly layout: "lines";
  /** Null for a bare file. */
  readonly bag: BagLabel | null;
}

export interface VolumeArchive extends ArchiveBase, VolumeContents {
  readonly layout: "volume";
  /**
   * Newest day of change of the zip's members, `YYYY-MM-DD`; with supplements an instant of that day, ISO 8601, the later
   * the more there are. Null for a folder.
   */
  readonly release: string | null;
  readonly mismatches: readonly Mismatch[];
  /** Whether there is any HTML; if not, no case is reported to lack its HTML. */
  readonly hasHtml: boolean;
  /** `json/0036-01.json`: what the zip lacks and its folder of supplements has. */
  readonly supplements: readonly string[];
}

export interface MetsArchive extends ArchiveBase {
  readonly layout: "mets";
  readonly bag: BagLabel;
  readonly files: number;
}

export type Archive = LineArchive | VolumeArchive | MetsArchive;
