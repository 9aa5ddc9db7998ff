/**
 * Reads one case record of any year and source into a `CaseRecord`.
 *
 * The layouts of six years differ in the place of values, not in their meaning (docs/formats.md, "Lines of a bulk file",
 * "Static metadata and case files", "What a static case file lacks" and "Irregularities of real data"), so one schema reads
 * them all: keys are read by name, addresses only for a barcode, an id or a slug. Only `id` is required (docs/faults.md,
 * "R5"). Measured on recorded lines: 14 to 22 µs for a record, two thirds of it in `boundJson`; parsing its JSON takes 34 µs.
 */
import * as v from "valibot";
import type {
  CaseRecord,
  CourtRecord,
  JurisdictionRecord,
  ReporterRecord,
  VolumeMention,
  VolumeRecord,
} from "../domain/case.ts";
import { slugify } from "../domain/citation.ts";
import { isJsonObject } from "../domain/json.ts";
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

/** The volume of a static case, which its own JSON does not name (docs/formats.md, "What a static case file lacks"). */
export interface VolumeContext {
  readonly volume: VolumeRecord | null;
  readonly reporter: ReporterRecord | null;
}

/** A valid case, or why it is not valid: `reason` begins with the JSON path. `id` is null when it cannot be read. */
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
  // until August 2018 the reporter was only a name
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
 * @param volume of a case of the static site: adds volume, reporter and the jurisdiction's slug, and makes the jurisdiction
 *   whitelisted (docs/interface.md, "Sources")
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

/** Null for a jurisdiction without id, which cannot be distinguished from others. */
function jurisdictionOf(given: CaseFields, context: VolumeContext | null): JurisdictionRecord | null {
  const raw = given.jurisdiction;
  if (raw === null || raw.id === null) return null;
  const slug = raw.slug || nameInAddress(raw.url, "jurisdictions");
  return {
    id: raw.id,
    slug:
      slug ?? (context === null ? null : slugInVolume(raw.id, context) || slugify(raw.name ?? "") || null),
    name: raw.name,
    nameLong: raw.name_long,
    whitelisted: context === null ? raw.whitelisted : true,
  };
}

function slugInVolume(jurisdictionId: number, context: VolumeContext): string | null {
  const known = [...(context.volume?.jurisdictions ?? []), ...(context.reporter?.jurisdictions ?? [])];
  return known.find((jurisdiction) => jurisdiction.id === jurisdictionId)?.slug ?? null;
}

/** Archives do not name a court's jurisdiction; it is that of the court's cases. */
function courtOf(given: CaseFields, jurisdiction: JurisdictionRecord | null): CourtRecord | null {
  const raw = given.court;
  if (raw === null || raw.id === null) return null;
  return {
    id: raw.id,
    slug: raw.slug || nameInAddress(raw.url, "courts"),
    name: raw.name,
    nameAbbreviation: raw.name_abbreviation,
    jurisdictionId: jurisdiction?.id ?? null,
    jurisdictionSlug: nameInAddress(raw.jurisdiction_url, "jurisdictions") ?? jurisdiction?.slug ?? null,
  };
}
