/** What was noted of each unit's file at its last complete download, and the bulk collection as it was listed. */
import type { Database } from "better-sqlite3";
import { type BulkRecord, MADE_BULK_ID } from "../../domain/bulk-file.ts";
import type { KnownBulkFile } from "../../domain/listing.ts";

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
  /** 1 when the bytes are known to be those of `version`; 0 when the server is to be asked once more. */
  readonly confirmed: number;
}

const FIND = `
  SELECT source, unit, url, path, bytes, sha256, etag, last_modified AS lastModified, version, fetched_at AS downloadedAt,
         confirmed
    FROM download
   WHERE source = :source AND unit = :unit
`;
const NOTE = `
  INSERT OR REPLACE INTO download
    (source, unit, url, path, bytes, sha256, etag, last_modified, version, fetched_at, confirmed)
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
/** The same file in two records: of one name, or of one day of the same part of the collection in the same format. */
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
/** Of a bag that lies in two places the first one by name, so that it does not matter which came first. */
const WRITE_BAG = `
  INSERT INTO bulk_file (id, file_name, export_date, public, filter_type, filter_id, body_format, path)
  VALUES (:id, :fileName, :exportDate, :public, :filterType, :filterId, :bodyFormat, :path)
  ON CONFLICT (id) DO UPDATE SET path = excluded.path
`;
const NOTE_BULK_PATH = "UPDATE bulk_file SET path = :path WHERE id = :id";

export interface Downloads {
  find(of: { source: string; unit: string }): NotedDownload | null;
  note(download: NotedDownload): void;
  forget(of: { source: string; unit: string }): void;
  writeBulkRecord(record: BulkRecord): void;
  noteBulkPath(of: { id: number; path: string }): void;
  /** Whether there is nothing to write of a bag from disk: a service's own record of the same file goes before it. */
  knowsBag(bag: KnownBulkFile): boolean;
  writeBag(bag: KnownBulkFile): void;
}

export function downloadsOf(db: Database): Downloads {
  const find = db.prepare<{ source: string; unit: string }, NotedDownload>(FIND);
  const note = db.prepare(NOTE);
  const forget = db.prepare(FORGET);
  const writeBulk = db.prepare(WRITE_BULK_FILE);
  const forgetMade = db.prepare(FORGET_MADE);
  const notePath = db.prepare(NOTE_BULK_PATH);
  const knowsBag = db.prepare(KNOWS_BAG);
  const writeBag = db.prepare(WRITE_BAG);
  return {
    find: (of) => find.get(of) ?? null,
    note: (download) => void note.run(download),
    forget: ({ source, unit }) => void forget.run({ source, unit }),
    writeBulkRecord: (record) => {
      const row = { ...record, public: Number(record.public) };
      writeBulk.run(row);
      forgetMade.run(row);
    },
    noteBulkPath: (of) => void notePath.run(of),
    knowsBag: (bag) => knowsBag.get({ ...bag, public: Number(bag.public) }) !== undefined,
    writeBag: (bag) => void writeBag.run({ ...bag, public: Number(bag.public) }),
  };
}
