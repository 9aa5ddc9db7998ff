/** Makes a collection of the real shape, continues one that was interrupted, or finds a finished one. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digits, megabytes } from "../measure/numbers.ts";
import { type MadeArchive, makeArchives } from "./archives.ts";
import { endOf, importArchives, rateUpTo } from "./import-archives.ts";
import type { CollectionSetting } from "./plan.ts";

/** A collection on disk. */
export interface Collection {
  readonly corpus: string;
  readonly cases: number;
  /** Of all archives' lines. */
  readonly jsonlBytes: number;
  readonly archiveBytes: number;
  readonly corpusBytes: number;
  /** Of all runs of the import. */
  readonly importSeconds: number;
  /** Cases a second of the import's longest run, up to 100,000 cases and up to the end; null of a small collection. */
  readonly rates: { readonly early: number | null; readonly all: number };
}

/** Cases after which the rate is taken that the rate of all is compared with. */
const EARLY_CASES = 100_000;

/** Returns the corpus, made of archives that are then deleted; null when only archives are asked for. */
export async function makeCollection(setting: CollectionSetting): Promise<Collection | null> {
  const { folder } = setting;
  const note = join(folder, "made.json");
  const corpus = join(folder, "corpus.db");
  if (!setting.archivesOnly && existsSync(note) && existsSync(corpus)) {
    return { ...JSON.parse(readFileSync(note, "utf8")), corpus };
  }
  mkdirSync(folder, { recursive: true });
  const archives = await makeArchives(setting, progressOf(performance.now()));
  if (setting.archivesOnly) return null;
  const runs = await importArchives(folder);
  // a run that was killed at its very end leaves little to the next one
  const longest = runs.reduce((most, run) => (endOf(run).cases > endOf(most).cases ? run : most));
  const end = endOf(longest);
  const sum = (key: "cases" | "jsonlBytes" | "bytes"): number =>
    archives.reduce((total, archive) => total + archive[key], 0);
  const early = rateUpTo(longest, EARLY_CASES);
  const made = {
    cases: sum("cases"),
    jsonlBytes: sum("jsonlBytes"),
    archiveBytes: sum("bytes"),
    corpusBytes: statSync(corpus).size,
    importSeconds: runs.reduce((total, run) => total + endOf(run).seconds, 0),
    rates: { early: Number.isNaN(early) ? null : early, all: end.cases / end.seconds },
  };
  writeFileSync(note, JSON.stringify(made, null, 1));
  if (!setting.keepArchives) rmSync(join(folder, "archives"), { recursive: true });
  return { ...made, corpus };
}

/** Prints a line for each archive on stderr. */
function progressOf(started: number): (made: MadeArchive) => void {
  let cases = 0;
  return (made) => {
    cases += made.cases;
    const seconds = (performance.now() - started) / 1000;
    const all = `${digits(cases)} cases in ${digits(seconds)} s, ${digits(cases / seconds)} a second`;
    process.stderr.write(`${made.path}: ${made.cases} cases, ${megabytes(made.bytes)} MB; ${all}\n`);
  };
}
