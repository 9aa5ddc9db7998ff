/**
 * Merges reference records field by field (docs/interface.md, "Import guarantees"). A listing takes precedence over an archive, a
 * later release over an earlier one; `whitelisted` is true if any source says so. If no listing or archive has the
 * jurisdictions of a reporter or volume, they are those of all its cases.
 *
 * A run keeps all records in memory (some 50,000 volumes exist), from their first use on: not yet while a source is listed.
 * `flush` writes changed records inside the caller's transaction.
 */
import type { Database } from "better-sqlite3";
import type { CaseMetadata, ReferenceRecords } from "../../domain/case.ts";
import { courtSlugs } from "../../domain/citation.ts";
import { readObject, readRows, run, upsert } from "../database/statement-cache.ts";
import {
  type FieldStamp,
  fieldsOf,
  KEY_COLUMNS,
  type ReferenceFields,
  type ReferenceKind,
  type ReferenceValue,
  readIds,
  textIn,
} from "./reference-reader.ts";
import { VolumeResolver } from "./volume-resolver.ts";

type Stamps = Readonly<Record<string, FieldStamp>>;

interface StoredReference {
  fields: Record<string, ReferenceValue>;
  stamps: Stamps;
}

/** Changes by a flush that other rows depend on. */
interface ReferenceChanges {
  /** Courts whose name changed: the index rows of their cases are outdated. */
  readonly renamedCourts: readonly number[];
  /** Whether reporters or volumes changed, so that cases which only name theirs must be resolved again. */
  readonly volumesChanged: boolean;
}

export function stampOfArchive(release: string | null, sha256: string): FieldStamp {
  return `0 ${release ?? ""} ${sha256}`;
}

type Key = number | string;

const KINDS = Object.keys(KEY_COLUMNS) as ReferenceKind[];

/** Stamps that are cached: each archive of a single volume has its own stamp. */
const MAX_STAMPS = 100;

/** The stamp of fields that are collected from cases: the lowest precedence. */
const FROM_CASES: FieldStamp = "";

export class ReferenceWriter {
  readonly #db: Database;
  readonly #stored = new Map<ReferenceKind, Map<Key, StoredReference>>();
  readonly #dirty = new Map<ReferenceKind, Set<Key>>();
  readonly #renamed = new Set<number>();
  #resolver: VolumeResolver | null = null;
  readonly #stamps = new Map<string, Stamps>();

  constructor(db: Database) {
    this.#db = db;
    this.forget();
  }

  /** Discards merged fields that were not flushed; the records are read again when they are needed. */
  forget(): void {
    this.#stored.clear();
    for (const kind of KINDS) this.#dirty.set(kind, new Set());
    this.#renamed.clear();
    this.#resolver = null;
  }

  /** Resolves names by the records as they were flushed. */
  get resolver(): VolumeResolver {
    if (this.#resolver === null) {
      this.#resolver = new VolumeResolver();
      this.#resolver.setReporters(this.all("reporter"));
      this.#resolver.setVolumes(this.all("volume"));
    }
    return this.#resolver;
  }

  all(kind: ReferenceKind): ReadonlyMap<Key, StoredReference> {
    return this.#records(kind);
  }

