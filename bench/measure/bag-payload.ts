/** The payload of a bag, straight from the zip, for peers and stages that want it bare. */
import type { Readable } from "node:stream";
import { openPromise } from "yauzl";

export async function openMember(bag: string): Promise<Readable> {
  const zip = await openPromise(bag);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith("/data/data.jsonl.xz")) return zip.openReadStreamPromise(entry);
  }
  throw new Error(`no data.jsonl.xz in ${bag}`);
}
