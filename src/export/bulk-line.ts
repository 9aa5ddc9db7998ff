/**
 * A case as a line of a bulk file (docs/formats.md, "Lines of a bulk file"): the interface's record without any address, in the
 * publisher's spelling. What an address told, the volume's barcode and the reporter's id, stands by itself, as in the lines
 * from 2019 on.
 */
import type { CaseAnswer, CasebodyAnswer } from "../corpus/records.ts";
import { keyIn, numberIn } from "./flat-columns.ts";

/**
 * The line, without its end.
 *
 * @param casebody null for none: the line is metadata only
 */
export function bulkLine(one: CaseAnswer, casebody: CasebodyAnswer["data"]): string {
  const { court, jurisdiction } = one;
  return asciiJson({
    id: one.id,
    name: one.name,
    name_abbreviation: one.name_abbreviation,
    decision_date: one.decision_date,
    docket_number: one.docket_number,
    first_page: one.first_page,
    last_page: one.last_page,
    citations: one.citations,
    volume: { volume_number: one.volume.volume_number, barcode: keyIn(one.volume.url) },
    reporter: { id: numberIn(one.reporter.url), full_name: one.reporter.full_name },
    court: {
      id: court.id,
      name: court.name,
      name_abbreviation: court.name_abbreviation,
      jurisdiction_url: null,
      slug: court.slug,
    },
    jurisdiction: {
      id: jurisdiction.id,
      slug: jurisdiction.slug,
      name: jurisdiction.name,
      name_long: jurisdiction.name_long,
      whitelisted: jurisdiction.whitelisted,
    },
    ...(one.cites_to === undefined ? {} : { cites_to: one.cites_to }),
    ...(one.analysis === undefined ? {} : { analysis: one.analysis }),
    ...(one.last_updated === undefined ? {} : { last_updated: one.last_updated }),
    ...(one.provenance === undefined ? {} : { provenance: one.provenance }),
    ...(casebody === null ? {} : { casebody: { status: "ok", data: casebody } }),
  });
}

/** JSON as Python writes it: one space after `,` and `:`, everything beyond ASCII escaped. */
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
