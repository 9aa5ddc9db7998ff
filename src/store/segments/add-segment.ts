/** Adds a segment to the index of words. FTS5 then searches, merges and deletes from it as from its own. */
import type { Database } from "better-sqlite3";
import { CaselawError } from "../../domain/errors.ts";
import { hasKnownFormat } from "../fts5-pages/index-segments.ts";
import {
  AVERAGES_ID,
  PAGES_OF_SEGMENT,
  readNumbers,
  readStructure,
  type Segment,
  STRUCTURE_ID,
  type Structure,
  segmentsOf,
  writeNumbers,
  writeStructure,
} from "../fts5-pages/structure-record.ts";
import { readSegmentRows } from "./segment-rows.ts";

/** Segments that an index can have (FTS5_MAX_SEGMENT). */
const MAX_SEGMENTS = 2_000;

const RECORD = "SELECT block FROM case_words_data WHERE id = :id";
const WRITE_BLOCK = "REPLACE INTO case_words_data (id, block) VALUES (?, ?)";
const INSERT_TOKEN = "INSERT INTO case_words_idx (segid, term, pgno) VALUES (?, ?, ?)";
const INSERT_SIZES = "INSERT INTO case_words_docsize (id, sz, origin) VALUES (?, ?, ?)";
const FLUSH = "INSERT INTO case_words (case_words) VALUES ('flush')";
const MERGE = "INSERT INTO case_words (case_words, rank) VALUES ('merge', :pages)";
/** FTS5 reads its records again after a rollback. */
const FORGET_RECORDS = "SAVEPOINT segment; ROLLBACK TO segment; RELEASE segment";

/**
 * Adds a segment inside the caller's transaction. No row of it is in the index.
 *
 * @param parts as `SegmentBuilder` makes them
 * @throws CaselawError `corrupt` (the index is damaged), Error if a part is damaged or the index has too many segments
 */
export function addSegment(db: Database, parts: Iterable<Uint8Array>): void {
  // the driver protects the tables of FTS5 otherwise
  db.unsafeMode(true);
  try {
    db.exec(FLUSH);
    const pages = writeRows(db, parts);
    db.exec(FORGET_RECORDS);
    // FTS5 accepts only an integer, and the driver binds a number as a float
    if (pages > 0) db.prepare(MERGE).run({ pages: BigInt(pages) });
  } finally {
    db.unsafeMode(false);
  }
}

/** @returns how many pages FTS5 should write now, so that merging keeps up: on each level as many as were added */
function writeRows(db: Database, parts: Iterable<Uint8Array>): number {
  const before = structureIn(db);
  const origin = 1 + Math.max(0, ...segmentsOf(before).map(({ lastOrigin }) => lastOrigin));
  const segment = freeId(before);
  const insertSizes = db.prepare<[number, Uint8Array, number]>(INSERT_SIZES);
  const writeBlock = db.prepare<[number, Uint8Array]>(WRITE_BLOCK);
  const insertToken = db.prepare<[number, Uint8Array, number]>(INSERT_TOKEN);
  for (const row of readSegmentRows(parts)) {
    if (row.table === "docsize") insertSizes.run(row.dateRowid, row.sizes, origin);
    else if (row.table === "data") writeBlock.run(segment * PAGES_OF_SEGMENT + row.id, row.block);
    else if (row.table === "idx") insertToken.run(segment, row.term, row.pgno);
    else {
      const { pages, numbers } = row;
      writeBlock.run(AVERAGES_ID, addNumbers(numbers, recordIn(db, AVERAGES_ID)));
      if (pages === 0) return 0;
      const added = { id: segment, firstPage: 1, lastPage: pages, firstOrigin: origin, lastOrigin: origin };
      const after = withSegment(before, {
        ...added,
        tombstonePages: 0,
        tombstones: 0,
        rows: numbers[0] ?? 0,
      });
      writeBlock.run(STRUCTURE_ID, writeStructure(after));
      return pages * after.levels.length;
    }
  }
  throw new Error("the rows of a segment have no end");
}

function structureIn(db: Database): Structure {
  const structure = hasKnownFormat(db) ? readStructure(recordIn(db, STRUCTURE_ID)) : null;
  if (structure === null)
    throw new CaselawError("corrupt", "The index of words is damaged: its list of segments cannot be read");
  return structure;
}

function recordIn(db: Database, id: number): Uint8Array {
  return db.prepare<{ id: number }, Buffer>(RECORD).pluck().get({ id }) ?? new Uint8Array(0);
}

function freeId(structure: Structure): number {
  const used = new Set(segmentsOf(structure).map(({ id }) => id));
  for (let id = 1; id <= MAX_SEGMENTS; id++) if (!used.has(id)) return id;
  throw new Error(`the index of words has ${used.size} segments`);
}

/** Adds the newest segment: it belongs to the first level. */
function withSegment({ cookie, written, levels }: Structure, added: Segment): Structure {
  const [first = { merging: 0, segments: [] }, ...others] = levels;
  const level = { ...first, segments: [...first.segments, added] };
  return { cookie, written: written + added.lastPage, levels: [level, ...others] };
}

/** The sum of numbers and those in a record, number by number. */
function addNumbers(some: readonly number[], record: Uint8Array): Uint8Array {
  const more = readNumbers(record);
  const length = Math.max(some.length, more.length);
  return writeNumbers(Array.from({ length }, (_, at) => (some[at] ?? 0) + (more[at] ?? 0)));
}
