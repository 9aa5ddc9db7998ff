/** Makes archives to try things with, and tells where they are: bags of several jurisdictions, or volumes. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeBag, SHORT_WORDS, USUAL_BAG } from "./make-corpus.ts";
import { makeVolume } from "./make-volume.ts";
import { digits, megabytes } from "./measure/numbers.ts";
import { JURISDICTIONS, shareOut } from "./synthetic/places.ts";

const VOLUME_CASES = 200;
const OPTIONS = {
  cases: { type: "string", default: "3000" },
  words: { type: "string", default: String(USUAL_BAG.words) },
  short: { type: "boolean", default: false },
  layout: { type: "string", default: "bag" },
  format: { type: "string", default: "xml" },
  generation: { type: "string", default: "g2" },
  jurisdictions: { type: "string", default: "1" },
  changed: { type: "string", default: "0" },
  release: { type: "string", default: USUAL_BAG.release },
  seed: { type: "string", default: "1" },
  folder: { type: "string", default: "bench-corpus" },
} as const;

export async function makeArchives(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true });
  const { folder, release } = values;
  const common = {
    seed: Number(values.seed),
    words: values.short ? SHORT_WORDS : Number(values.words),
    preset: USUAL_BAG.preset,
    changed: Number(values.changed),
  };
  const parts = shareOut(Number(values.cases), Number(values.jurisdictions));
  if (values.layout === "volume") return makeVolumes(folder, common, parts[0]?.cases ?? 0);
  const format = values.format === "text" ? "text" : "xml";
  const generation = values.generation === "g1" ? "g1" : "g2";
  let firstId = 1;
  for (const part of parts) {
    const bag = await makeBag(folder, { ...common, ...part, firstId, release, format, generation });
    const ratio = digits(bag.jsonlBytes / bag.xzBytes);
    process.stdout.write(
      `${bag.path}: ${bag.cases} cases, ${megabytes(bag.jsonlBytes)} MB, xz ratio ${ratio}\n`,
    );
    firstId += part.cases;
  }
}

/** Volumes of the first jurisdiction, in the folders of the site. */
async function makeVolumes(
  folder: string,
  common: { readonly seed: number; readonly words: number; readonly changed: number },
  cases: number,
): Promise<void> {
  const [jurisdiction] = JURISDICTIONS;
  if (jurisdiction === undefined) return;
  for (let first = 1, number = 1; first <= cases; first += VOLUME_CASES, number++) {
    const size = Math.min(VOLUME_CASES, cases - first + 1);
    const path = join(folder, jurisdiction.slug, `${number}.zip`);
    await makeVolume(path, { ...common, jurisdiction, number, cases: size, firstId: first });
    process.stdout.write(`${path}: ${size} cases\n`);
  }
}
