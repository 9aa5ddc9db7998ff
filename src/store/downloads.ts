/** What was noted of each unit's file at its last complete download, and the bulk collection as it was listed. */
import type { Database } from "better-sqlite3";
import type { BulkRecord } from "../domain/bulk-file.ts";

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
  readonly fetchedAt: string;
}

const FIND = `
  SELECT source, unit, url, path, bytes, sha256, etag, last_modified AS lastModified, version, fetched_at AS fetchedAt
    FROM download
   WHERE source = :source AND unit = :unit
`;
const NOTE = `
  INSERT OR REPLACE INTO download
    (source, unit, url, path, bytes, sha256, etag, last_modified, version, fetched_at)
  VALUES
    (:source, :unit, :url, :path, :bytes, :sha256, :etag, :lastModified, :version, :fetchedAt)
`;
const WRITE_BULK_FILE = `
  INSERT INTO bulk_file (id, file_name, export_date, public, filter_type, filter_id, body_format)
  VALUES (:id, :fileName, :exportDate, :public, :filterType, :filterId, :bodyFormat)
  ON CONFLICT (id) DO UPDATE SET
    file_name = excluded.file_name, export_date = excluded.export_date, public = excluded.public,
    filter_type = excluded.filter_type, filter_id = excluded.filter_id, body_format = excluded.body_format
`;
const NOTE_BULK_PATH = "UPDATE bulk_file SET path = :path WHERE id = :id";

export interface Downloads {
  find(of: { source: string; unit: string }): NotedDownload | null;
  note(download: NotedDownload): void;
  writeBulkRecord(record: BulkRecord): void;
  noteBulkPath(of: { id: number; path: string }): void;
}

export function downloadsOf(db: Database): Downloads {
  const find = db.prepare<{ source: string; unit: string }, NotedDownload>(FIND);
  const note = db.prepare(NOTE);
  const writeBulk = db.prepare(WRITE_BULK_FILE);
  const notePath = db.prepare(NOTE_BULK_PATH);
  return {
    find: (of) => find.get(of) ?? null,
    note: (download) => void note.run(download),
    writeBulkRecord: (record) => void writeBulk.run({ ...record, public: Number(record.public) }),
    noteBulkPath: (of) => void notePath.run(of),
  };
}
