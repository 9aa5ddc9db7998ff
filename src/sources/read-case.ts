/**
 * Reads one case record of any year and source into a `CaseRecord`.
 *
 * The layouts of six years differ in the place of values, not in their meaning (docs/formats.md, "Lines of a bulk file",
 * "Static metadata and case files", "What a static case file lacks" and "Irregularities of real data"), so one schema reads
 * them all: keys are read by name, addresses only for a barcode, an id or a slug. Only `id` is required (docs/faults.md,
 * "R5"). Measured: some 16 µs for a record; parsing its JSON takes 34 µs.
 */
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import type {
  CaseRecord,
  CourtRecord,
  JurisdictionRecord,
  ReporterRecord,
  SourceBody,
  VolumeMention,
  VolumeRecord,
} from "../domain/case.ts";
import type { CaseBody } from "../domain/casebody.ts";
import { slugify } from "../domain/citation.ts";
import { isJsonObject } from "../domain/json.ts";
import {
  anything,
  boundJson,
  id,
  idInAddress,
  idOrNull,
  isId,
  jsonObject,
  listOf,
  nameInAddress,
  objectOf,
  type Reading,
  readWith,
  text,
  textOrNull,
} from "./fields.ts";
import { COURT_ENTRIES, JURISDICTION_ENTRIES } from "./read-reference.ts";

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
const COURT = objectOf({ ...COURT_ENTRIES, id: idOrNull, url: anything });
const JURISDICTION = objectOf({ ...JURISDICTION_ENTRIES, id: idOrNull, url: anything });
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
  courtlistener: v.nullish(jsonObject, null),
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
  const { volumeNumber, volumeUrl, reporter, reporterUrl, casebody, ...values } = fields.record;
  const body = readSourceBody(casebody, volume === null ? "bulk" : "static");
  if (!body.ok) return { ...body, id: idOf(raw) };
  const jurisdiction = jurisdictionOf(values.jurisdiction, volume);
  const court = courtOf(values.court, jurisdiction);
  return {
    ok: true,
    record: { ...values, volume: volumeOf(fields.record, volume), court, jurisdiction, body: body.record },
  };
}

function idOf(raw: unknown): number | null {
  return isJsonObject(raw) && isId(raw.id) ? raw.id : null;
}

function volumeOf(fields: CaseFields, context: VolumeContext | null): VolumeMention {
  const { volume, reporter: named } = fields;
  const reporter = typeof named === "string" ? { id: null, fullName: named, url: null } : named;
  return {
    barcode:
      volume?.barcode ??
      nameInAddress(volume?.url ?? fields.volumeUrl, "volumes") ??
      context?.volume?.barcode ??
      null,
    volumeNumber: volume?.volumeNumber ?? fields.volumeNumber ?? context?.volume?.volumeNumber ?? null,
    reporterId:
      reporter?.id ??
      idInAddress(reporter?.url ?? fields.reporterUrl, "reporters") ??
      context?.reporter?.id ??
      context?.volume?.reporterId ??
      null,
    reporterName: reporter?.fullName ?? context?.reporter?.fullName ?? context?.volume?.reporterName ?? null,
  };
}

/** Null for a jurisdiction without id, which cannot be distinguished from others. */
function jurisdictionOf(
  fields: CaseFields["jurisdiction"],
  context: VolumeContext | null,
): JurisdictionRecord | null {
  if (fields === null || fields.id === null) return null;
  const { url, id, ...values } = fields;
  const slug = values.slug ?? nameInAddress(url, "jurisdictions");
  if (context === null) return { ...values, id, slug };
  return { ...values, id, slug: slug ?? slugInVolume(id, values.name, context), whitelisted: true };
}

function slugInVolume(id: number, name: string | null, { volume, reporter }: VolumeContext): string | null {
  const known = [...(volume?.jurisdictions ?? []), ...(reporter?.jurisdictions ?? [])];
  return known.find((record) => record.id === id)?.slug || slugify(name ?? "") || null;
}

