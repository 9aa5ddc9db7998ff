/** The registry of sources: a new one is a file in `sources/` and a line here. */
import type { Source, SourceName } from "../domain/bulk-file.ts";
import { bulkSource } from "../sources/bulk.ts";
import { STATIC_SITE, staticSource } from "../sources/static.ts";

export const SOURCES: Readonly<Record<SourceName, Source>> = { bulk: bulkSource, static: staticSource };

/** The default address of each source; null when there is none. */
export const DEFAULT_SOURCE_URLS: Readonly<Record<SourceName, string | null>> = {
  bulk: null,
  static: STATIC_SITE,
};
