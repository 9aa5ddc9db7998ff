/**
 * Finds the reporter and volume of records that have only the reporter's full name and the volume number (docs/formats.md, "Lines of
 * a bulk file"), among the stored reference records. Full names are not unique, so the result can be null. It is never a guess.
 */

import type { VolumeMention } from "../../domain/case.ts";
import type { Citation } from "../../domain/citation.ts";
import { type ReferenceFields, readIds } from "./reference-reader.ts";

/** The reporter and volume of a case: from its record, else found by name. */
export interface ResolvedVolume {
  readonly reporterId: number | null;
  readonly barcode: string | null;
  /** 1 if the reporter was found by name, plus 2 if the volume was. */
  readonly resolved: number;
}

/** What distinguishes reporters of the same name: the jurisdiction and the citations of the case. */
interface Named {
  readonly jurisdictionId: number | null;
  readonly citations: readonly Citation[];
}

/** Reference records by key: the id of a reporter, the barcode of a volume. */
type Records = Iterable<readonly [key: number | string, record: { readonly fields: ReferenceFields }]>;

/** Volumes are added one by one: a complete corpus has some 40,000 of them, and each batch of an import may name new ones. */
export class VolumeResolver {
  #reporters: ReadonlyMap<string, readonly ReporterOfName[]> = new Map();
  /** Barcodes by reporter and volume number: nearly always a single barcode, and a list is smaller than a set. */
  readonly #volumes = new Map<string, string[]>();
  /** The key of a barcode in `#volumes`. */
  readonly #keys = new Map<string, string>();

  setReporters(records: Records): void {
    const reporters = Array.from(records, ([id, { fields }]) => ({
      id: Number(id),
      fullName: String(fields.full_name),
      shortName: typeof fields.short_name === "string" ? fields.short_name : null,
      jurisdictions: readIds(fields.jurisdictions),
    }));
    const byFullName = Map.groupBy(reporters, ({ fullName }) => fullName);
    // a source may name reporters as citations do
    const byShortName = Map.groupBy(
      reporters.filter(({ shortName }) => shortName !== null),
      ({ shortName }) => String(shortName),
    );
    this.#reporters = new Map([...byShortName, ...byFullName]);
  }

  setVolumes(records: Records): void {
    for (const [barcode, { fields }] of records) this.#setVolume(String(barcode), fields);
  }

  #setVolume(barcode: string, fields: ReferenceFields): void {
    const key = volumeKey(fields.reporter_id ?? null, fields.volume_number ?? null);
    const before = this.#keys.get(barcode);
    if (before === key) return;
    if (before !== undefined) {
      const rest = (this.#volumes.get(before) ?? []).filter((volume) => volume !== barcode);
      this.#volumes.set(before, rest);
    }
    this.#keys.set(barcode, key);
    const known = this.#volumes.get(key);
    if (known === undefined) this.#volumes.set(key, [barcode]);
    else known.push(barcode);
  }

  resolve(named: VolumeMention & Named): ResolvedVolume {
    const { reporterId, barcode, reporterName, volumeNumber } = named;
    const reporterByName =
      reporterId === null && reporterName !== null
        ? resolveReporter(named, this.#reporters.get(reporterName) ?? [])
        : null;
    const reporter = reporterId ?? reporterByName;
    const barcodeByName =
      barcode === null && reporter !== null && volumeNumber !== null
        ? onlyItem(this.#volumes.get(volumeKey(reporter, volumeNumber)) ?? [])
        : null;
    const resolved = Number(reporterByName !== null) + 2 * Number(barcodeByName !== null);
    return { reporterId: reporter, barcode: barcode ?? barcodeByName, resolved };
  }
}

function volumeKey(reporterId: number | string | null, volumeNumber: number | string | null): string {
  return `${reporterId} ${volumeNumber}`;
}

interface ReporterOfName {
  readonly id: number;
  readonly shortName: string | null;
  readonly jurisdictions: readonly number[];
}

/**
 * Selects one of the reporters with the full name: by the jurisdiction of the case, then by the short name in its official
 * citation, until one remains. Null if none or several remain.
 */
export function resolveReporter(named: Named, candidates: readonly ReporterOfName[]): number | null {
  const ofJurisdiction = ({ jurisdictions }: ReporterOfName): boolean =>
    named.jurisdictionId !== null && jurisdictions.includes(named.jurisdictionId);
  const isCited = ({ shortName }: ReporterOfName): boolean =>
    shortName !== null &&
    named.citations.some(({ type, cite }) => type === "official" && ` ${cite} `.includes(` ${shortName} `));
  let remaining = candidates;
  for (const isLikely of [ofJurisdiction, isCited]) {
    if (remaining.length <= 1) break;
    remaining = remaining.filter(isLikely);
  }
  return onlyItem(remaining)?.id ?? null;
}

/** The only item of a list; null if it has none or several. */
function onlyItem<T>(list: readonly T[]): T | null {
  const [first = null] = list;
  return list.length === 1 ? first : null;
}