/** Archives do not name a court's jurisdiction; it is that of the court's cases. */
function courtOf(fields: CaseFields["court"], jurisdiction: JurisdictionRecord | null): CourtRecord | null {
  if (fields === null || fields.id === null) return null;
  const { url, id, jurisdictionUrl, ...values } = fields;
  return {
    ...values,
    id,
    slug: values.slug ?? nameInAddress(url, "courts"),
    jurisdictionId: jurisdiction?.id ?? null,
    jurisdictionSlug: nameInAddress(jurisdictionUrl, "jurisdictions") ?? jurisdiction?.slug ?? null,
  };
}

/**
 * Reads `casebody` in all forms that the publisher used (docs/formats.md, "Lines of a bulk file", "Static metadata and
 * case files" and "Irregularities of real data").
 *
 * Bulk files and the interface wrap the body (`{status, data}`), the static site and edited copies do not. Any status but `ok`
 * means metadata only (docs/formats.md, "Errors, headers and access of the publisher").
 */
const names = listOf(textOrNull);
const BODY_ENTRIES = {
  parties: names,
  opinions: listOf(objectOf({ type: textOrNull, author: textOrNull, text })),
  head_matter: text,
  attorneys: names,
  judges: names,
  corrections: text,
};
const BODY = objectOf(BODY_ENTRIES);
const WRAPPER = v.nullish(objectOf({ status: textOrNull, data: anything }), null);
const NONE: Reading<SourceBody> = { ok: true, record: { form: "none" } };

/**
 * Reads the value of a record's `casebody`.
 *
 * @param origin `static` for a record of a volume of the static site: a body without status gets the form `static`, and its
 *   HTML is added later
 */
export function readSourceBody(casebody: unknown, origin: "bulk" | "static"): Reading<SourceBody> {
  const wrapping = readWith(WRAPPER, casebody, "casebody");
  if (!wrapping.ok) return wrapping;
  const wrapper = wrapping.record;
  if (wrapper === null || (wrapper.status !== null && wrapper.status !== "ok")) return NONE;
  if (typeof wrapper.data === "string") return { ok: true, record: { form: "xml", xml: wrapper.data } };
  const form = wrapper.status === null && origin === "static" ? "static" : "text";
  if (wrapper.data === undefined) return hasBodyKey(casebody) ? readBody(casebody, "casebody", form) : NONE;
  return wrapper.data === null ? NONE : readBody(wrapper.data, "casebody.data", form);
}

/** Metadata may have an empty `casebody`; a body has at least one key of `BODY_ENTRIES`. */
function hasBodyKey(casebody: unknown): boolean {
  return isJsonObject(casebody) && Object.keys(BODY_ENTRIES).some((key) => Object.hasOwn(casebody, key));
}

function readBody(value: unknown, at: string, form: "text" | "static"): Reading<SourceBody> {
  const reading = readWith(BODY, value, at);
  if (!reading.ok) return reading;
  const body = { ...reading.record, ...splitHeadMatter(reading.record) };
  return { ok: true, record: form === "text" ? { form, body } : { form, body, html: null } };
}

/** In some bodies of 2019 and later the first opinion is the head matter (docs/formats.md, "Lines of a bulk file"). */
function splitHeadMatter({ headMatter, opinions }: CaseBody): Pick<CaseBody, "headMatter" | "opinions"> {
  const [first, ...rest] = opinions;
  if (first?.type !== "head_matter") return { headMatter, opinions };
  const parts = headMatter === first.text ? [headMatter] : [headMatter, first.text];
  return { headMatter: parts.filter((part) => part !== "").join("\n"), opinions: rest };
}

/**
 * Whether a row of `CasesMetadata.json` equals the case's JSON without its `casebody` (docs/formats.md, "Integrity of a
 * volume"), deeply and as values: the order of keys and escapes do not count. Values deeper than `MAX_JSON_DEPTH` are unequal.
 */
export function compareWithMetadata(caseJson: unknown, row: unknown): boolean {
  if (!isJsonObject(caseJson) || !isJsonObject(row) || !boundJson(row).ok) return false;
  const [{ casebody: _, ...values }, { casebody: __, ...rowValues }] = [caseJson, row];
  return isDeepStrictEqual(values, rowValues);
}

/** The rows of `CasesMetadata.json` that have an id, by their ids. */
export function rowsById(rows: readonly unknown[]): Map<number, unknown> {
  return new Map(
    rows.flatMap((row) => (isJsonObject(row) && typeof row.id === "number" ? [[row.id, row]] : [])),
  );
}
