/**
 * Files under names, in a zip or in a folder: what bags and volumes are read from.
 *
 * Names are matched against the layout and never used as paths to write to (docs/faults.md, "X3").
 */
import type { Checksum } from "../domain/bulk-file.ts";
import { archiveFault } from "./fault.ts";
import type { Limits } from "./limits.ts";

export interface Member {
  /** Relative, parts separated by `/`. */
  readonly name: string;
  /** Unpacked size in bytes. */
  readonly bytes: number;
  /** Day of its last change, `YYYY-MM-DD`; null when unknown or without meaning. */
  readonly modifiedOn: string | null;
}

/** Receives the content of a member while it is validated. */
export type Tap = (chunk: Buffer) => void;

export interface Members extends AsyncDisposable {
  readonly path: string;
  readonly kind: "zip" | "folder";
  /** Files only, in the order of their names. */
  readonly list: readonly Member[];
  /** Those of the list that are in a zip's folder of supplements, by their names there; see `volume/supplements`. */
  readonly supplements: readonly string[];
  /**
   * Streams a member. A chunk is valid until the next one is requested.
   *
   * @throws CaselawError `corrupt` when its content is not what the directory says
   */
  read(member: Member): AsyncIterable<Buffer>;
  /** Reads a member at once. @throws CaselawError `corrupt`, also when it is longer than `maxBytes` */
  readBytes(member: Member, maxBytes: number): Promise<Buffer>;
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
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

/** Refuses two members of one name among those that would be read. @throws CaselawError `corrupt` */
export function refuseTwice(path: string, used: readonly Member[]): void {
  const seen = new Set<string>();
  for (const { name } of used) {
    if (seen.has(name)) throw archiveFault(path, name, "it is there twice");
    seen.add(name);
  }
}

/** Refuses files of cases over the limit. @throws CaselawError `corrupt` */
export function refuseLong(path: string, cases: Iterable<Member>, { maxCaseBytes }: Limits): void {
  for (const { name, bytes } of cases) {
    if (bytes <= maxCaseBytes) continue;
    throw archiveFault(path, name, `${bytes} bytes, over the limit of ${maxCaseBytes} for a case`);
  }
}
