/** JSON by URL, and files to disk: the only place that makes HTTP requests to sources. */
import type { BulkFile, Web } from "../domain/bulk-file.ts";
import { downloadFile } from "./download-file.ts";
import { type GotBytes, getBytes } from "./get-bytes.ts";
import { getJson } from "./get-json.ts";
import type { DownloadHooks, DownloadOutcome, KnownFile } from "./job.ts";
import { openSession, type WebOptions } from "./session.ts";

export type { ProxySettings } from "./connections.ts";
export type { GotBytes } from "./get-bytes.ts";
export type { DownloadHooks, DownloadOutcome, KnownFile } from "./job.ts";
export type { WebOptions } from "./session.ts";

/** The web, to be closed after use. */
export interface DownloadingWeb extends Web {
  /** Downloads a file to `<folder>/<file.path>`; see `downloadFile`. */
  download(
    file: BulkFile,
    folder: string,
    known: KnownFile | null,
    hooks: DownloadHooks,
  ): Promise<DownloadOutcome>;
  /** Reads a small file, with the usual retries; more than `maxBytes` are a failure. */
  getBytes(url: string, maxBytes: number): Promise<GotBytes>;
  /** Why no further request is made in this run; null while requests are made. */
  readonly leftReason: string | null;
  /** Aborts all requests and closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens the web. No request is made yet.
 *
 * @throws CaselawError `invalid` when the base or a proxy's address cannot be used
 */
export function createWeb(options: WebOptions): DownloadingWeb {
  const session = openSession(options);
  return {
    getJson: (url) => getJson(session, url),
    download: (file, folder, known, hooks) => downloadFile(session, file, folder, known, hooks),
    getBytes: (url, maxBytes) => getBytes(session, url, maxBytes),
    get leftReason() {
      return session.breaker.reason;
    },
    close: () => session.dispatcher.destroy(),
  };
}
