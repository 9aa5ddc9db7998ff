/** The arguments and the outcome of a download, and its state while it goes on. */
import type { BulkFile, StoredFile, ValidatedArchive, Validators } from "../domain/bulk-file.ts";
import type { PartPaths } from "./part.ts";
import type { Session } from "./session.ts";

/** What the caller noted at the last complete download of the unit. */
export interface KnownFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly validators: Validators;
  /** The listing's version then; with null the server is always asked. */
  readonly version: string | null;
  /** Whether the file was removed after its import: it is downloaded again only if it changed. */
  readonly isPruned: boolean;
}

/**
 * - `stored`: complete on disk, downloaded now or before
 * - `missing`: the source lists it but does not have it (404)
 * - `failed`: could not be downloaded; `reason` is a complete message
 */
export type DownloadOutcome =
  | { readonly kind: "stored"; readonly stored: StoredFile }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly reason: string };

export interface DownloadHooks {
  /** Called after each chunk; `total` is null when the server does not give it. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
  /** Validates the archive, still under its `.part` name; throws a CaselawError when it is not valid. */
  readonly validate: (path: string) => Promise<ValidatedArchive>;
}

/** A download that goes on. */
export interface Job {
  readonly session: Session;
  readonly file: BulkFile;
  readonly paths: PartPaths;
  /** The file as it was at the last download; null when it cannot be compared with the server's. */
  readonly known: KnownFile | null;
  readonly hooks: DownloadHooks;
  /** Size of the part at its longest. */
  most: number;
  /** Bytes that are still to come; null when unknown. */
  missing: number | null;
}
