/** Samples the bodies of an archive, from which a compression dictionary is made. */
import { openArchive } from "../../archive/open-archive.ts";
import type { GivenBody } from "../../domain/case.ts";
import type { BodyForm } from "../../domain/casebody.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { VolumeContext } from "../../sources/read-case.ts";
import { chunksOf } from "./chunks.ts";
import { recordsOf } from "./records.ts";

/** Longest line that is sampled: several times the longest known. */
const MAX_LINE_BYTES = 8 * 2 ** 20;
/** Bytes of records that are sampled. */
const SAMPLE_BYTES = 2 ** 20;

/** The bodies of the archive's first records, by the form in which they will be stored. */
export async function sampleBodies(
  path: string,
  volume: VolumeContext | null,
): Promise<Map<BodyForm, string[]>> {
  const texts = new Map<BodyForm, string[]>();
  let bytes = 0;
  try {
    await using archive = await openArchive(path);
    for await (const chunk of chunksOf(archive, MAX_LINE_BYTES)) {
      for (const { body } of recordsOf(chunk, volume)) {
        const [form, text] = formOf(body) ?? [];
        if (form === undefined || text === undefined) continue;
        const known = texts.get(form);
        if (known === undefined) texts.set(form, [text]);
        else known.push(text);
      }
      bytes += chunk.bytes.length;
      if (bytes >= SAMPLE_BYTES) break;
    }
  } catch (error) {
    // the import reads the same records and reports the fault
    if (!(error instanceof CaselawError)) throw error;
  }
  return texts;
}

function formOf(body: GivenBody): readonly [BodyForm, string] | null {
  if (body.form === "xml") return ["xml", body.xml];
  if (body.form === "text") return ["text", JSON.stringify(body.body)];
  if (body.form === "static" && body.html !== null) return ["html", body.html];
  return null;
}
