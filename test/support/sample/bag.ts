/** Bulk archives: a BagIt bag in a zip, its payload the lines of a jurisdiction (docs/formats.md, "Layout of a bulk archive"). */
import { createHash } from "node:crypto";
import { encodeXz } from "../../../src/archive/xz.ts";
import { type BodyFormat, bulkRecord } from "./bulk-lines.ts";
import type { SampleCase } from "./cases.ts";
import { pythonJson } from "./python-json.ts";
import type { Jurisdiction } from "./world.ts";
import { makeZip } from "./zip.ts";

const BAGIT = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";

/** `Franklin-20231204-xml.zip`. */
export function bagName({ nameLong, release }: Jurisdiction, format: BodyFormat): string {
  return `${nameLong}-${release.date.replaceAll("-", "")}-${format}.zip`;
}

/** The archive of a jurisdiction; lines are in the order of case ids. */
export async function makeBag(
  jurisdiction: Jurisdiction,
  format: BodyFormat,
  cases: readonly SampleCase[],
): Promise<Buffer> {
  const lines = cases
    .filter((one) => one.court.jurisdiction === jurisdiction)
    .toSorted((a, b) => a.id - b.id)
    .map((one) => `${pythonJson(bulkRecord(one, format))}\n`);
  const payload = Buffer.concat(
    await Array.fromAsync(encodeXz(asStream(Buffer.from(lines.join(""), "utf8")))),
  );
  const top = bagName(jurisdiction, format).replace(/\.zip$/, "");
  const sha512 = createHash("sha512").update(payload).digest("hex");
  const text = (name: string, content: string) => ({
    name: `${top}/${name}`,
    bytes: Buffer.from(content, "utf8"),
  });
  const entries = [
    { name: `${top}/data/data.jsonl.xz`, bytes: payload },
    text("bagit.txt", BAGIT),
    text("bag-info.txt", bagInfo(jurisdiction)),
    text("manifest-sha512.txt", `${sha512} data/data.jsonl.xz`),
  ];
  return makeZip(entries, "stored", jurisdiction.release.date);
}

async function* asStream(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function bagInfo({ nameLong, release }: Jurisdiction): string {
  return [
    "Source-Organization: The caselaw-corpus sample",
    "Organization-Address: Nowhere in particular",
    "Contact-Name: The caselaw-corpus developers",
    "Contact-Email: nobody@caselaw.example",
    `External-Description: Cases for ${nameLong}`,
    `Bagging-Date: ${release.date}`,
    "",
  ].join("\n");
}
