/** Finds the reporter and volume of records that only name them, among the stored reference records. */

import type { CaseMetadata } from "../../domain/case.ts";
import { resolveBarcode, resolveReporter } from "../../domain/resolve-volume.ts";
import { readIds } from "./reference-fields.ts";
import type { ReferenceWriter } from "./reference-writer.ts";

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

export class VolumeResolver {
  readonly #reporters: ReadonlyMap<string, readonly NamedReporter[]>;
  /** Barcodes by reporter and volume number. */
  readonly #volumes: ReadonlyMap<string, readonly string[]>;

  constructor(references: ReferenceWriter) {
    const reporters = [...references.all("reporter")].map(([id, { fields }]) => ({
      id: Number(id),
      fullName: String(fields.full_name),
      shortName: typeof fields.short_name === "string" ? fields.short_name : null,
      jurisdictions: readIds(fields.jurisdictions),
    }));
    this.#reporters = Map.groupBy(reporters, ({ fullName }) => fullName);
    const volumes = references.all("volume");
    this.#volumes = Map.groupBy([...volumes.keys()].map(String), (barcode) => {
      const fields = volumes.get(barcode)?.fields;
      return volumeKey(fields?.reporter_id ?? null, fields?.volume_number ?? null);
    });
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
