/**
 * Merges reference records field by field (docs/interface.md, "Import guarantees"). A listing takes precedence over an archive, a
 * later release over an earlier one; `whitelisted` is true if any source says so. If no listing or archive has the
 * jurisdictions of a reporter or volume, they are those of all its cases.
 *
 * A run keeps all records in memory (some 50,000 volumes exist), from their first use on: not yet while a source is listed.
 * `flush` writes changed records inside the caller's transaction.
 */
import type { Database } from "better-sqlite3";
import type { JurisdictionRecord, ReferenceRecords } from "../../domain/case.ts";
import { courtSlugs } from "../../domain/citation.ts";
import { changesWhatCasesShow, noteReferenceChanges } from "./reference-changes.ts";
import {
  fieldsOfCourt,
  fieldsOfJurisdiction,
  fieldsOfReporter,
  fieldsOfVolume,
  type ReferenceFields,
  readIds,
  textIn,
} from "./reference-fields.ts";
import {
  REFERENCE_TABLES,
  type ReferenceKind,
  type ReferenceTable,
  type ReferenceValue,
} from "./reference-tables.ts";
import { type FieldStamp, SharedStamps, type Stamps } from "./shared-stamps.ts";
import { VolumeResolver } from "./volume-resolver.ts";

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

export function stampOfListing(): FieldStamp {
  return "1";
}

export function stampOfArchive(release: string | null, sha256: string): FieldStamp {
  return `0 ${release ?? ""} ${sha256}`;
}

type Key = number | string;

/** Of fields collected from cases: lowest precedence. */
const FROM_CASES: FieldStamp = "";

export class ReferenceWriter {
  readonly #db: Database;
  readonly #stored = new Map<ReferenceKind, Map<Key, StoredReference>>();
  readonly #dirty = new Map<ReferenceKind, Set<Key>>();
  readonly #renamed = new Set<number>();
  #resolver: VolumeResolver | null = null;
  readonly #shared = new SharedStamps();

  constructor(db: Database) {
    this.#db = db;
    this.forget();
  }

  /** Discards merged fields that were not flushed; the records are read again when they are needed. */
  forget(): void {
    this.#stored.clear();
    for (const { kind } of Object.values(REFERENCE_TABLES)) this.#dirty.set(kind, new Set());
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

  /** Merges the records that cases mention. Their lists of jurisdictions are united with those of earlier cases. */
  mergeMentioned(records: ReferenceRecords, stamp: FieldStamp): void {
    this.merge(records, stamp, FROM_CASES);
  }

  /** @param listStamp precedence of lists of jurisdictions */
  merge(records: ReferenceRecords, stamp: FieldStamp, listStamp = stamp): void {
    for (const record of records.jurisdictions) this.#mergeJurisdiction(record, stamp);
    for (const record of records.courts) this.#merge("court", record.id, fieldsOfCourt(record), stamp);
    for (const record of records.reporters) {
      for (const jurisdiction of record.jurisdictions ?? []) this.#mergeJurisdiction(jurisdiction, stamp);
      const { jurisdictions = null, ...fields } = fieldsOfReporter(record);
      this.#merge("reporter", record.id, fields, stamp);
      this.#merge("reporter", record.id, { jurisdictions }, listStamp);
    }
    for (const record of records.volumes) {
      for (const jurisdiction of record.jurisdictions ?? []) this.#mergeJurisdiction(jurisdiction, stamp);
      const { jurisdictions = null, ...fields } = fieldsOfVolume(record);
      this.#merge("volume", record.barcode, fields, stamp);
      this.#merge("volume", record.barcode, { jurisdictions }, listStamp);
    }
  }

  #mergeJurisdiction(record: JurisdictionRecord, stamp: FieldStamp): void {
    this.#merge("jurisdiction", record.id, fieldsOfJurisdiction(record), stamp);
  }

  /** Writes the records that changed since the last flush. Call this inside a transaction. */
  flush(): ReferenceChanges {
    if (this.#dirty.get("court")?.size) this.#rebuildCourtSlugs();
    const volumes = this.#dirtyOf("volume");
    const reportersChanged = this.#dirtyOf("reporter").length > 0;
    if (reportersChanged) this.#resolver?.setReporters(this.all("reporter"));
    this.#resolver?.setVolumes(volumes);
    for (const table of Object.values(REFERENCE_TABLES)) this.#writeDirty(table);
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
    for (const [field, given] of Object.entries(fields)) {
      if (given === null || !takes(stored, field, given, stamp)) continue;
      const value = stamp === FROM_CASES ? unionOf(stored.fields[field], given) : given;
      if (stored.fields[field] !== value && kind === "court" && field === "name" && !isNew) {
        this.#renamed.add(Number(key));
      }
      changed ||= stored.fields[field] !== value || stored.stamps[field] !== stamp;
      stored.fields[field] = value;
      if (stored.stamps[field] !== stamp) stamps = { ...stamps, [field]: stamp };
    }
    if (stamps !== stored.stamps) stored.stamps = this.#shared.share(stamps);
    if (changed) this.#dirty.get(kind)?.add(key);
  }

  #records(kind: ReferenceKind): Map<Key, StoredReference> {
    const known = this.#stored.get(kind);
    if (known !== undefined) return known;
    const records = readTable(this.#db, REFERENCE_TABLES[kind], this.#shared);
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
      given: textIn(fields.given_slug),
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

  #writeDirty(table: ReferenceTable): void {
    const dirty = this.#dirtyOf(table.kind);
    if (dirty.length === 0) return;
    const write = this.#db.prepare(table.write);
    const shown: number[] = [];
    for (const [key, stored] of dirty) {
      const columns = Object.fromEntries(
        table.columns.map((column) => [column, stored.fields[column] ?? null]),
      );
      if (typeof key === "number" && changesWhatCasesShow(this.#db, table.kind, key, columns))
        shown.push(key);
      write.run({ key, ...columns, stamps: JSON.stringify(stored.stamps) });
    }
    if (table.kind !== "volume") noteReferenceChanges(this.#db, table.kind, shown);
    this.#dirty.get(table.kind)?.clear();
  }
}

/** Whether a value with this stamp replaces the stored value of a field. */
function takes(stored: StoredReference, field: string, value: ReferenceValue, stamp: FieldStamp): boolean {
  if (field === "whitelisted" && stored.fields[field] === 1 && value !== 1) return false;
  if (field === "whitelisted" && stored.fields[field] !== 1 && value === 1) return true;
  const known = stored.stamps[field];
  return known === undefined || stamp >= known;
}

/** The ids of both lists in ascending order, so that the order of imports does not matter. */
function unionOf(stored: ReferenceValue | undefined, given: ReferenceValue): string {
  const ids = new Set([...readIds(stored), ...readIds(given)]);
  return JSON.stringify([...ids].toSorted((a, b) => a - b));
}

function readTable(db: Database, table: ReferenceTable, shared: SharedStamps): Map<Key, StoredReference> {
  const stored = new Map<Key, StoredReference>();
  for (const row of db.prepare<[], Record<string, ReferenceValue>>(table.read).iterate()) {
    const { key, stamps, ...fields } = row;
    if (key === null || key === undefined) continue;
    stored.set(key, { fields, stamps: shared.parse(String(stamps)) });
  }
  return stored;
}
