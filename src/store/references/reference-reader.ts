/** Reads reference records and keeps them in memory until the corpus changes. */
import type { Database } from "better-sqlite3";
import { slugify } from "../../domain/citation.ts";
import type { Court, Jurisdiction, Reporter, Volume } from "../../domain/records.ts";
import { readObjects, readValue } from "../database/statement-cache.ts";
import { readIds } from "./reference-records.ts";

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

// in the order of the key, so that a list is sorted already
const JURISDICTIONS = `
  SELECT id, slug, name, name_long AS nameLong, whitelisted
    FROM jurisdiction
   ORDER BY id
`;
const COURTS = `
  SELECT id, slug, name, name_abbreviation AS nameAbbreviation, jurisdiction_id AS jurisdictionId,
         jurisdiction_slug AS jurisdictionSlug
    FROM court
   ORDER BY id
`;
const REPORTERS = `
  SELECT id, full_name AS fullName, short_name AS shortName, start_year AS startYear, end_year AS endYear, jurisdictions
    FROM reporter
   ORDER BY id
`;
const VOLUMES = `
  SELECT barcode, volume_number AS volumeNumber, title, publisher, publication_year AS publicationYear,
         start_year AS startYear, end_year AS endYear, nominative_volume_number AS nominativeVolumeNumber,
         nominative_name AS nominativeName, series_volume_number AS seriesVolumeNumber, reporter_id AS reporterId,
         reporter_name AS reporterName, jurisdictions
    FROM volume
   ORDER BY barcode
`;

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
    const all = readObjects<JurisdictionRow>(this.#db, JURISDICTIONS).map(jurisdictionOf);
    const jurisdictions = byId(all);
    const bySlug = new Map(all.map((one) => [one.slug, one]));
    const courts = readObjects<CourtRow>(this.#db, COURTS).map(
      ({ jurisdictionId, jurisdictionSlug, ...court }) => ({
        ...court,
        jurisdiction:
          jurisdictions.get(jurisdictionId ?? Number.NaN) ?? bySlug.get(jurisdictionSlug ?? "") ?? null,
      }),
    );
    const reporters = readObjects<Listed<Reporter>>(this.#db, REPORTERS);
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
      readObjects<Listed<Volume>>(this.#db, VOLUMES).map((volume) => {
        const reporterName = reporters.get(volume.reporterId ?? Number.NaN)?.fullName ?? volume.reporterName;
        return [volume.barcode, { ...withJurisdictions(volume, jurisdictions), reporterName }];
      }),
    );
    return this.#volumes;
  }
}

function byId<T extends { readonly id: number }>(records: readonly T[]): ReadonlyMap<number, T> {
  return new Map(records.map((record) => [record.id, record]));
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
