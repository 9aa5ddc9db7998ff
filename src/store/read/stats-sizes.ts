/** What of the corpus takes how much room. */
import type { Database } from "better-sqlite3";

export interface Sizes {
  /** Bytes of the file, without a write-ahead log. */
  readonly file: number;
  /** Bytes in it that are free for what comes. */
  readonly free: number;
  /** Bytes of both word indexes; null where they were not measured. */
  readonly index: number | null;
  /** Bytes of the bodies, packed; null as above. */
  readonly bodies: number | null;
}

/** Larger files are not walked: measuring reads every page, at some seconds a GiB from a disk. */
const MAX_MEASURED_BYTES = 4 * 2 ** 30;

const BY_TABLE = `
  SELECT total(pgsize) FILTER (WHERE name LIKE 'case\\_words%' ESCAPE '\\' OR name LIKE 'case\\_names%' ESCAPE '\\') AS "index",
         total(pgsize) FILTER (WHERE name LIKE '%case\\_body%' ESCAPE '\\') AS bodies
    FROM dbstat
   WHERE aggregate = TRUE
`;

/** @param file its size in bytes */
export function readSizes(db: Database, file: number): Sizes {
  const pragma = (name: string): number => Number(db.pragma(name, { simple: true }));
  const free = pragma("freelist_count") * pragma("page_size");
  return { file, free, ...(file > MAX_MEASURED_BYTES ? UNMEASURED : measure(db)) };
}

const UNMEASURED = { index: null, bodies: null } as const;

/** `dbstat` is not in every build of SQLite. */
const HAS_DBSTAT = "SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'";

function measure(db: Database): Pick<Sizes, "index" | "bodies"> {
  const isThere = db.prepare<[], number>(HAS_DBSTAT).pluck().get() === 1;
  const measured = isThere ? db.prepare<[], { index: number; bodies: number }>(BY_TABLE).get() : undefined;
  return measured ?? UNMEASURED;
}
