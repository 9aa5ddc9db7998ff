/** Adds a segment to the index of words. FTS5 then searches, merges and deletes from it as from its own. */
import type { Database } from "better-sqlite3";
import { CaselawError } from "../../domain/errors.ts";
import { run } from "../database/statement-cache.ts";
import {
  AVERAGES_ID,
  PAGES_OF_SEGMENT,
  readNumbers,
  readStructure,
  recordIn,
  type Segment,
  STRUCTURE_ID,
  type Structure,
  segmentsIn,
  writeNumbers,
  writeStructure,
} from "../fts5-pages/index-segments.ts";
import type { SegmentRow } from "./segment-builder.ts";

/** Segments that an index can have (FTS5_MAX_SEGMENT). */
const MAX_SEGMENTS = 2_000;

const WRITE_BLOCK = "REPLACE INTO case_words_data (id, block) VALUES (:id, :block)";
const INSERT_TOKEN = "INSERT INTO case_words_idx (segid, term, pgno) VALUES (:segment, :term, :pgno)";
const INSERT_SIZES = "INSERT INTO case_words_docsize (id, sz, origin) VALUES (:dateRowid, :sizes, :origin)";
const FLUSH = "INSERT INTO case_words (case_words) VALUES ('flush')";
const MERGE = "INSERT INTO case_words (case_words, rank) VALUES ('merge', :pages)";
/** FTS5 reads its records again after a rollback. */
const FORGET_RECORDS = "SAVEPOINT segment; ROLLBACK TO segment; RELEASE segment";

/**
 * Adds a segment inside the caller's transaction. No row of it is in the index.
 *
 * @param rows as `SegmentBuilder` makes them
 * @throws CaselawError `corrupt` (the index is damaged), Error if the index has too many segments
 */
export function addSegment(db: Database, rows: Iterable<SegmentRow>): void {
  // the driver protects the tables of FTS5 otherwise
  db.unsafeMode(true);
  try {
    db.exec(FLUSH);
    const pages = writeRows(db, rows);
    db.exec(FORGET_RECORDS);
    // FTS5 accepts only an integer, and the driver binds a number as a float
    if (pages > 0) run(db, MERGE, { pages: BigInt(pages) });
  } finally {
    db.unsafeMode(false);
  }
}

/** @returns how many pages FTS5 should write now, so that merging keeps up: on each level as many as were added */
function writeRows(db: Database, rows: Iterable<SegmentRow>): number {
  const before = structureIn(db);
  const origin = 1 + Math.max(0, ...segmentsIn(before).map(({ lastOrigin }) => lastOrigin));
  const segment = freeId(before);
  let [pages, added]: [number, number[]] = [0, [0]];
  for (const row of rows) {
    if (row.table === "docsize") {
      run(db, INSERT_SIZES, { ...row, sizes: writeNumbers(row.sizes), origin });
      added = [1, ...row.sizes].map((size, at) => size + (added[at] ?? 0));
    } else if (row.table === "data") {
      pages = row.page;
      run(db, WRITE_BLOCK, { id: segment * PAGES_OF_SEGMENT + row.page, block: row.block });
    } else run(db, INSERT_TOKEN, { segment, ...row });
  }
  // of rows, then of tokens in each column
  const stored = readNumbers(recordIn(db, AVERAGES_ID));
  const numbers = Array.from({ length: Math.max(added.length, stored.length) }, (_, at) => at);
  const block = writeNumbers(numbers.map((at) => (added[at] ?? 0) + (stored[at] ?? 0)));
  run(db, WRITE_BLOCK, { id: AVERAGES_ID, block });
  if (pages === 0) return 0;
  const after = withSegment(before, {
    ...{ id: segment, firstPage: 1, lastPage: pages, firstOrigin: origin, lastOrigin: origin },
    ...{ tombstonePages: 0, tombstones: 0, rows: added[0] ?? 0 },
  });
  run(db, WRITE_BLOCK, { id: STRUCTURE_ID, block: writeStructure(after) });
  return pages * after.levels.length;
}

function structureIn(db: Database): Structure {
  const structure = readStructure(db);
  if (structure === null)
    throw new CaselawError("corrupt", "The index of words is damaged: its list of segments cannot be read");
  return structure;
}

function freeId(structure: Structure): number {
  const used = new Set(segmentsIn(structure).map(({ id }) => id));
  for (let id = 1; id <= MAX_SEGMENTS; id++) if (!used.has(id)) return id;
  throw new Error(`the index of words has ${used.size} segments`);
}

/** Adds the newest segment: it belongs to the first level. */
function withSegment({ cookie, written, levels }: Structure, added: Segment): Structure {
  const [first = { merging: 0, segments: [] }, ...others] = levels;
  const level = { ...first, segments: [...first.segments, added] };
  return { cookie, written: written + added.lastPage, levels: [level, ...others] };
}
