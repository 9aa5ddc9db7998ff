/** Tables as PostgreSQL writes them, cut anywhere and damaged (fixtures: test/fixtures/courtlistener/README.md). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  openTable,
  type Table,
  type TableEvent,
  type TableReject,
  type TableRow,
} from "../../../src/sources/courtlistener/csv.ts";
import { damaged, fuzzing, wounds } from "../../support/fuzz.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures/courtlistener");

type Values = readonly (string | null)[];

interface ReadTable {
  readonly table: Table;
  readonly events: readonly TableEvent[];
  readonly rows: readonly TableRow[];
  readonly rejects: readonly TableReject[];
}

async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const reused = Buffer.alloc(Math.max(1, ...sizes));
  for (let at = 0, chunk = 0; at < bytes.length; chunk++) {
    // a chunk is valid until the next one is requested
    const length = bytes.copy(reused, 0, at, at + (sizes[chunk % sizes.length] ?? 1));
    at += length;
    yield reused.subarray(0, length);
  }
}

async function read(
  bytes: Buffer | string,
  selected?: readonly string[],
  sizes: readonly number[] = [2 ** 16],
): Promise<ReadTable> {
  const all = Buffer.from(bytes);
  const header = all.toString("utf8").split(/\r?\n/, 1)[0] ?? "";
  const names = selected ?? header.replace(/[\uFEFF"`]/g, "").split(",");
  const table = await openTable("opinions.csv", inChunks(all, sizes), { selected: names });
  const events: TableEvent[] = [];
  for await (const batch of table.batches()) events.push(...batch);
  return {
    table,
    events,
    rows: events.flatMap((event) => (event.values === null ? [] : event)),
    rejects: events.flatMap((event) => (event.values === null ? event : [])),
  };
}

const valuesOf = (rows: readonly TableRow[]): Values[] => rows.map(({ values }) => values);

const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));
const FIXTURE_ROWS: Values[] = JSON.parse(fixture("rows.json").toString());

test.each([
  ["backslash.csv", "backslash"],
  ["backslash-where-needed.csv", "backslash"],
  ["backtick.csv", "backtick"],
  ["doubled.csv", "doubled"],
  ["doubled-where-needed.csv", "doubled"],
])("PostgreSQL's %s is read as it was written, in any chunks", async (name, dialect) => {
  for (const size of [1, 2, 3, 7, 64, 2 ** 16]) {
    const { table, rows, rejects } = await read(fixture(name), undefined, [size]);
    expect(rejects).toEqual([]);
    expect(valuesOf(rows)).toEqual(FIXTURE_ROWS);
    expect(table.dialect).toBe(dialect);
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 8, 9, 10, 11, 13, 16, 19]);
  }
});

test("only selected columns are read, in the order in which they are selected", async () => {
  const { table, rows } = await read(fixture("backslash.csv"), ["cluster_id", "court", "id"]);
  expect(rows[0]?.values).toEqual(["11", null, "1"]);
  expect(table.missing).toEqual(["court"]);
  const chunks = inChunks(fixture("backslash.csv"), [100]);
  const other = await openTable("x", chunks, { selected: ["id"], known: table.columns.slice(0, -2) });
  expect(other.unknown).toEqual(["html_with_citations", "cluster_id"]);
});

test.each([
  [
    '\uFEFFid,"name",`type`\r\n1,"a",\r\n2,b,"c"\r\n',
    [
      ["1", "a", null],
      ["2", "b", "c"],
    ],
  ],
  ['id,name\n\n1,"a\r\nb"\n\n', [["1", "a\r\nb"]]],
  [
    'id,name\n1,""\n2,\n',
    [
      ["1", ""],
      ["2", null],
    ],
  ],
  ["id,name\n", []],
  ["id,name", []],
])("%j has rows", async (text, values) => {
  for (const size of [1, 100]) {
    const { table, rows, rejects } = await read(text, undefined, [size]);
    expect(rejects).toEqual([]);
    expect(valuesOf(rows)).toEqual(values);
    expect(table.dialect).toBe("undecided");
  }
});

test.each([
  ["", "the first line is empty"],
  ["\n1,2\n", "the first line is empty"],
  ["id,,name\n", "column 2 has no name"],
  ["id,name,id\n", 'the column "id" occurs twice'],
  ["<Error>AccessDenied</Error>\n", '"<Error>AccessDenied</Error>" is not a column name'],
])("the header %j is corrupt", async (text, found) => {
  await expect(read(text, ["id"])).rejects.toMatchObject({
    code: "corrupt",
    message: `Cannot read the header of "opinions.csv": ${found}`,
    at: { file: "opinions.csv", line: 1 },
  });
});

test("the dialect is decided by the first row that differs, after rows that do not", async () => {
  const same = Array.from({ length: 100 }, (_, at) => `"${at}","a, b"\n`).join("");
  const decided = async (last: string): Promise<unknown[]> => {
    const { table, rows } = await read(`id,name\n${same}${last}`);
    return [table.dialect, rows.at(-1)?.values[1]];
  };
  expect(await decided('"1","a \\"b\\""\n')).toEqual(["backslash", 'a "b"']);
  expect(await decided('"1","a\\\\"\n')).toEqual(["backslash", "a\\"]);
  expect(await decided('"1","a ""b"""\n')).toEqual(["doubled", 'a "b"']);
  expect(await decided('"1","C:\\new"\n')).toEqual(["doubled", "C:\\new"]);
  expect(await decided('"1","a\\"\n')).toEqual(["doubled", "a\\"]);
  expect(await decided('"1",`tis\n')).toEqual(["doubled", "`tis"]);
  expect(await decided("")).toEqual(["undecided", "a, b"]);
  const { table, rows } = await read("id,name\n`1`,`a`\n`2`,`b`\n");
  expect([table.dialect, valuesOf(rows)]).toEqual([
    "backtick",
    [
      ["1", "a"],
      ["2", "b"],
    ],
  ]);
});

const GOOD = '"7","x","y"\n';

test.each([
  ["short", `"1","a"\n${GOOD}`, "wrong number of fields", 1],
  ["long", `"1","a","b","c"\n${GOOD}`, "wrong number of fields", 1],
  ["cut in quotes", `"1","a\nb ,\nc\n${GOOD}`, "text after a closing quote", 3],
  ["cut in quotes, rows unquoted", `1,"a\n7,"x",y\n`, "text after a closing quote", 1],
  [
    "cut before rows without quotes",
    `1,"a,b\n7,x,y\n8,x,y\n`,
    "a quote is not closed at the end of the file",
    1,
  ],
  ["joined to the next", `"1","a"7","x","y"\n${GOOD}`, "text after a closing quote", 1],
  ["with a quote too many", `""1","a","b"\n${GOOD}`, "text after a closing quote", 1],
  ["without its opening quote", `1","a","b"\n${GOOD}`, "a quote in an unquoted field", 1],
  ["of foreign text", `<Error>\n  <Code/>\n</Error>\n${GOOD}`, "wrong number of fields", 3],
  [
    "not UTF-8",
    Buffer.concat([Buffer.from('"1","a\n'), Buffer.of(0xc3), Buffer.from(`","b"\n${GOOD}`)]),
    "not UTF-8",
    2,
  ],
])("a row %s is a reject, and the next row is read", async (_, text, reason, lines) => {
  const bytes = Buffer.concat([Buffer.from(`id,a,b\n${GOOD}`), Buffer.from(text)]);
  for (const size of [1, 5, 1000]) {
    const { events, rejects } = await read(bytes, undefined, [size]);
    expect(rejects).toMatchObject([{ line: 3, reason, lines }]);
    expect(events[0]?.values).toEqual(["7", "x", "y"]);
    expect(events[2]).toEqual({ line: 3 + lines, values: ["7", "x", "y"] });
  }
});

test.each([
  ['"8","x', "a quote is not closed at the end of the file"],
  ['"8","x"', "the file ends inside the row"],
  ['"8","x","y', "a quote is not closed at the end of the file"],
  ["8,x,12", "the file ends inside the row"],
  ["8,x,", "the file ends inside the row"],
])("a file that ends in %j has lost the row", async (text, reason) => {
  const { rows, rejects } = await read(`id,a,b\n${GOOD}${text}`);
  expect(rows).toHaveLength(1);
  expect(rejects).toEqual([{ line: 3, values: null, lines: 1, reason, text: expect.any(String) }]);
});

test("a last row without a line end is complete if its last value was closed", async () => {
  expect(valuesOf((await read('id,a\n8,"x"')).rows)).toEqual([["8", "x"]]);
});

test("a court is found again by its short name, not by a line of text", async () => {
  const text = 'id,name\n"scotus","a"\n"ca1","cut\nA line, of text\n"ca2","b"\n';
  const { rows, rejects } = await read(text);
  expect(valuesOf(rows)).toEqual([
    ["scotus", "a"],
    ["ca2", "b"],
  ]);
  expect(rejects).toMatchObject([{ line: 3, lines: 2, text: '"ca1","cut\nA line, of text\n"c' }]);
});

test("a quote that is not closed ends at the longest row, and every row behind it is read", async () => {
  const line = `2,${"x".repeat(2 ** 16)}\n`;
  const count = 1100;
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from('id,a\n1,"never closed\n');
    for (let at = 0; at < count; at++) yield Buffer.from(line);
  }
  const table = await openTable("opinions.csv", chunks(), { selected: ["id"] });
  const events: TableEvent[] = [];
  for await (const batch of table.batches()) events.push(...batch);
  expect(events[0]).toMatchObject({ line: 2, values: null, lines: 1, reason: "longer than 24 MiB" });
  expect(events).toHaveLength(1 + count);
  expect(events.at(-1)).toEqual({ line: 2 + count, values: ["2"] });
});

const DIALECTS = {
  backslash: (value: string) => `"${value.replace(/["\\]/g, "\\$&")}"`,
  doubled: (value: string) => `"${value.replaceAll('"', '""')}"`,
  backtick: (value: string) => `\`${value.replaceAll("`", "``")}\``,
} as const;

const text = fc
  .array(
    fc.constantFrom('"', "\\", "`", ",", "\n", "\r\n", "\r", "\f", "", "a", "é", "§", "😀", "1", " b c "),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
const cell = fc.option(
  fc.oneof(
    text,
    text.map((value) => value.repeat(30)),
  ),
  { nil: null },
);
const rowsOf = fc.array(fc.tuple(cell, cell, cell), { maxLength: 30 });
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const dialects = fc.constantFrom("backslash", "doubled", "backtick");

/** A table with a first row that no other dialect reads. */
function written(
  dialect: keyof typeof DIALECTS,
  rows: readonly Values[],
): { values: Values[]; lines: string[] } {
  const values = [['a"b`c\\', "", null], ...rows].map((row, at) => [String(at + 1), ...row]);
  const write = (value: string | null): string => (value === null ? "" : DIALECTS[dialect](value));
  return { values, lines: ["id,a,b,c\n", ...values.map((row) => `${row.map(write).join(",")}\n`)] };
}

