/** The versions of what keeps a corpus, and what reads its archives. */
import { LIBLZMA_ADVICE, liblzmaVersion } from "../archive/liblzma.ts";
import { sqliteVersion } from "../store/database/open-database.ts";
import { SCHEMA_VERSION } from "../store/database/schema.ts";

interface StoreVersions {
  /** Of the SQLite library in the driver, for example `3.51.0`. */
  readonly sqlite: string;
  /** Of the corpora that this program writes. */
  readonly schema: number;
  /** The decoder of archives. */
  readonly xz: string;
}

export function storeVersions(): StoreVersions {
  return { sqlite: sqliteVersion(), schema: SCHEMA_VERSION, xz: xzDecoder().name };
}

/** What decodes archives, and how to get the faster decoder; null if it is that. */
interface XzDecoderName {
  /** `liblzma 5.8.3` or `WebAssembly` */
  readonly name: string;
  readonly advice: string | null;
}

export function xzDecoder(): XzDecoderName {
  const version = liblzmaVersion();
  if (version === null) return { name: "WebAssembly", advice: LIBLZMA_ADVICE };
  return { name: `liblzma ${version}`, advice: null };
}
