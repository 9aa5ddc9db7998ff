/** Compares segments with those that FTS5 makes of the same rows, byte for byte, but for its indexes of long lists. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeNumbers } from "../../../src/store/fts5-pages/index-segments.ts";
import { addSegment } from "../../../src/store/segments/add-segment.ts";
import { INDEX_COLUMNS } from "../../../src/store/segments/index-rows.ts";
import { SegmentBuilder } from "../../../src/store/segments/segment-builder.ts";
import { PARAGRAPH_END, SENTENCE_END } from "../../../src/text/analyzer.ts";
import { insertRows, makeIndex, type Row, segmentOf } from "../../support/index-of-words.ts";

const WIDTH = INDEX_COLUMNS.length;
/** More than all rows of a test need, so that FTS5 makes one segment. */
const HASH_BYTES = 2 ** 30;

/** The rows of FTS5's tables, as text. */
interface Tables {
  readonly data: readonly string[];
  readonly idx: readonly string[];
  readonly docsize: readonly string[];
}

function built(builder: SegmentBuilder, rows: readonly Row[]): Tables {
  const tables = { data: [] as string[], idx: [] as string[], docsize: [] as string[] };
  for (const row of segmentOf(builder, rows)) {
    if (row.table === "data") tables.data.push(`${row.page} ${hex(row.block)}`);
    else if (row.table === "idx") tables.idx.push(`${row.pgno} ${hex(row.term)}`);
    else tables.docsize.push(`${row.dateRowid} ${hex(writeNumbers(row.sizes))}`);
  }
  return { data: tables.data.sort(), idx: tables.idx.sort(), docsize: tables.docsize.sort() };
}

function inserted(rows: readonly Row[], pageBytes: number): Tables {
  const db = makeIndex();
  db.exec(`
    INSERT INTO case_words (case_words, rank) VALUES ('hashsize', ${HASH_BYTES});
    INSERT INTO case_words (case_words, rank) VALUES ('pgsz', ${pageBytes});
  `);
  db.transaction(() => insertRows(db, rows))();
  const read = (sql: string): string[] =>
    db
      .prepare<[], [number, Buffer | string]>(sql)
      .raw()
      .all()
      .map(([number, bytes]) => `${number} ${hex(Buffer.from(bytes))}`)
      .sort();
  const tables = {
    // without the pages of indexes of lists
    data: read("SELECT id & 0x1fffffffff, block FROM case_words_data WHERE id > 10 AND NOT (id & (1 << 36))"),
    // the lowest bit says that a list has an index
    idx: read("SELECT pgno & ~1, term FROM case_words_idx"),
    docsize: read("SELECT id, sz FROM case_words_docsize"),
  };
  db.close();
  return tables;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** Rows with the texts in their first columns. */
function rowsOf(...texts: readonly (readonly string[])[]): Row[] {
  return texts.map((columns, nth) => ({
    dateRowid: 1_000 * nth,
    columns: Array.from({ length: WIDTH }, (_, column) => columns[column] ?? ""),
  }));
}

const token = fc.oneof(
  fc.constantFrom("the", "of", "É", "\ue003j29", "𐌰"),
  fc.stringMatching(/^[a-f]{1,3}$/),
  fc.stringMatching(/^[a-z0-9]{14,18}$/),
  fc.stringMatching(/^a{15,34}[ab]$/),
);
const column = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 3, arbitrary: fc.array(token, { maxLength: 30 }).map((tokens) => tokens.join(" ")) },
  { weight: 1, arbitrary: fc.nat(300).map((times) => "the of ".repeat(times)) },
);
const rows = fc.uniqueArray(
  fc.record({
    dateRowid: fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 2 ** 45 })),
    columns: fc.array(column, { minLength: WIDTH, maxLength: WIDTH }),
  }),
  { maxLength: 40, selector: ({ dateRowid }) => dateRowid },
);

test("a segment has the bytes that FTS5 writes", () => {
  const builders = new Map<number, SegmentBuilder>();
  fc.assert(
    fc.property(rows, fc.constantFrom(64, 100, 500, 4_050), (some, pageBytes) => {
      const builder = builders.get(pageBytes) ?? new SegmentBuilder(pageBytes);
      builders.set(pageBytes, builder);
      expect(built(builder, some)).toEqual(inserted(some, pageBytes));
    }),
    { numRuns: 60, seed: 16 },
  );
});

test.each([
  ["no row", []],
  ["rows without a token", rowsOf([], ["  "], [" "])],
  [
    "tokens that FTS5 truncates",
    rowsOf(["x".repeat(40_000)], [`${"x".repeat(32_768)} y`, "z".repeat(5_000)]),
  ],
  ["a row with many places", rowsOf(["a b ".repeat(20_000) + "c ".repeat(30_000), "a"], ["c", "c"])],
  [
    "places far from each other",
    rowsOf([`far ${"x ".repeat(130)}far ${"x ".repeat(2 ** 14)}far`, "far far"]),
  ],
  [
    "many rows",
    rowsOf(...Array.from({ length: 66_000 }, (_, nth) => [`the w${nth % 7}`, nth % 9 === 0 ? "the" : ""])),
  ],
  [
    "many tokens",
    rowsOf(
      Array.from({ length: 3 }, (_, nth) =>
        [...Array(30_000).keys()].map((n) => `w${n * (nth + 1)}`).join(" "),
      ),
    ),
  ],
])("a segment of %s", (_, some) => {
  for (const pageBytes of [64, 4_050])
    expect(built(new SegmentBuilder(pageBytes), some)).toEqual(inserted(some, pageBytes));
});

test("the ends of sentences and paragraphs are at the place of the word before, and are not counted", () => {
  const texts = ["a b {S} c {S} {P} a {P}", "b", "c {P} b {S} b"];
  const ends = (text: string): string =>
    text.replaceAll("{S}", SENTENCE_END).replaceAll("{P}", PARAGRAPH_END);
  const rows = rowsOf(...texts.map((_, nth) => texts.slice(nth).map(ends)));
  const plain = rowsOf(
    ...texts.map((_, nth) => texts.slice(nth).map((text) => text.replaceAll(/ \{.\}/g, ""))),
  );
  const [made, expected] = [rows, plain].map((some) => built(new SegmentBuilder(), some));
  expect(made?.docsize).toEqual(expected?.docsize);
  const db = makeIndex();
  addSegment(db, segmentOf(new SegmentBuilder(), rows));
  db.exec("CREATE VIRTUAL TABLE seen USING fts5vocab ('case_words', 'instance')");
  const places = db
    .prepare<[string], string>("SELECT doc || ' ' || col || ' ' || offset FROM seen WHERE term = ?")
    .pluck();
  expect(places.all(SENTENCE_END).filter((one) => one.startsWith("0 opinions"))).toEqual([
    "0 opinions 1",
    "0 opinions 2",
  ]);
  expect(places.all(PARAGRAPH_END).filter((one) => one.startsWith("0 opinions"))).toEqual([
    "0 opinions 2",
    "0 opinions 3",
  ]);
  expect(places.all("a").filter((one) => one.startsWith("0 opinions"))).toEqual([
    "0 opinions 0",
    "0 opinions 3",
  ]);
  db.exec("INSERT INTO case_words (case_words) VALUES ('integrity-check')");
  db.close();
});
