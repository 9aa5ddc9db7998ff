/**
 * Makes corpora for tests without archives: records in the interface's shape go through the same reading, preparing
 * and writing as an import's, but on one thread and without a zip. A new corpus is a copy of an empty one, which takes 4 ms
 * instead of 16. A corpus of 60 cases takes some 20 ms.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { BODY_READERS } from "../../src/casebody/read-body.ts";
import type { CaseRecord } from "../../src/domain/case.ts";
import type { RunResult } from "../../src/domain/ledger.ts";
import { readBody } from "../../src/import/threads/records.ts";
import { readCaseRecord } from "../../src/sources/read-case.ts";
import type { Outcome } from "../../src/store/write/case-writer.ts";
import { CorpusWriter } from "../../src/store/write/corpus-writer.ts";
import { digestRecord, type PreparedCase, prepareCases } from "../../src/store/write/prepare-case.ts";
import { tempFolder } from "./temp-folder.ts";

/** What one archive would give: records, and what tells it from others. */
export interface TestArchive {
  readonly records: readonly unknown[];
  /** Of the unit; `test` when absent. */
  readonly source?: string;
  /** The unit's name; `test` when absent. */
  readonly unit?: string;
  readonly release?: string | null;
  /** Seed of the archive's hash; its unit and release when absent. */
  readonly seed?: string;
  /** Page of the static site for each case id: then the records are read as that site's. */
  readonly html?: Readonly<Record<number, string>>;
}

/** The end of a run that read nothing. */
export const DONE: RunResult = {
  outcome: "done",
  error: null,
  ...{ archives: 1, read: 0, added: 0, changed: 0, unchanged: 0, removed: 0, rejected: 0 },
};

/** @param indexBytes little, so that tests with many cases fill it */
export function openTestWriter(path: string, indexBytes: number = 2 ** 18): CorpusWriter {
  if (!existsSync(path)) copyEmptyCorpus(path);
  return openWriter(path, indexBytes);
}

function openWriter(path: string, indexBytes: number): CorpusWriter {
  return new CorpusWriter(path, BODY_READERS, indexBytes);
}

interface EmptyCorpus {
  readonly bytes: Buffer;
  /** Where its id is, which each copy has its own of. */
  readonly idAt: number;
}

/** Cuts the stored forms of a case's body short, so that they cannot be unpacked. */
export function damageBody(path: string, caseId: number): void {
  const db = new Database(path);
  db.prepare("UPDATE case_body SET data = substr(data, 1, length(data) - 9) WHERE case_id = ?").run(caseId);
  db.close();
}

let empty: EmptyCorpus | null = null;

function copyEmptyCorpus(path: string): void {
  empty ??= makeEmptyCorpus();
  const bytes = Buffer.from(empty.bytes);
  bytes.write(randomUUID(), empty.idAt);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

function makeEmptyCorpus(): EmptyCorpus {
  const folder = mkdtempSync(join(tmpdir(), "caselaw-test-"));
  const path = join(folder, "empty.db");
  openWriter(path, 2 ** 18)[Symbol.dispose]();
  const db = new Database(path);
  const id = db.prepare<[], string>("SELECT value FROM corpus WHERE key = 'state'").pluck().get() ?? "";
  db.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return { bytes, idAt: bytes.indexOf(id) };
}

/** Prepares a line of a bulk file for the writer. */
export function prepareLine(raw: unknown): PreparedCase {
  return prepare(readRecord(raw, undefined));
}

function prepare(record: CaseRecord): PreparedCase {
  const [prepared] = prepareCases([{ record, digest: digestRecord(record), reading: readBody(record) }]);
  if (prepared === undefined) throw new Error("nothing was prepared");
  return prepared;
}

/** Imports an archive: its records in one batch, then, when it replaces another of its unit, the removals. */
export function importRecords(writer: CorpusWriter, archive: TestArchive): Outcome[] {
  const unit = writer.claimUnit(archive.source ?? "test", archive.unit ?? "test");
  const release = archive.release === undefined ? "2020-01-01" : archive.release;
  const sha256 = createHash("sha256")
    .update(archive.seed ?? `${unit.name} ${release}`)
    .digest("hex");
  const origin = { unitId: unit.id, release, sha256 };
  const records = archive.records.map((raw) => readRecord(raw, archive.html));
  const seen = new Set<number>();
  const batch = records.map((record) => {
    const repeated = seen.has(record.id);
    seen.add(record.id);
    return { prepared: prepare(record), repeated };
  });
  const outcomes = writer.writeBatch(batch, origin);
  const replaces = unit.sha256 !== null && (release ?? "") >= (unit.release ?? "");
  if (replaces) {
    writer.releaseCases(
      [...writer.known.contributions.ids({ unitId: unit.id })].filter((id) => !seen.has(id)),
      unit.id,
    );
  }
  const counts = { ...countsOf(outcomes), removed: 0, hashDifferences: 0 };
  const now = new Date(0).toISOString();
  const log = {
    ...origin,
    ...counts,
    path: "test",
    bytes: 1,
    complete: true,
    finishedAt: now,
  };
  const isNewest = unit.sha256 === null || replaces;
  writer.finishArchive(
    log,
    isNewest ? { hasAllCases: 1, expected: counts.read, missing: 0, mismatches: [] } : null,
  );
  // as at the end of a run
  writer.reindexOutdatedCases();
  writer.commit();
  return outcomes;
}

/** As an import's report counts them: a line that gave way to another of its id is a reject. */
function countsOf(outcomes: readonly Outcome[]) {
  const count = (...kinds: Outcome[]): number => outcomes.filter((one) => kinds.includes(one)).length;
  return {
    read: outcomes.length,
    added: count("added"),
    changed: count("changed"),
    unchanged: count("unchanged"),
    rejected: count("replaced", "outdated"),
  };
}

/** A corpus of the running test that holds these records, and nothing else. */
export function makeCorpus(records: readonly unknown[], path = join(tempFolder(), "test.db")): string {
  using writer = openTestWriter(path);
  importRecords(writer, { records });
  return path;
}

/** A corpus of the running test, or a present one, with a run for each archive. */
export function corpusOfRuns(archives: readonly TestArchive[], path = join(tempFolder(), "test.db")): string {
  for (const archive of archives) {
    using writer = openTestWriter(path);
    writer.beginRun("test");
    importRecords(writer, archive);
    writer.endRun(DONE);
  }
  return path;
}

/** The same as the complete bulk file of Illinois. */
export function makeBulkCorpus(records: readonly unknown[]): string {
  const path = join(tempFolder(), "bulk.db");
  using writer = openTestWriter(path);
  importRecords(writer, { records, source: "bulk", unit: "ill/text" });
  return path;
}

function readRecord(raw: unknown, html: TestArchive["html"]): CaseRecord {
  const reading = readCaseRecord(raw, html === undefined ? null : { volume: null, reporter: null });
  if (!reading.ok) throw new Error(reading.reason);
  const { record } = reading;
  if (record.body.form !== "static") return record;
  return { ...record, body: { ...record.body, html: html?.[record.id] ?? null } };
}
