/** `caselaw.db`: a plain database with the cases, their texts, and all reference records. */
import { join } from "node:path";
import type { CaseWithBody } from "../corpus/bodies.ts";
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { decisionDay, yearOfDay } from "../domain/decision-date.ts";
import { PlainDatabase, type PlainRow, type PlainTable, plainTables } from "../store/read/plain-database.ts";
import {
  integer,
  integerOrNull,
  means,
  REPORTER,
  type RecordField,
  recordFields,
  text,
} from "../v1/record-definitions.ts";
import {
  CITATION_COLUMNS,
  type Column,
  citationRows,
  type FlatRow,
  flatColumns,
  flatRow,
  OPINION_ROW,
  opinionRows,
  ownColumn,
  plainValue,
} from "./columns.ts";
import { fieldOf, type Table, tableOf } from "./dictionary.ts";
import { EDGE_COLUMNS, edgesAre, edgesOf } from "./edges.ts";
import { type ExportedParts, type ExportWriter, type Format, USUAL, type WriterContext } from "./format.ts";

export const SQLITE: Format = {
  ...USUAL,
  describes: "a plain database with the texts, for Datasette, R, Python",
  bodies: "always",
  bodyFormats: ["text"],
  accepts: ["since", "edges"],
  tables: sqliteTables,
  open: openSqliteWriter,
};

const FILE = "caselaw.db";

type Row = readonly [PlainTable, PlainRow];

async function openSqliteWriter(output: WriterContext): Promise<ExportWriter> {
  const { folder, snapshot, baseUrl, options } = output;
  const database = new PlainDatabase(join(folder, FILE));
  const columns = caseColumns();
  let rows = 0;
  try {
    database.write(referenceRows(snapshot));
  } catch (error) {
    database[Symbol.dispose]();
    throw error;
  }
  return {
    write: async (cases) => {
      database.write([
        ...cases.flatMap((record) => [
          ["cases", valuesOf(columns, flatRow(record, baseUrl))] as const,
          ...partRows(record),
        ]),
        ...edgesOf(cases, snapshot, options.edges).map(
          (edge) => ["edges", valuesOf(EDGE_COLUMNS, edge)] as const,
        ),
      ]);
      rows += cases.length;
    },
    finish: async () => {
      database.finish();
      database[Symbol.dispose]();
      return [{ path: FILE, rows }];
    },
    [Symbol.asyncDispose]: async () => database[Symbol.dispose](),
  };
}

function* referenceRows(snapshot: CorpusSnapshot): Generator<Row> {
  for (const jurisdiction of snapshot.jurisdictions())
    yield ["jurisdictions", rowOf({ ...jurisdiction, whitelisted: Number(jurisdiction.whitelisted) })];
  for (const { jurisdiction, ...court } of snapshot.courts())
    yield ["courts", rowOf({ ...court, jurisdictionId: jurisdiction?.id ?? null })];
  for (const { jurisdictions: _, ...reporter } of snapshot.reporters()) yield ["reporters", rowOf(reporter)];
  for (const { jurisdictions: _, reporterName, ...volume } of snapshot.volumes())
    yield ["volumes", rowOf({ ...volume, reporter: reporterName })];
}

/** A reference record by column: the names of columns are those of its fields in snake_case. */
function rowOf(record: PlainRow): PlainRow {
  const entries = Object.entries(record);
  return Object.fromEntries(
    entries.map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
}

/** A row by column; SQLite has no booleans. */
function valuesOf<R>(columns: readonly Column<R>[], row: R): PlainRow {
  const values = columns.map((column) => [column.name, plainValue(column, row)] as const);
  return Object.fromEntries(
    values.map(([name, cell]) => [name, typeof cell === "boolean" ? Number(cell) : cell]),
  );
}

function* partRows(record: CaseWithBody): Generator<Row> {
  for (const row of opinionRows(record)) yield ["opinions", { id: null, ...row }];
  for (const row of citationRows(record))
    yield ["citations", { ...row, normalized_cite: normaliseCitation(row.cite) }];
}

const DECISION_YEAR = means(integerOrNull, "Year of the decision", {
  ...{ isNull: "decision_date is null or not a date", unit: "calendar year", from: "caselaw" },
});

/** The columns of the table `cases`: some of a flat row, and `decision_year` and `reporter`. */
function caseColumns(): Column<FlatRow>[] {
  const columns = [
    ...flatColumns("text"),
    ownColumn<FlatRow>("decision_year", DECISION_YEAR, ({ record }) => {
      const day = decisionDay(record.decisionDate);
      return day === null ? null : yearOfDay(day);
    }),
    ownColumn<FlatRow>("reporter", REPORTER.entries.full_name, ({ record }) => record.reporter.fullName),
  ];
  return (plainTables().get("cases") ?? []).map(({ name }) => columnNamed(name, columns));
}

const OPINION_ID = means(integer, "Number of the opinion in this file", {
  ...{ from: "caselaw", caveats: "Another export may number differently." },
});

const NORMALIZED_CITE = means(text, "The letters and digits of cite in lower case", { from: "caselaw" });

function sqliteTables({ options }: ExportedParts): readonly Table[] {
  const cases = caseColumns();
  const fieldsOf: Readonly<Record<PlainTable, readonly RecordField[]>> = {
    jurisdictions: recordFields("Jurisdiction"),
    courts: recordFields("Court"),
    reporters: recordFields("Reporter"),
    volumes: recordFields("Volume"),
    cases,
    opinions: [ownColumn("id", OPINION_ID, () => null), ...recordFields(OPINION_ROW)],
    citations: [...CITATION_COLUMNS, ownColumn("normalized_cite", NORMALIZED_CITE, () => null)],
    edges: EDGE_COLUMNS,
  };
  return [...plainTables()].map(([name, columns]) => {
    const fields = columns.map((column) => {
      // an id of another record, which the interface has as its address, means the same as in cases
      const field = columnNamed(column.name, [...fieldsOf[name], ...cases]);
      const isList = field.type === "array" || field.type === "object";
      const type = isList ? field.type : column.type === "INTEGER" ? "integer" : "string";
      const isNullable = (field.isNullable || field.isOptional) && !column.isRequired;
      return fieldOf({ ...field, type, isNullable, isOptional: false }, { physicalType: column.type });
    });
    const description = name === "edges" ? edgesAre(options) : `The table ${name}.`;
    const format = { format: "sqlite", mediatype: "application/vnd.sqlite3", dialect: { table: name } };
    const key = columns.filter(({ isKey }) => isKey).map((column) => column.name);
    return tableOf({ ...{ name, path: FILE, description }, ...format }, fields, key);
  });
}

function columnNamed<C extends RecordField>(name: string, columns: readonly C[]): C {
  const column = columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return column;
}
