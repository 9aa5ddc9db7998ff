/**
 * The parts of an import, each done alone on a bag that is made ready for it, and the CPU of that part only.
 *
 * What a part needs is prepared in batches outside of the measured time; what it makes is thrown away or goes into a file
 * of its own. CPU is that of the whole process, so the collector's threads count.
 */
import { join } from "node:path";
import Database from "better-sqlite3";
import { readLines } from "../../src/archive/lines.ts";
import { decodeXz } from "../../src/archive/xz.ts";
import type { CaseRecord } from "../../src/domain/case.ts";
import type { CaseBody } from "../../src/domain/casebody.ts";
import { readBody } from "../../src/import/threads/records.ts";
import { readCaseRecord } from "../../src/sources/read-case.ts";
import { packText } from "../../src/store/codec/codec.ts";
import { addSegment } from "../../src/store/segments/add-segment.ts";
import { IndexRows } from "../../src/store/segments/index-rows.ts";
import { SegmentBuilder } from "../../src/store/segments/segment-builder.ts";
import { indexBody, valuesOf, type WordsRow, wordsRow } from "../../src/store/write/index-row.ts";
import { digestRecord } from "../../src/store/write/prepare-case.ts";
import { openMember } from "../measure/bag-payload.ts";
import { copyRows, tableSql } from "./corpus-tables.ts";

export interface StageInput {
  readonly bag: string;
  /** What the import made of the bag. */
  readonly corpus: string;
  /** An empty folder. */
  readonly folder: string;
}

/** Counts the CPU of what is done in `timed`. */
export interface CpuClock {
  timed<T>(work: () => T): T;
  seconds: number;
}

type Stage = (input: StageInput, clock: CpuClock) => Promise<void>;

const BATCH_LINES = 250;
/** Bytes of lines split at once. */
const SLAB_BYTES = 8 * 2 ** 20;
/** Rows of a segment in an import with the usual memory. */
const SEGMENT_BYTES = 18 * 2 ** 20;
/** Bytes of a long row. */
const ROW_BYTES = 2 ** 18;
/** What FTS5 may hold in memory: enough that it need not write before the end of a big batch. */
const INDEX_MEMORY = 128n * 2n ** 20n;

export const STAGES: Readonly<Record<string, Stage>> = {
  decode: async ({ bag }, clock) => {
    const payload = await openMember(bag);
    const before = process.cpuUsage();
    for await (const _chunk of decodeXz(payload));
    addCpu(clock, before);
  },
  lines: async ({ bag }, clock) => {
    let slab: Buffer[] = [];
    let bytes = 0;
    const split = async (): Promise<void> => {
      const before = process.cpuUsage();
      for await (const _line of readLines(each(slab)));
      addCpu(clock, before);
      [slab, bytes] = [[], 0];
    };
    for await (const chunk of decodeXz(await openMember(bag))) {
      slab.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes >= SLAB_BYTES) await split();
    }
    await split();
  },
  json: async ({ bag }, clock) => {
    for await (const lines of batches(bag)) {
      clock.timed(() => lines.map((line) => JSON.parse(line.toString("utf8"))));
    }
  },
  record: async ({ bag }, clock) => {
    for await (const lines of batches(bag)) {
      const parsed: unknown[] = lines.map((line) => JSON.parse(line.toString("utf8")));
      clock.timed(() => parsed.map((object) => digestRecord(checked(object))));
    }
  },
  body: async ({ bag }, clock) => {
    for await (const lines of batches(bag)) {
      const records = lines.map(recordOf);
      clock.timed(() => records.map((record) => readBody(record)));
    }
  },
  compress: async ({ bag }, clock) => {
    for await (const lines of batches(bag)) {
      const texts = lines.map(recordOf).flatMap((record) => readBody(record).forms);
      clock.timed(() => texts.map(({ text }) => packText(text ?? "")));
    }
  },
  tokens: async ({ bag }, clock) => {
    for await (const lines of batches(bag)) {
      const cases = lines.map(recordOf).map(bodyOf);
      clock.timed(() => cases.map(wordsOfCase));
    }
  },
  rows: async ({ corpus, folder }, clock) => {
    using db = openScratch(join(folder, "rows.db"));
    copyRows(corpus, db, clock);
    clock.timed(() => checkpoint(db));
  },
  index: async ({ bag, corpus, folder }, clock) => {
    using db = openScratch(join(folder, "index.db"));
    db.exec(tableSql(corpus, "case_words"));
    const builder = new SegmentBuilder();
    const rows = new IndexRows(SEGMENT_BYTES + ROW_BYTES);
    const write = (): void => {
      if (rows.bytes === 0) return;
      addSegment(db, builder.build(rows.packed()));
      rows.clear();
    };
    const add = (words: WordsRow, rank: number): void => {
      rows.add(rank, valuesOf(words));
      if (rows.bytes >= SEGMENT_BYTES) write();
    };
    await insertAll(db, bag, clock, add, write);
  },
  fts5: async ({ bag, corpus, folder }, clock) => {
    using db = openScratch(join(folder, "fts5.db"));
    const insert = openIndex(db, corpus, "case_words");
    db.prepare("INSERT INTO case_words (case_words, rank) VALUES ('hashsize', ?)").run(INDEX_MEMORY);
    await insertAll(db, bag, clock, (words, rank) => void insert.run({ rank, ...words }));
  },
};

