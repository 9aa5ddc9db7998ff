/**
 * Archives, and their members: the named files of a zip or a folder from which bags and volumes are read.
 *
 * Names are matched against the layout and never used as paths to write to (docs/faults.md, "X3").
 */
import type { BagLabel, Checksum, CourtContents, Mismatch, VolumeContents } from "../domain/bulk-file.ts";
import { compareText } from "../domain/citation.ts";
import { CaselawError } from "../domain/errors.ts";
import { archiveFault, readUtf8, reasonOf, withoutMark } from "./fault.ts";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** Limits of archives (docs/interface.md, "Limits"). Real data is far below each of them. */
export interface Limits {
  readonly maxLineBytes: number;
  readonly maxCaseBytes: number;
  readonly maxMetadataBytes: number;
  /** All members of one archive, or its decoded payload. */
  readonly maxUnpackedBytes: number;
  /** Unpacked bytes for each packed one, checked once `ratioFromBytes` are unpacked. */
  readonly maxRatio: number;
  readonly ratioFromBytes: number;
  readonly maxEntries: number;
  readonly maxNameBytes: number;
}

export const LIMITS: Limits = {
  // the longest real line is below 1 MB
  maxLineBytes: 64 * MIB,
  maxCaseBytes: 64 * MIB,
  // the list of all volumes has tens of megabytes
  maxMetadataBytes: 256 * MIB,
  maxUnpackedBytes: 100 * GIB,
  // real data is compressed 3 to 8 times, repetitive test data some hundred times
  maxRatio: 1000,
  ratioFromBytes: GIB,
  maxEntries: 500_000,
  maxNameBytes: 1024,
};

/** The limit that this number of unpacked bytes exceeds; null when it keeps within all limits. */
export function brokenUnpackLimit(unpackedBytes: number, packedBytes: number, limits: Limits): string | null {
  if (unpackedBytes > limits.maxUnpackedBytes) return `${limits.maxUnpackedBytes} bytes unpacked`;
  if (unpackedBytes <= limits.ratioFromBytes || unpackedBytes <= packedBytes * limits.maxRatio) return null;
  return `${limits.maxRatio} unpacked bytes for each packed one`;
}

export interface Member {
  /** Relative, parts separated by `/`. */
  readonly name: string;
  /** Unpacked size in bytes. */
  readonly bytes: number;
  /** Day of the last change, `YYYY-MM-DD`; null when unknown or without meaning. */
  readonly modifiedOn: string | null;
  /**
   * Streams it. A chunk is valid until the next one is requested.
   *
   * @throws CaselawError `corrupt` when its content is not what the directory says
   */
  readonly read: () => AsyncIterable<Buffer>;
  /** Reads it at once. @throws CaselawError `corrupt`, also when it is longer than `maxBytes` */
  readonly readBytes: (maxBytes: number) => Promise<Buffer>;
}

/** Receives the content of a member while it is validated. */
export type Tap = (chunk: Buffer) => void;

export interface Members extends AsyncDisposable {
  readonly path: string;
  readonly kind: "zip" | "folder";
  /** Files only, in the order of their names. */
  readonly list: readonly Member[];
  /** The names of the members that are from a zip's folder of supplements; see `supplements`. */
  readonly supplements: readonly string[];
  /**
   * Checks and hashes every byte and every member of a zip, the members in `used` of a folder.
   *
   * @param zip as of `Archive.validate`
   * @throws CaselawError `corrupt` naming the member and what differs.
   */
  validate(used: readonly Member[], taps: ReadonlyMap<string, Tap>, zip?: Checksum): Promise<Checksum>;
}

/** Order of names by code unit, the same on every machine. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return compareText(a.name, b.name);
}

/** Refuses two members of one name. @throws CaselawError `corrupt` */
export function refuseDuplicates(path: string, used: readonly Member[]): void {
  const seen = new Set<string>();
  for (const { name } of used) {
    if (seen.has(name)) throw archiveFault(path, name, "it is there twice");
    seen.add(name);
  }
}

/** The file of a case, and the HTML file of the same name, if there is one. */
export type CaseFile = readonly [file: Member, html?: Member | undefined];

/** The records of an archive with a file for each record; they are read one at a time. */
export function caseFiles(
  files: readonly CaseFile[],
  { maxCaseBytes }: Limits,
): Pick<VolumeArchive, "records" | "fraction"> {
  let read = 0;
  const bytesOf = async (member: Member): Promise<Buffer> =>
    withoutMark(await member.readBytes(maxCaseBytes));
  async function* records(): AsyncGenerator<ArchiveRecord> {
    for (const [file, page] of files) {
      const bytes = await bytesOf(file);
      const html = page === undefined ? null : await bytesOf(page);
      read++;
      yield { place: { entry: file.name, line: null }, bytes, attached: html, problem: null };
    }
  }
  return { records, fraction: () => (files.length === 0 ? 1 : Math.min(read / files.length, 1)) };
}

