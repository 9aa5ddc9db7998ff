/**
 * A corpus of made cases for the benches that ask: written by the store itself, since how fast archives are read is
 * another bench's question. Many jurisdictions, from one with most of the cases to one with few. Kept for the next time.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readJoinedBody } from "../src/casebody/read-body.ts";
import type { CaseRecord } from "../src/domain/case.ts";
import { NO_COUNTS } from "../src/import/report.ts";
import { readBody } from "../src/import/threads/records.ts";
import { readCaseRecord } from "../src/sources/read-case.ts";
import { SCHEMA_VERSION } from "../src/store/database/schema.ts";
import { CorpusWriter } from "../src/store/write/corpus-writer.ts";
import { digestRecord, prepareCases } from "../src/store/write/prepare-case.ts";
import { bagLines, GENERATOR, SHORT_WORDS, USUAL_BAG, USUAL_WORDS } from "./make-corpus.ts";
import type { Setting } from "./measure/setting.ts";
import { shareOut } from "./synthetic/places.ts";

const JURISDICTIONS = 25;
const BATCH_CASES = 2_000;

/** Makes the corpus, or finds it; `--db` names one that is there. Returns its path. */
export function madeCorpus({ folder, cases, short, db }: Setting): string {
  if (db !== null) return db;
  const words = short ? SHORT_WORDS : USUAL_WORDS;
  const path = join(folder, `corpus-${cases}x${words}-v${SCHEMA_VERSION}.${GENERATOR}.db`);
  if (existsSync(path)) return path;
  process.stderr.write(`making a corpus of ${cases} cases: ${path}\n`);
  mkdirSync(folder, { recursive: true });
  const unfinished = `${path}.part`;
  for (const suffix of ["", "-wal", "-shm"]) rmSync(unfinished + suffix, { force: true });
  writeCorpus(unfinished, cases, words);
  renameSync(unfinished, path);
  return path;
}

function writeCorpus(path: string, cases: number, words: number): void {
  using writer = new CorpusWriter(path, readJoinedBody);
  writer.beginRun("import");
  let firstId = 1;
  for (const part of shareOut(cases, JURISDICTIONS)) {
    const unit = writer.claimUnit("bulk", `${part.jurisdiction.slug}/xml`);
    const sha256 = createHash("sha256").update(part.jurisdiction.slug).digest("hex");
    const origin = { unitId: unit.id, release: "2020-03-02", sha256 };
    for (const records of inBatches({ ...USUAL_BAG, ...part, words, firstId })) {
      const read = records.map((record) => ({
        record,
        digest: digestRecord(record),
        reading: readBody(record),
      }));
      const batch = prepareCases(read).map((prepared) => ({ prepared, repeated: false }));
      writer.writeBatch(batch, origin);
    }
    firstId += part.cases;
  }
  writer.reindexOutdatedCases();
  // writes the indexes that a first import leaves to its end
  writer.endRun({ ...NO_COUNTS, outcome: "done", error: null, archives: JURISDICTIONS });
}

function* inBatches(plan: typeof USUAL_BAG): Generator<CaseRecord[]> {
  let batch: CaseRecord[] = [];
  for (const { made } of bagLines(plan)) {
    const raw = { ...made.metadata, casebody: { status: "ok", data: made.xml } };
    const reading = readCaseRecord(raw, null);
    if (!reading.ok) throw new Error(reading.reason);
    batch.push(reading.record);
    if (batch.length < BATCH_CASES) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
