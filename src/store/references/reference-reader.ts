/** Reads reference records from their tables, and keeps them in memory until the corpus changes. */
import type { Database } from "better-sqlite3";
import type { JurisdictionRecord, ReporterRecord } from "../../domain/case.ts";
import { slugify } from "../../domain/citation.ts";
import { byId, type Court, type Jurisdiction, type Reporter, type Volume } from "../../domain/records.ts";
import { openForReading } from "../database/open-database.ts";
import { columnOf, readObjects, readRows, readValue, selectFrom } from "../database/statement-cache.ts";

export type ReferenceKind = "jurisdiction" | "court" | "reporter" | "volume";

export const KEY_COLUMNS = { jurisdiction: "id", court: "id", reporter: "id", volume: "barcode" } as const;

export type ReferenceValue = string | number | null;

export type ReferenceFields = Readonly<Record<string, ReferenceValue>>;

/** The columns have the names of the fields in snake_case; a list of jurisdictions is a JSON array of their ids. */
export function fieldsOf(record: object): ReferenceFields {
  const values = Object.entries<ReferenceValue | boolean | readonly JurisdictionRecord[]>({ ...record });
  const columns = values.map(([field, value]) => {
    if (typeof value === "boolean") return [columnOf(field), Number(value)];
    const isList = typeof value === "object" && value !== null;
    return [columnOf(field), isList ? JSON.stringify(value.map(({ id }) => id)) : value];
  });
  return Object.fromEntries(columns);
}

export function textIn(column: ReferenceValue | undefined): string | null {
  return column === null || column === undefined ? null : String(column);
}

export function readIds(column: ReferenceValue | undefined): number[] {
  // our own JSON, written by fieldsOf
  return typeof column === "string" ? (JSON.parse(column) as number[]) : [];
}

/** Precedence of a field value, compared as text: that of a listing, or of an archive (reference-writer.ts). */
export type FieldStamp = string;

export function stampOfListing(): FieldStamp {
  return "1";
}

/** The reference records of one state of the corpus, by id. */
export interface References {
  readonly jurisdictions: ReadonlyMap<number, Jurisdiction>;
  readonly courts: ReadonlyMap<number, Court>;
  readonly reporters: ReadonlyMap<number, Reporter>;
}

type JurisdictionRow = Omit<Jurisdiction, "slug" | "whitelisted"> & {
  readonly slug: string | null;
  readonly whitelisted: number | null;
};
type CourtRow = Omit<Court, "jurisdiction"> & {
  readonly jurisdictionId: number | null;
  readonly jurisdictionSlug: string | null;
};
/** A record with its jurisdictions as a JSON array of ids. */
type Listed<T extends Reporter | Volume> = Omit<T, "jurisdictions"> & {
  readonly jurisdictions: string | null;
};

export class ReferenceReader {
  readonly #db: Database;
  #version = -1;
  #references: References = { jurisdictions: new Map(), courts: new Map(), reporters: new Map() };
  #volumes: ReadonlyMap<string, Volume> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The records except volumes, with one check for changes. */
  current(): References {
    const version = readValue<number>(this.#db, "PRAGMA data_version") ?? 0;
    if (version === this.#version) return this.#references;
    [this.#version, this.#volumes] = [version, null];
    const all = read<JurisdictionRow>(this.#db, "jurisdiction").map(jurisdictionOf);
    const jurisdictions = byId(all);
    const bySlug = new Map(all.map((jurisdiction) => [jurisdiction.slug, jurisdiction]));
    const courts = read<CourtRow>(this.#db, "court", ["given_slug"]).map(
      ({ jurisdictionId, jurisdictionSlug, ...court }) => ({
        ...court,
        jurisdiction:
          jurisdictions.get(jurisdictionId ?? Number.NaN) ?? bySlug.get(jurisdictionSlug ?? "") ?? null,
      }),
    );
    const reporters = read<Listed<Reporter>>(this.#db, "reporter", ["slug"]);
    this.#references = {
      ...{ jurisdictions, courts: byId(courts) },
      reporters: byId(reporters.map((reporter) => withJurisdictions(reporter, jurisdictions))),
    };
    return this.#references;
  }

  /** By barcode. Read on first use, because there are tens of thousands. */
  volumes(): ReadonlyMap<string, Volume> {
    const { jurisdictions, reporters } = this.current();
    this.#volumes ??= new Map(
      read<Listed<Volume>>(this.#db, "volume").map((volume) => {
        const reporterName = reporters.get(volume.reporterId ?? Number.NaN)?.fullName ?? volume.reporterName;
        return [volume.barcode, { ...withJurisdictions(volume, jurisdictions), reporterName }];
      }),
    );
    return this.#volumes;
  }
}

/** All records of a kind, in the order of the key, so that a list is sorted already. */
function read<T>(db: Database, kind: ReferenceKind, without: readonly string[] = []): T[] {
  return readObjects(db, `${selectFrom(db, kind, ["stamps", ...without])} ORDER BY ${KEY_COLUMNS[kind]}`);
}

function withJurisdictions<T extends { readonly jurisdictions: string | null }>(
  record: T,
  known: References["jurisdictions"],
): Omit<T, "jurisdictions"> & Pick<Reporter, "jurisdictions"> {
  return { ...record, jurisdictions: readIds(record.jurisdictions).flatMap((id) => known.get(id) ?? []) };
}

function jurisdictionOf({ slug, whitelisted, ...row }: JurisdictionRow): Jurisdiction {
  return {
    ...row,
    slug: slug ?? (slugify(row.name ?? "") || String(row.id)),
    whitelisted: whitelisted === 1,
  };
}

/** The reference records that identify the unit of an archive: those of the corpus and of lists. */
export interface KnownReferences {
  readonly reporters: readonly ReporterRecord[];
  readonly jurisdictions: readonly Pick<JurisdictionRecord, "slug" | "name" | "nameLong">[];
  /** Reporter ids by barcode of the listed volumes; a listing is more reliable than a path. */
  readonly listedVolumes: ReadonlyMap<string, number>;
}

const LISTED_VOLUMES = `
  SELECT barcode, reporter_id
    FROM volume
   WHERE reporter_id IS NOT NULL AND stamps ->> 'reporter_id' = :listing
`;

export function readKnownReferences(corpusPath: string): KnownReferences {
  const db = openForReading(corpusPath);
  try {
    const reporters = read<Omit<ReporterRecord, "jurisdictions">>(db, "reporter", ["jurisdictions"]);
    const listed = readRows(db, LISTED_VOLUMES, { listing: stampOfListing() });
    return {
      reporters: reporters.map((reporter) => ({ ...reporter, jurisdictions: null })),
      jurisdictions: read(db, "jurisdiction", ["whitelisted"]),
      listedVolumes: new Map(listed.map(([barcode, id]) => [String(barcode), Number(id)])),
    };
  } finally {
    db.close();
  }
}
