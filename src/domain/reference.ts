/**
 * Reference records: jurisdictions, courts, reporters, volumes.
 *
 * Null means that the source does not have the value. 0 and "" are values and are kept (docs/formats.md, "Irregularities of real
 * data").
 */

export interface JurisdictionRecord {
  readonly id: number;
  readonly slug: string | null;
  readonly name: string | null;
  readonly nameLong: string | null;
  /** Whether bodies are open to callers without credentials; null if the source does not say. */
  readonly whitelisted: boolean | null;
}

export interface CourtRecord {
  readonly id: number;
  /** Only a slug from a source. Derived slugs come from `domain/slug`. */
  readonly slug: string | null;
  readonly name: string | null;
  readonly nameAbbreviation: string | null;
  /** The jurisdiction by id, or by slug. */
  readonly jurisdictionId: number | null;
  readonly jurisdictionSlug: string | null;
}

export interface ReporterRecord {
  readonly id: number;
  /** Name of the reporter's folder on the static site. */
  readonly slug: string | null;
  readonly fullName: string | null;
  readonly shortName: string | null;
  readonly startYear: number | null;
  readonly endYear: number | null;
  readonly jurisdictions: readonly JurisdictionRecord[] | null;
}

export interface VolumeRecord {
  readonly barcode: string;
  readonly volumeNumber: string | null;
  readonly title: string | null;
  readonly publisher: string | null;
  readonly publicationYear: number | null;
  readonly startYear: number | null;
  readonly endYear: number | null;
  readonly nominativeVolumeNumber: string | null;
  readonly nominativeName: string | null;
  readonly seriesVolumeNumber: string | null;
  readonly reporterId: number | null;
  readonly reporterName: string | null;
  readonly jurisdictions: readonly JurisdictionRecord[] | null;
}

/** Reference records of one origin: a listing, a metadata file, or what a batch of cases mentions. */
export interface ReferenceRecords {
  readonly jurisdictions: readonly JurisdictionRecord[];
  readonly courts: readonly CourtRecord[];
  readonly reporters: readonly ReporterRecord[];
  readonly volumes: readonly VolumeRecord[];
}
