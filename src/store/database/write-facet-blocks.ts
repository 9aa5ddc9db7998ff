/** Writes facet blocks (facet-blocks.ts), and compares them with the cases. */
import type { Database } from "better-sqlite3";
import {
  blockOf,
  type FacetBlock,
  KINDS,
  PER_KIND,
  RANGE,
  type Range,
  RUNS,
  rangesOf,
  readFacetBlocks,
  rowOf,
} from "./facet-blocks.ts";

const WRITE = "INSERT OR REPLACE INTO facet_block (id, ids, data) VALUES (:id, :ids, :data)";
/** What earlier versions of the program wrote. */
const DELETE_EARLIER = "DELETE FROM facet_block WHERE id >= :from AND id < :to";
const NEXT = "SELECT date_rowid FROM court_case WHERE date_rowid >= :from ORDER BY date_rowid LIMIT 1";
const CASES = "SELECT count(*) FROM court_case WHERE date_rowid >= :from AND date_rowid < :to";
const VALID_CASES = `
  SELECT total(ids)
    FROM facet_block
   WHERE id >= :from AND id < :to AND ids IS NOT NULL
`;
const VALUES = `
  SELECT date_rowid, jurisdiction_id, court_id, reporter_id, id
    FROM court_case
   WHERE date_rowid >= :from AND date_rowid < :to
   ORDER BY date_rowid
`;

/** `[date rowid, jurisdiction, court, reporter, id]` */
type Numbers = readonly (number | null)[];

interface Row {
  readonly id: number;
  /** Of codes, the values as 64-bit floats; of ids of cases, their bytes; of a range, the number of its cases. */
  readonly ids: Uint8Array | number | null;
  readonly data: Uint8Array;
}

const EMPTY = new Uint8Array(0);
/** Some 10 MB. */
const BLOCKS_AT_A_TIME = 32;

/**
 * Writes the blocks that are missing or lack cases: for 7 million cases 80 MB. Of some blocks at a time it writes one kind of row after
 * the other, so that rows that are read together are neighbours in the file too.
 */
export function writeFacetBlocks(db: Database): void {
  const write = db.prepare<[Row]>(WRITE);
  db.transaction(() => {
    db.prepare(DELETE_EARLIER).run({ from: PER_KIND, to: RUNS * PER_KIND });
    const blocks = incompleteBlocks(db);
    while (blocks.length > 0) {
      const rows = blocks.splice(0, BLOCKS_AT_A_TIME).flatMap((block) => packBlock(db, block));
      for (const row of rows.sort((a, b) => a.id - b.id)) write.run(row);
    }
  })();
}

export function deleteFacetBlocks(db: Database): void {
  db.exec("DELETE FROM facet_block");
}

/** Deletes all blocks and writes them again. */
export function rewriteFacetBlocks(db: Database): void {
  deleteFacetBlocks(db);
  writeFacetBlocks(db);
}

/** Yields the first date rowid of each block that has a wrong value, and null for each that has none. */
export function* wrongFacetBlocks(db: Database): Generator<number | null> {
  for (const block of blocksWithCases(db)) {
    const rows = new Map(valuesOf(db, block).map((row) => [row[0] ?? 0, row]));
    const isRight = KINDS.every((kind, nth) =>
      readFacetBlocks(db, kind, { from: block.from, to: block.to - 1 }).every((packed) =>
        packedValues(packed).every(([dateRowid, value]) => {
          const row = rows.get(dateRowid);
          return row !== undefined && Object.is(row[nth + 1] ?? Number.NaN, value);
        }),
      ),
    );
    yield isRight ? null : block.from;
  }
}

/** The date rowids of the valid ranges of a block, each with its value. */
function* packedValues({
  from,
  runs,
  isValid,
  codes,
  ids,
}: FacetBlock): Generator<readonly [number, unknown]> {
  let position = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const [start = 0, length = 0] = runs.subarray(run, run + 2);
    for (let nth = 0; nth < length; nth++, position++) {
      const code = codes[position] ?? -1;
      if (isValid[Math.floor(start / RANGE)]) yield [from + start + nth, ids.length === 0 ? code : ids[code]];
    }
  }
}

/** A valid range lacks only new cases, so a block is complete if its valid ranges have as many cases as there are. */
function incompleteBlocks(db: Database): Range[] {
  const cases = db.prepare<[Range], number>(CASES).pluck();
  const valid = db.prepare<[Range], number>(VALID_CASES).pluck();
  return [...blocksWithCases(db)].filter(
    (block) => cases.get(block) !== valid.get({ from: block.from / RANGE, to: block.to / RANGE }),
  );
}

function* blocksWithCases(db: Database): Generator<Range> {
  const next = db.prepare<{ from: number }, number>(NEXT).pluck();
  for (let dateRowid = next.get({ from: 0 }); dateRowid !== undefined; ) {
    const block = blockOf(dateRowid);
    yield block;
    dateRowid = next.get({ from: block.to });
  }
}

function packBlock(db: Database, block: Range): Row[] {
  const rows = valuesOf(db, block);
  const first = block.from / RANGE;
  const rangeOf = (row: Numbers): number => Math.floor((row[0] ?? 0) / RANGE);
  const counts = Map.groupBy(rows, rangeOf);
  return [
    ...rangesOf(block).flatMap((id) => {
      const cases = counts.get(id)?.length;
      return cases === undefined ? [] : { id, ids: cases, data: EMPTY };
    }),
    { id: RUNS * PER_KIND + first, ids: null, data: runsOf(rows, block.from) },
    ...KINDS.map((kind, nth) => {
      const values = rows.map((row) => row[nth + 1] ?? Number.NaN);
      return {
        id: rowOf(kind) * PER_KIND + first,
        ...(kind === "case" ? packIds(values) : packCodes(values)),
      };
    }),
  ];
}

function runsOf(rows: readonly Numbers[], from: number): Uint8Array {
  const runs: number[] = [];
  let next = -1;
  for (const row of rows) {
    const place = (row[0] ?? 0) - from;
    if (place === next && place % RANGE !== 0) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(place, 1);
    next = place + 1;
  }
  return bytesOf(Uint32Array.from(runs));
}

function packIds(ids: readonly number[]): Pick<Row, "ids" | "data"> {
  const numbers = ids.every((id) => id >>> 0 === id) ? Uint32Array.from(ids) : Float64Array.from(ids);
  return { ids: numbers.BYTES_PER_ELEMENT, data: bytesOf(numbers) };
}

function packCodes(values: readonly number[]): Pick<Row, "ids" | "data"> {
  const ids = [...new Set(values)];
  const codeOf = new Map(ids.map((value, code) => [value, code]));
  const Codes = ids.length <= 2 ** 8 ? Uint8Array : ids.length <= 2 ** 16 ? Uint16Array : Uint32Array;
  const codes = new Codes(values.map((value) => codeOf.get(value) ?? 0));
  return { ids: bytesOf(Float64Array.from(ids)), data: bytesOf(codes) };
}

/** A covering index answers it. */
function valuesOf(db: Database, block: Range): Numbers[] {
  return db.prepare<[Range], Numbers>(VALUES).raw().all(block);
}

/** Little-endian, as on all platforms that the driver is built for. */
function bytesOf({ buffer, byteOffset, byteLength }: Exclude<FacetBlock["codes"], number>): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
