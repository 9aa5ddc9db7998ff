/**
 * A corpus of made cases for the benches that ask: many jurisdictions, from one with most of the cases to one with few. Kept for the
 * next time.
 */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { SCHEMA_VERSION } from "../src/store/database/schema.ts";
import { GENERATOR, makeBag, SHORT_WORDS, USUAL_BAG, USUAL_WORDS } from "./make-corpus.ts";
import { runTree } from "./measure/run-tree.ts";
import { caselawArgs, type Setting, scratch } from "./measure/setting.ts";
import { shareOut } from "./synthetic/places.ts";

const JURISDICTIONS = 25;

/** Makes the corpus, or finds it; `--db` names one that is there. Returns its path. */
export async function madeCorpus({ folder, cases, short, db }: Setting): Promise<string> {
  if (db !== null) return db;
  const words = short ? SHORT_WORDS : USUAL_WORDS;
  const path = join(folder, `corpus-${cases}x${words}-v${SCHEMA_VERSION}.${GENERATOR}.db`);
  if (existsSync(path)) return path;
  process.stderr.write(`making a corpus of ${cases} cases: ${path}\n`);
  using own = scratch({ folder }, "corpus");
  const bags: string[] = [];
  let firstId = 1;
  for (const part of shareOut(cases, JURISDICTIONS)) {
    const bag = await makeBag(own.path, { ...USUAL_BAG, ...part, words, firstId, preset: 0 });
    bags.push(bag.path);
    firstId += part.cases;
  }
  const made = join(own.path, "corpus.db");
  const where = ["--db", made, "--data-dir", join(own.path, "data"), "--quiet"];
  await runTree({ program: process.execPath, args: caselawArgs("import", ...bags, ...where) });
  renameSync(made, path);
  return path;
}
