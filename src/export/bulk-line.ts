/**
 * A case as a line of a bulk file (docs/formats.md, "Lines of a bulk file"): the interface's record without URLs, with the
 * publisher's keys, the volume's barcode and the reporter's id, as in bulk files since 2019.
 */
import type { Case } from "../domain/records.ts";
import { type V1Casebody, v1Case } from "../v1/records.ts";

/**
 * The line, without a line end.
 *
 * @param casebody null for a line with metadata only
 */
export function bulkLine(one: Case, casebody: V1Casebody["data"]): string {
  const { url: _url, frontend_url: _page, casebody: _body, notes: _notes, ...record } = v1Case(one, "");
  const { url: _jurisdiction, ...jurisdiction } = record.jurisdiction;
  return asciiJson({
    ...record,
    volume: { volume_number: one.volume.volumeNumber, barcode: one.volume.barcode },
    reporter: { id: one.reporter.id, full_name: one.reporter.fullName },
    court: {
      id: record.court.id,
      name: record.court.name,
      name_abbreviation: record.court.name_abbreviation,
      jurisdiction_url: null,
      slug: record.court.slug,
    },
    jurisdiction,
    ...(casebody === null ? {} : { casebody: { status: "ok", data: casebody } }),
  });
}

/** JSON as Python writes it: a space after `,` and `:`, and all non-ASCII characters escaped. */
export function asciiJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asciiJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return asciiScalar(value);
  const entries = Object.entries(value).map(([key, part]) => `${asciiScalar(key)}: ${asciiJson(part)}`);
  return `{${entries.join(", ")}}`;
}

function asciiScalar(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
