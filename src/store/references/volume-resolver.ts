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
  readonly #reporters = new Map<string, NamedReporter[]>();
  readonly #volumes = new Map<string, string[]>();

  constructor(references: ReferenceWriter) {
    for (const [id, { fields }] of references.all("reporter")) {
      const reporter = {
        id: Number(id),
        shortName: typeof fields.short_name === "string" ? fields.short_name : null,
        jurisdictions: readIds(fields.jurisdictions),
      };
      push(this.#reporters, String(fields.full_name), reporter);
    }
    for (const [barcode, { fields }] of references.all("volume")) {
      push(
        this.#volumes,
        volumeKey(fields.reporter_id ?? null, fields.volume_number ?? null),
        String(barcode),
      );
    }
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

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
