/** The reference records that the cases of a batch mention, each once. */
import type { CaseMetadata } from "../domain/case.ts";
import type { ReferenceRecords } from "../domain/reference.ts";

/** Courts, jurisdictions, reporters and volumes of these cases, with null for what a case does not tell of them. */
export function mentionedBy(records: Iterable<CaseMetadata>): ReferenceRecords {
  const jurisdictions = new Map<string, ReferenceRecords["jurisdictions"][number]>();
  const courts = new Map<string, ReferenceRecords["courts"][number]>();
  const reporters = new Map<number, ReferenceRecords["reporters"][number]>();
  const volumes = new Map<string, ReferenceRecords["volumes"][number]>();
  for (const { jurisdiction, court, volume } of records) {
    if (jurisdiction !== null) jurisdictions.set(JSON.stringify(jurisdiction), jurisdiction);
    if (court !== null) {
      const placed = { ...court, jurisdictionId: court.jurisdictionId ?? jurisdiction?.id ?? null };
      courts.set(JSON.stringify(placed), placed);
    }
    const { reporterId, reporterName, barcode, volumeNumber } = volume;
    if (reporterId !== null) {
      reporters.set(reporterId, { ...UNKNOWN_REPORTER, id: reporterId, fullName: reporterName });
    }
    if (barcode !== null) {
      volumes.set(barcode, { ...UNKNOWN_VOLUME, barcode, volumeNumber, reporterId, reporterName });
    }
  }
  return {
    jurisdictions: [...jurisdictions.values()],
    courts: [...courts.values()],
    reporters: [...reporters.values()],
    volumes: [...volumes.values()],
  };
}

const UNKNOWN_REPORTER = {
  slug: null,
  shortName: null,
  startYear: null,
  endYear: null,
  jurisdictions: null,
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
  jurisdictions: null,
} as const;
