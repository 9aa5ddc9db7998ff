/**
 * Facet blocks: the jurisdiction, court and reporter of each case, packed in the order of date rowids. Facets of many matches are
 * counted from them, at some 0.1 µs a match; a look-up of the row takes ten times as long.
 *
 * A block has the cases whose date rowids differ in the lowest 16 bits only. The end of a run writes the blocks of new cases.
 * Triggers (schema-9.ts) delete the block of a case that is removed or gets other values. So what a block says is right, and a
 * date rowid that no block has is looked up among the rows.
 */
import type { Database } from "better-sqlite3";

/** The kinds of value, in the order of a block's rows; the first row has the date rowids. */
const KINDS = ["jurisdiction", "court", "reporter"] as const;
export type BlockKind = (typeof KINDS)[number];

/** Date rowids from one block to the next. */
export const BLOCK_DATE_ROWIDS = 2 ** 16;
const ROWS_OF_BLOCK = 4;

const READ = "SELECT ids, data FROM facet_block WHERE id = :id";
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
  /** Ascending: how far each case's date rowid is from the block's first. */
  readonly places: Uint16Array;
  /** Of each case, the position of its value in `ids`. */
  readonly codes: Uint8Array | Uint16Array;
  /** Null: the case has no such value. */
  readonly ids: readonly (number | null)[];
}

interface StoredRow {
  readonly ids: string | null;
  readonly data: Uint8Array;
}

const NO_BLOCK: FacetBlock = { places: new Uint16Array(0), codes: new Uint8Array(0), ids: [] };

type Numbers = readonly (number | null)[];
type Range = { readonly from: number; readonly to: number };

/** Reads blocks for one kind of value. The last one is kept. */
export class FacetBlocks {
  readonly #row;
  readonly #nth: number;
  #last: { readonly block: number; readonly found: FacetBlock | null } | null = null;

  constructor(db: Database, kind: BlockKind) {
    this.#row = db.prepare<{ id: number }, StoredRow>(READ);
    this.#nth = KINDS.indexOf(kind) + 1;
  }

  /** Null if the block is not stored. */
  read(block: number): FacetBlock | null {
    if (this.#last?.block !== block) this.#last = { block, found: this.#read(block * ROWS_OF_BLOCK) };
    return this.#last.found;
  }

  #read(id: number): FacetBlock | null {
    const [places, values] = [this.#row.get({ id }), this.#row.get({ id: id + this.#nth })];
    if (places === undefined || values === undefined) return null;
    const isShort = values.data.length === places.data.length;
    return {
      places: shortsOf(places.data),
      codes: isShort ? shortsOf(values.data) : values.data,
      ids: JSON.parse(values.ids ?? "[]"),
    };
  }
}

/** Writes the blocks that are missing or lack cases: for 7 million cases 50 MB. */
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

/** Yields the first date rowid of each block that has a wrong value, and null for each that has none. */
export function* wrongFacetBlocks(db: Database): Generator<number | null> {
  const stored = db.prepare<[], number>("SELECT DISTINCT id / 4 FROM facet_block ORDER BY 1").pluck().all();
  const readers = KINDS.map((kind) => new FacetBlocks(db, kind));
  for (const block of stored) {
    const rows = new Map(valuesOf(db, block).map((row) => [(row[0] ?? 0) - rangeOf(block).from, row]));
    const isRight = readers.every((reader, nth) => {
      const { places, codes, ids } = reader.read(block) ?? NO_BLOCK;
      return (
        places.length > 0 && places.every((place, at) => rows.get(place)?.[nth + 1] === ids[codes[at] ?? -1])
      );
    });
    yield isRight ? null : rangeOf(block).from;
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
    const block = Math.floor(dateRowid / BLOCK_DATE_ROWIDS);
    const range = rangeOf(block);
    if (length.get({ id: block * ROWS_OF_BLOCK }) !== count.get(range)) blocks.push(block);
    dateRowid = next.get({ from: range.to });
  }
  return blocks;
}

function packBlock(db: Database, block: number): { id: number; ids: string | null; data: Uint8Array }[] {
  const rows = valuesOf(db, block);
  const { from } = rangeOf(block);
  const id = block * ROWS_OF_BLOCK;
  const places = Uint16Array.from(rows, ([dateRowid]) => (dateRowid ?? 0) - from);
  return [
    { id, ids: null, data: bytesOf(places) },
    ...KINDS.map((_, nth) => {
      const values = rows.map((row) => row[nth + 1] ?? null);
      const ids = [...new Set(values)];
      const codeOf = new Map(ids.map((value, code) => [value, code]));
      const codes = values.map((value) => codeOf.get(value) ?? 0);
      const data = ids.length <= 2 ** 8 ? Uint8Array.from(codes) : bytesOf(Uint16Array.from(codes));
      return { id: id + nth + 1, ids: JSON.stringify(ids), data };
    }),
  ];
}

/** `[date rowid, jurisdiction, court, reporter]` of the cases. A covering index answers it. */
function valuesOf(db: Database, block: number): Numbers[] {
  return db.prepare<Range, Numbers>(VALUES).raw().all(rangeOf(block));
}

function rangeOf(block: number): Range {
  return { from: block * BLOCK_DATE_ROWIDS, to: (block + 1) * BLOCK_DATE_ROWIDS };
}

/** Little-endian, as on all platforms that the driver is built for. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function shortsOf(bytes: Uint8Array): Uint16Array {
  // a view must begin at an even position
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 2 === 0 ? bytes : Uint8Array.from(bytes);
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}
