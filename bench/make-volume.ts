/**
 * Makes a volume zip of the static site out of made cases (docs/formats.md, "Layout of a volume zip"): JSON, HTML and the lists
 * of both.
 */
import { createWriteStream, mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { readXmlBody } from "../src/casebody/read-body.ts";
import { renderXmlBody } from "../src/casebody/render-xml.ts";
import { type CasePlan, type MadeCase, makeCase } from "./synthetic/case.ts";
import { publisherFile } from "./synthetic/publisher-json.ts";

export interface VolumePlan extends Omit<CasePlan, "generation"> {
  readonly cases: number;
  readonly firstId: number;
  readonly number: number;
}

const MADE_AT = new Date(Date.UTC(2024, 2, 4, 12));
const LAST_UPDATED = "2023-07-14T19:38:59.743188+00:00";

/** Writes the zip and returns its path. Members are made one after the other. */
export async function makeVolume(path: string, plan: VolumePlan): Promise<string> {
  mkdirSync(dirname(path), { recursive: true });
  const zip = new ZipFile();
  const add = (name: string, text: string): void =>
    zip.addBuffer(Buffer.from(text), name, { mtime: MADE_AT });
  const written = pipeline(zip.outputStream, createWriteStream(`${path}.part`));
  const rows: unknown[] = [];
  for (let nth = 0; nth < plan.cases; nth++) {
    const made = makeCase({ ...plan, generation: "g2" }, plan.firstId + nth);
    const name = `${String(1 + 5 * nth).padStart(4, "0")}-01`;
    const row = metadataRow(made, name);
    rows.push(row);
    const { headMatter, ...body } = readXmlBody(made.xml);
    add(`json/${name}.json`, publisherFile({ ...row, casebody: { head_matter: headMatter, ...body } }));
    add(`html/${name}.html`, renderXmlBody(made.xml));
  }
  add("metadata/VolumeMetadata.json", publisherFile(volumeMetadata(plan)));
  add("metadata/CasesMetadata.json", publisherFile(rows));
  zip.end();
  await written;
  renameSync(`${path}.part`, path);
  return path;
}

/**
 * What a case file says beside its body: neither addresses nor reporter and volume (docs/formats.md, "What a static case file
 * lacks").
 */
function metadataRow({ metadata }: MadeCase, name: string): Record<string, unknown> {
  const { url: _url, volume: _volume, reporter: _reporter, court, jurisdiction, ...fields } = metadata;
  return {
    ...fields,
    court: without(court, ["url", "slug"]),
    jurisdiction: without(jurisdiction, ["url", "slug", "whitelisted"]),
    analysis: {},
    last_updated: LAST_UPDATED,
    file_name: name,
  };
}

function volumeMetadata({ number, jurisdiction }: VolumePlan): Record<string, unknown> {
  const { id, name, nameLong } = jurisdiction;
  return {
    volume_number: String(number),
    title: `Reports, volume ${number}`,
    publication_year: 1990,
    jurisdictions: [{ id, name, name_long: nameLong }],
    id: `320449${String(number).padStart(8, "0")}`,
    redacted: false,
    nominative_reporter: null,
    reporter_slug: jurisdiction.slug,
  };
}

function without(record: unknown, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record ?? {}).filter(([key]) => !keys.includes(key)));
}
