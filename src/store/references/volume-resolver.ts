/** Finds the reporter and volume of records that only name them, among the stored reference records. */

import type { CaseMetadata } from "../../domain/case.ts";
import { resolveBarcode, resolveReporter } from "../../domain/resolve-volume.ts";
import { type ReferenceFields, readIds } from "./reference-records.ts";

/** The reporter and volume of a case: from its record, else found by name; `…Found` is true if found by name. */
export interface ResolvedVolume {
  readonly reporterId: number | null;
  readonly barcode: string | null;
  readonly reporterFound: boolean;
  readonly barcodeFound: boolean;
}

interface NamedReporter {
  readonly id: number;
  readonly shortName: string | null;
  readonly jurisdictions: readonly number[];
}

/** Reference records by key: the id of a reporter, the barcode of a volume. */
type Records = Iterable<readonly [key: number | string, record: { readonly fields: ReferenceFields }]>;

/** Volumes are added one by one: a complete corpus has some 40,000 of them, and each batch of an import may name new ones. */
export class VolumeResolver {
  #reporters: ReadonlyMap<string, readonly NamedReporter[]> = new Map();
  /** Barcodes by reporter and volume number: nearly always one, so a list, which is smaller than a set. */
  readonly #volumes = new Map<string, string[]>();
  /** The key of a barcode in `#volumes`. */
  readonly #keys = new Map<string, string>();

  /** Replaces all reporters. */
  setReporters(records: Records): void {
    const reporters = Array.from(records, ([id, { fields }]) => ({
      id: Number(id),
      fullName: String(fields.full_name),
      shortName: typeof fields.short_name === "string" ? fields.short_name : null,
      jurisdictions: readIds(fields.jurisdictions),
    }));
    this.#reporters = Map.groupBy(reporters, ({ fullName }) => fullName);
  }

  /** Adds new volumes and replaces known ones. */
  setVolumes(records: Records): void {
    for (const [barcode, { fields }] of records) this.#setVolume(String(barcode), fields);
  }

  #setVolume(barcode: string, fields: ReferenceFields): void {
    const key = volumeKey(fields.reporter_id ?? null, fields.volume_number ?? null);
    const before = this.#keys.get(barcode);
    if (before === key) return;
    if (before !== undefined) {
      const others = this.#volumes.get(before)?.filter((other) => other !== barcode);
      this.#volumes.set(before, others ?? []);
    }
    this.#keys.set(barcode, key);
    const known = this.#volumes.get(key);
    if (known === undefined) this.#volumes.set(key, [barcode]);
    else known.push(barcode);
  }

  resolve(
    fields: Pick<CaseMetadata, "volume" | "citations"> & { readonly jurisdictionId: number | null },
  ): ResolvedVolume {
    const { reporterId, barcode, reporterName, volumeNumber } = fields.volume;
    const found =
      reporterId === null && reporterName !== null
        ? resolveReporter(fields, this.#reporters.get(reporterName) ?? [])
        : null;
    const reporter = reporterId ?? found;
    const foundBarcode =
      barcode === null && reporter !== null && volumeNumber !== null
        ? resolveBarcode(this.#volumes.get(volumeKey(reporter, volumeNumber)) ?? [])
        : null;
    return {
      reporterId: reporter,
      barcode: barcode ?? foundBarcode,
      reporterFound: found !== null,
      barcodeFound: foundBarcode !== null,
    };
  }
}

function volumeKey(reporterId: number | string | null, volumeNumber: number | string | null): string {
  return `${reporterId} ${volumeNumber}`;
}
