/** The versions of what keeps a corpus. */
import { SCHEMA_VERSION } from "../store/database/schema.ts";
import { sqliteVersion } from "../store/database/sqlite-version.ts";

export interface StoreVersions {
  /** Of the SQLite library in the driver, for example `3.51.0`. */
  readonly sqlite: string;
  /** Of the corpora that this program writes. */
  readonly schema: number;
}

export function storeVersions(): StoreVersions {
  return { sqlite: sqliteVersion(), schema: SCHEMA_VERSION };
}
