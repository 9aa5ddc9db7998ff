/**
 * Records which reference records changed, under numbers from the sequence of the change log. So "since number N" covers changed
 * cases and changed reference records.
 */
import type { Database } from "better-sqlite3";
import type { ReferenceKind, ReferenceValue } from "./reference-tables.ts";

type Row = Readonly<Record<string, ReferenceValue | undefined>>;

/** The columns that the record of a case contains. Those of volumes are columns of the case row. */
const SHOWN: Readonly<Partial<Record<ReferenceKind, readonly string[]>>> = {
  jurisdiction: ["slug", "name", "name_long", "whitelisted"],
  court: ["slug", "name", "name_abbreviation"],
  reporter: ["full_name"],
};
const REFERENCES = `
  SELECT id, reporter_id, volume_barcode
    FROM court_case
   WHERE id IN (SELECT value FROM json_each(:ids))
`;
/** Changes no row before the first case was imported: then no case can refer to the record. */
const NEXT_NUMBER = "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'change_log'";
const NOTE = `
  INSERT OR REPLACE INTO reference_change (kind, id, seq)
  SELECT :kind, value, (SELECT seq FROM sqlite_sequence WHERE name = 'change_log')
    FROM json_each(:ids)
`;

/** Whether writing a record changes what cases show of it. False for a new record, because no case refers to it. */
export function changesWhatCasesShow(db: Database, kind: ReferenceKind, id: number, next: Row): boolean {
  const shown = SHOWN[kind];
  if (shown === undefined) return false;
  const stored = db
    .prepare<{ id: number }, Row>(`SELECT ${shown.join(", ")} FROM ${kind} WHERE id = :id`)
    .get({ id });
  return stored !== undefined && shown.some((column) => stored[column] !== (next[column] ?? null));
}

/** Records ids of reference records or cases under the next number. Call this inside a transaction. */
export function noteReferenceChanges(
  db: Database,
  kind: Exclude<ReferenceKind, "volume"> | "case",
  ids: readonly number[],
): void {
  if (ids.length === 0 || db.prepare(NEXT_NUMBER).run().changes === 0) return;
  db.prepare(NOTE).run({ kind, ids: JSON.stringify(ids) });
}

/** Runs `refresh` and records the cases that it moved to another reporter or volume. Call this inside a transaction. */
export function noteMoved(db: Database, ids: readonly number[], refresh: () => void): void {
  const referencesOf = (): Map<number, string> => {
    const rows = db.prepare<{ ids: string }, References>(REFERENCES).all({ ids: JSON.stringify(ids) });
    return new Map(rows.map(({ id, ...references }) => [id, JSON.stringify(references)]));
  };
  const before = referencesOf();
  refresh();
  const moved = [...referencesOf()]
    .filter(([id, references]) => before.get(id) !== references)
    .map(([id]) => id);
  noteReferenceChanges(db, "case", moved);
}

interface References {
  readonly id: number;
  readonly reporter_id: number | null;
  readonly volume_barcode: string | null;
}
