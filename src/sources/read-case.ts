/**
 * Reads one case record, of any year and source, into the house's own type.
 *
 * The shapes of six years differ in place, not in meaning (docs/formats.md, "Lines of a bulk file", "Static metadata and case
 * files", "What a static case file lacks" and "Irregularities of real data"), so one schema takes them all: keys are read by
 * name, addresses only tell a barcode, an id or a slug. Only `id` is required (docs/faults.md, "R5"). Measured on recorded
 * lines: 14 to 22 µs a record, two thirds of it in `boundJson`; parsing its JSON takes 34 µs.
 */
import * as v from "valibot";
import type { CaseRecord, VolumeMention } from "../domain/case.ts";
import { isJsonObject } from "../domain/json.ts";
import type { CourtRecord, JurisdictionRecord, ReporterRecord, VolumeRecord } from "../domain/reference.ts";
import { slugify } from "../domain/slug.ts";
import { idInAddress, nameInAddress } from "./address.ts";
import { boundJson } from "./bounded-json.ts";
import {
  anything,
  flagOrNull,
  id,
  idOrNull,
  isId,
  jsonObject,
  listOf,
  objectOf,
  readWith,
  text,
  textOrNull,
} from "./fields.ts";
import { readGivenBody } from "./read-body.ts";

/** The volume that a static case lies in, which its own JSON does not name (docs/formats.md, "What a static case file lacks"). */
export interface VolumeContext {
  readonly volume: VolumeRecord | null;
  readonly reporter: ReporterRecord | null;
}

/** A valid case, or why not: `reason` begins with the JSON path. `id` is null when the record has none to trust. */
export type CaseReading =
  | { readonly ok: true; readonly record: CaseRecord }
  | { readonly ok: false; readonly reason: string; readonly id: number | null };

const NAME = v.string();
const REPORTER = objectOf({ id: idOrNull, full_name: textOrNull, url: anything });
const COURT = objectOf({
  id: idOrNull,
  slug: textOrNull,
  name: textOrNull,
  name_abbreviation: textOrNull,
  url: anything,
  jurisdiction_url: anything,
});
const JURISDICTION = objectOf({
  id: idOrNull,
  slug: textOrNull,
  name: textOrNull,
  name_long: textOrNull,
  whitelisted: flagOrNull,
  url: anything,
});
const CASE = objectOf({
  id,
  name: text,
  name_abbreviation: text,
  decision_date: textOrNull,
  docket_number: text,
  first_page: text,
  last_page: text,
  citations: listOf(objectOf({ type: text, cite: text })),
  volume: v.nullish(objectOf({ barcode: textOrNull, volume_number: textOrNull, url: anything }), null),
  volume_number: textOrNull,
  volume_url: anything,
  // Until August 2018 the reporter was its name alone.
  reporter: v.nullish(
    v.lazy((value) => (typeof value === "string" ? NAME : REPORTER)),
    null,
  ),
  reporter_url: anything,
  court: v.nullish(COURT, null),
  jurisdiction: v.nullish(JURISDICTION, null),
  cites_to: v.nullish(v.array(jsonObject, "a list"), null),
  analysis: v.nullish(jsonObject, null),
  last_updated: textOrNull,
  provenance: v.nullish(jsonObject, null),
  casebody: anything,
});
type CaseFields = v.InferOutput<typeof CASE>;

/**
 * Reads a parsed record.
 *
 * @param volume given for a case of the static site: fills in volume and reporter, makes the jurisdiction whitelisted
 *   (docs/interface.md, "Sources") and its slug known
 */
export function readCaseRecord(raw: unknown, volume: VolumeContext | null): CaseReading {
  const bounded = boundJson(raw);
  if (!bounded.ok) return { ...bounded, id: idOf(raw) };
  const fields = readWith(CASE, bounded.record);
  if (!fields.ok) return { ...fields, id: idOf(raw) };
  const body = readGivenBody(fields.record.casebody, volume === null ? "bulk" : "static");
  if (!body.ok) return { ...body, id: idOf(raw) };
  const given = fields.record;
  const jurisdiction = jurisdictionOf(given, volume);
  return {
    ok: true,
    record: {
      id: given.id,
      name: given.name,
      nameAbbreviation: given.name_abbreviation,
      decisionDate: given.decision_date,
      docketNumber: given.docket_number,
      firstPage: given.first_page,
      lastPage: given.last_page,
      citations: given.citations,
      volume: volumeOf(given, volume),
      court: courtOf(given, jurisdiction),
      jurisdiction,
      citesTo: given.cites_to,
      analysis: given.analysis,
      lastUpdated: given.last_updated,
      provenance: given.provenance,
      body: body.record,
    },
  };
}

function idOf(raw: unknown): number | null {
  return isJsonObject(raw) && isId(raw.id) ? raw.id : null;
}

function volumeOf(given: CaseFields, context: VolumeContext | null): VolumeMention {
  const reporter =
    typeof given.reporter === "string" ? { id: null, full_name: given.reporter, url: null } : given.reporter;
  return {
    barcode:
      given.volume?.barcode ??
      nameInAddress(given.volume?.url ?? given.volume_url, "volumes") ??
      context?.volume?.barcode ??
      null,
    volumeNumber: given.volume?.volume_number ?? given.volume_number ?? context?.volume?.volumeNumber ?? null,
    reporterId:
      reporter?.id ??
      idInAddress(reporter?.url ?? given.reporter_url, "reporters") ??
      context?.reporter?.id ??
      context?.volume?.reporterId ??
      null,
    reporterName: reporter?.full_name ?? context?.reporter?.fullName ?? context?.volume?.reporterName ?? null,
  };
}

/** A jurisdiction or court without id cannot be told from others and counts as none. */
function jurisdictionOf(given: CaseFields, context: VolumeContext | null): JurisdictionRecord | null {
  const told = given.jurisdiction;
  if (told === null || told.id === null) return null;
  const slug = told.slug || nameInAddress(told.url, "jurisdictions");
  return {
    id: told.id,
    slug:
      slug ?? (context === null ? null : slugInVolume(told.id, context) || slugify(told.name ?? "") || null),
    name: told.name,
    nameLong: told.name_long,
    whitelisted: context === null ? told.whitelisted : true,
  };
}

function slugInVolume(jurisdictionId: number, context: VolumeContext): string | null {
  const known = [...(context.volume?.jurisdictions ?? []), ...(context.reporter?.jurisdictions ?? [])];
  return known.find((jurisdiction) => jurisdiction.id === jurisdictionId)?.slug ?? null;
}

/** Archives name no jurisdiction in the court itself; it is that of the court's cases. */
function courtOf(given: CaseFields, jurisdiction: JurisdictionRecord | null): CourtRecord | null {
  const told = given.court;
  if (told === null || told.id === null) return null;
  return {
    id: told.id,
    slug: told.slug || nameInAddress(told.url, "courts"),
    name: told.name,
    nameAbbreviation: told.name_abbreviation,
    jurisdictionId: jurisdiction?.id ?? null,
    jurisdictionSlug: nameInAddress(told.jurisdiction_url, "jurisdictions") ?? jurisdiction?.slug ?? null,
  };
}
