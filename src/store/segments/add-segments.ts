/**
 * Adds segments that were made outside of the corpus to its index of words. FTS5 then searches, merges and deletes from them as from its
 * own.
 */
import Database from "better-sqlite3";
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
} from "./structure-record.ts";

/** Segments that an index can have (FTS5_MAX_SEGMENT). */
const MAX_SEGMENTS = 2_000;

const RECORD = "SELECT block FROM case_words_data WHERE id = :id";
const PAGES = "SELECT id, block FROM case_words_data WHERE id >= :from AND id < :to ORDER BY id";
const FIRST_TOKENS = "SELECT term, pgno FROM case_words_idx WHERE segid = :id ORDER BY term";
const SIZES = "SELECT id, sz FROM case_words_docsize ORDER BY id";
const WRITE_BLOCK = "REPLACE INTO case_words_data (id, block) VALUES (?, ?)";
const INSERT_FIRST_TOKEN = "INSERT INTO case_words_idx (segid, term, pgno) VALUES (?, ?, ?)";
const INSERT_SIZES = "INSERT INTO case_words_docsize (id, sz, origin) VALUES (?, ?, ?)";
const FLUSH = "INSERT INTO case_words (case_words) VALUES ('flush')";
const MERGE = "INSERT INTO case_words (case_words, rank) VALUES ('merge', :pages)";
/** FTS5 reads its records again after a rollback. */
const FORGET_RECORDS = "SAVEPOINT segment; ROLLBACK TO segment; RELEASE segment";

/**
 * Adds segments inside the caller's transaction. No row of them is in the index.
 *
 * @param made as `makeSegments`
 * @throws Error if a record of the index is damaged, or if it has too many segments
 */
export function addSegments(db: Database.Database, made: Buffer): void {
  const source = new Database(made);
  // the driver protects the tables of FTS5 otherwise
  db.unsafeMode(true);
  try {
    db.exec(FLUSH);
    const pages = copyTables(source, db);
    db.exec(FORGET_RECORDS);
    // FTS5 accepts only an integer, and the driver binds a number as a float
    if (pages > 0) db.prepare(MERGE).run({ pages: BigInt(pages) });
  } finally {
    db.unsafeMode(false);
    source.close();
  }
}

/** @returns how many pages FTS5 should write now, so that merging keeps up: on each level as many as were added */
function copyTables(from: Database.Database, to: Database.Database): number {
  const added = structureIn(from);
  const before = structureIn(to);
  const origin = 1 + Math.max(0, ...segmentsOf(before).map(({ lastOrigin }) => lastOrigin));
  const ids = freeIds(before);
  const segments = segmentsOf(added).map((segment) => {
    const id = ids.next().value;
    copyPages(from, to, { from: segment.id, to: id });
    return { ...segment, id, firstOrigin: origin, lastOrigin: origin };
  });
  const insertSizes = to.prepare<[number, Buffer, number]>(INSERT_SIZES);
  for (const [dateRowid, sizes] of from.prepare<[], [number, Buffer]>(SIZES).raw().iterate())
    insertSizes.run(dateRowid, sizes, origin);
  const write = to.prepare<[number, Uint8Array]>(WRITE_BLOCK);
  write.run(AVERAGES_ID, addNumbers(recordIn(from, AVERAGES_ID), recordIn(to, AVERAGES_ID)));
  const after = withSegments(before, segments, added.written);
  write.run(STRUCTURE_ID, writeStructure(after));
  return added.written * after.levels.length;
}

function copyPages(
  from: Database.Database,
  to: Database.Database,
  segment: { readonly from: number; readonly to: number },
): void {
  const first = segment.from * PAGES_OF_SEGMENT;
  const write = to.prepare<[number, Buffer]>(WRITE_BLOCK);
  const pages = from.prepare<Record<string, number>, [number, Buffer]>(PAGES).raw();
  for (const [id, block] of pages.iterate({ from: first, to: first + PAGES_OF_SEGMENT }))
    write.run(segment.to * PAGES_OF_SEGMENT + (id - first), block);
  const insertToken = to.prepare<[number, Buffer, number]>(INSERT_FIRST_TOKEN);
  const firstTokens = from.prepare<{ id: number }, [Buffer, number]>(FIRST_TOKENS).raw();
  for (const [token, page] of firstTokens.iterate({ id: segment.from }))
    insertToken.run(segment.to, token, page);
}

function structureIn(db: Database.Database): Structure {
  const structure = readStructure(recordIn(db, STRUCTURE_ID));
  if (structure === null) throw new Error("the list of segments of the index of words is damaged");
  return structure;
}

function recordIn(db: Database.Database, id: number): Uint8Array {
  return db.prepare<{ id: number }, Buffer>(RECORD).pluck().get({ id }) ?? new Uint8Array(0);
}

function* freeIds(structure: Structure): Generator<number, never> {
  const used = new Set(segmentsOf(structure).map(({ id }) => id));
  for (let id = 1; id <= MAX_SEGMENTS; id++) if (!used.has(id)) yield id;
  throw new Error(`the index of words has ${used.size} segments`);
}

/** Adds the newest segments: they belong to the first level. */
function withSegments(
  { cookie, written, levels }: Structure,
  added: readonly Segment[],
  pages: number,
): Structure {
  const [first = { merging: 0, segments: [] }, ...others] = levels;
  const level = { ...first, segments: [...first.segments, ...added] };
  return { cookie, written: written + pages, levels: [level, ...others] };
}

/** The sum of two lists of numbers, number by number. */
function addNumbers(one: Uint8Array, other: Uint8Array): Uint8Array {
  const [some, more] = [readNumbers(one), readNumbers(other)];
  const length = Math.max(some.length, more.length);
  return writeNumbers(Array.from({ length }, (_, at) => (some[at] ?? 0) + (more[at] ?? 0)));
}
