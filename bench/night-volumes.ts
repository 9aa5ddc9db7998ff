/**
 * The made volumes of a static site (docs/formats.md, "static.case.law"): list rows, case files, zips.
 *
 * All follows from a volume's number and its edition, so the site keeps no files.
 */
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { JURISDICTIONS, type Jurisdiction } from "./whole/jurisdictions.ts";

/** Cases of a volume: few, since the night is about volumes. */
const CASES_EACH = 2;
/** The collection has 1,200 reporters and 40,000 volumes. */
const VOLUMES_EACH = 33;
const WORDS = "the court held that a party may recover damages when notice was given before trial".split(" ");

/** One volume in a hundred changes from night to night. */
const CHANGED_EACH = 100;

interface Volume {
  /** From 0. */
  readonly number: number;
  /** Volumes of the site. */
  readonly count: number;
  /** 0, and one more for each time that it changed. */
  readonly edition: number;
}

/** The files of the site after some changes: its lists, and its zips, each made when it is asked for. */
export function filesOf(changes: number, count: number): ReadonlyMap<string, () => Promise<Buffer>> {
  const volumes = Array.from({ length: count }, (_, number): Volume => {
    return { number, count, edition: number % CHANGED_EACH === 0 ? changes : 0 };
  });
  const list = (rows: readonly unknown[]) => async () => Buffer.from(JSON.stringify(rows));
  return new Map([
    ["/JurisdictionsMetadata.json", list(jurisdictionRows(count))],
    ["/ReportersMetadata.json", list(reporterRows(count))],
    ["/VolumesMetadata.json", list(volumes.map(volumeRow))],
    ...volumes.map((volume) => {
      const path = `/${slugOf(reporterOf(volume))}/${folderOf(volume)}.zip`;
      return [path, () => zipOf(volume)] as const;
    }),
  ]);
}

export function changedCount(count: number): number {
  return Math.ceil(count / CHANGED_EACH);
}

function jurisdictionRows(count: number): unknown[] {
  const perJurisdiction = Math.ceil((count * CASES_EACH) / JURISDICTIONS.length);
  return JURISDICTIONS.map(({ id, slug, name, nameLong }) => ({
    ...{ id, slug, name, name_long: nameLong },
    ...{ reporters: [], case_count: perJurisdiction },
  }));
}

function reporterRows(count: number): unknown[] {
  return Array.from({ length: reporterCount(count) }, (_, reporter) => ({
    id: reporter + 1,
    full_name: `Made Reports, Series ${reporter}`,
    short_name: `Made ${reporter}`,
    start_year: 1880,
    end_year: 1960,
    jurisdictions: [nameOf(jurisdictionOf(reporter))],
    harvard_hollis_id: [],
    slug: slugOf(reporter),
  }));
}

/** A row of `VolumesMetadata.json`, with the keys and about the length of the real ones. */
function volumeRow(volume: Volume): Record<string, unknown> {
  const reporter = reporterOf(volume);
  const folder = folderOf(volume);
  return {
    ...{ volume_number: folder, title: null, publisher: "Made Publishing Co.", publication_year: 1954 },
    ...{ start_year: 1880, end_year: 1960, series_volume_number: "" },
    jurisdictions: [nameOf(jurisdictionOf(reporter))],
    ...{ id: `32044${String(volume.number + 1).padStart(9, "0")}`, harvard_hollis_id: "001361450" },
    ...{ spine_start_year: 0, spine_end_year: 0, publication_city: "St. Paul, MN", second_part_of_id: null },
    ...{ redacted: false, nominative_reporter: null, volume_folder: folder, reporter_slug: slugOf(reporter) },
    last_updated: updatedOf(volume),
  };
}

/** The text of the first case differs from edition to edition. */
function caseFiles(volume: Volume): Record<string, unknown>[] {
  const reporter = reporterOf(volume);
  const { id, name, nameLong, courts } = jurisdictionOf(reporter);
  const { id: courtId, name: courtName, nameAbbreviation } = courts.supreme;
  return Array.from({ length: CASES_EACH }, (_, nth) => {
    const caseId = volume.number * CASES_EACH + nth + 1;
    const page = String(1 + 5 * nth);
    const text = textOf(caseId, nth === 0 ? volume.edition : 0);
    return {
      ...{
        id: caseId,
        name: `Party ${caseId} v. Party ${caseId + 1}`,
        name_abbreviation: `Party v. ${caseId}`,
      },
      decision_date: `${1880 + (caseId % 80)}-0${1 + (caseId % 9)}-${10 + (caseId % 18)}`,
      ...{ docket_number: "", first_page: page, last_page: page },
      citations: [{ type: "official", cite: `${folderOf(volume)} Made ${reporter} ${page}` }],
      court: { name_abbreviation: nameAbbreviation, id: courtId, name: courtName },
      jurisdiction: { id, name_long: nameLong, name },
      ...{ cites_to: [], analysis: {}, last_updated: updatedOf(volume), file_name: fileNameOf(nth) },
      casebody: {
        ...{ judges: [], parties: [], attorneys: [], corrections: "", head_matter: "" },
        opinions: [{ text, type: "majority", author: null }],
      },
    };
  });
}

async function zipOf(volume: Volume): Promise<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: new Date(updatedOf(volume)), compress: false };
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name, options);
  const files = caseFiles(volume);
  for (const file of files) {
    add(`json/${file.file_name}.json`, JSON.stringify(file));
    add(`html/${file.file_name}.html`, `<section class="casebody"><p>${String(file.name)}</p></section>`);
  }
  add("metadata/VolumeMetadata.json", JSON.stringify(volumeRow(volume)));
  add("metadata/CasesMetadata.json", JSON.stringify(files.map(({ casebody: _body, ...row }) => row)));
  zip.end();
  return buffer(zip.outputStream);
}

function textOf(caseId: number, edition: number): string {
  const words = Array.from({ length: 30 }, (_, at) => WORDS[(caseId * 7 + at * at) % WORDS.length]);
  return `${words.join(" ")} number ${caseId}${edition === 0 ? "" : ` as corrected ${edition} times`}.`;
}

function jurisdictionOf(reporter: number): Jurisdiction {
  const jurisdiction = JURISDICTIONS[reporter % JURISDICTIONS.length];
  if (jurisdiction === undefined) throw new Error("no jurisdictions");
  return jurisdiction;
}

/** As in the site's lists, which have no slug here. */
function nameOf({ id, name, nameLong }: Jurisdiction): Record<string, unknown> {
  return { id, name, name_long: nameLong };
}

function reporterCount(count: number): number {
  return Math.ceil(count / VOLUMES_EACH);
}

function reporterOf({ number, count }: Volume): number {
  return number % reporterCount(count);
}

function updatedOf({ edition }: Volume): string {
  const day = new Date(Date.UTC(2024, 1, 27 + edition)).toISOString().slice(0, 10);
  return `${day}T12:46:10.534315+00:00`;
}

function slugOf(reporter: number): string {
  return `made-${reporter}`;
}

function folderOf({ number, count }: Volume): string {
  return String(1 + Math.floor(number / reporterCount(count)));
}

function fileNameOf(nth: number): string {
  return `${String(1 + 5 * nth).padStart(4, "0")}-01`;
}
