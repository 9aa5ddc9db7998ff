/**
 * The dictionary of an export describes the files as they are: names, types, nulls. Frictionless, a reader of Data Packages, validates
 * them where Python has it: CASELAW_TEST_PYTHON names an interpreter with `frictionless[json]`.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { asyncBufferFromFile, parquetMetadataAsync, parquetSchema } from "hyparquet";
import { describe, expect, test } from "vitest";
import { CARD } from "../../src/export/card.ts";
import { DICTIONARY, type Field, type Table } from "../../src/export/dictionary.ts";
import { type ExportRequest, runExport } from "../../src/export/run-export.ts";
import { makeCorpus } from "../support/corpus.ts";
import { jsonLines } from "../support/json-lines.ts";
import { bulkCase } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { type Exported, exported, filesIn, ODD_CASES, textIn } from "./exporting.ts";
import { parquetRows } from "./parquet-rows.ts";

const CASES = [
  ...ODD_CASES,
  bulkCase(6, {
    last_updated: "2024-01-01T00:00:00Z",
    provenance: { source: "Harvard" },
    analysis: { word_count: 7 },
    decision_date: "1853-13-45",
    court: null,
    jurisdiction: null,
  }),
  bulkCase(7, { casebody: null }),
];
const FULL = { full_case: true } as const;

function dictionaryIn({ folder }: Pick<Exported, "folder">): { readonly resources: readonly Table[] } {
  return JSON.parse(textIn(folder, DICTIONARY));
}

const TYPES: Readonly<Record<Field["type"], (value: unknown) => boolean>> = {
  integer: Number.isSafeInteger,
  number: (value) => typeof value === "number",
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  array: Array.isArray,
  object: (value) => typeof value === "object" && !Array.isArray(value),
  date: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value),
  any: () => true,
};

/** What is wrong with a value, null if it is as described. `isText`: lists and objects are JSON text. */
function faultOf(field: Field, value: unknown, isText: boolean): string | null {
  if (value === null || value === undefined) return field.null === "never" ? `${field.name} is null` : null;
  const isJson = isText && typeof value === "string" && ["array", "object"].includes(field.type);
  const read: unknown = isJson ? JSON.parse(value) : value;
  if (!TYPES[field.type](read)) return `${field.name} is not of type ${field.type}: ${JSON.stringify(value)}`;
  const { fields } = field;
  if (fields === undefined) return null;
  const parts: readonly unknown[] = Array.isArray(read) ? read : [read];
  return parts.map((part) => rowFault(fields, Object(part), isText)).find((one) => one !== null) ?? null;
}

function rowFault(
  fields: readonly Field[],
  row: Readonly<Record<string, unknown>>,
  isText: boolean,
): string | null {
  const other = Object.keys(row).find((name) => !fields.some((field) => field.name === name));
  if (other !== undefined) return `${other} is not described`;
  return fields.map((field) => faultOf(field, row[field.name], isText)).find((one) => one !== null) ?? null;
}

function expectRows(
  { schema }: Table,
  rows: readonly Readonly<Record<string, unknown>>[],
  isText = false,
): void {
  expect(rows.length).toBeGreaterThan(0);
  const faults = rows.map((row) => rowFault(schema.fields, row, isText));
  expect(faults.filter((one) => one !== null)).toEqual([]);
}

function namesOf({ schema }: Table): string[] {
  return schema.fields.map(({ name }) => name);
}

function linesIn(folder: string, file: string): Record<string, unknown>[] {
  return jsonLines(textIn(folder, file));
}

test.each<[string, Omit<ExportRequest, "target">]>([
  ["csv", { format: "csv" }],
  ["jsonl", { format: "jsonl", question: FULL }],
  ["parquet", { format: "parquet", question: FULL }],
  ["partitioned parquet", { format: "parquet", options: { partition: true } }],
  ["sqlite", { format: "sqlite" }],
  ["files", { format: "files" }],
])("the dictionary of %s describes every file, and is in the manifest", async (_name, request) => {
  const out = await exported(request, CASES);
  const { resources } = dictionaryIn(out);
  const described = new Set(resources.flatMap(({ path }) => path));
  const others = filesIn(out.folder).filter((file) => !described.has(file));
  const hasCard = others.includes(CARD);
  expect(others.filter((file) => !/\.txt$/.test(file))).toEqual([
    ...(hasCard ? [CARD] : []),
    ...[DICTIONARY, "manifest.json"],
  ]);
  expect(out.manifest.files.at(hasCard ? -2 : -1)).toMatchObject({ path: DICTIONARY, rows: 0 });
  const fields = resources.flatMap(({ schema }) => schema.fields);
  expect(fields.filter((one) => one.description.length < 4 || one.null === "" || one.source === "")).toEqual(
    [],
  );
});

