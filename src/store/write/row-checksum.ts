/**
 * The checksum of a case's row, by which `verify` finds a value that was damaged in the file. It covers what is shown or filtered by, and
 * the extras as they are stored. The date rowid and the numbers of `analysis` are checked against the values that they come from,
 * bodies and long extras by the checksums of their compression.
 */
import { crc32 } from "node:zlib";
import type { CaseRow } from "./case-sql.ts";

/** The checksum of a row that was already damaged when it was written again. No row has it. */
export const DAMAGED = -1;

/** The columns, each with the name of its value in `CASE_SQL.addCase`. */
const VALUES = {
  id: "id",
  day: "day",
  name: "name",
  name_abbreviation: "nameAbbreviation",
  decision_date: "decisionDate",
  docket_number: "docketNumber",
  first_page: "firstPage",
  last_page: "lastPage",
  jurisdiction_id: "jurisdictionId",
  court_id: "courtId",
  volume_number: "volumeNumber",
  reporter_name: "reporterName",
  volume_barcode: "barcode",
  reporter_id: "reporterId",
  resolved: "resolved",
  last_updated: "lastUpdated",
  updated_instant: "updatedInstant",
  unit_id: "unitId",
  hash_differs: "hashDiffers",
  body_chars: "bodyChars",
  extra: "extra",
} as const satisfies Partial<Record<keyof CaseRow, string>>;

const COLUMNS = Object.keys(VALUES) as (keyof typeof VALUES)[];
const NAMES = Object.values(VALUES);

/** Of the values that are written. */
export function checksumOfValues(values: Readonly<Record<string, unknown>>): number {
  return checksum(NAMES.map((name) => values[name]));
}

/** Of a row as it is read. */
export function checksumOfRow(row: CaseRow): number {
  return checksum(COLUMNS.map((column) => row[column]));
}

/** Joined text, because JSON would show halves of letters that the file does not store. */
function checksum(values: readonly unknown[]): number {
  const extra = values.at(-1);
  const text = values.slice(0, -1).map((value) => value ?? "\0");
  return crc32(extra instanceof Uint8Array || typeof extra === "string" ? extra : "", crc32(text.join("\n")));
}
