/** A volume of a few short cases as a zip, with what a model must know of it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { volumeMembers, writeZip } from "../../support/archives.ts";
import { staticCase } from "../../support/records.ts";

export const PLACE = { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: true };
export const OTHER_PLACE = { id: 30, slug: "ind", name: "Ind.", name_long: "Indiana", whitelisted: true };

/** What an archive has of a case: `name` differs with each revision. */
export interface PackedCase {
  readonly name: string;
  /** `YYYY-MM-DD`; null when the record has none. */
  readonly lastUpdated: string | null;
}

/** The content of a volume, before it is packed. */
export interface VolumeContent {
  readonly barcode: string;
  readonly isOtherPlace: boolean;
  readonly cases: ReadonlyMap<number, PackedCase>;
  /** Ids of cases that the list of the zip has, and the zip does not contain. */
  readonly lacking: readonly number[];
  /** Ids of records that cannot be imported. */
  readonly broken: readonly number[];
}

export interface PackedVolume extends VolumeContent {
  readonly bytes: Buffer;
  readonly sha256: string;
  /** `YYYY-MM-DD`: the day of its members. */
  readonly release: string;
}

export async function packVolume(
  content: VolumeContent,
  release: string,
  compress: boolean,
  folder: string,
): Promise<PackedVolume> {
  const { barcode, cases, lacking, broken } = content;
  const jurisdiction = content.isOtherPlace ? OTHER_PLACE : PLACE;
  const records = [...cases].map(([id, { name, lastUpdated }]) => {
    const more = {
      file_name: fileName(id),
      name: broken.includes(id) ? 5 : name,
      citations: [],
      jurisdiction,
      last_updated: lastUpdated === null ? null : `${lastUpdated}T00:00:00+00:00`,
    };
    return [id, staticCase(id, more)] as const;
  });
  const members = volumeMembers({
    cases: Object.fromEntries(
      records.filter(([id]) => !lacking.includes(id)).map(([id, record]) => [fileName(id), record]),
    ),
    rows: records.map(([, { casebody: _, ...row }]) => row),
    html: null,
    volume: { id: barcode, volume_number: "1", jurisdictions: [jurisdiction] },
  });
  const mtime = new Date(`${release}T12:00:00Z`);
  const bytes = readFileSync(await writeZip(join(folder, "packed.zip"), members, { mtime, compress }));
  return { ...content, bytes, sha256: createHash("sha256").update(bytes).digest("hex"), release };
}

function fileName(id: number): string {
  return `${id}-01`;
}
