/** The bulk collection as the sources listed it, and what became of it here. */
import type { Database } from "better-sqlite3";
import type { BulkRecord } from "../../domain/bulk-file.ts";
import type { KnownBulkFile } from "../../domain/listing.ts";

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

/** By id. */
export function readBulkFiles(db: Database): KnownBulkFile[] {
  const rows = db.prepare<[], BulkRow>(BULK_FILES).all();
  return rows.map((row) => ({ ...row, public: row.public === 1 }));
}
