/** The last complete download of each unit, and the bulk collection as the service listed it. */
import type { Database } from "better-sqlite3";
import { type BulkRecord, MADE_BULK_ID } from "../../domain/bulk-file.ts";
import type { KnownBulkFile } from "../../domain/records.ts";

export interface NotedDownload {
  readonly source: string;
  readonly unit: string;
  readonly url: string;
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly version: string | null;
  readonly downloadedAt: string;
  /** 1 if the bytes are known to be those of `version`; 0 if the next sync asks the server again. */
  readonly confirmed: number;
}

const FIND = `
  SELECT source, unit, url, path, bytes, sha256, etag, last_modified AS lastModified, version, downloaded_at AS downloadedAt,
         confirmed
    FROM download
   WHERE source = :source AND unit = :unit
`;
const NOTE = `
  INSERT OR REPLACE INTO download
    (source, unit, url, path, bytes, sha256, etag, last_modified, version, downloaded_at, confirmed)
  VALUES
    (:source, :unit, :url, :path, :bytes, :sha256, :etag, :lastModified, :version, :downloadedAt, :confirmed)
`;
const FORGET = "DELETE FROM download WHERE source = :source AND unit = :unit";
const WRITE_BULK_FILE = `
  INSERT INTO bulk_file (id, file_name, export_date, public, filter_type, filter_id, body_format)
  VALUES (:id, :fileName, :exportDate, :public, :filterType, :filterId, :bodyFormat)
  ON CONFLICT (id) DO UPDATE SET
    file_name = excluded.file_name, export_date = excluded.export_date, public = excluded.public,
    filter_type = excluded.filter_type, filter_id = excluded.filter_id, body_format = excluded.body_format
`;
/** Whether two records describe one file: the same name, or the same day, filter and format. */
const IS_SAME = `
  (file_name = :fileName
    OR (filter_type = :filterType AND filter_id = :filterId AND body_format = :bodyFormat
        AND substr(export_date, 1, 10) = substr(:exportDate, 1, 10)))
`;
const FORGET_MADE = `
  DELETE FROM bulk_file
   WHERE id >= ${MADE_BULK_ID} AND id <> :id AND ${IS_SAME}
`;
const KNOWS_BAG = `
  SELECT 1
    FROM bulk_file
   WHERE (id < ${MADE_BULK_ID} AND ${IS_SAME})
      OR (id = :id AND (:path IS NULL OR path <= :path))
`;
/** If a bag is in two places, the first path by name is kept, so that the order of imports does not matter. */
const WRITE_BAG = `
  INSERT INTO bulk_file (id, file_name, export_date, public, filter_type, filter_id, body_format, path)
  VALUES (:id, :fileName, :exportDate, :public, :filterType, :filterId, :bodyFormat, :path)
  ON CONFLICT (id) DO UPDATE SET path = excluded.path
`;
const NOTE_BULK_PATH = "UPDATE bulk_file SET path = :path WHERE id = :id";

const BULK_FILES = `
  SELECT id, file_name AS fileName, export_date AS exportDate, public, filter_type AS filterType,
         filter_id AS filterId, body_format AS bodyFormat, path
    FROM bulk_file
   ORDER BY id
`;

interface BulkRow extends Omit<BulkRecord, "public"> {
  readonly public: number;
  readonly path: string | null;
}

export type Downloads = ReturnType<typeof downloadsOf>;

export function downloadsOf(db: Database) {
  const find = db.prepare<{ source: string; unit: string }, NotedDownload>(FIND);
  const note = db.prepare(NOTE);
  const forget = db.prepare(FORGET);
  const writeBulk = db.prepare(WRITE_BULK_FILE);
  const forgetMade = db.prepare(FORGET_MADE);
  const notePath = db.prepare(NOTE_BULK_PATH);
  const knowsBag = db.prepare(KNOWS_BAG);
  const writeBag = db.prepare(WRITE_BAG);
  return {
    find: (of: { source: string; unit: string }): NotedDownload | null => find.get(of) ?? null,
    note: (download: NotedDownload): void => void note.run(download),
    forget: ({ source, unit }: { source: string; unit: string }): void => void forget.run({ source, unit }),
    writeBulkRecord: (record: BulkRecord): void => {
      const row = { ...record, public: Number(record.public) };
      writeBulk.run(row);
      forgetMade.run(row);
    },
    noteBulkPath: (of: { id: number; path: string }): void => void notePath.run(of),
    /** Whether a bag from disk is known already. The service's record of the same file takes precedence. */
    knowsBag: (bag: KnownBulkFile): boolean =>
      knowsBag.get({ ...bag, public: Number(bag.public) }) !== undefined,
    writeBag: (bag: KnownBulkFile): void => void writeBag.run({ ...bag, public: Number(bag.public) }),
  };
}

/** The bulk collection by id, with the paths of the files on disk. */
export function readBulkFiles(db: Database): KnownBulkFile[] {
  const rows = db.prepare<[], BulkRow>(BULK_FILES).all();
  return rows.map((row) => ({ ...row, public: row.public === 1 }));
}
