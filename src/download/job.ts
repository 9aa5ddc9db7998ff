/** What is asked of a download, how it ends, and the file under way. */
import type { BulkFile, StoredFile, Validators } from "../domain/bulk-file.ts";
import type { PartPaths } from "./part.ts";
import type { Session } from "./session.ts";

/** What the caller noted at the last complete download of the unit. */
export interface KnownFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly validators: Validators;
  /** The listing's version then; null makes sure that the server is asked. */
  readonly version: string | null;
  /** Whether the file was given away once it had served: it is fetched again only if it changed. */
  readonly isPruned: boolean;
}

/**
 * - `stored`: here and whole, fetched now or already here
 * - `missing`: the source lists it but does not have it (404)
 * - `failed`: not to be had now; `reason` is a whole line
 */
export type DownloadOutcome =
  | { readonly kind: "stored"; readonly stored: StoredFile }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly reason: string };

export interface DownloadHooks {
  /** Told after each piece; `total` is null when the server does not tell it. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
  /** Proves the archive, still under its `.part` name; throws a CaselawError when it is not sound. */
  readonly check?: (path: string) => Promise<void>;
}

/** A file under way. `most` is the size of the part at its longest, `missing` what is known to be still to come. */
export interface Job {
  readonly session: Session;
  readonly file: BulkFile;
  readonly paths: PartPaths;
  readonly held: KnownFile | null;
  readonly hooks: DownloadHooks;
  most: number;
  missing: number | null;
}
