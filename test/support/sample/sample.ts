/** All files of the sample corpus, made from one seed: the bulk service's folder and the static site's. */

import { bagName, makeBag } from "./bag.ts";
import type { BodyFormat } from "./bulk-lines.ts";
import { makeCases, type SampleCase } from "./cases.ts";
import { listings } from "./listings.ts";
import { indentedJson } from "./python-json.ts";
import { makeRandom } from "./random.ts";
import { makeShelf } from "./reports.ts";
import { staticFiles } from "./static-files.ts";
import { STATIC_VOLUMES, VOLUMES } from "./volumes.ts";
import { JURISDICTIONS } from "./world.ts";

const SEED = "caselaw sample 1";

/** The cases of the bulk archives and of the static site; ids differ, and the latter may cite the former. */
export function sampleCases(): { readonly bulk: SampleCase[]; readonly site: SampleCase[] } {
  const random = makeRandom(SEED);
  const shelf = makeShelf();
  const bulk = makeCases(VOLUMES, shelf, random);
  return { bulk, site: makeCases(STATIC_VOLUMES, shelf, random) };
}

/** Every file by its path below `data/sample/`. */
export async function makeSample(): Promise<Map<string, Buffer>> {
  const { bulk, site } = sampleCases();
  const files = new Map<string, Buffer>();
  for (const [name, records] of Object.entries(listings())) {
    files.set(name, Buffer.from(`${indentedJson(records)}\n`, "utf8"));
  }
  const formats: readonly BodyFormat[] = ["text", "xml"];
  for (const jurisdiction of JURISDICTIONS) {
    for (const format of formats) {
      files.set(`bulk/${bagName(jurisdiction, format)}`, await makeBag(jurisdiction, format, bulk));
    }
  }
  for (const [path, bytes] of await staticFiles(site)) files.set(`static/${path}`, bytes);
  return files;
}
