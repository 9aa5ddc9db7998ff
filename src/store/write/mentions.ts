/** The reference records that the cases of a batch mention, each once. */
import type { CaseMetadata, JurisdictionRecord, ReferenceRecords } from "../../domain/case.ts";

/**
 * Courts, jurisdictions, reporters and volumes of these cases, with null for unknown fields. The jurisdictions of a reporter
 * or volume are those of its cases.
 */
export function mentionedBy(records: Iterable<CaseMetadata>): ReferenceRecords {
  const jurisdictions = new Map<string, ReferenceRecords["jurisdictions"][number]>();
  const courts = new Map<string, ReferenceRecords["courts"][number]>();
  const reporters = new Map<number, ReferenceRecords["reporters"][number]>();
  const volumes = new Map<string, ReferenceRecords["volumes"][number]>();
  const within = new JurisdictionsOf();
  for (const { jurisdiction, court, volume } of records) {
    if (jurisdiction !== null) jurisdictions.set(JSON.stringify(jurisdiction), jurisdiction);
    if (court !== null) {
      const placed = { ...court, jurisdictionId: court.jurisdictionId ?? jurisdiction?.id ?? null };
      courts.set(JSON.stringify(placed), placed);
    }
    const { reporterId, reporterName, barcode, volumeNumber } = volume;
    if (reporterId !== null) {
      const jurisdictions = within.add(`reporter ${reporterId}`, jurisdiction);
      reporters.set(reporterId, {
        ...UNKNOWN_REPORTER,
        id: reporterId,
        fullName: reporterName,
        jurisdictions,
      });
    }
    if (barcode !== null) {
      const jurisdictions = within.add(`volume ${barcode}`, jurisdiction);
      const named = { barcode, volumeNumber, reporterId, reporterName, jurisdictions };
      volumes.set(barcode, { ...UNKNOWN_VOLUME, ...named });
    }
  }
  return {
    jurisdictions: [...jurisdictions.values()],
    courts: [...courts.values()],
    reporters: [...reporters.values()],
    volumes: [...volumes.values()],
  };
}

/** The jurisdictions of the cases of each reporter or volume. */
class JurisdictionsOf {
  readonly #byOwner = new Map<string, JurisdictionRecord[]>();

  /** Adds a jurisdiction; returns those of the owner so far, null when there are none. */
  add(owner: string, jurisdiction: JurisdictionRecord | null): readonly JurisdictionRecord[] | null {
    const list = this.#byOwner.get(owner) ?? [];
    if (jurisdiction === null) return list.length === 0 ? null : list;
    this.#byOwner.set(owner, list);
    if (list.every(({ id }) => id !== jurisdiction.id)) list.push(jurisdiction);
    return list;
  }
}

const UNKNOWN_REPORTER = {
  slug: null,
  shortName: null,
  startYear: null,
  endYear: null,
} as const;

const UNKNOWN_VOLUME = {
  title: null,
  publisher: null,
  publicationYear: null,
  startYear: null,
  endYear: null,
  nominativeVolumeNumber: null,
  nominativeName: null,
  seriesVolumeNumber: null,
} as const;