test("tables of each dialect are read as they were written, in any chunks", async () => {
  await fc.assert(
    fc.asyncProperty(dialects, rowsOf, sizes, async (dialect, made, chunkSizes) => {
      const { values, lines } = written(dialect, made);
      const { rows, rejects } = await read(lines.join(""), undefined, chunkSizes);
      expect(rejects).toEqual([]);
      expect(valuesOf(rows)).toEqual(values);
    }),
    fuzzing(150),
  );
});

test("after damage the rows before it are right, rows come again, and every line is in a row or in a reject", async () => {
  const plain = fc.array(fc.tuple(text, text, text), { minLength: 5, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(dialects, plain, wounds, sizes, async (dialect, made, all, chunkSizes) => {
      const { values, lines } = written(dialect, made);
      const [header = "", first = "", ...others] = lines;
      const after = Array.from({ length: 5 }, (_, at) => [String(at + 90), "x", "y", "z"]);
      const quoted = after.map((row) => `${row.map(DIALECTS[dialect]).join(",")}\n`).join("");
      const body = Buffer.from(others.join(""));
      const hurt = damaged(body, all);
      const bytes = Buffer.concat([Buffer.from(header + first), hurt, Buffer.from(`\n${quoted}`)]);
      const { rows, events } = await read(bytes, undefined, chunkSizes);
      // as many rows as end before the first byte that differs
      let same = 0;
      while (same < body.length && body[same] === hurt[same]) same++;
      const before = others.filter(
        (_, at) => Buffer.byteLength(others.slice(0, at + 1).join("")) < same,
      ).length;
      expect(valuesOf(rows).slice(0, before + 1)).toEqual(values.slice(0, before + 1));
      expect(valuesOf(rows).slice(-5)).toEqual(after.slice(-5));
      const fileLines = bytes.toString("latin1").split("\n");
      for (const [at, event] of events.entries()) {
        const next = events[at + 1];
        if (event.values !== null || next === undefined) continue;
        const between = fileLines.slice(event.line + event.lines - 1, next.line - 1);
        expect(between.filter((line) => line.trim() !== "")).toEqual([]);
      }
      // the same in one chunk
      expect((await read(bytes)).events).toEqual(events);
    }),
    fuzzing(150),
  );
});
