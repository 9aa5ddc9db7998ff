/** The listings of the sample service: plain arrays of the interface's records (docs/interface.md, "Jurisdiction record", "Court record", "Reporter record", "Volume record", "Case record", "Citation record", "Casebody data" and "Bulk file record"). */
import type { Json, JsonObject } from "../../../src/domain/json.ts";
import { bagName } from "./bag.ts";
import type { BodyFormat } from "./bulk-lines.ts";
import { VOLUMES, type Volume } from "./volumes.ts";
import { COURT, type Court, JURISDICTIONS, type Jurisdiction, type Reporter } from "./world.ts";

/** What stands for the service's own address. */
const BASE = "{base_url}/v1";
const FORMATS: readonly BodyFormat[] = ["text", "xml"];

/** By file name. Courts and reporters of the static part are not in them. */
export function listings(): Record<string, Json> {
  const reporters = [...new Set(VOLUMES.map(({ reporter }) => reporter))].toSorted((a, b) => a.id - b.id);
  const courts = Object.values(COURT).filter((court) => VOLUMES.some(({ courts }) => courts.includes(court)));
  return {
    "jurisdictions.json": JURISDICTIONS.toSorted((a, b) => a.nameLong.localeCompare(b.nameLong)).map(
      jurisdictionRecord,
    ),
    "courts.json": courts.map(courtRecord),
    "reporters.json": reporters.map(reporterRecord),
    "volumes.json": VOLUMES.map(volumeRecord),
    "bulk.json": JURISDICTIONS.flatMap((one, i) =>
      FORMATS.map((format, k) => bulkFile(one, format, i * 2 + k + 1)),
    ),
  };
}

function jurisdictionRecord({ id, slug, name, nameLong, whitelisted }: Jurisdiction): JsonObject {
  return { url: `${BASE}/jurisdictions/${slug}/`, id, slug, name, name_long: nameLong, whitelisted };
}

function courtRecord({ id, slug, name, abbreviation, jurisdiction }: Court): JsonObject {
  return {
    id,
    url: `${BASE}/courts/${slug}/`,
    name,
    name_abbreviation: abbreviation,
    jurisdiction: jurisdiction.name,
    jurisdiction_url: `${BASE}/jurisdictions/${jurisdiction.slug}/`,
    slug,
  };
}

function reporterRecord(reporter: Reporter): JsonObject {
  return {
    id: reporter.id,
    url: `${BASE}/reporters/${reporter.id}/`,
    full_name: reporter.fullName,
    short_name: reporter.shortName,
    start_year: reporter.startYear,
    end_year: reporter.endYear,
    jurisdictions: reporter.jurisdictions.map(jurisdictionRecord),
  };
}

function volumeRecord({
  reporter,
  barcode,
  number,
  courts,
  years,
  publisher,
  nominative,
}: Volume): JsonObject {
  const jurisdictions = [...new Set(courts.map(({ jurisdiction }) => jurisdiction))];
  return {
    url: `${BASE}/volumes/${barcode}/`,
    barcode,
    volume_number: number,
    title: nominative === null ? null : `${nominative.name}'s Reports, volume ${nominative.number}`,
    publisher,
    publication_year: publisher === null ? null : years[1] + 1,
    start_year: years[0],
    end_year: years[1],
    nominative_volume_number: nominative?.number ?? null,
    nominative_name: nominative?.name ?? null,
    series_volume_number: barcode === "99044031121189" ? "" : null,
    reporter: reporter.fullName,
    reporter_url: `${BASE}/reporters/${reporter.id}/`,
    jurisdictions: jurisdictions.map(jurisdictionRecord),
  };
}

function bulkFile(jurisdiction: Jurisdiction, format: BodyFormat, id: number): JsonObject {
  return {
    id,
    download_url: `${BASE}/bulk/${id}/download/`,
    file_name: bagName(jurisdiction, format),
    export_date: `${jurisdiction.release.date}T0${id}:14:27.${120_417 + id * 31}Z`,
    public: jurisdiction.whitelisted,
    filter_type: "jurisdiction",
    filter_id: jurisdiction.id,
    body_format: format,
  };
}
