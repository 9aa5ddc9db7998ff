/** The static part of the sample: metadata files and a zip per volume, as static.case.law has them (docs/formats.md, "static.case.law"). */
import type { Json, JsonObject } from "../../../src/domain/json.ts";
import { analysisOf } from "./analysis.ts";
import { citationRecords, shortFields, textBody } from "./bulk-lines.ts";
import type { SampleCase } from "./cases.ts";
import type { CiteTo } from "./cites.ts";
import { indentedJson, pythonJson } from "./python-json.ts";
import { makeRandom } from "./random.ts";
import { STATIC_VOLUMES, type Volume } from "./volumes.ts";
import { type Jurisdiction, REPORTER, type Reporter, SARATOGA } from "./world.ts";
import { writeHtml } from "./write-html.ts";
import { writeText } from "./write-text.ts";
import { makeZip, type ZipEntry } from "./zip.ts";

/** The day on which the site's lists say that the volumes were made. */
const MADE = "2024-09-03";

/** By path below the site's root. */
export async function staticFiles(cases: readonly SampleCase[]): Promise<Map<string, Buffer>> {
  const reporter = REPORTER.saratCircuit;
  const files = new Map<string, Buffer>();
  const write = (path: string, text: string) => files.set(path, Buffer.from(text, "utf8"));
  const volumes = STATIC_VOLUMES.map(listedVolume);
  write("JurisdictionsMetadata.json", indentedJson([jurisdictionFile(SARATOGA, reporter, cases)]));
  write("ReportersMetadata.json", indentedJson([reporterFile(reporter)]));
  write("VolumesMetadata.json", pythonJson(volumes));
  write(`${reporter.slug}/ReporterMetadata.json`, indentedJson(reporterFile(reporter)));
  write(`${reporter.slug}/VolumesMetadata.json`, pythonJson(volumes));
  for (const volume of STATIC_VOLUMES) {
    const at = `${reporter.slug}/${volume.folder}`;
    const records = caseRecords(cases.filter((one) => one.volume === volume));
    const metadata = records.map(({ record: { casebody: _, ...rest } }): JsonObject => rest);
    write(`${at}/VolumeMetadata.json`, indentedJson(volumeFile(volume)));
    write(`${at}/CasesMetadata.json`, indentedJson(metadata));
    files.set(`${at}.zip`, await makeZip(zipEntries(volume, records, metadata), "deflated", MADE));
  }
  return files;
}

interface CaseFile {
  readonly name: string;
  readonly record: JsonObject;
  readonly html: string;
}

function caseRecords(cases: readonly SampleCase[]): CaseFile[] {
  return cases.map((one, i) => {
    const name = `${one.firstPage.padStart(4, "0")}-01`;
    const caseId = `${one.volume.barcode}_${String(i + 1).padStart(4, "0")}`;
    return { name, record: caseRecord(one, name), html: writeHtml(one.body, caseId) };
  });
}

function zipEntries(volume: Volume, records: readonly CaseFile[], metadata: Json): ZipEntry[] {
  const entry = (name: string, text: string) => ({ name, bytes: Buffer.from(text, "utf8") });
  return [
    ...records.map(({ name, record }) => entry(`json/${name}.json`, indentedJson(record))),
    ...records.map(({ name, html }) => entry(`html/${name}.html`, html)),
    entry("metadata/VolumeMetadata.json", indentedJson(volumeFile(volume))),
    entry("metadata/CasesMetadata.json", indentedJson(metadata)),
  ];
}

function caseRecord(one: SampleCase, fileName: string): JsonObject {
  const { court } = one;
  const { id, nameLong, name } = court.jurisdiction;
  const body = writeText(one.body);
  return {
    id: one.id,
    ...shortFields(one),
    citations: citationRecords(one),
    court: { name_abbreviation: court.abbreviation, id: court.id, name: court.name },
    jurisdiction: { id, name_long: nameLong, name },
    cites_to: one.citesTo.map(citeRecord),
    analysis: analysisOf(body, makeRandom(`analysis/${one.id}`)),
    last_updated: one.lastUpdated,
    provenance: { date_added: "2021-03-02", source: "Sample", batch: "2021" },
    casebody: textBody(body),
    file_name: fileName,
    first_page_order: Number(one.firstPage) + 16,
    last_page_order: Number(one.lastPage) + 16,
  };
}

function citeRecord({ cite, category, reporter, caseIds, weight, year, opinion }: CiteTo): JsonObject {
  return {
    ...{ cite, category, reporter },
    ...(caseIds.length === 0 ? {} : { case_ids: caseIds }),
    ...(weight === 1 ? {} : { weight }),
    ...(year === null ? {} : { year }),
    opinion_index: opinion,
  };
}

function jurisdictionMention({ id, name, nameLong }: Jurisdiction): JsonObject {
  return { id, name, name_long: nameLong };
}

function jurisdictionFile(one: Jurisdiction, reporter: Reporter, cases: readonly SampleCase[]): JsonObject {
  const { jurisdictions: _, ...plain } = reporterFile(reporter);
  return {
    ...{ id: one.id, slug: one.slug, name: one.name, name_long: one.nameLong, reporters: [plain] },
    ...{ case_count: cases.length, volume_count: STATIC_VOLUMES.length, reporter_count: 1 },
    page_count: cases.reduce(
      (pages, { firstPage, lastPage }) => pages + Number(lastPage) - Number(firstPage) + 1,
      0,
    ),
  };
}

function reporterFile(reporter: Reporter): JsonObject {
  const { id, fullName, shortName, startYear, endYear, jurisdictions, slug } = reporter;
  return {
    ...{ id, full_name: fullName, short_name: shortName, start_year: startYear, end_year: endYear },
    jurisdictions: jurisdictions.map(jurisdictionMention),
    ...{ harvard_hollis_id: [], slug },
  };
}

/** The `VolumeMetadata.json` of a volume: it names neither its folder nor its reporter. */
function volumeFile({ number, publisher, years, barcode, courts }: Volume): JsonObject {
  return {
    ...{ volume_number: number, title: null, publisher, publication_year: years[1] + 1 },
    ...{ start_year: years[0], end_year: years[1], series_volume_number: "" },
    jurisdictions: courts.map(({ jurisdiction }) => jurisdictionMention(jurisdiction)),
    ...{ id: barcode, harvard_hollis_id: "", spine_start_year: years[0], spine_end_year: years[1] },
    ...{ publication_city: "Lathrop", second_part_of_id: null, redacted: false, nominative_reporter: null },
  };
}

function listedVolume(volume: Volume): JsonObject {
  return {
    ...volumeFile(volume),
    ...{ volume_folder: volume.folder, reporter_slug: volume.reporter.slug },
    last_updated: `${MADE}T21:56:23.868468+00:00`,
  };
}
