/** The registry of sources: a new one is a file in `sources/` and a line here. */
import type { Source, SourceName } from "../domain/bulk-file.ts";
import { bulkSource } from "../sources/bulk.ts";
import { staticSource } from "../sources/static.ts";

export const SOURCES: Readonly<Record<SourceName, Source>> = { bulk: bulkSource, static: staticSource };