  /**
   * Merges the courts, jurisdictions, reporters and volumes that cases mention; of a jurisdiction the first mention counts. The jurisdictions of
   * a reporter or volume are those of its cases, united with those of earlier ones.
   */
  mergeMentioned(cases: Iterable<CaseMetadata>, stamp: FieldStamp): void {
    const met = new Set<string>();
    const jurisdictionIds = new Set<number>();
    for (const { jurisdiction, court, volume } of cases) {
      const mentioned = JSON.stringify([jurisdiction, court, volume]);
      if (met.has(mentioned)) continue;
      met.add(mentioned);
      const { barcode, reporterId, reporterName } = volume;
      const jurisdictions = jurisdiction === null ? null : [jurisdiction];
      if (jurisdiction !== null && !jurisdictionIds.has(jurisdiction.id)) {
        jurisdictionIds.add(jurisdiction.id);
        this.#mergeRecord("jurisdiction", jurisdiction, stamp);
      }
      if (court !== null)
        this.#mergeRecord(
          "court",
          { ...court, jurisdictionId: court.jurisdictionId ?? jurisdiction?.id ?? null },
          stamp,
        );
      if (reporterId !== null)
        this.#mergeRecord(
          "reporter",
          { id: reporterId, fullName: reporterName, jurisdictions },
          stamp,
          FROM_CASES,
        );
      if (barcode !== null) this.#mergeRecord("volume", { ...volume, jurisdictions }, stamp, FROM_CASES);
    }
  }

  /** Merges records of a list, or of an archive's metadata file. */
  merge(records: ReferenceRecords, stamp: FieldStamp): void {
    const { jurisdictions, courts, reporters, volumes } = records;
    const listed = [...reporters, ...volumes].flatMap((record) => record.jurisdictions ?? []);
    for (const record of [...jurisdictions, ...listed]) this.#mergeRecord("jurisdiction", record, stamp);
    for (const record of courts) this.#mergeRecord("court", record, stamp);
    for (const record of reporters) this.#mergeRecord("reporter", record, stamp);
    for (const record of volumes) this.#mergeRecord("volume", record, stamp);
  }

  /** @param listStamp precedence of its list of jurisdictions */
  #mergeRecord(kind: ReferenceKind, record: object, stamp: FieldStamp, listStamp = stamp): void {
    const {
      [KEY_COLUMNS[kind]]: key = null,
      jurisdictions = null,
      slug = null,
      ...fields
    } = fieldsOf(record);
    if (key === null) return;
    // the column `slug` of a court is made from those of all courts
    this.#merge(kind, key, { ...fields, [kind === "court" ? "given_slug" : "slug"]: slug }, stamp);
    this.#merge(kind, key, { jurisdictions }, listStamp);
  }

  /** Writes the records that changed since the last flush. Call this inside a transaction. */
  flush(): ReferenceChanges {
    if (this.#dirty.get("court")?.size) this.#rebuildCourtSlugs();
    const volumes = this.#dirtyOf("volume");
    const reportersChanged = this.#dirtyOf("reporter").length > 0;
    if (reportersChanged) this.#resolver?.setReporters(this.all("reporter"));
    this.#resolver?.setVolumes(volumes);
    for (const kind of KINDS) this.#writeDirty(kind);
    const renamedCourts = [...this.#renamed];
    this.#renamed.clear();
    return { renamedCourts, volumesChanged: reportersChanged || volumes.length > 0 };
  }

  #merge(kind: ReferenceKind, key: Key, fields: ReferenceFields, stamp: FieldStamp): void {
    const records = this.#records(kind);
    const stored = records.get(key) ?? { fields: {}, stamps: {} };
    const isNew = !records.has(key);
    records.set(key, stored);
    let changed = isNew;
    let stamps = stored.stamps;
    for (const [field, incoming] of Object.entries(fields)) {
      if (incoming === null || !accepts(stored, field, incoming, stamp)) continue;
      const value = stamp === FROM_CASES ? unionOf(stored.fields[field], incoming) : incoming;
      if (stored.fields[field] !== value && kind === "court" && field === "name" && !isNew) {
        this.#renamed.add(Number(key));
      }
      changed ||= stored.fields[field] !== value || stored.stamps[field] !== stamp;
      stored.fields[field] = value;
      if (stored.stamps[field] !== stamp) stamps = { ...stamps, [field]: stamp };
    }
    if (stamps !== stored.stamps) stored.stamps = this.#stampsIn(JSON.stringify(stamps));
    if (changed) this.#dirty.get(kind)?.add(key);
  }

  #records(kind: ReferenceKind): Map<Key, StoredReference> {
    const known = this.#stored.get(kind);
    if (known !== undefined) return known;
    const records = new Map<Key, StoredReference>();
    const rows = this.#db.prepare<[], Record<string, ReferenceValue>>(`SELECT * FROM ${kind}`);
    for (const { stamps, ...fields } of rows.iterate()) {
      const key = fields[KEY_COLUMNS[kind]];
      if (key !== null && key !== undefined)
        records.set(key, { fields, stamps: this.#stampsIn(String(stamps)) });
    }
    this.#stored.set(kind, records);
    return records;
  }

  /** The records of a kind that changed since the last flush. */
  #dirtyOf(kind: ReferenceKind): [Key, StoredReference][] {
    const records = this.#records(kind);
    return [...(this.#dirty.get(kind) ?? [])].flatMap((key) => {
      const record = records.get(key);
      return record === undefined ? [] : [[key, record]];
    });
  }

  #rebuildCourtSlugs(): void {
    const courts = [...this.all("court")].map(([id, { fields }]) => ({
      id: Number(id),
      sourceSlug: textIn(fields.given_slug),
      name: textIn(fields.name),
      nameAbbreviation: textIn(fields.name_abbreviation),
    }));
    for (const [id, slug] of courtSlugs(courts)) {
      const stored = this.all("court").get(id);
      if (stored === undefined || stored.fields.slug === slug) continue;
      stored.fields.slug = slug;
      this.#dirty.get("court")?.add(id);
    }
  }

  /**
   * Returns one object for all records with equal stamps, as the records of a listing or an archive have. A run keeps all records: the stamps
   * of 42,000 volumes would take some 30 MB (calculated from 8,400 volumes).
   */
  #stampsIn(text: string): Stamps {
    const known = this.#stamps.get(text);
    if (known !== undefined) return known;
    if (this.#stamps.size >= MAX_STAMPS) this.#stamps.clear();
    // our own JSON, written by #writeDirty
    const stamps = JSON.parse(text) as Stamps;
    this.#stamps.set(text, stamps);
    return stamps;
  }

  #writeDirty(kind: ReferenceKind): void {
    const dirty = this.#dirtyOf(kind);
    if (dirty.length === 0) return;
    const shown: number[] = [];
    for (const [key, { fields, stamps }] of dirty) {
      if (typeof key === "number" && changesWhatCasesShow(this.#db, kind, key, fields)) shown.push(key);
      const column = KEY_COLUMNS[kind];
      upsert(this.#db, kind, [column], { ...fields, [column]: key, stamps: JSON.stringify(stamps) });
    }
    if (kind !== "volume") noteReferenceChanges(this.#db, kind, shown);
    this.#dirty.get(kind)?.clear();
  }
}

/** Whether a value with this stamp replaces the stored value of a field. */
function accepts(stored: StoredReference, field: string, value: ReferenceValue, stamp: FieldStamp): boolean {
  if (field === "whitelisted" && stored.fields[field] === 1 && value !== 1) return false;
  if (field === "whitelisted" && stored.fields[field] !== 1 && value === 1) return true;
  const known = stored.stamps[field];
  return known === undefined || stamp >= known;
}

/** The ids of both lists in ascending order, so that the order of imports does not matter. */
function unionOf(stored: ReferenceValue | undefined, incoming: ReferenceValue): string {
  const ids = new Set([...readIds(stored), ...readIds(incoming)]);
  return JSON.stringify([...ids].toSorted((a, b) => a - b));
}

/** The columns that the record of a case contains. Those of volumes are columns of the case row. */
const SHOWN: Readonly<Partial<Record<ReferenceKind, readonly string[]>>> = {
  jurisdiction: ["slug", "name", "name_long", "whitelisted"],
  court: ["slug", "name", "name_abbreviation"],
  reporter: ["full_name"],
};
const REFERENCES = `
  SELECT id, json_array(reporter_id, volume_barcode)
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
function changesWhatCasesShow(db: Database, kind: ReferenceKind, id: number, next: ReferenceFields): boolean {
  const shown = SHOWN[kind];
  if (shown === undefined) return false;
  const sql = `SELECT ${shown.join(", ")} FROM ${kind} WHERE id = :id`;
  const stored = readObject<ReferenceFields>(db, sql, { id });
  return stored !== undefined && shown.some((column) => stored[column] !== (next[column] ?? null));
}

/**
 * Records ids of reference records or cases under the next number of the change log, so that "since number N" covers both. Call this inside
 * a transaction.
 */
function noteReferenceChanges(
  db: Database,
  kind: Exclude<ReferenceKind, "volume"> | "case",
  ids: readonly number[],
): void {
  if (ids.length === 0 || run(db, NEXT_NUMBER).changes === 0) return;
  run(db, NOTE, { kind, ids: JSON.stringify(ids) });
}

/** Runs `refresh` and records the cases that it moved to another reporter or volume. Call this inside a transaction. */
export function noteMoved(db: Database, ids: readonly number[], refresh: () => void): void {
  const referencesOf = (): Map<number, string> =>
    new Map(
      readRows(db, REFERENCES, { ids: JSON.stringify(ids) }).map(([id, keys]) => [Number(id), String(keys)]),
    );
  const before = referencesOf();
  refresh();
  const moved = [...referencesOf()].filter(([id, references]) => before.get(id) !== references);
  noteReferenceChanges(
    db,
    "case",
    moved.map(([id]) => id),
  );
}