describe.each([
  ["without bodies", {}],
  ["with texts", FULL],
  ["with html", { full_case: true, body_format: "html" }],
])("the dictionary of an export %s", (_name, question) => {
  test("of jsonl has the type of each key, also of nested ones, and says when it is null", async () => {
    const out = await exported({ format: "jsonl", question }, CASES);
    const [cases] = dictionaryIn(out).resources as [Table];
    expectRows(cases, linesIn(out.folder, "cases.jsonl"));
  });

  test("of jsonl --flat and csv has the columns in their order", async () => {
    const flat = await exported({ format: "jsonl", question, options: { flat: true } }, CASES);
    const [cases] = dictionaryIn(flat).resources as [Table];
    const rows = linesIn(flat.folder, "cases.jsonl");
    expectRows(cases, rows, true);
    expect(Object.keys(rows[0] ?? {})).toEqual(namesOf(cases));
    const csv = await exported({ format: "csv", question }, CASES);
    const [table] = dictionaryIn(csv).resources as [Table];
    expect(textIn(csv.folder, "cases.csv").split("\r\n")[0]).toBe(namesOf(table).join(","));
    expect(table.schema.missingValues).toEqual([""]);
  });

  test("of parquet has the columns of each table, and their types in the file", async () => {
    const out = await exported({ format: "parquet", question }, CASES);
    for (const table of dictionaryIn(out).resources) {
      const file = await asyncBufferFromFile(join(out.folder, String(table.path)));
      const { children } = parquetSchema(await parquetMetadataAsync(file));
      expect(children.map(({ element }) => element.name)).toEqual(namesOf(table));
      const inFile = children.map(({ element }) => element.converted_type ?? element.type ?? "STRUCT");
      const types = table.schema.fields.map(({ physicalType }) => physicalType?.replace(/<.*/, ""));
      expect(inFile).toEqual(types);
      expectRows(table, await parquetRows(out.folder, String(table.path)), true);
    }
  });
});

const OWN_TABLES =
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%~_fts%' ESCAPE '~' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY 1";

test("the dictionary of sqlite has every column of every table, and null where it may be", async () => {
  const out = await exported({ format: "sqlite" }, CASES);
  const db = new Database(join(out.folder, "caselaw.db"), { readonly: true });
  const { resources } = dictionaryIn(out);
  expect(resources.map(({ name }) => name).sort()).toEqual(db.prepare(OWN_TABLES).pluck().all());
  const columnsOf = db.prepare<[string], { name: string; notnull: number; pk: number }>(
    "SELECT * FROM pragma_table_info(?)",
  );
  for (const table of resources) {
    const columns = columnsOf.all(table.name);
    expect(columns.map(({ name }) => name)).toEqual(namesOf(table));
    const required = columns.filter(({ notnull, pk }) => notnull > 0 || pk > 0).map(({ name }) => name);
    const fields = table.schema.fields.filter((field) => required.includes(field.name));
    expect(fields.filter((field) => field.null !== "never").map(({ name }) => name)).toEqual([]);
    const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table.name}`).all();
    if (rows.length > 0) expectRows(table, rows, true);
  }
  db.close();
});

test("the dictionary of files describes its index, that of an increment the removed cases", async () => {
  const out = await exported({ format: "files" }, CASES);
  const [index] = dictionaryIn(out).resources as [Table];
  expectRows(index, linesIn(out.folder, "index.jsonl"));
  const folder = join(tempFolder(), "out");
  await runExport(makeCorpus(CASES), { format: "csv", target: folder, since: 0, question: { id: "1" } });
  expect(dictionaryIn({ folder }).resources.map(({ path }) => path)).toEqual(["cases.csv", "removed.jsonl"]);
});

test("--columns leaves out the others, and the key with the id", async () => {
  const out = await exported({ format: "csv", options: { columns: ["name", "court_slug"] } }, CASES);
  const [cases] = dictionaryIn(out).resources as [Table];
  expect(namesOf(cases)).toEqual(["name", "court_slug"]);
  expect(cases.schema.primaryKey).toBeUndefined();
});

test("docs/exports.md has every column", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/exports.md"), "utf8");
  const requests = [
    { format: "parquet", question: FULL },
    { format: "csv", question: { full_case: true, body_format: "xml" } },
    { format: "sqlite" },
    { format: "files" },
  ] as const;
  for (const request of requests) {
    const names = dictionaryIn(await exported(request, CASES)).resources.flatMap(namesOf);
    expect([...new Set(names)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  }
});

const PYTHON = process.env.CASELAW_TEST_PYTHON ?? "python3";
const hasFrictionless = spawnSync(PYTHON, ["-c", "import frictionless, jsonlines"]).status === 0;
const VALIDATE = `
import sys, frictionless
report = frictionless.validate(sys.argv[1])
for error in report.flatten(["type", "message"]):
    print(error)
print(report.valid, [task.stats["rows"] for task in report.tasks])
`;

test.skipIf(!hasFrictionless).each([
  ["csv", { format: "csv", question: FULL }],
  ["jsonl", { format: "jsonl", question: FULL }],
  ["jsonl --flat", { format: "jsonl", question: FULL, options: { flat: true } }],
  ["files", { format: "files" }],
] as const)(
  "Frictionless finds %s as its dictionary describes it (skipped without it)",
  async (_name, request) => {
    const { folder } = await exported(request);
    const ran = spawnSync(PYTHON, ["-c", VALIDATE, join(folder, DICTIONARY)], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(ran.stderr).toBe("");
    expect(ran.stdout).toBe("True [5]\n");
  },
);