/** Refuses files of cases over the limit. @throws CaselawError `corrupt` */
export function refuseLongCases(path: string, cases: Iterable<Member>, { maxCaseBytes }: Limits): void {
  for (const { name, bytes } of cases) {
    if (bytes <= maxCaseBytes) continue;
    throw archiveFault(path, name, `${bytes} bytes, over the limit of ${maxCaseBytes} for a case`);
  }
}

/** Why an archive with a member of this name is refused, or null (docs/faults.md, "X3"). `nameBytes` is its length as written. */
export function nameFault(name: string, nameBytes: number, maxNameBytes: number): string | null {
  if (nameBytes > maxNameBytes) return `a name of ${nameBytes} bytes, over the limit of ${maxNameBytes}`;
  if (name === "" || name.includes("\0")) return "a name that is empty or contains a NUL";
  if (name.includes("\ufffd")) return "a name that is not UTF-8";
  if (/^(?:[/\\]|[A-Za-z]:)/.test(name)) return "an absolute path";
  return name.split(/[/\\]/).includes("..") ? "a path that climbs out" : null;
}

/** Whether a file was added by a system or a site (docs/faults.md, "A5"): `.DS_Store`, `__MACOSX/…`, `index.html`, hidden files. */
export function isStray(name: string): boolean {
  const parts = name.split("/");
  return parts.some((part) => part.startsWith(".") || part === "__MACOSX") || parts.at(-1) === "index.html";
}

/** A member's text, without byte order mark. @throws CaselawError `corrupt` naming the member and the bad byte */
export async function readText(path: string, member: Member, maxBytes: number): Promise<string> {
  const bytes = await member.readBytes(maxBytes);
  return withPlace(path, member, () => readUtf8(withoutMark(bytes)));
}

/** A member's JSON. @throws CaselawError `corrupt` when it is not JSON */
export async function readJson(path: string, member: Member, maxBytes: number): Promise<unknown> {
  const text = await readText(path, member, maxBytes);
  return withPlace(path, member, () => JSON.parse(text));
}

/** The values of a member's lines. @throws CaselawError `corrupt` when a line is not JSON */
export async function readJsonLines(path: string, member: Member, maxBytes: number): Promise<unknown[]> {
  const lines = (await readText(path, member, maxBytes)).split("\n");
  return lines
    .filter((line) => /[^ \t\r]/.test(line))
    .map((line): unknown => withPlace(path, member, () => JSON.parse(line)));
}

/** Adds the member's name to the error of a function that reads its bytes. */
function withPlace<T>(path: string, { name }: Member, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CaselawError) && !(error instanceof SyntaxError)) throw error;
    throw archiveFault(path, name, reasonOf(error), error);
  }
}

/** The position of a record in its archive: a line, or a member that has one record. */
export interface RecordPlace {
  /** A member's name, null for a bare file. */
  readonly entry: string | null;
  /** From 1, blank lines too. */
  readonly line: number | null;
}

export interface ArchiveRecord {
  readonly place: RecordPlace;
  /** JSON, or the XML of a CaseMETS document; of a court as `joinRows` makes it. Valid until the next record is requested. */
  readonly bytes: Buffer;
  /** Of a volume: the HTML file of the same name; of a court: the packed texts of the decision (import/tables/open-court.ts). */
  readonly attached: Buffer | null;
  /** Why its bytes were not read; null when they were. */
  readonly problem: string | null;
  /** Memory that it takes besides these bytes: of unpacked texts, and about that of what is indexed of a text that the corpus has. */
  readonly more?: number;
}

interface ArchiveBase extends AsyncDisposable {
  /** The path by which it was opened. */
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
  /** Files that the zip lacks and its folder of supplements has: `json/0036-01.json`. */
  readonly supplements: readonly string[];
}

export interface MetsArchive extends ArchiveBase {
  readonly layout: "mets";
  readonly bag: BagLabel;
  readonly files: number;
}

/** The decisions of a court, joined from CourtListener's tables. */
export interface CourtArchive extends ArchiveBase, CourtContents {
  /** The ids of its decisions, also earlier ids of decisions that are now cases of another source. */
  readonly caseIds: () => Iterable<number>;
}

/** An open archive: records in lines (a bag, a bare file) or in members (a volume, a METS bag). Opened by `openArchive`. */
export type Archive = LineArchive | VolumeArchive | MetsArchive | CourtArchive;
