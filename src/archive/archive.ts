/** An open archive: records in lines (a bag, a bare file) or in members (a volume, a METS bag). Opened by `openArchive`. */
import type { BagLabel, Checksum, Mismatch, VolumeContents } from "../domain/bulk-file.ts";

/**
 * `number` counts from 1, blank lines too; `entry` is the member's name, null for a bare file. `bytes` are valid until the
 * next line is requested.
 */
export type Line =
  | { readonly number: number; readonly entry: string | null; readonly bytes: Buffer }
  | { readonly number: number; readonly entry: string | null; readonly problem: string };

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
}

export interface LineArchive extends ArchiveBase {
  readonly layout: "lines";
  /** Null for a bare file. */
  readonly bag: BagLabel | null;
  /**
   * Decodes while reading; blank lines are skipped but counted.
   *
   * @param maxLineBytes longer lines come as a `problem`; default: the limit
   * @throws CaselawError `corrupt` at the place of a fault, after the lines before it.
   */
  lines(maxLineBytes?: number): AsyncIterable<Line>;
  /** The part of the packed payload that `lines` has read, from 0 to 1. */
  fraction(): number;
}

/** A case file of a volume, and the HTML file of the same name. */
export interface VolumeCase {
  /** `0036-01` */
  readonly name: string;
  /** `json/0036-01.json` */
  readonly entry: string;
  readonly json: Buffer;
  readonly html: Buffer | null;
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
  readonly bag: BagLabel;
  readonly files: number;
  /** In order of their names. @throws CaselawError `corrupt` */
  cases(): AsyncIterable<MetsFile>;
}

export type Archive = LineArchive | VolumeArchive | MetsArchive;
