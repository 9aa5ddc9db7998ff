/** Reads reference records and keeps them in memory until the corpus changes. */
import type { Database } from "better-sqlite3";
import { slugify } from "../../domain/citation.ts";
import type { Court, Jurisdiction, Reporter, Volume } from "../../domain/records.ts";
import {
  KEY_COLUMNS,
  numberIn,
  type ReferenceKind,
  type ReferenceValue,
  readIds,
  textIn,
} from "./reference-records.ts";

type Row = Readonly<Record<string, ReferenceValue>>;

/** The reference records of one state of the corpus, by id. */
export interface References {
  readonly jurisdictions: ReadonlyMap<number, Jurisdiction>;
  readonly courts: ReadonlyMap<number, Court>;
  readonly reporters: ReadonlyMap<number, Reporter>;
}

export class ReferenceReader {
  readonly #db: Database;
  readonly #dataVersion;
  #version = -1;
  #jurisdictions = new Map<number, Jurisdiction>();
  #courts = new Map<number, Court>();
  #reporters = new Map<number, Reporter>();
  #volumes: ReadonlyMap<string, Volume> | null = null;

  constructor(db: Database) {
    this.#db = db;
    // prepared once: it runs at least once a page, and preparing costs more than running
    this.#dataVersion = db.prepare<[], number>("PRAGMA data_version").pluck();
  }

  /** The records except volumes, with one check for changes. */
  current(): References {
    this.#refresh();
    return { jurisdictions: this.#jurisdictions, courts: this.#courts, reporters: this.#reporters };
  }

  /** By barcode. Read on first use, because there are tens of thousands. */
  volumes(): ReadonlyMap<string, Volume> {
    this.#refresh();
    this.#volumes ??= new Map(this.#rows("volume").map((row) => [String(row.key), this.#volume(row)]));
    return this.#volumes;
  }

  #refresh(): void {
    const version = this.#dataVersion.get() ?? 0;
    if (version === this.#version) return;
    this.#version = version;
    this.#jurisdictions = new Map(
      this.#rows("jurisdiction").map((row) => [Number(row.key), jurisdictionOf(row)]),
    );
    const bySlug = new Map([...this.#jurisdictions.values()].map((one) => [one.slug, one]));
    this.#courts = new Map(this.#rows("court").map((row) => [Number(row.key), this.#court(row, bySlug)]));
    this.#reporters = new Map(this.#rows("reporter").map((row) => [Number(row.key), this.#reporter(row)]));
    this.#volumes = null;
  }

  #rows(kind: ReferenceKind): Row[] {
    // in the order of the key, so that a list of volumes is sorted already
    return this.#db.prepare<[], Row>(`SELECT ${KEY_COLUMNS[kind]} AS key, * FROM ${kind} ORDER BY key`).all();
  }

  #court(row: Row, bySlug: ReadonlyMap<string, Jurisdiction>): Court {
    const jurisdiction =
      this.#jurisdictions.get(Number(row.jurisdiction_id ?? Number.NaN)) ??
      bySlug.get(String(row.jurisdiction_slug));
    return {
      id: Number(row.key),
      slug: String(row.slug),
      name: textIn(row.name),
      nameAbbreviation: textIn(row.name_abbreviation),
      jurisdiction: jurisdiction ?? null,
    };
  }

  #reporter(row: Row): Reporter {
    return {
      id: Number(row.key),
      fullName: textIn(row.full_name),
      shortName: textIn(row.short_name),
      startYear: numberIn(row.start_year),
      endYear: numberIn(row.end_year),
      jurisdictions: this.#known(row.jurisdictions),
    };
  }

  #volume(row: Row): Volume {
    const reporter = this.#reporters.get(Number(row.reporter_id ?? Number.NaN));
    return {
      barcode: String(row.key),
      volumeNumber: textIn(row.volume_number),
      title: textIn(row.title),
      publisher: textIn(row.publisher),
      publicationYear: numberIn(row.publication_year),
      startYear: numberIn(row.start_year),
      endYear: numberIn(row.end_year),
      nominativeVolumeNumber: textIn(row.nominative_volume_number),
      nominativeName: textIn(row.nominative_name),
      seriesVolumeNumber: textIn(row.series_volume_number),
      reporterId: numberIn(row.reporter_id),
      reporterName: reporter?.fullName ?? textIn(row.reporter_name),
      jurisdictions: this.#known(row.jurisdictions),
    };
  }

  #known(ids: ReferenceValue | undefined): Jurisdiction[] {
    return readIds(ids).flatMap((id) => this.#jurisdictions.get(id) ?? []);
  }
}

function jurisdictionOf(row: Row): Jurisdiction {
  const name = textIn(row.name);
  return {
    id: Number(row.key),
    slug: textIn(row.slug) ?? (slugify(name ?? "") || String(row.key)),
    name,
    nameLong: textIn(row.name_long),
    whitelisted: row.whitelisted === 1,
  };
}
