/**
 * Facet blocks: the jurisdiction, court and reporter of each case, packed in the order of date rowids. Facets of many matches are
 * counted from them, at some 0.1 µs a match; a look-up of the row takes ten times as long.
 *
 * A block has the cases whose date rowids differ in the lowest 16 bits only. The end of a run writes the blocks of new cases.
 * Triggers (schema-8-to-11.ts) delete the block of a case that is removed or gets other values. So what a block says is right, and a
 * date rowid that no block has is looked up among the rows.
 */
import type { Database } from "better-sqlite3";

/** The kinds of value, by the number of their rows, from 1; the rows of number 0 have the date rowids. */
const KINDS = ["jurisdiction", "court", "reporter"] as const;
export type BlockKind = (typeof KINDS)[number];

/** Date rowids from one block to the next. */
export const BLOCK_DATE_ROWIDS = 2 ** 16;
/** Added to the id of a row for each number: the rows of one kind are neighbours, because they are read together. */
const PER_KIND = 2 ** 36;

/** One statement for all blocks: each statement locks the file. */
const READ = `
  SELECT places.id, places.data, value.data, value.ids
    FROM facet_block AS places
   CROSS JOIN facet_block AS value ON value.id = places.id + :kind
   WHERE places.id BETWEEN :first AND :last
   ORDER BY places.id
`;
const WRITE = "INSERT OR REPLACE INTO facet_block (id, ids, data) VALUES (:id, :ids, :data)";
const NEXT = "SELECT rank FROM court_case WHERE rank >= :from ORDER BY rank LIMIT 1";
const CASES = "SELECT count(*) FROM court_case WHERE rank >= :from AND rank < :to";
const VALUES = `
  SELECT rank, jurisdiction_id, court_id, reporter_id
    FROM court_case
   WHERE rank >= :from AND rank < :to
   ORDER BY rank
`;

/** One kind of value of a block's cases. */
export interface FacetBlock {
  /** The first date rowid that the block can have. */
  readonly from: number;
  /** Ascending: how far each case's date rowid is from `from`. */
  readonly places: Uint16Array;
  /** Of each case, the position of its value in `ids`. */
  readonly codes: Uint8Array | Uint16Array;
  /** Not a number: the case has no such value. */
  readonly ids: Float64Array;
}

type StoredRow = readonly [block: number, places: Uint8Array, codes: Uint8Array, ids: Uint8Array];
type Numbers = readonly (number | null)[];
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Reads the blocks that can have date rowids from `from` to `to` inclusive, ascending. */
export function* readFacetBlocks(db: Database, kind: BlockKind, { from, to }: Range): Generator<FacetBlock> {
  const statement = db.prepare<Record<string, number>, StoredRow>(READ).raw();
  const numbers = { kind: numberOf(kind) * PER_KIND, first: blockOf(from), last: blockOf(to) };
  for (const [block, places, codes, ids] of statement.iterate(numbers)) {
    yield {
      from: block * BLOCK_DATE_ROWIDS,
      places: pairsOf(places),
      codes: codes.length === places.length ? pairsOf(codes) : codes,
      ids: new Float64Array(alone(ids)),
    };
  }
}

/** Writes the blocks that are missing or lack cases: for 7 million cases 60 MB. */
export function writeFacetBlocks(db: Database): void {
  const write = db.prepare(WRITE);
  db.transaction(() => {
    for (const block of staleBlocks(db)) for (const row of packBlock(db, block)) write.run(row);
  })();
}

/** Deletes all blocks and writes them again. */
export function rewriteFacetBlocks(db: Database): void {
  db.exec("DELETE FROM facet_block");
  writeFacetBlocks(db);
}

/** Yields the first date rowid of each block that has a wrong value, and null for each that has none; once for each kind. */
export function* wrongFacetBlocks(db: Database): Generator<number | null> {
  for (const kind of KINDS) {
    const all = { from: 0, to: (PER_KIND - 1) * BLOCK_DATE_ROWIDS };
    for (const { from, places, codes, ids } of readFacetBlocks(db, kind, all)) {
      const rows = new Map(valuesOf(db, blockOf(from)).map((row) => [(row[0] ?? 0) - from, row]));
      const isRow = (place: number, at: number): boolean =>
        Object.is(rows.get(place)?.[numberOf(kind)] ?? Number.NaN, ids[codes[at] ?? -1]);
      yield places.every(isRow) ? null : from;
    }
  }
}

/** A block that exists lacks only new cases, so it is complete if it has as many cases as there are. */
function staleBlocks(db: Database): number[] {
  const next = db.prepare<{ from: number }, number>(NEXT).pluck();
  const count = db.prepare<Range, number>(CASES).pluck();
  const length = db
    .prepare<{ id: number }, number>("SELECT length(data) / 2 FROM facet_block WHERE id = :id")
    .pluck();
  const blocks: number[] = [];
  for (let dateRowid = next.get({ from: 0 }); dateRowid !== undefined; ) {
    const block = blockOf(dateRowid);
    const range = rangeOf(block);
    if (length.get({ id: block }) !== count.get(range)) blocks.push(block);
    dateRowid = next.get({ from: range.to });
  }
  return blocks;
}

function packBlock(db: Database, block: number): { id: number; ids: Uint8Array | null; data: Uint8Array }[] {
  const rows = valuesOf(db, block);
  const { from } = rangeOf(block);
  const places = Uint16Array.from(rows, ([dateRowid]) => (dateRowid ?? 0) - from);
  return [
    { id: block, ids: null, data: bytesOf(places) },
    ...KINDS.map((kind) => {
      const values = rows.map((row) => row[numberOf(kind)] ?? Number.NaN);
      const ids = [...new Set(values)];
      const codeOf = new Map(ids.map((value, code) => [value, code]));
      const codes = values.map((value) => codeOf.get(value) ?? 0);
      const data = ids.length <= 2 ** 8 ? Uint8Array.from(codes) : bytesOf(Uint16Array.from(codes));
      return { id: numberOf(kind) * PER_KIND + block, ids: bytesOf(Float64Array.from(ids)), data };
    }),
  ];
}

/** `[date rowid, jurisdiction, court, reporter]` of the cases. A covering index answers it. */
function valuesOf(db: Database, block: number): Numbers[] {
  return db.prepare<Range, Numbers>(VALUES).raw().all(rangeOf(block));
}

function numberOf(kind: BlockKind): number {
  return KINDS.indexOf(kind) + 1;
}

function blockOf(dateRowid: number): number {
  return Math.floor(dateRowid / BLOCK_DATE_ROWIDS);
}

function rangeOf(block: number): Range {
  return { from: block * BLOCK_DATE_ROWIDS, to: (block + 1) * BLOCK_DATE_ROWIDS };
}

/** Little-endian, as on all platforms that the driver is built for. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint16Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The bytes as numbers of two bytes. The driver gives each value a buffer of its own, so they need not be copied. */
function pairsOf(bytes: Uint8Array): Uint16Array {
  const { buffer, byteOffset, byteLength } = bytes;
  return byteOffset % 2 === 0
    ? new Uint16Array(buffer, byteOffset, byteLength / 2)
    : new Uint16Array(alone(bytes));
}

/** The bytes in a buffer of their own, because numbers of several bytes must begin at a multiple of their size. */
function alone({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