export function cpuClock(): CpuClock {
  const clock: CpuClock = {
    seconds: 0,
    timed: (work) => {
      const before = process.cpuUsage();
      const made = work();
      addCpu(clock, before);
      return made;
    },
  };
  return clock;
}

function addCpu(clock: CpuClock, before: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(before);
  clock.seconds += (user + system) / 1e6;
}

/** One transaction for all, rowids 1, 2, 3 …: the quickest that the index is filled. */
async function insertAll(
  db: Database.Database,
  bag: string,
  clock: CpuClock,
  insert: (words: WordsRow, rank: number) => void,
  finish: () => void = () => {},
): Promise<void> {
  let rank = 0;
  db.exec("BEGIN");
  for await (const lines of batches(bag)) {
    const rows = lines.map((line) => wordsOfCase(bodyOf(recordOf(line))));
    clock.timed(() => {
      for (const row of rows) insert(row, ++rank);
    });
  }
  clock.timed(() => {
    finish();
    db.exec("COMMIT");
    checkpoint(db);
  });
}

/** Brings the write-ahead log into the file, which is part of writing. */
function checkpoint(db: Database.Database): void {
  db.pragma("wal_checkpoint(TRUNCATE)");
}

function openIndex(db: Database.Database, corpus: string, table: string): Database.Statement {
  db.exec(tableSql(corpus, table));
  const names = db.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(table);
  const values = names.map(
    (name) => `:${name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  );
  return db.prepare(`INSERT INTO ${table} (rowid, ${names.join(", ")}) VALUES (:rank, ${values.join(", ")})`);
}

function openScratch(path: string): Database.Database & Disposable {
  const db = new Database(path);
  db.pragma("page_size = 8192");
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = NORMAL");
  db.pragma("cache_size = -32768");
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}

function bodyOf(record: CaseRecord): { readonly record: CaseRecord; readonly body: CaseBody | null } {
  return { record, body: readBody(record).body };
}

function wordsOfCase({ record, body }: ReturnType<typeof bodyOf>): WordsRow {
  const { court, jurisdiction, volume } = record;
  const metadata = {
    ...record,
    courtName: court?.name ?? null,
    courtId: court?.id ?? null,
    jurisdictionId: jurisdiction?.id ?? null,
    reporterId: volume.reporterId,
  };
  return wordsRow(metadata, body === null ? null : indexBody(body, record.citesTo));
}

function recordOf(line: Buffer): CaseRecord {
  return checked(JSON.parse(line.toString("utf8")));
}

function checked(object: unknown): CaseRecord {
  const reading = readCaseRecord(object, null);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.record;
}

async function* batches(bag: string): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = [];
  for await (const line of readLines(decodeXz(await openMember(bag)))) {
    if (line.problem !== null) throw new Error(line.problem);
    batch.push(Buffer.from(line.bytes));
    if (batch.length < BATCH_LINES) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function* each(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}
