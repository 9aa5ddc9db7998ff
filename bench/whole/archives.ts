/**
 * Makes the bags of a collection. A bag gets its final name when it is complete, so the next run after a kill makes only the bags that
 * are missing.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packXz, zipBag } from "../make-corpus.ts";
import { type CaseMaker, openCaseMaker } from "./case.ts";
import type { CollectionPlan } from "./collection.ts";
import { JURISDICTIONS } from "./jurisdictions.ts";
import { openLayout } from "./layout.ts";
import { linesOf } from "./lines.ts";

/** A bag on disk. */
export interface MadeArchive {
  readonly path: string;
  readonly cases: number;
  readonly jsonlBytes: number;
  readonly bytes: number;
}

const RELEASE = "20210421";
/** Of xz: 1 takes twice as long, which is longer than all else, and saves a tenth of the size. */
const PRESET = 0;

/**
 * Makes the bags that are missing, the largest first, and returns all of them.
 *
 * @param home folder of the collection
 * @param report is called with each bag that was made
 */
export async function makeArchives(
  plan: CollectionPlan,
  home: string,
  report: (made: MadeArchive) => void,
): Promise<readonly MadeArchive[]> {
  const folder = join(home, "archives");
  mkdirSync(folder, { recursive: true });
  const maker = openCaseMaker(openLayout(plan), plan.words);
  const archives: MadeArchive[] = [];
  for (const [jurisdiction, { slug }] of JURISDICTIONS.entries()) {
    const name = `${slug}_xml_${RELEASE}`;
    const path = join(folder, `${name}.zip`);
    const note = `${path}.made.json`;
    const isThere = existsSync(path);
    if (!isThere) {
      const counts = await packCases(maker, jurisdiction, `${path}.data.jsonl.xz`);
      writeFileSync(note, JSON.stringify(counts));
      await zipBag(path, name, `${path}.data.jsonl.xz`);
      rmSync(`${path}.data.jsonl.xz`);
    }
    const made = { path, ...JSON.parse(readFileSync(note, "utf8")), bytes: statSync(path).size };
    if (!isThere) report(made);
    archives.push(made);
  }
  return archives;
}

async function packCases(
  maker: CaseMaker,
  jurisdiction: number,
  path: string,
): Promise<Pick<MadeArchive, "cases" | "jsonlBytes">> {
  let cases = 0;
  function* lines(): Generator<string> {
    for (const line of linesOf(maker, jurisdiction)) {
      cases++;
      yield line;
    }
  }
  const jsonlBytes = await packXz(lines(), path, PRESET);
  return { cases, jsonlBytes };
}
