/**
 * Notes which records that cases refer to are answered otherwise than before, each time under a new number out of those of
 * the change log: so that "since number N" means both.
 */
import type { Database } from "better-sqlite3";
import type { ReferenceKind, ReferenceValue } from "./reference-tables.ts";

type Row = Readonly<Record<string, ReferenceValue | undefined>>;

/** The columns of a record that a case's answer shows; volumes are shown by the case's own columns. */
const SHOWN: Readonly<Partial<Record<ReferenceKind, readonly string[]>>> = {
  jurisdiction: ["slug", "name", "name_long", "whitelisted"],
  court: ["slug", "name", "name_abbreviation"],
  reporter: ["full_name"],
};
const STORED: Readonly<Partial<Record<ReferenceKind, string>>> = {
  jurisdiction: "SELECT slug, name, name_long, whitelisted FROM jurisdiction WHERE id = :id",
  court: "SELECT slug, name, name_abbreviation FROM court WHERE id = :id",
  reporter: "SELECT full_name FROM reporter WHERE id = :id",
};
const PLACES = `
  SELECT id, reporter_id, volume_barcode
    FROM court_case
   WHERE id IN (SELECT value FROM json_each(:ids))
`;
/** No row is changed where no case ever was: then no case can refer to the record. */
const NEXT_NUMBER = "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'change_log'";
const NOTE = `
  INSERT OR REPLACE INTO reference_change (kind, id, seq)
  SELECT :kind, value, (SELECT seq FROM sqlite_sequence WHERE name = 'change_log')
    FROM json_each(:ids)
`;

/** Whether a record that is about to be written will be answered otherwise; a new one is not: no case had it. */
export function showsOtherwise(db: Database, kind: ReferenceKind, id: number, next: Row): boolean {
  const sql = STORED[kind];
  const stored = sql === undefined ? undefined : db.prepare<{ id: number }, Row>(sql).get({ id });
  if (stored === undefined) return false;
  return (SHOWN[kind] ?? []).some((column) => stored[column] !== (next[column] ?? null));
}

/** Notes records, or cases, under the next number. To be called inside a transaction. */
export function noteReferenceChanges(
  db: Database,
  kind: Exclude<ReferenceKind, "volume"> | "case",
  ids: readonly number[],
): void {
  if (ids.length === 0 || db.prepare(NEXT_NUMBER).run().changes === 0) return;
  db.prepare(NOTE).run({ kind, ids: JSON.stringify(ids) });
}

/** Does what may give cases another reporter or volume, and notes those that have. To be called inside a transaction. */
export function noteMoved(db: Database, ids: readonly number[], refresh: () => void): void {
  const placesOf = (): Map<number, string> => {
    const rows = db.prepare<{ ids: string }, Place>(PLACES).all({ ids: JSON.stringify(ids) });
    return new Map(rows.map(({ id, ...place }) => [id, JSON.stringify(place)]));
  };
  const before = placesOf();
  refresh();
  const moved = [...placesOf()].filter(([id, place]) => before.get(id) !== place).map(([id]) => id);
  noteReferenceChanges(db, "case", moved);
}

interface Place {
  readonly id: number;
  readonly reporter_id: number | null;
  readonly volume_barcode: string | null;
}
